import { describe, expect, it } from 'vitest';
import type { OpenSession } from '../../../src/ipc/shell-contract';
import { neighbourOf, tabName } from '../../../src/renderer/stores/sessions';

const open = (session: number, path: string): OpenSession => ({
  session,
  path,
  name: path.split(/[\\/]/).at(-1) ?? '',
  error: null,
  activate: true,
});

describe('open sessions', () => {
  it('are named by their file, and by its folder too where the name is taken', () => {
    const sessions = [
      open(1, '/a/one/stdout.jsonl'),
      open(2, 'C:\\b\\two\\stdout.jsonl'),
      open(3, '/c/x.jsonl'),
    ];
    expect(sessions.map((session) => tabName(session, sessions))).toEqual([
      'one/stdout.jsonl',
      'two/stdout.jsonl',
      'x.jsonl',
    ]);
  });

  it('hand over to the right neighbour, else to the left, else to none', () => {
    const sessions = [open(1, '/a'), open(2, '/b'), open(3, '/c')];
    expect(neighbourOf(sessions, 2)).toBe(3);
    expect(neighbourOf(sessions, 3)).toBe(2);
    expect(neighbourOf([open(1, '/a')], 1)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import type { IndexState, Progress, Report } from '../../../src/ipc/engine-contract';
import type { OpenSession } from '../../../src/ipc/shell-contract';
import { markOf } from '../../../src/renderer/shell/session-bar';
import { NO_FACTS, neighbourOf, tabName, useSessions } from '../../../src/renderer/stores/sessions';

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

  it('of a capture are named by what it is about', () => {
    const capture = open(1, '/captures/2026-11-30-101530-fix-the-parser.jsonl');
    expect(tabName(capture, [capture])).toBe('fix-the-parser · 2026-11-30-101530');
  });

  it('hand over to the right neighbour, else to the left, else to none', () => {
    const sessions = [open(1, '/a'), open(2, '/b'), open(3, '/c')];
    expect(neighbourOf(sessions, 2)).toBe(3);
    expect(neighbourOf(sessions, 3)).toBe(2);
    expect(neighbourOf([open(1, '/a')], 1)).toBeNull();
  });

  it('know nothing of a file that could not be opened again', () => {
    const { opened, learn } = useSessions.getState();
    opened(open(7, '/a/x.jsonl'));
    learn(7, { live: true, progress: { rows: 34 } as Progress, revision: 2 });
    opened(open(7, '/a/x.jsonl'));
    expect(useSessions.getState().facts[7]?.progress).not.toBeNull();
    opened({ ...open(7, '/a/x.jsonl'), error: 'x.jsonl is gone.' });
    expect(useSessions.getState().facts[7]).toEqual(NO_FACTS);
  });
});

describe('the mark of a tab', () => {
  const success = { outcome: 'success' } as Report;
  const facts = (state: IndexState) => ({ progress: { state } as Progress, report: success });
  const mark = (...args: Parameters<typeof markOf>) => markOf(...args).mark;

  it('is green only for a whole file that says success', () => {
    expect(mark({ error: null }, facts('done'), 'ready')).toBe('ok');
    expect(markOf({ error: null }, facts('cancelled'), 'ready')).toEqual({
      mark: 'warn',
      says: 'not read to the end',
    });
    expect(mark({ error: null }, facts('failed'), 'ready')).toBe('err');
    expect(mark({ error: 'Gone.' }, facts('done'), 'ready')).toBe('err');
  });

  it('is busy only while there is an engine', () => {
    expect(mark({ error: null }, facts('indexing'), 'ready')).toBe('busy');
    expect(markOf({ error: null }, facts('indexing'), 'failed').says).toBe('stopped');
    expect(mark({ error: null }, facts('done'), 'failed')).toBe('ok');
  });
});

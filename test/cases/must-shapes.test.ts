import { describe, expect, it } from 'vitest';
import { agentPage } from '../../src/engine/answers/agents/agent-page';
import { reportOf } from '../../src/engine/answers/report/report';
import { fieldsOfFrame } from '../../src/engine/fields/frame-fields';
import { caseFiles } from '../unit/recordings';
import { bytesOf, diagnostics, openCase, rowsOf } from './case-answers';

// The "Must" lines of the case sheets on shapes of fields, and what holds for every case.

const notesOf = (number: string, frame: number, path: string) =>
  fieldsOfFrame(openCase(number), frame - 1).entries.find((entry) => entry.path === path)?.notes ?? [];

describe.each(caseFiles().map(({ name }) => name.slice(0, 3)))('case %s', (number) => {
  it('is indexed to its end, and none of its answers fails', () => {
    const session = openCase(number);
    expect(session.state).toBe('done');
    expect(session.error).toBeNull();
    expect(diagnostics(session, 'read-failed')).toEqual([]);
    expect(reportOf(session).bytes).toBe(bytesOf(number).length);
    expect(session.index.table.rows > 0).toBe(number !== '023');
  });
});

describe('028: keys and names of the prototype', () => {
  it('are listed as any other field', () => {
    const { entries } = fieldsOfFrame(openCase('028'), 0);
    const paths = new Map(entries.map(({ path, provenance }) => [path, provenance]));
    expect(paths.get('__proto__')).toBe('new');
    expect(paths.get('__proto__.polluted')).toBe('new');
    expect(paths.get('message.id')).toBe('reference');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('029: deep nesting', () => {
  it('the fields of 5000 levels are listed: what a tool is given is not walked', () => {
    const session = openCase('029');
    for (const { frame } of rowsOf(session)) {
      const { entries, missing } = fieldsOfFrame(session, frame - 1);
      expect(missing).toBeNull();
      expect(entries.length).toBeGreaterThan(3);
      expect(entries.length).toBeLessThan(100);
    }
  });
});

describe('034: shapes of message.content', () => {
  it('odd shapes have a note on their shape', () => {
    expect(notesOf('034', 5, 'message.content')).toEqual([expect.stringMatching(/here it is null/)]);
    expect(notesOf('034', 6, 'message.content')).toEqual([expect.stringMatching(/missing/)]);
    expect(notesOf('034', 7, 'message.content')).toEqual([expect.stringMatching(/here it is an object/)]);
    expect(notesOf('034', 8, 'message')).toEqual([expect.stringMatching(/missing/)]);
    expect(notesOf('034', 9, 'message')).toEqual([expect.stringMatching(/here it is null/)]);
    expect(notesOf('034', 10, 'message.model')).toEqual([expect.stringMatching(/missing/)]);
    for (const frame of [2, 3, 4]) expect(notesOf('034', frame, 'message.content')).toEqual([]);
  });
});

describe('059: deltas of a subagent', () => {
  it('its text stands under k1', () => {
    const session = openCase('059');
    const [agent] = agentPage(session, 0, 10).agents;
    expect(agent).toMatchObject({ number: 1, callFrame: 2, firstFrame: 4, frames: 4 });
    const own = rowsOf(session).filter((row) => row.agent === 1);
    expect(
      own.map(({ frame }) => JSON.parse(session.jsonText(frame - 1).toString()).parent_tool_use_id),
    ).toEqual(Array(4).fill('k1'));
  });
});

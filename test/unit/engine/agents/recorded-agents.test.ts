import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportOf } from '../../../../src/engine/answers/report/report';
import { rowPage } from '../../../../src/engine/answers/rows/row-page';
import { fixtureFiles } from '../../recordings';
import { agentsOf, withAgents } from './session-folder';

// Every recording of subagents: 08 two at once, 08b with partial messages, 09b in the background, 31 of a kind of their own.
const SCENARIO = /^[\d.]+\/(08|08b|09b|31)-[a-z-]+($|\.|\/)/;
const recordings = fixtureFiles().filter(
  ({ name }) => SCENARIO.test(name) && !/\/agent-[0-9a-f]+$/.test(name),
);
const ENDS = ['completed', 'failed', 'running'];

describe('every recording of subagents', () => {
  it('is there, in all its forms', () => {
    expect(recordings.length).toBeGreaterThanOrEqual(7);
  });

  it.each(recordings)('$name: every call is answered, every agent has its call', ({ path }) => {
    const session = withAgents(path);
    const report = reportOf(session);
    expect(report).toMatchObject({ unparsed: 0, unansweredCalls: 0, orphanResults: 0 });
    const entries = agentsOf(session);
    expect(entries.length).toBe(report.agents);
    expect(entries.length).toBeGreaterThan(0);
    const { rows } = rowPage(session, 1, 1000);
    for (const entry of entries) {
      expect(ENDS).toContain(entry.status);
      if (entry.unasked) continue;
      expect(entry).toMatchObject({ depth: 1, parent: 0 });
      expect(entry.callFrame).not.toBe(null);
      expect(entry.type).not.toBe('');
      expect(entry.description).not.toBe('');
      const own = rows.filter(({ agent }) => agent === entry.number);
      expect(own.length).toBe(entry.frames);
      expect([own.at(0)?.frame ?? null, own.at(-1)?.frame ?? null]).toEqual([
        entry.firstFrame,
        entry.lastFrame,
      ]);
      expect(new Set(own.map(({ agentDepth }) => agentDepth)).size).toBeLessThanOrEqual(1);
    }
    // Whatever says isSidechain is of a subagent, and only that.
    for (const { frame, agent } of rows) {
      const text = session.rawBytes(frame - 1).toString('utf8');
      if (/^\{.*"isSidechain":true/.test(text)) expect(agent).toBeGreaterThan(0);
      if (/^\{.*"isSidechain":false/.test(text)) expect(agent).toBe(0);
    }
    for (const { file } of report.parts.slice(1)) {
      const bytes = rows.filter((row) => row.file === file).map((row) => session.rawBytes(row.frame - 1));
      expect(Buffer.concat(bytes).equals(readFileSync(join(dirname(path), file)))).toBe(true);
    }
  });
});

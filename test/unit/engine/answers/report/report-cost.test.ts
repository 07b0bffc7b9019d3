import { describe, expect, it, vi } from 'vitest';
import { reportOf } from '../../../../../src/engine/answers/report/report';
import type { Session } from '../../../../../src/engine/session/session';
import { sessionOfFrames } from '../../session-of';

const MEGABYTE = 1_000_000;

function readsOf(session: Session, use: () => void): number {
  const reads = vi.spyOn(session, 'jsonText');
  use();
  const { length } = reads.mock.calls;
  reads.mockRestore();
  return length;
}

/** A report is asked for again and again while a file is indexed. */
describe('a report', () => {
  it('reads the reasons of listed runs only', () => {
    const session = sessionOfFrames(
      ...Array.from({ length: 3000 }, (_, at) => ({
        type: 'result',
        subtype: 'error',
        is_error: true,
        result: `reason ${at}`,
        session_id: `s${at}`,
      })),
    );
    const { runs, runsLeftOff } = reportOf(session);
    expect([runs.length, runsLeftOff]).toEqual([500, 2500]);
    expect([runs[0]?.reason, runs.at(-1)?.reason]).toEqual(['reason 0', 'reason 2999']);
    expect(readsOf(session, () => reportOf(session))).toBeLessThan(1100);
  });

  it('reads the frames of links with problems once', () => {
    const session = sessionOfFrames(
      ...Array.from({ length: 300 }, (_, at) => ({
        type: 'assistant',
        session_id: 's',
        message: { id: `m${at}`, content: [{ type: 'tool_use', id: `t${at}`, name: 'Bash', input: {} }] },
      })),
    );
    const first = reportOf(session);
    expect(first.diagnostics).toHaveLength(300);
    let second = first;
    expect(readsOf(session, () => (second = reportOf(session)))).toBeLessThan(10);
    expect(second.diagnostics).toEqual(first.diagnostics);
  });

  it('fits into one message, however long the words of a run are', () => {
    const long = 'x'.repeat(MEGABYTE);
    const session = sessionOfFrames({
      type: 'system',
      subtype: 'init',
      session_id: long,
      model: long,
      claude_code_version: long,
    });
    expect(JSON.stringify({ ...reportOf(session), file: '' }).length).toBeLessThan(MEGABYTE);
  });
});

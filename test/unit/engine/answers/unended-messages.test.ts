import { describe, expect, it } from 'vitest';
import {
  diagnosticGroups,
  diagnosticPage,
} from '../../../../src/engine/answers/diagnostics/diagnostic-groups';
import { diagnosticsOfRow } from '../../../../src/engine/answers/diagnostics/diagnostic-sources';
import { reportOf } from '../../../../src/engine/answers/report/report';
import { nextFrame } from '../../../../src/engine/answers/rows/next-frame';
import { rowPage } from '../../../../src/engine/answers/rows/row-page';
import { MAX_KEPT } from '../../../../src/engine/runs/diagnostic-list';
import type { Session } from '../../../../src/engine/session/session';
import { fixtureFiles } from '../../recordings';
import { sessionAt, sessionOfFrames } from '../session-of';

const CODE = 'message-without-end';
const bare = (type: string, more: object = {}) => ({ type, session_id: 's', ...more });
const wrapped = (type: string, more: object = {}) => ({
  type: 'stream_event',
  session_id: 's',
  parent_tool_use_id: null,
  event: { type, ...more },
});
const start = (id: string, role = 'assistant') => ({ message: { id, role, content: [] } });
interface Event {
  session_id?: string;
  parent_tool_use_id?: string | null;
  event?: { type?: string; message?: { role?: string } };
}
const framesOf = (session: Session) =>
  diagnosticPage(session, CODE, 0, 1000).diagnostics.map(({ frame }) => frame);

describe.each([
  ['wrapped', wrapped],
  ['bare', bare],
])('a message of %s events', (_, event) => {
  it('has no end where no message_stop came, and only there', () => {
    const session = sessionOfFrames(
      event('message_start', start('m1')),
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'a' } }),
      event('message_start', start('m2')),
      event('message_stop'),
      event('message_start', start('m3')),
    );
    const { groups } = diagnosticGroups(session);
    expect(groups).toMatchObject([{ code: CODE, severity: 'info', normal: 'sometimes', count: 2 }]);
    expect(framesOf(session)).toEqual([1, 5]);
    const [first, last] = groups[0]?.examples ?? [];
    expect(first?.message).toContain('Its last frame is frame 2.');
    expect(last?.message).toContain('Nothing more of it came.');
    expect(diagnosticsOfRow(session, 0)).toEqual([first]);
    expect(diagnosticsOfRow(session, 1)).toEqual([]);
    expect(diagnosticsOfRow(session, 2)).toEqual([]);
    expect(nextFrame(session, 1, 'forward', 'diagnostic')).toBe(5);
    expect(nextFrame(session, 1, 'backward', 'diagnostic')).toBe(5);
    expect(nextFrame(session, 5, 'forward', 'diagnostic')).toBe(1);
  });

  it('of the user needs none: it comes whole', () => {
    const session = sessionOfFrames(event('message_start', start('m1', 'user')));
    expect(framesOf(session)).toEqual([]);
    const cut = sessionOfFrames(event('message_start', start('m1')));
    expect(framesOf(cut)).toEqual([1]);
  });

  it('whose beginning was cut off may have lost its end as well', () => {
    expect(framesOf(sessionOfFrames(event('content_block_stop'), event('message_stop')))).toEqual([]);
    expect(framesOf(sessionOfFrames(event('content_block_stop')))).toEqual([1]);
  });

  it('is not made of a ping outside of any message', () => {
    const session = sessionOfFrames(
      event('ping'),
      event('message_start', start('m1')),
      event('message_stop'),
    );
    expect(reportOf(session)).toMatchObject({ apiMessages: 1, diagnostics: [] });
    const { rows } = rowPage(session, 1, 3, { unfolded: false, open: [] });
    expect(rows.map(({ frame, fold }) => [frame, fold])).toEqual([
      [1, 'none'],
      [2, 'closed'],
    ]);
  });
});

describe('messages without an end', () => {
  it('are told apart by subagent, and a whole frame does not end them', () => {
    const sub = (type: string, more: object = {}) => ({ ...wrapped(type, more), parent_tool_use_id: 't' });
    const session = sessionOfFrames(
      wrapped('message_start', start('m1')),
      sub('message_start', start('m2')),
      wrapped('message_stop'),
      { type: 'assistant', session_id: 's', parent_tool_use_id: 't', message: { id: 'm2', content: [] } },
    );
    expect(framesOf(session)).toEqual([2]);
  });

  it('are counted exactly and listed page by page, however many there are', () => {
    const count = MAX_KEPT + 700;
    const session = sessionOfFrames(
      ...Array.from({ length: count }, (_, at) => wrapped('message_start', start(`m${at}`))),
    );
    expect(diagnosticGroups(session)).toMatchObject({ total: count, groups: [{ code: CODE, count }] });
    const page = diagnosticPage(session, CODE, count - 2, 10);
    expect(page.diagnostics.map(({ frame }) => frame)).toEqual([count - 1, count]);
    const report = reportOf(session);
    expect(report.diagnostics.length + report.diagnosticsLeftOff).toBe(count);
  });

  it('are no series of retries, which fold like a message', () => {
    const retry = { type: 'system', subtype: 'api_retry', attempt: 1, session_id: 's' };
    expect(framesOf(sessionOfFrames(retry, retry))).toEqual([]);
  });

  it('are those messages of recordings that a plain reading finds without message_stop', () => {
    let found = 0;
    for (const { path } of fixtureFiles()) {
      const session = sessionAt(path);
      const open = new Map<string, number>();
      const unended: number[] = [];
      for (let row = 0; row < session.index.table.rows; row++) {
        let frame: Event;
        try {
          frame = JSON.parse(session.jsonText(row).toString());
        } catch {
          continue;
        }
        const lane = `${frame.session_id} ${frame.parent_tool_use_id}`;
        if (frame.event?.type === 'message_stop') open.delete(lane);
        if (frame.event?.type !== 'message_start' || frame.event.message?.role === 'user') continue;
        if (open.has(lane)) unended.push(open.get(lane) as number);
        open.set(lane, row + 1);
      }
      const expected = [...unended, ...open.values()].sort((a, b) => a - b);
      expect(
        framesOf(session).sort((a, b) => (a ?? 0) - (b ?? 0)),
        path,
      ).toEqual(expected);
      found += expected.length;
    }
    expect(found).toBeGreaterThan(0);
  });
});

import { describe, expect, it } from 'vitest';
import { frameDetail } from '../../../../src/engine/answers/frame/frame-detail';
import { FrameTexts } from '../../../../src/engine/answers/frame/frame-text';
import { rowPage } from '../../../../src/engine/answers/rows/row-page';
import type { Session } from '../../../../src/engine/session/session';
import { captureFiles } from '../../recordings';
import { sessionAt, sessionOfFrames } from '../session-of';

const FOLDED = { unfolded: false, open: [] };
const listed = (session: Session) => rowPage(session, 1, 100, FOLDED).rows;
const framesOf = (session: Session) => listed(session).map(({ frame }) => frame);

const line = (type: string, more: object) => ({ type, sessionId: 's', isSidechain: false, ...more });
const call = (id: string) =>
  line('assistant', {
    uuid: `call-${id}`,
    message: {
      id: `m-${id}`,
      role: 'assistant',
      content: [{ type: 'tool_use', id, name: 'Bash', input: {} }],
    },
  });
const progress = (ids: object, data: object = { type: 'bash_progress' }) =>
  line('progress', { data, ...ids, uuid: `p-${JSON.stringify(ids)}` });
const boundary = (uuid: string) => line('system', { subtype: 'compact_boundary', uuid, compactMetadata: {} });
const summary = (uuid: string) =>
  line('user', { uuid, isCompactSummary: true, message: { role: 'user', content: 'what was' } });
const attachment = (uuid: string) => line('attachment', { uuid, attachment: { type: 'file' } });

describe('progress lines', () => {
  it('fold under the call that they name, the parent first, however late they come', () => {
    const session = sessionOfFrames(
      call('t1'),
      call('t2'),
      progress({ toolUseID: 'bash-progress-0', parentToolUseID: 't1' }),
      progress({ toolUseID: 't2' }),
      call('t3'),
      progress({ toolUseID: 'x', parentToolUseID: 't1' }),
    );
    expect(framesOf(session)).toEqual([1, 2, 5]);
    expect(listed(session).map(({ fold, events }) => [fold, events])).toEqual([
      ['closed', 3],
      ['closed', 2],
      ['none', 0],
    ]);
    expect(session.listings.place(6, FOLDED)).toMatchObject({ foldedUnder: 1 });
  });

  it('stay listed where no call has the id', () => {
    const session = sessionOfFrames(
      progress({ toolUseID: 't1' }),
      call('t1'),
      progress({ toolUseID: 'SessionStart' }),
      progress({}),
      progress({ toolUseID: '' }),
      progress({ toolUseID: 7, parentToolUseID: null }),
    );
    expect(framesOf(session)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('fold with data of any length before the id', () => {
    const data = { type: 'agent_progress', text: 'x'.repeat(100_000), toolUseID: 'elsewhere' };
    const session = sessionOfFrames(call('t1'), progress({ parentToolUseID: 't1' }, data));
    expect(framesOf(session)).toEqual([1]);
  });

  it('do not fold under a call that is folded itself', () => {
    const event = (inner: object) => ({ type: 'stream_event', session_id: 's', event: inner });
    const session = sessionOfFrames(
      event({ type: 'message_start', message: { id: 'm', role: 'assistant' } }),
      event({
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 't1', name: 'x' },
      }),
      progress({ toolUseID: 't1' }),
    );
    expect(framesOf(session)).toEqual([1, 3]);
  });

  it('of the recordings fold wherever their call is in the file', () => {
    let folded = 0;
    for (const { path } of captureFiles().filter(({ version }) => version === '2.1.40')) {
      const session = sessionAt(path);
      for (const row of rowPage(session, 1, 5000).rows.filter(({ kind }) => kind === 'progress')) {
        const { toolUseID } = JSON.parse(session.jsonText(row.frame - 1).toString('utf8'));
        const { foldedUnder } = session.listings.place(row.frame, FOLDED);
        if (foldedUnder === null) continue;
        folded++;
        expect(session.jsonText(foldedUnder - 1).toString('utf8')).toContain(`"id":"${toolUseID}"`);
      }
    }
    expect(folded).toBeGreaterThan(3);
  });
});

describe('the summary of a compaction', () => {
  it('folds under its boundary, also behind attachments', () => {
    const session = sessionOfFrames(
      boundary('b1'),
      attachment('x'),
      summary('s1'),
      boundary('b2'),
      summary('s2'),
    );
    expect(framesOf(session)).toEqual([1, 2, 4]);
    expect(session.listings.place(3, FOLDED).foldedUnder).toBe(1);
    expect(session.listings.place(5, FOLDED).foldedUnder).toBe(4);
  });

  it('stays listed without one', () => {
    const far = Array.from({ length: 20 }, (_, n) => attachment(`x${n}`));
    const alone = sessionOfFrames(summary('s1'), boundary('b1'), ...far, summary('s2'));
    expect(framesOf(alone)).toHaveLength(23);
    const other = sessionOfFrames(boundary('b1'), { ...summary('s1'), sessionId: 'another' });
    expect(framesOf(other)).toEqual([1, 2]);
  });

  it('is no message: nothing of it says so', () => {
    const session = sessionOfFrames(boundary('b1'), summary('s1'));
    for (const row of [0, 1]) {
      const detail = frameDetail(session, row, new FrameTexts(session));
      expect(detail).toMatchObject({ streamed: null, messageFrames: [] });
    }
    expect(session.index.messages.apiMessages).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { streamedMessage } from '../../src/engine/answers/frame/streamed-message';
import { rowPage } from '../../src/engine/answers/rows/row-page';
import { contentBlocks } from '../../src/protocol/content-blocks';
import { casePath, sessionAt } from '../unit/engine/session-of';

// The "Must" and "Must not" lines of the case sheets on messages that came in deltas.

const FOLDED = { unfolded: false, open: [] };
const openCase = (number: string) => sessionAt(casePath(number));

describe('058: partial messages', () => {
  it('the reader sees "Hello" once and one Bash call; the deltas fold under the message', () => {
    const session = openCase('058');
    const rows = rowPage(session, 1, 100, FOLDED).rows;
    const message = rows.filter(({ fold }) => fold === 'closed');
    expect(message.map(({ events }) => events)).toEqual([13]);
    const others = rows.filter(({ fold }) => fold === 'none');
    expect(others.filter(({ summary }) => summary.includes('Hello'))).toHaveLength(1);
    expect(others.filter(({ calls }) => calls > 0).map(({ strong }) => strong)).toEqual(['Bash']);
    expect(session.index.links.counts().toolCalls).toBe(1);
  });

  it('18 raw frames stay listed', () => {
    expect(rowPage(openCase('058'), 1, 100).rows).toHaveLength(18);
  });

  it('joined input equals the input of the assistant frame', () => {
    const session = openCase('058');
    const call = streamedMessage(session, 1)?.blocks[1];
    const frame = JSON.parse(session.jsonText((call?.wholeFrame ?? 0) - 1).toString('utf8'));
    expect(JSON.parse(call?.text.text ?? '')).toEqual(contentBlocks(frame)[0]?.input);
    expect(call?.agrees).toBe(true);
  });

  it('messages are keyed by message.id, not by frame uuid', () => {
    const session = openCase('058');
    const uuids = new Set<string>();
    for (let row = 1; row < 16; row++) uuids.add(JSON.parse(session.jsonText(row).toString('utf8')).uuid);
    expect(uuids.size).toBe(15);
    expect(streamedMessage(session, 1)?.events).toBe(13);
  });

  it('does not show HelloHello', () => {
    const message = streamedMessage(openCase('058'), 1);
    expect(message?.blocks.map(({ text }) => text.text)).toContain('Hello');
    expect(JSON.stringify(message)).not.toContain('HelloHello');
  });
});

describe('059: partial messages of a subagent in between', () => {
  it('main text "MAIN-1 MAIN-2", subagent text "SUB-1 SUB-2"', () => {
    const session = openCase('059');
    const heads = rowPage(session, 1, 100, FOLDED).rows.filter(({ fold }) => fold === 'closed');
    const texts = heads.map(({ frame, agent }) => [
      agent,
      streamedMessage(session, frame - 1)?.blocks.map(({ text }) => text.text),
    ]);
    expect(texts).toEqual([
      [0, ['MAIN-1 MAIN-2']],
      [1, ['SUB-1 SUB-2']],
    ]);
  });

  it('shows both as still growing: no stop came', () => {
    const session = openCase('059');
    for (const { frame } of rowPage(session, 1, 100, FOLDED).rows.filter(({ fold }) => fold === 'closed'))
      expect(streamedMessage(session, frame - 1)).toMatchObject({
        stopped: false,
        blocks: [{ state: 'growing' }],
      });
  });
});

describe('070: synthetic messages and retries', () => {
  it('three retries fold into one row with the count', () => {
    const session = openCase('070');
    const rows = rowPage(session, 1, 100, FOLDED).rows;
    const closed = rows.filter(({ fold }) => fold === 'closed');
    expect(closed.map(({ kind, detail, events }) => [kind, detail, events])).toEqual([
      ['system', 'api_error', 3],
    ]);
    expect(closed[0]?.summary).toMatch(/attempt 1 of 10.*attempt 3 of 10/);
    // They are no message, and all stay in the raw list.
    expect(streamedMessage(session, (closed[0]?.frame ?? 0) - 1)).toBe(null);
    expect(rowPage(session, 1, 100).rows).toHaveLength(rows.length + 2);
  });
});

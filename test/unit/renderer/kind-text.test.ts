import { describe, expect, it } from 'vitest';
import { kindText } from '../../../src/renderer/list/kind-text';

const text = (kind: string, detail: string, agent = 0, marks = 0) =>
  kindText({ kind, detail, agent, calls: 0, results: marks, fold: 'none', events: 0, stream: null });

describe('the kind column', () => {
  it('tells the events of a stream apart', () => {
    expect(text('stream_event', 'content_block_start')).toEqual({
      kind: 'stream',
      lane: '',
      detail: 'block start',
      whole: 'stream_event · content_block_start',
    });
    expect(text('stream_event', 'content_block_stop').detail).toBe('block stop');
    expect(text('stream_event', 'message_delta').detail).toBe('msg delta');
    expect(text('system', 'message_delta').detail).toBe('message_delta');
    expect(text('stream_event', 'content_block_').detail).toBe('content_block_');
  });

  it('counts the progress of a call in place of its kind, which a mark tells', () => {
    const call = {
      kind: 'assistant',
      detail: 'tool_use',
      calls: 1,
      results: 0,
      fold: 'closed',
      events: 3,
      stream: null,
    } as const;
    expect(kindText({ ...call, agent: 0 })).toEqual({
      kind: 'assistant',
      lane: '',
      detail: '2 progress lines',
      whole: 'assistant · tool_use · 2 progress lines',
    });
    expect(kindText({ ...call, agent: 1, fold: 'open', events: 2 })).toMatchObject({
      lane: 'agent 1',
      detail: '1 progress line',
    });
  });

  it('names the lane of a subagent and says what the frame is, where no mark does', () => {
    expect(text('stream_event', 'content_block_delta', 2)).toMatchObject({
      lane: 'agent 2',
      detail: 'delta',
    });
    expect(text('stream_event', 'message_stop', 2).detail).toBe('msg stop');
    expect(text('user', 'tool_result', 1, 1)).toEqual({
      kind: 'user',
      lane: 'agent 1',
      detail: '',
      whole: 'user · tool_result · agent 1',
    });
    expect(text('assistant', 'thinking', 1).detail).toBe('thinking');
    expect(text('user', 'tool_result', 0, 1).detail).toBe('tool_result');
    expect(text('assistant', '', 1)).toMatchObject({ lane: 'agent 1', detail: '' });
  });

  it('names what stands beside the output of a process', () => {
    const line = { agent: 0, calls: 0, results: 0, fold: 'none', events: 0 } as const;
    expect(kindText({ ...line, kind: 'stderr', detail: '', stream: 'stderr' })).toEqual({
      kind: 'stderr',
      lane: '',
      detail: '',
      whole: 'What the process wrote to its error output',
    });
    // A line that was sent is a frame of its own kind.
    expect(kindText({ ...line, kind: 'user', detail: '', stream: 'stdin' })).toMatchObject({
      kind: 'sent',
      detail: 'user',
    });
    expect(kindText({ ...line, kind: 'control_response', detail: 'success', stream: 'stdin' }).detail).toBe(
      'control_response · success',
    );
  });
});

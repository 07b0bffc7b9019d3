import { inputSummary, resultText } from '../content-blocks';
import { fieldOf, type JsonObject, stringOf } from '../json-values';
import { BARE_EVENT_KINDS } from './conversation/stream-events';
import { type FrameFamily, type FrameKind, frameKind, type Said, type SummaryRule } from './frame-kind';
import { firstFigure, firstWord, general, joined, labelled, saying, seconds, wordOf } from './phrases';

const ofText = saying('text', 'content', 'message', 'thinking');

function ofCall(frame: JsonObject): Said {
  const input = fieldOf(frame, 'params') ?? fieldOf(frame, 'input');
  return {
    strong: firstWord(frame, 'tool', 'name', 'tool_name') ?? 'unnamed tool',
    text: inputSummary(input) || (labelled('id', frame, 'id') ?? ''),
  };
}

function ofResult(frame: JsonObject): Said {
  const text = resultText(fieldOf(frame, 'result') ?? fieldOf(frame, 'content') ?? fieldOf(frame, 'output'));
  return {
    strong: firstWord(frame, 'tool', 'name', 'tool_name') ?? '',
    text: joined([wordOf(frame, 'status'), text]) || general(frame),
  };
}

const ofWaiting: SummaryRule = (frame) => {
  const wait = seconds(firstFigure(frame, 'retryAfterMs'));
  return joined([wordOf(frame, 'reason'), wait === null ? null : `waits ${wait}`]) || general(frame);
};

const ofEnd: SummaryRule = (frame) => {
  const stats = fieldOf(frame, 'stats');
  return (stats === undefined ? '' : general(stats)) || 'the session ended';
};

function form(name: string, family: FrameFamily, meaning: string, summary: SummaryRule): FrameKind {
  return frameKind(name, family, {}, { direction: 'to-host', place: 'bridge', open: true }, meaning, summary);
}

const NEVER = 'An event that a program made of the stream; the CLI never writes it.';

/**
 * What programs between the CLI and its reader write in its place: bare events of the API, and the events of the
 * AgentMux pane, which its own reader passes through. The flattened task frames stand with the tasks.
 */
export const BRIDGE_KINDS: readonly FrameKind[] = [
  ...BARE_EVENT_KINDS,
  form('text', 'assistant', `Words of the model. ${NEVER}`, ofText),
  form('thinking', 'assistant', `Thinking of the model. ${NEVER}`, ofText),
  form('agent_message', 'assistant', `A message of an agent. ${NEVER}`, ofText),
  form('tool_call', 'assistant', `A tool call. ${NEVER}`, ofCall),
  form('tool_result', 'user', `The result of a tool call. ${NEVER}`, ofResult),
  form('user_message', 'user', `A prompt. ${NEVER}`, ofText),
  form('session_end', 'result', `The end of a turn. ${NEVER}`, ofEnd),
  form('provider_waiting', 'rate', `The API asks to wait. ${NEVER}`, ofWaiting),
  form(
    'stderr',
    'system',
    `A line that the CLI wrote to standard error. ${NEVER}`,
    (frame) => stringOf(frame, 'data') ?? ofText(frame),
  ),
];

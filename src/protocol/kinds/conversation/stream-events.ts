import { contentBlocks, isResultType, usageSummary } from '../../content-blocks';
import { fieldOf, isObject, type JsonObject, numberOf, stringOf } from '../../json-values';
import { type FrameKind, frameKind, type Said, type SummaryRule } from '../frame-kind';
import { counted, firstWord, general, joined } from '../phrases';

/** The event of a frame: wrapped in `event`, or the frame itself when a bridge took the wrapper off. */
function eventOf(frame: JsonObject): JsonObject {
  const event = fieldOf(frame, 'event');
  return isObject(event) ? event : frame;
}

const blockNumber = (event: JsonObject) => {
  const index = numberOf(event, 'index');
  return index === null ? null : `block ${index}`;
};

function ofMessageStart(event: JsonObject): string {
  const message = fieldOf(event, 'message');
  if (stringOf(message, 'role') === 'user') {
    // Some bridges hand on tool results so.
    const results = contentBlocks({ message }).filter((b) => isResultType(stringOf(b, 'type') ?? ''));
    return joined(['user message', results.length === 0 ? null : counted(results.length, 'tool result')]);
  }
  return joined([stringOf(message, 'model'), usageSummary(fieldOf(message, 'usage'))]) || 'a message begins';
}

function ofBlockStart(event: JsonObject): Said {
  const block = fieldOf(event, 'content_block');
  const name = stringOf(block, 'name') ?? '';
  return { strong: name, text: joined([stringOf(block, 'type'), blockNumber(event)]) || 'a block begins' };
}

const ofBlockStop = (event: JsonObject) => joined(['end of', blockNumber(event)]).replace(' · ', ' ');

function ofMessageDelta(event: JsonObject): string {
  const stop = stringOf(fieldOf(event, 'delta'), 'stop_reason');
  return joined([stop, usageSummary(fieldOf(event, 'usage'))]) || 'the message changes';
}

function ofMessageStop(_event: JsonObject, frame: JsonObject): string {
  // CLI 2.1.332 closes a stream that broke off so, and begins a new message.
  return isObject(fieldOf(frame, 'abandoned_blocks'))
    ? 'given up: the stream broke off'
    : 'end of the message';
}

function ofDelta(event: JsonObject): string {
  const delta = fieldOf(event, 'delta');
  const text = firstWord(delta, 'text', 'thinking', 'partial_json', 'content');
  if (text !== null) return text;
  // An empty piece is common: the input of a tool begins with one (CLI 1.0.128 to 2.1.332).
  return ['text', 'thinking', 'partial_json'].some((key) => stringOf(delta, key) === '')
    ? joined(['empty piece', blockNumber(event)])
    : general(delta) || joined([stringOf(delta, 'type'), blockNumber(event)]) || 'a delta without content';
}

function ofSignature(event: JsonObject): string {
  const signature = stringOf(fieldOf(event, 'delta'), 'signature');
  return signature === null ? 'signature' : `signature, ${counted(signature.length, 'character')}`;
}

function ofCitation(event: JsonObject): string {
  const citation = fieldOf(fieldOf(event, 'delta'), 'citation');
  const source = firstWord(citation, 'title', 'document_title', 'source', 'url');
  return joined([source, stringOf(citation, 'cited_text')]) || 'citation';
}

function ofApiError(event: JsonObject): string {
  const error = fieldOf(event, 'error');
  return joined([stringOf(error, 'type'), stringOf(error, 'message')]) || 'the error says no more';
}

type EventRule = (event: JsonObject, frame: JsonObject) => string | Said;

interface EventKind {
  name: string;
  /** First recording; all go on to the newest one. Without it the event is published, but was never recorded. */
  recorded?: string;
  meaning: string;
  rule: EventRule;
}

const EVENTS: readonly EventKind[] = [
  {
    name: 'message_start',
    recorded: '1.0.128',
    meaning: 'A message begins: its id, its model and the usage so far.',
    rule: ofMessageStart,
  },
  {
    name: 'content_block_start',
    recorded: '1.0.128',
    meaning: 'A content block begins. Its content follows in deltas.',
    rule: ofBlockStart,
  },
  {
    name: 'content_block_delta',
    meaning: 'The next piece of a content block, of a sort that is not known.',
    rule: ofDelta,
  },
  {
    name: 'content_block_delta/text_delta',
    recorded: '1.0.128',
    meaning: 'The next piece of a text.',
    rule: ofDelta,
  },
  {
    name: 'content_block_delta/input_json_delta',
    recorded: '1.0.128',
    meaning: 'The next piece of the input of a tool call. Only all pieces together are JSON.',
    rule: ofDelta,
  },
  {
    name: 'content_block_delta/thinking_delta',
    recorded: '1.0.128',
    meaning: 'The next piece of the thinking.',
    rule: ofDelta,
  },
  {
    name: 'content_block_delta/signature_delta',
    recorded: '1.0.128',
    meaning: 'The signature that lets the API check a thinking block later.',
    rule: ofSignature,
  },
  {
    name: 'content_block_delta/citations_delta',
    recorded: '1.0.128',
    meaning: 'A source that the text cites.',
    rule: ofCitation,
  },
  {
    name: 'content_block_delta/compaction_delta',
    meaning: 'A piece of a compaction that the API itself made of the conversation.',
    rule: ofDelta,
  },
  {
    name: 'content_block_stop',
    recorded: '1.0.128',
    meaning: 'A content block is complete. The whole frame of it comes before this event.',
    rule: ofBlockStop,
  },
  {
    name: 'message_delta',
    recorded: '1.0.128',
    meaning: 'The message is about to end: why, and its final usage.',
    rule: ofMessageDelta,
  },
  {
    name: 'message_stop',
    recorded: '1.0.128',
    meaning: 'The message is complete.',
    rule: ofMessageStop,
  },
  {
    name: 'ping',
    meaning: 'A sign of life of the API without content.',
    rule: () => 'sign of life',
  },
  {
    name: 'error',
    meaning: 'The API broke the message off with an error.',
    rule: (event) => ofApiError(event),
  },
];

/** The kind column shows the event; what its delta is stands in the summary. */
function onEvent(name: string, rule: EventRule): SummaryRule {
  const [event = ''] = name.split('/');
  return (frame) => {
    const said = rule(eventOf(frame), frame);
    return typeof said === 'string' ? { text: said, detail: event } : { ...said, detail: event };
  };
}

function ofUnknownEvent(frame: JsonObject): Said {
  const event = eventOf(frame);
  const type = stringOf(event, 'type') ?? '';
  return {
    text: event === frame ? 'no event' : isObject(fieldOf(event, 'delta')) ? ofDelta(event) : general(event),
    detail: type,
  };
}

const ONLY_WITH = 'Only with --include-partial-messages.';

export const STREAM_EVENT_KINDS: readonly FrameKind[] = [
  frameKind(
    'stream_event',
    'stream',
    { published: ['2.0.0'], stdout: ['1.0.128'] },
    { direction: 'to-host', streamOnly: true },
    `One event of the API's stream as it arrived. ${ONLY_WITH}`,
    ofUnknownEvent,
  ),
  ...EVENTS.map(({ name, recorded, meaning, rule }) =>
    frameKind(
      `stream_event/${name}`,
      'stream',
      // The published types of the API's stream have neither.
      name === 'ping' || name === 'error'
        ? {}
        : { published: ['2.0.0'], ...(recorded !== undefined && { stdout: [recorded] }) },
      { direction: 'to-host', streamOnly: true },
      `${meaning} ${ONLY_WITH}`,
      onEvent(name, rule),
    ),
  ),
];

/** The same events without the frame around them, as some programs hand them on. */
export const BARE_EVENT_KINDS: readonly FrameKind[] = EVENTS.map(({ name, meaning, rule }) =>
  frameKind(
    name,
    'stream',
    {},
    { direction: 'to-host', place: 'bridge' },
    `${meaning} A bare event of the API, without the stream_event frame that the CLI puts around it.`,
    (frame) => rule(frame, frame),
  ),
);

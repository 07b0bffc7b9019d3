import {
  blockSummary,
  contentBlocks,
  contentOf,
  inputSummary,
  isCallType,
  isResultType,
  resultText,
  usageSummary,
} from '../../protocol/content-blocks';
import { fieldOf, isObject, type Json, type JsonObject, stringOf } from '../../protocol/json-values';
import type { DetailBlock, Fact, FrameDetail } from '../answer-types';
import { conversationOf } from '../conversation/conversation';
import { RowFlag } from '../frames/frame-table';
import type { Session } from '../session/session';
import { branchFacts } from './branch-facts';
import { cutText, prettyText } from './calls';
import type { FrameTexts } from './frame-text';
import { keyDiagnostics } from './key-diagnostics';
import { linkDiagnostics } from './link-diagnostics';
import { parseFrame, unparsedHead } from './parsed-frame';
import { rowOf } from './row-page';

const MAX_BLOCK_UNITS = 20_000;
const MAX_BLOCKS = 60;
/** All blocks of a frame share this: the answer travels in one message of less than 1 MB. */
const MAX_ANSWER_UNITS = 300_000;
const MAX_TITLE_UNITS = 200;
const MAX_FACTS = 100;
const MAX_FACT_UNITS = 400;
const MAX_MESSAGE_FRAMES = 200;

/** Everything the detail pane shows of a row before its raw text. */
export function frameDetail(session: Session, row: number, texts: FrameTexts): FrameDetail {
  const { diagnostics } = session.index;
  const face = rowOf(session, row);
  // An unparsed piece may be a file of gigabytes: only its head is read.
  const frame = face.unparsed ? undefined : parseFrame(session, row);
  return {
    row: face,
    facts: [...branchFacts(session, row), ...(frame === undefined ? [] : factsOf(frame))],
    blocks: frame === undefined ? rawBlocks(session, row, face.unparsed) : blocksOf(frame),
    messageFrames: messageFrames(session, row),
    streamed: streamedOf(session, row),
    diagnostics: [
      ...[
        ...diagnostics.listed,
        ...linkDiagnostics(session, row).listed,
        ...(conversationOf(session)?.diagnostics ?? []),
      ].filter((d) => d.frame === row + 1),
      ...keyDiagnostics(session, row, frame),
    ],
    exactUnits: texts.length(row, 'exact') ?? 0,
    prettyUnits: texts.length(row, 'pretty'),
    prettyMissing: texts.prettyMissing(row),
  };
}

// ---- facts ----------------------------------------------------------------------------------------------

/** Long or nested fields get a block of their own. */
const NOT_FACTS = new Set(['message', 'event', 'content', 'result', 'usage', 'type', 'subtype']);

function factsOf(frame: JsonObject): Fact[] {
  const facts: Fact[] = [];
  const add = (label: string, value: string | null) => {
    if (value === null || value === '' || facts.length >= MAX_FACTS) return;
    facts.push({
      label: label.slice(0, MAX_TITLE_UNITS),
      value: cutText(value, MAX_FACT_UNITS).text,
      frame: null,
    });
  };
  const message = fieldOf(frame, 'message');
  add('message id', stringOf(message, 'id'));
  add('model', stringOf(message, 'model'));
  add('role', stringOf(message, 'role'));
  add('stop reason', stringOf(message, 'stop_reason'));
  add('usage', usageSummary(fieldOf(message, 'usage')));
  add('usage', usageSummary(fieldOf(frame, 'usage')));
  for (const key of Object.keys(frame)) {
    const value = frame[key];
    if (NOT_FACTS.has(key) || value === null || typeof value === 'object') continue;
    if (typeof value === 'string' && value.length > MAX_FACT_UNITS) continue;
    add(key, String(value));
  }
  return facts;
}

// ---- blocks ---------------------------------------------------------------------------------------------

function blocksOf(frame: JsonObject): DetailBlock[] {
  const blocks: DetailBlock[] = [];
  const content = contentOf(frame);
  if (typeof content === 'string') blocks.push(textBlock('string', 'text', content));
  for (const block of contentBlocks(frame)) blocks.push(contentBlock(block));
  const result = stringOf(frame, 'result');
  if (result !== null) blocks.push(textBlock('result', 'result', result));
  if (content !== undefined && typeof content !== 'string' && !Array.isArray(content)) {
    blocks.push(jsonBlock('content', 'content (not a list of blocks)', content));
  }
  for (const key of Object.keys(frame)) {
    const value = frame[key];
    if (key === 'content' || key === 'usage' || key === 'result') continue;
    if (key === 'message' && isObject(value)) continue;
    if (typeof value === 'object' && value !== null) blocks.push(jsonBlock(key, key, value));
    else if (typeof value === 'string' && value.length > MAX_FACT_UNITS)
      blocks.push(textBlock(key, key, value));
  }
  return shortened(blocks);
}

function shortened(blocks: readonly DetailBlock[]): DetailBlock[] {
  const limit = Math.floor(MAX_ANSWER_UNITS / Math.min(blocks.length, MAX_BLOCKS));
  const shown = blocks.slice(0, MAX_BLOCKS).map((block) => {
    const body = cutText(block.body.text, limit);
    return {
      ...block,
      type: block.type.slice(0, MAX_TITLE_UNITS),
      title: block.title.slice(0, MAX_TITLE_UNITS),
      body: { text: body.text, cut: block.body.cut + body.cut },
    };
  });
  const left = blocks.length - shown.length;
  if (left > 0) shown.push(note(`${left.toLocaleString('en')} more blocks are in the raw form.`));
  return shown;
}

function contentBlock(block: JsonObject): DetailBlock {
  const type = stringOf(block, 'type') ?? '';
  if (isCallType(type)) {
    const name = stringOf(block, 'name') || 'unnamed tool';
    const input = fieldOf(block, 'input');
    const title = `${name} ${inputSummary(input).slice(0, 80)}`.trim();
    return typeof input === 'string' ? textBlock(type, title, input) : jsonBlock(type, title, input ?? null);
  }
  const error = fieldOf(block, 'is_error') === true;
  if (isResultType(type)) {
    const content = fieldOf(block, 'content');
    const text = resultText(content);
    const title = error ? 'failed result' : 'result';
    if (text !== null && text !== '') return { ...textBlock(type, title, text), error };
    if (
      text === '' ||
      content === undefined ||
      content === null ||
      (Array.isArray(content) && content.length === 0)
    ) {
      return { ...note(blockSummary(block)), type, title, error };
    }
    return { ...jsonBlock(type, title, content), error };
  }
  if (type === 'text') return textBlock(type, 'text', stringOf(block, 'text') ?? '');
  if (type === 'thinking' && (stringOf(block, 'thinking') ?? '') !== '') {
    return textBlock(type, 'thinking', stringOf(block, 'thinking') ?? '');
  }
  if (type === 'thinking' || type === 'redacted_thinking' || type === 'image' || type === 'document') {
    return { ...note(blockSummary(block)), type, title: type };
  }
  return jsonBlock(type, type === '' ? 'block without a type' : type, block);
}

function rawBlocks(session: Session, row: number, unparsed: boolean): DetailBlock[] {
  const head = unparsedHead(session, row, MAX_BLOCK_UNITS);
  const total = session.index.table.length(row);
  const text = { ...textBlock('bytes', unparsed ? 'unparsed bytes' : 'bytes', head) };
  if (total > MAX_BLOCK_UNITS) text.body = { text: head, cut: total - MAX_BLOCK_UNITS };
  if (unparsed) return [text];
  return [note('This frame is no strict JSON, so its fields cannot be shown. Its bytes are below.'), text];
}

function textBlock(type: string, title: string, text: string): DetailBlock {
  return { type, title, form: 'text', body: cutText(text, MAX_BLOCK_UNITS), error: false };
}

function jsonBlock(type: string, title: string, value: Json): DetailBlock {
  return { type, title, form: 'json', body: cutText(prettyText(value), MAX_BLOCK_UNITS), error: false };
}

function note(sentence: string): DetailBlock {
  return { type: 'note', title: '', form: 'note', body: { text: sentence, cut: 0 }, error: false };
}

// ---- frames of one message --------------------------------------------------------------------------------

function streamedOf(session: Session, row: number): FrameDetail['streamed'] {
  const { table, messages } = session.index;
  const message = table.message(row) - 1;
  const events = message < 0 ? 0 : messages.eventCount(message);
  if (events === 0) return null;
  const isEvent = messages.firstEvent(message) === row || (table.flags(row) & RowFlag.Folded) !== 0;
  return { events, isEvent };
}

/** Frames of one message are not always neighbours (CLI 2.1.332/08-task); deltas are left out. */
function messageFrames(session: Session, row: number): number[] {
  const { table, messages } = session.index;
  const message = table.message(row);
  if (message === 0) return [];
  const firstEvent = messages.firstEvent(message - 1);
  const frames: number[] = [];
  const last = messages.lastRow(message - 1);
  for (let at = messages.firstRow(message - 1); at <= last && frames.length < MAX_MESSAGE_FRAMES; at++) {
    if (table.message(at) !== message || at === firstEvent) continue;
    if ((table.flags(at) & RowFlag.Folded) === 0) frames.push(at + 1);
  }
  return frames.length > 1 ? frames : [];
}

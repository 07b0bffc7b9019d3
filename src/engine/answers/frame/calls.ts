import { pictureOf } from '../../../protocol/blocks/picture';
import { type PlacedBlock, placedBlocks, resultText } from '../../../protocol/content-blocks';
import { jsonText } from '../../../protocol/json-text';
import { fieldOf, isObject, type Json, stringOf } from '../../../protocol/json-values';
import { prettyJson } from '../../../protocol/pretty-json';
import type { Call, CallPicture, CallSides, CutText } from '../../answer-types';
import { RowFlag } from '../../frames/frame-table';
import { LinkFlag } from '../../links/link-table';
import type { Session } from '../../session/session';
import { CallSidesOf, type WholeSides } from './call-sides';
import { parseFrame } from './parsed-frame';

const MAX_CALLS = 100;
/** More of an input or result is read in the raw view of its frame. */
const MAX_TEXT_UNITS = 100_000;
/** All inputs and results of one answer share this: it travels in one message of less than 1 MB. */
const MAX_ANSWER_UNITS = 300_000;
const MAX_NAME_UNITS = 200;
const MAX_PATH_UNITS = 1000;
const MAX_PICTURES = 10;

/** Every call and result of a row with both ends, in the order of its blocks. */
export function callsOf(session: Session, row: number): Call[] {
  const { links, table } = session.index;
  const records: number[] = [];
  const frames = new Map<number, readonly PlacedBlock[]>();
  const blockOf = (record: number): PlacedBlock | undefined => {
    const at = links.row(record);
    let blocks = frames.get(at);
    if (blocks === undefined) {
      const frame = parseFrame(session, at);
      blocks = frame === undefined ? [] : placedBlocks(frame);
      frames.set(at, blocks);
    }
    return blocks[links.block(record)];
  };
  for (let record = table.firstBlock(row) - 1; record >= 0 && record < links.count; record++) {
    if (links.row(record) !== row || records.length >= MAX_CALLS) break;
    records.push(links.primary(record));
  }
  const limit = Math.min(MAX_TEXT_UNITS, Math.floor(MAX_ANSWER_UNITS / 2 / records.length));
  const sides = new CallSidesOf(session, records.length);
  return records.map((record) => ({
    ...callOf(session, record, blockOf, limit),
    ...cutSides(sides.of(record), Math.floor(limit / 2)),
  }));
}

function cutSides({ parallel, errors, saved }: WholeSides, limit: number): CallSides {
  return {
    parallel,
    errorOutput: errors === null ? null : { text: cutText(errors.text, limit), seen: errors.seen },
    saved: saved === null ? null : { ...saved, path: cutText(saved.path, MAX_PATH_UNITS).text },
  };
}

function callOf(
  session: Session,
  record: number,
  blockOf: (record: number) => PlacedBlock | undefined,
  limit: number,
): Omit<Call, keyof CallSides> {
  const { links, toolNames } = session.index;
  const other = links.other(record);
  const [call, result] = links.isResult(record) ? [other, record] : [record, other];
  const callBlock = call >= 0 ? blockOf(call)?.block : undefined;
  const placedResult = result >= 0 ? blockOf(result) : undefined;
  const resultBlock = placedResult?.block;
  const input = fieldOf(callBlock, 'input');
  const name = call >= 0 ? links.name(call) : 0;
  const notes: string[] = [];
  return {
    id: (stringOf(callBlock, 'id') ?? stringOf(resultBlock, 'tool_use_id') ?? '').slice(0, MAX_NAME_UNITS),
    name: (name > 0 ? toolNames.text(name - 1).slice(0, MAX_NAME_UNITS) : '') || 'unnamed tool',
    callFrame: call >= 0 ? links.row(call) + 1 : null,
    resultFrame: result >= 0 ? links.row(result) + 1 : null,
    status: statusOf(session, call, result),
    ...durationOf(session, call, result),
    input: call < 0 ? null : cutText(inputText(callBlock, input, notes), limit),
    inputForm: typeof unparsedInput(input) === 'string' || typeof input === 'string' ? 'text' : 'json',
    result: result < 0 ? null : cutText(resultOf(resultBlock, notes), limit),
    pictures: placedResult === undefined ? [] : picturesOf(placedResult),
    notes,
  };
}

function statusOf(session: Session, call: number, result: number): Call['status'] {
  const { links } = session.index;
  if (result < 0) return 'unanswered';
  if (call < 0) return links.idHasCall(result) ? 'duplicate' : 'orphan';
  return (links.flags(result) & LinkFlag.Error) !== 0 ? 'failed' : 'ok';
}

function durationOf(
  session: Session,
  call: number,
  result: number,
): Pick<Call, 'durationMs' | 'durationInferred'> {
  if (call < 0 || result < 0) return { durationMs: null, durationInferred: false };
  const { links, table } = session.index;
  const from = links.row(call);
  const to = links.row(result);
  const ms = table.time(to) - table.time(from);
  const bothOwn = (table.flags(from) & table.flags(to) & RowFlag.OwnTime) !== 0;
  return { durationMs: Number.isNaN(ms) ? null : ms, durationInferred: !bothOwn };
}

function inputText(block: Json, input: Json, notes: string[]): string {
  const unparsed = unparsedInput(input);
  if (unparsed !== null) {
    notes.push('The model sent input that is no JSON; this is its text.');
    return unparsed;
  }
  if (input === undefined) {
    notes.push(
      isObject(block) ? 'The call states no input.' : 'The call cannot be parsed; see its raw form.',
    );
    return '';
  }
  return typeof input === 'string' ? input : prettyText(input);
}

/** CLI 2.1.220 and 2.1.332 keep input that is no JSON as `{"__unparsedToolInput": {raw, len}}`. */
function unparsedInput(input: Json): string | null {
  return stringOf(fieldOf(input, '__unparsedToolInput'), 'raw');
}

function resultOf(block: Json, notes: string[]): string {
  const content = fieldOf(block, 'content');
  const isError = fieldOf(block, 'is_error');
  if (isError !== undefined && isError !== null && typeof isError !== 'boolean') {
    notes.push(
      `is_error is ${jsonText(isError).slice(0, MAX_NAME_UNITS)}, which is neither true nor false. It is not taken for a failure.`,
    );
  }
  if (content === undefined || content === null) {
    notes.push('The result has no content.');
    return '';
  }
  const text = resultText(content);
  if (text === '' || (Array.isArray(content) && content.length === 0)) notes.push('The result is empty.');
  if (text !== null) {
    const others = Array.isArray(content)
      ? content.filter((part) => stringOf(part, 'text') === null && typeof part !== 'string')
      : [];
    if (others.length > 0) {
      const kinds = others.map((part) => stringOf(part, 'type') ?? 'unknown').join(', ');
      notes.push(`Besides its text the result holds: ${kinds.slice(0, MAX_NAME_UNITS)}.`);
    }
    return text;
  }
  // Pictures that are drawn tell more than their data.
  const count = Array.isArray(content) ? content.length : 0;
  if (count > 0 && count <= MAX_PICTURES && (content as Json[]).every(isDrawn)) return '';
  return prettyText(content);
}

const isDrawn = (part: Json) => stringOf(part, 'type') === 'image' && 'drawn' in pictureOf(part);

/** The pictures of a result that can be drawn; the others are told in the summary of its frame. */
function picturesOf({ block, path }: PlacedBlock): CallPicture[] {
  const content = fieldOf(block, 'content');
  const pictures: CallPicture[] = [];
  if (!Array.isArray(content)) return pictures;
  for (const [at, part] of content.entries()) {
    if (pictures.length === MAX_PICTURES) break;
    if (stringOf(part, 'type') !== 'image') continue;
    const picture = pictureOf(part);
    if ('sentence' in picture) continue;
    const { media, words, data } = picture.drawn;
    pictures.push({ image: { path: [...path, 'content', at], media, units: data.length }, words });
  }
  return pictures;
}

/** Any value as pretty JSON, however deep it is. */
export function prettyText(value: Json): string {
  const text = jsonText(value);
  return prettyJson(text) ?? text;
}

/**
 * At most `limit` units of a text, never cut inside a surrogate pair. Marks that change the direction of writing become
 * visible: a text must not look like another one. The raw forms keep them.
 */
export function cutText(text: string, limit: number): CutText {
  let end = Math.min(limit, text.length);
  const last = text.charCodeAt(end - 1);
  if (end < text.length && last >= 0xd800 && last <= 0xdbff) end--;
  return { text: text.slice(0, end).replace(/\p{Bidi_Control}/gu, '\ufffd'), cut: text.length - end };
}

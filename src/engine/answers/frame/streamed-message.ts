import { isDeepStrictEqual } from 'node:util';
import { contentBlocks, resultText } from '../../../protocol/content-blocks';
import type { AssembledBlock } from '../../../protocol/deltas/assembled-block';
import { MessageAssembly } from '../../../protocol/deltas/message-assembly';
import { fieldOf, type Json, type JsonObject, stringOf } from '../../../protocol/json-values';
import type { StreamedBlock, StreamedMessage } from '../../answer-types';
import { RowFlag } from '../../frames/frame-table';
import type { Session } from '../../session/session';
import { cutText, prettyText } from './calls';
import { parseFrame } from './parsed-frame';

/** Events of one message that are read for an answer: some seconds of output of the fastest models take a few thousand. */
const MAX_EVENTS = 20_000;
/** Rows looked at between the first and the last event; other frames and other messages come in between. */
const MAX_ROWS = 400_000;
const MAX_WHOLE_FRAMES = 500;
const MAX_BLOCKS = 60;
/** All blocks share this: the answer travels in one message of less than 1 MB. */
const MAX_ANSWER_UNITS = 240_000;
const BATCH_ROWS = 256;

/** The message that a frame belongs to, put together from its API events; null when it has none. */
export function streamedMessage(session: Session, row: number): StreamedMessage | null {
  const { table, messages } = session.index;
  const message = table.message(row);
  if (message === 0 || !isStreamed(session, message - 1)) return null;
  const read = readMessage(session, message, row);
  const { assembly } = read;
  const pairs = pairUp(session, assembly.blocks, read.whole);
  const shown = assembly.blocks.slice(0, MAX_BLOCKS);
  const limit = Math.floor(MAX_ANSWER_UNITS / Math.max(1, shown.length));
  return {
    id: assembly.id,
    role: assembly.role,
    model: assembly.model,
    stopReason: assembly.stopReason,
    events: messages.eventCount(message - 1),
    firstFrame: messages.firstEvent(message - 1) + 1,
    lastFrame: read.lastEvent + 1,
    started: assembly.started,
    stopped: assembly.stopped,
    firstTokenMs: assembly.statedFirstTokenMs,
    longestGap: read.longestGap,
    blocks: shown.map((block) => streamedBlock(block, pairs.get(block), limit, read.soFar)),
    blocksLeftOff: assembly.blocks.length - shown.length,
    notes: [...assembly.notes, ...endNotes(assembly), ...read.notes],
  };
}

/** Whether API events tell a message; a series, such as retries, folds like one and is none. */
export function isStreamed({ index: { messages } }: Session, message: number): boolean {
  return messages.firstEvent(message) >= 0 && !messages.isSeries(message);
}

interface ReadMessage {
  assembly: MessageAssembly;
  /** Whole frames that tell blocks of the message. */
  whole: WholeBlock[];
  lastEvent: number;
  longestGap: { ms: number; frame: number } | null;
  /** The block that the asked frame adds to, and how long its text was then. */
  soFar: { block: AssembledBlock; units: number } | null;
  notes: string[];
}

interface WholeBlock {
  row: number;
  block: JsonObject;
}

function readMessage(session: Session, message: number, asked: number): ReadMessage {
  const { table, messages } = session.index;
  const assembly = new MessageAssembly();
  const read: ReadMessage = { assembly, whole: [], lastEvent: 0, longestGap: null, soFar: null, notes: [] };
  const first = messages.firstEvent(message - 1);
  const last = Math.min(messages.lastRow(message - 1), first + MAX_ROWS);
  let wholeFrames = 0;
  let timeBefore = Number.NaN;
  for (let from = first; from <= last; from += BATCH_ROWS) {
    session.withRows(from, Math.min(BATCH_ROWS, last + 1 - from), () => {
      for (let row = from; row <= last && row < from + BATCH_ROWS; row++) {
        if (table.message(row) !== message) continue;
        if (!isEventRow(session, row, first)) {
          if (wholeFrames++ < MAX_WHOLE_FRAMES) {
            for (const block of contentBlocks(parseFrame(session, row))) read.whole.push({ row, block });
          }
          continue;
        }
        if (assembly.events >= MAX_EVENTS) continue;
        const frame = parseFrame(session, row);
        if (frame === undefined) {
          read.notes.push(`Frame ${row + 1} is no strict JSON: what it adds is missing.`);
          continue;
        }
        assembly.add(frame, row + 1);
        read.lastEvent = row;
        if (row === asked) read.soFar = soFarOf(assembly, row + 1);
        if ((table.flags(row) & RowFlag.OwnTime) !== 0) {
          const ms = table.time(row) - timeBefore;
          if (ms > (read.longestGap?.ms ?? -1)) read.longestGap = { ms, frame: row + 1 };
          timeBefore = table.time(row);
        }
      }
    });
  }
  const events = messages.eventCount(message - 1);
  if (assembly.events < events && read.notes.length === 0) {
    read.notes.push(
      `Only the first ${assembly.events.toLocaleString('en')} of ${events.toLocaleString('en')} events were put together.`,
    );
  }
  read.notes.splice(8);
  return read;
}

/** The events of a message are its first one and those that are folded under that. */
function isEventRow(session: Session, row: number, first: number): boolean {
  return row === first || (session.index.table.flags(row) & RowFlag.Folded) !== 0;
}

function soFarOf(assembly: MessageAssembly, frame: number): ReadMessage['soFar'] {
  const block = assembly.blocks.findLast((candidate) => candidate.lastFrame === frame);
  return block === undefined ? null : { block, units: block.length };
}

function endNotes(assembly: MessageAssembly): string[] {
  const notes: string[] = [];
  if (!assembly.started) notes.push('The event that starts this message is missing.');
  if (!assembly.stopped && assembly.role !== 'user')
    notes.push('No message_stop came: the message runs, or its stream was cut here.');
  return notes;
}

// ---- whole frames -----------------------------------------------------------------------------------------

interface Pair {
  whole: WholeBlock;
  by: 'id' | 'order';
}

/** The whole block that tells each streamed one: by tool id, else the next one of its type in the message. */
function pairUp(
  session: Session,
  blocks: readonly AssembledBlock[],
  whole: readonly WholeBlock[],
): Map<AssembledBlock, Pair> {
  const pairs = new Map<AssembledBlock, Pair>();
  const free = new Set(whole);
  for (const block of blocks) {
    if (block.id === null) continue;
    const same = whole.find((candidate) => stringOf(candidate.block, 'id') === block.id);
    const found = same ?? elsewhere(session, block);
    if (found === null) continue;
    pairs.set(block, { whole: found, by: 'id' });
    free.delete(found);
  }
  for (const block of blocks) {
    if (pairs.has(block) || block.id !== null) continue;
    for (const candidate of free) {
      if (stringOf(candidate.block, 'type') !== block.type) continue;
      pairs.set(block, { whole: candidate, by: 'order' });
      free.delete(candidate);
      break;
    }
  }
  return pairs;
}

/** After a fallback to another model the whole frame has another message id and the same tool id (2.1.40). */
function elsewhere(session: Session, block: AssembledBlock): WholeBlock | null {
  const { links, table } = session.index;
  for (let record = table.firstBlock(block.firstFrame - 1) - 1; record >= 0; ) {
    const primary = links.primary(record);
    const row = links.row(primary);
    if (row === block.firstFrame - 1) return null;
    const found = contentBlocks(parseFrame(session, row)).find(
      (candidate) => stringOf(candidate, 'id') === block.id,
    );
    return found === undefined ? null : { row, block: found };
  }
  return null;
}

function streamedBlock(
  block: AssembledBlock,
  pair: Pair | undefined,
  limit: number,
  soFar: ReadMessage['soFar'],
): StreamedBlock {
  const text = cutText(shownText(block), limit);
  const agrees = pair === undefined ? null : sameContent(block, pair.whole.block);
  const notes = [...block.notes];
  const { input } = block;
  if (input === 'broken') notes.push('The joined input is no JSON. It is shown as it came.');
  if (input === 'partial' && block.state !== 'growing') notes.push('The input stops in the middle.');
  if (agrees === false) {
    notes.push(
      input === 'broken'
        ? 'The whole frame has another input: the CLI repairs or drops input that is no JSON.'
        : 'The whole frame says something else than its deltas.',
    );
  }
  return {
    index: block.index,
    type: block.type.slice(0, 200),
    id: block.id?.slice(0, 200) ?? null,
    name: block.name?.slice(0, 200) ?? null,
    state: block.state,
    input,
    deltas: block.deltas,
    firstFrame: block.firstFrame,
    lastFrame: block.lastFrame,
    text: { text: text.text, cut: text.cut + block.cut },
    soFar: soFar?.block === block && block.deltas > 0 ? Math.min(soFar.units, text.text.length) : null,
    wholeFrame: pair === undefined ? null : pair.whole.row + 1,
    wholeBy: pair?.by ?? null,
    agrees,
    notes,
  };
}

/** Blocks that come whole in their start event (results, images, input of server tools) have no deltas. */
function shownText(block: AssembledBlock): string {
  if (block.length > 0 || block.start === null) return block.text;
  const result = resultText(fieldOf(block.start, 'content'));
  if (result !== null) return result;
  const input = fieldOf(block.start, 'input');
  if (block.isCall) return block.input === 'valid' ? prettyText(input) : '';
  return block.type === 'text' || block.type === 'thinking' ? '' : prettyText(block.start);
}

/** Whether the whole block says what the deltas say; null where that cannot be told. */
function sameContent(block: AssembledBlock, whole: JsonObject): boolean | null {
  if (block.cut > 0) return null;
  if (block.isCall) {
    const input: Json = fieldOf(whole, 'input');
    // 1.0.128 and 2.0.50 leave the input of server tools as the text that it came in.
    if (typeof input === 'string') return input === block.text;
    if (block.input === 'empty') return isDeepStrictEqual(input, {});
    if (block.input === 'broken') return false;
    if (block.input !== 'valid' || block.length === 0) return null;
    return isDeepStrictEqual(JSON.parse(block.text), input);
  }
  const text = stringOf(whole, block.type === 'thinking' ? 'thinking' : 'text');
  return text === null || (block.type !== 'text' && block.type !== 'thinking') ? null : text === block.text;
}

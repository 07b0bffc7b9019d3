import type { Session } from '../../session/session';
import { blockEvent, type EventKinds } from './api-event';

/** Of one block, joined, at most this many UTF-16 units are looked at at once. */
const MAX_UNITS = 1024 * 1024;
/** What a window keeps of the one before, so that what lies on their border is whole in one of them. */
const OVERLAP_UNITS = 64 * 1024;
const MAX_EVENTS = 200_000;
const BATCH_ROWS = 256;

/** The joined text of a block, or a window of it. */
export interface JoinedText {
  text: string;
  json: boolean;
  /** The rows that hold it, and where the part of each ends in the text. */
  rows: number[];
  ends: number[];
}

/** The texts of a message's blocks, put together from all of its events that are indexed. One of a single row is left out. */
export function messageTexts(session: Session, events: EventKinds, message: number): JoinedText[] {
  const { table, messages } = session.index;
  const first = messages.firstEvent(message - 1);
  if (first < 0) return [];
  const last = messages.lastRow(message - 1);
  const open = new Map<number, JoinedText>();
  const done: JoinedText[] = [];
  let looked = 0;
  const leave = (index: number) => {
    const block = open.get(index);
    if (block !== undefined && block.rows.length > 1) done.push(block);
    open.delete(index);
  };
  const look = (row: number) => {
    if (table.message(row) !== message || !events.has(table.kind(row)) || looked++ > MAX_EVENTS) return;
    const event = blockEvent(session, row);
    if (event === null) return;
    if (event.what !== 'adds') leave(event.index);
    if (event.text === '') return;
    let block = open.get(event.index);
    if (block !== undefined && block.text.length + event.text.length > MAX_UNITS) {
      done.push(block);
      block = tailOf(block);
      open.set(event.index, block);
    }
    if (block === undefined) {
      block = { text: '', json: event.json, rows: [], ends: [] };
      open.set(event.index, block);
    }
    block.text += event.text;
    block.rows.push(row);
    block.ends.push(block.text.length);
  };
  for (let from = first; from <= last; from += BATCH_ROWS) {
    const count = Math.min(BATCH_ROWS, last + 1 - from);
    session.withRows(from, count, () => {
      for (let row = from; row < from + count; row++) look(row);
    });
  }
  for (const index of [...open.keys()]) leave(index);
  return done;
}

/** The end of a window, with which the next one begins. */
function tailOf({ text, json, rows, ends }: JoinedText): JoinedText {
  const cut = Math.max(0, text.length - OVERLAP_UNITS);
  const keep = ends.findIndex((end) => end > cut);
  return {
    text: text.slice(cut),
    json,
    rows: rows.slice(keep),
    ends: ends.slice(keep).map((end) => end - cut),
  };
}

/** The rows that hold the units [from, to) of a joined text. */
export function rowsOf({ rows, ends }: JoinedText, from: number, to: number): number[] {
  return rows.filter((_, k) => (ends[k] as number) > from && (k === 0 ? 0 : (ends[k - 1] as number)) < to);
}

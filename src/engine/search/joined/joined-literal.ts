import type { Session } from '../../session/session';
import { DeltaForm, TextScanner } from '../literal/text-scanner';
import { blockEvent } from './api-event';

/** Rows that are tried as the first one of a text in JSON in JSON, whose length in rows cannot be reckoned. */
const MAX_TRIED = 512;
const INDEXES = 0x10000;

/** How far the text is matched at the end of a block, as its deltas came so far. */
interface BlockState {
  plain: number;
  /** With the escapes of the input's own JSON resolved as well. */
  inner: number;
}

/**
 * Finds a literal in the texts of streamed blocks, which their deltas cut anywhere. Events are fed in the order of their
 * rows; of each block only how far the text is matched is kept.
 */
export class JoinedLiteral {
  private readonly blocks = new Map<number, BlockState>();
  private lastKey = -1;
  private last: BlockState = { plain: 0, inner: 0 };
  /** For texts that are looked at beside the piece that is searched. */
  private readonly aside: TextScanner;

  /** `onRows` is told of the rows, not neighbours, that a text spans. */
  constructor(
    private readonly session: Session,
    private readonly scanner: TextScanner,
    private readonly onRows: (rows: number[]) => void,
  ) {
    this.aside = new TextScanner(scanner.needle);
  }

  /** The event of `row` stands in [from, to) of the scanner's window; from < 0: it is nowhere. */
  feed(row: number, message: number, from: number, to: number): void {
    const { scanner } = this;
    const form = from < 0 ? DeltaForm.Unclear : scanner.deltaOf(from, to);
    if (form === DeltaForm.None) return;
    if (form === DeltaForm.Unclear) this.feedParsed(row, message);
    else if (form === DeltaForm.Edge) this.leave(message, scanner.deltaIndex);
    else {
      const { deltaFrom, deltaTo, deltaIndex, deltaIsJson } = scanner;
      this.add(row, message, deltaIndex, scanner, deltaFrom, deltaTo, deltaIsJson);
    }
  }

  /** Rows from this one on were taken back. Returns the row from which on events have to be fed again. */
  restart(rows: number): number {
    let from = rows;
    const { messages } = this.session.index;
    for (const key of this.blocks.keys()) {
      const first = messages.firstEvent(Math.floor(key / INDEXES) - 1);
      if (first >= 0) from = Math.min(from, first);
    }
    this.blocks.clear();
    this.lastKey = -1;
    return from;
  }

  private feedParsed(row: number, message: number): void {
    const event = blockEvent(this.session, row);
    if (event === null) return;
    if (event.what !== 'adds') this.leave(message, event.index);
    if (event.text === '') return;
    const to = this.putAside(event.text);
    this.add(row, message, event.index, this.aside, 0, to, event.json);
  }

  /** The text as the content of a JSON string in the window beside. */
  private putAside(text: string): number {
    const bytes = Buffer.from(JSON.stringify(text).slice(1, -1));
    bytes.copy(this.aside.reserve(bytes.length));
    return bytes.length;
  }

  private leave(message: number, index: number): void {
    this.blocks.delete(keyOf(message, index));
    this.lastKey = -1;
  }

  private add(
    row: number,
    message: number,
    index: number,
    scanner: TextScanner,
    from: number,
    to: number,
    json: boolean,
  ): void {
    const state = this.stateOf(keyOf(message, index));
    state.plain = scanner.feed(from, to, state.plain, false);
    const { matchedAt } = scanner;
    if (matchedAt >= 0 && matchedAt < scanner.needle.units) {
      this.onRows(this.rowsBack(row, message, index, scanner.needle.units - matchedAt));
    }
    if (!json) return;
    state.inner = scanner.feed(from, to, state.inner, true);
    if (scanner.matchedAt >= 0 && matchedAt < 0) this.onRows(this.innerRows(row, message, index));
  }

  private stateOf(key: number): BlockState {
    if (key === this.lastKey) return this.last;
    let state = this.blocks.get(key);
    if (state === undefined) {
      state = { plain: 0, inner: 0 };
      this.blocks.set(key, state);
    }
    this.lastKey = key;
    this.last = state;
    return state;
  }

  /** `row` and those before it that hold the last `units` of the block's text before it. */
  private rowsBack(row: number, message: number, index: number, units: number): number[] {
    const rows = [row];
    for (const { at, text } of this.textsBefore(row, message, index)) {
      if (units <= 0) break;
      if (text.length > 0) rows.push(at);
      units -= text.length;
    }
    return rows.reverse();
  }

  /** The rows of a text that is complete in `row`, by trying from which row on it is there. */
  private innerRows(row: number, message: number, index: number): number[] {
    const own = blockEvent(this.session, row);
    const rows = [row];
    let joined = own?.text ?? '';
    if (this.holdsInner(joined)) return rows;
    for (const { at, text } of this.textsBefore(row, message, index)) {
      if (text === '') continue;
      rows.push(at);
      joined = text + joined;
      if (this.holdsInner(joined) || rows.length >= MAX_TRIED) break;
    }
    return rows.reverse();
  }

  private holdsInner(text: string): boolean {
    const { aside } = this;
    aside.feed(0, this.putAside(text), 0, true);
    return aside.matchedAt >= 0;
  }

  /** What the events before `row` added to the block, the last one first. */
  private *textsBefore(row: number, message: number, index: number) {
    const { table, messages } = this.session.index;
    const first = Math.max(0, messages.firstEvent(message - 1));
    for (let at = row - 1; at >= first; at--) {
      if (table.message(at) !== message) continue;
      const event = blockEvent(this.session, at);
      if (event === null || event.index !== index) continue;
      if (event.what === 'ends') return;
      yield { at, text: event.text };
      if (event.what === 'starts') return;
    }
  }
}

/** Block indexes are small; one that is not shares its state with others, which costs no hit within a frame. */
function keyOf(message: number, index: number): number {
  return message * INDEXES + ((index + 1) % INDEXES);
}

import type { Session } from '../../session/session';
import { EventForm, MAX_EVENTS, TextScanner } from '../literal/text-scanner';
import { blockEvent } from './api-event';

/** Rows that are tried as the first one of a text in JSON in JSON, whose length in rows cannot be reckoned. */
const MAX_TRIED = 512;
const INDEXES = 0x10000;
/** An index that no event states. */
const NO_INDEX = -2;

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
  /** All but the one that is fed. */
  private readonly blocks = new Map<number, BlockState>();
  /** The block that is fed: its message and index, and whether its states stand in the scanner. */
  private message = -1;
  private index = -1;
  private state: BlockState = { plain: 0, inner: 0 };
  /** Events of one message that wait to be fed together. */
  private readonly noted = { message: -1, rows: [] as number[] };
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

  /**
   * The next event of a message stands in [from, to) of the scanner's window; from < 0: it is nowhere. It is fed with
   * those that follow it, by `flush` at the latest, which has to come before the window holds anything else.
   */
  feed(row: number, message: number, from: number, to: number): void {
    if (message !== this.noted.message || this.noted.rows.length === MAX_EVENTS) this.flush();
    if (from < 0) {
      this.flush();
      this.enter(message);
      this.feedParsed(row, message);
      return;
    }
    this.noted.message = message;
    this.scanner.setEvent(this.noted.rows.length, from, to);
    this.noted.rows.push(row);
  }

  /** Feeds the events that were noted. */
  flush(): void {
    const { scanner } = this;
    const { rows, message } = this.noted;
    if (rows.length === 0) return;
    this.enter(message);
    for (let at = 0; at < rows.length; ) {
      at = scanner.feedEvents(at, rows.length);
      this.state.plain = scanner.plainState;
      this.state.inner = scanner.innerState;
      if (at === rows.length) break;
      if (this.heed(rows[at] as number, message)) at++;
    }
    rows.length = 0;
  }

  private enter(message: number): void {
    if (message !== this.message) this.choose(message, NO_INDEX);
  }

  /** An event that does more than to add to the block. False when it has to be fed again. */
  private heed(row: number, message: number): boolean {
    const { scanner } = this;
    if (scanner.event === EventForm.Other) {
      this.choose(message, scanner.eventIndex);
      return false;
    }
    if (scanner.event === EventForm.Fed) this.tell(row, scanner.matchedAt, scanner.matchedInnerAt);
    else if (scanner.event === EventForm.Unclear) this.feedParsed(row, message);
    else if (scanner.event === EventForm.Edge) this.leave(message, scanner.eventIndex);
    return true;
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
    this.message = -1;
    return from;
  }

  private feedParsed(row: number, message: number): void {
    const event = blockEvent(this.session, row);
    if (event === null) return;
    if (event.what !== 'adds') this.leave(message, event.index);
    if (event.text === '') return;
    this.choose(message, event.index);
    const { state, aside } = this;
    const to = this.putAside(event.text);
    state.plain = aside.feed(0, to, state.plain, false);
    const matched = aside.matchedAt;
    if (event.json) state.inner = aside.feed(0, to, state.inner, true);
    this.tell(row, matched, event.json ? aside.matchedAt : -1);
    this.scanner.setBlock(event.index, state.plain, state.inner);
  }

  /** The text as the content of a JSON string in the window beside. */
  private putAside(text: string): number {
    const bytes = Buffer.from(JSON.stringify(text).slice(1, -1));
    bytes.copy(this.aside.reserve(bytes.length));
    return bytes.length;
  }

  /** The block begins anew, or is over. */
  private leave(message: number, index: number): void {
    this.blocks.delete(keyOf(message, index));
    if (message !== this.message || index === this.index) this.choose(message, NO_INDEX);
  }

  /** The next events are of this block. */
  private choose(message: number, index: number): void {
    this.message = message;
    this.index = index;
    const key = keyOf(message, index);
    this.state = this.blocks.get(key) ?? { plain: 0, inner: 0 };
    if (index !== NO_INDEX) this.blocks.set(key, this.state);
    this.scanner.setBlock(index, this.state.plain, this.state.inner);
  }

  /** The text was complete after so many units of this row's; -1: it was not. */
  private tell(row: number, matched: number, matchedInner: number): void {
    const { message, index } = this;
    const { units } = this.scanner.needle;
    if (matched >= 0 && matched < units) this.onRows(this.rowsBack(row, message, index, units - matched));
    else if (matchedInner >= 0 && matched < 0) this.onRows(this.innerRows(row, message, index));
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
  return message * INDEXES + ((index + 2) % INDEXES);
}

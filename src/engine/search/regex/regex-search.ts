import type { Session } from '../../session/session';
import { EventKinds } from '../joined/api-event';
import { type JoinedText, messageTexts, rowsOf } from '../joined/message-texts';
import { withoutLineEnd } from '../line-end';
import { LiteralSearch } from '../literal/literal-search';
import { resolvedText, resolvedWithPlaces } from '../resolved-text';
import type { TextSearch } from '../text-search';
import { mandatoryLiteral } from './mandatory-literal';
import { TimedRegex } from './timed-regex';
import { WantedRows } from './wanted-rows';

/** Texts go to the pattern together, because beginning a timed run costs a tenth of a millisecond. */
const BATCH_UNITS = 1024 * 1024;
/** A longer row is looked at in windows of this size, which overlap. */
const WINDOW_BYTES = 16 * 1024 * 1024;
const OVERLAP_BYTES = 1024 * 1024;
/** Ranges of a joined text that are mapped to rows. */
const MAX_RANGES = 10_000;

/**
 * Finds the rows that a regular expression matches: each as it is written and, where it has escapes, with these resolved;
 * and the joined texts of streamed blocks. Where everything that matches has a literal, only rows with that are looked at.
 */
export class RegexSearch implements TextSearch {
  stopped: string | null = null;
  private readonly regex: TimedRegex;
  /** Tells which rows and messages may match. */
  private readonly candidates: LiteralSearch | WantedRows;
  private rows: number[] = [];
  /** Messages that may match, and the last row that they had when they were looked at. */
  private readonly messages = new Map<number, number>();
  private readonly events: EventKinds;

  constructor(
    private readonly session: Session,
    source: string,
    flags: string,
    private readonly onRow: (row: number) => void,
    private readonly wanted: ((row: number) => boolean) | null,
    pieceBytes?: number,
  ) {
    this.regex = new TimedRegex(source, flags);
    this.events = new EventKinds(session.index.kinds);
    const literal = mandatoryLiteral(source, flags);
    const hits = {
      onRow: (row: number) => {
        this.rows.push(row);
      },
      onMessage: (message: number) => {
        if (!this.messages.has(message)) this.messages.set(message, -1);
      },
    };
    this.candidates =
      literal === ''
        ? new WantedRows(session, this.events, hits, wanted, pieceBytes)
        : new LiteralSearch(session, literal, !flags.includes('i'), hits, wanted, pieceBytes);
  }

  get scannedRows(): number {
    return this.candidates.scannedRows;
  }

  truncate(rows: number): void {
    this.candidates.truncate(rows);
    for (const message of this.messages.keys()) this.messages.set(message, -1);
  }

  step(): boolean {
    if (this.stopped !== null) return false;
    const more = this.candidates.step();
    this.stopped = this.candidates.stopped;
    const { rows } = this;
    this.rows = [];
    this.tryRows(rows);
    this.tryMessages();
    return this.stopped === null && more;
  }

  // ---- rows ---------------------------------------------------------------------------------------------

  private tryRows(rows: readonly number[]): void {
    let texts: string[] = [];
    let of: number[] = [];
    let units = 0;
    const flush = () => {
      const hits = this.matching(texts, of);
      for (const row of hits) this.onRow(row);
      texts = [];
      of = [];
      units = 0;
    };
    for (const row of rows) {
      for (const text of this.textsOf(row)) {
        if (this.stopped !== null) return;
        texts.push(text);
        of.push(row);
        units += text.length;
        if (units >= BATCH_UNITS) flush();
      }
    }
    flush();
    const { table } = this.session.index;
    for (const row of rows) {
      const message = table.message(row);
      if (message !== 0 && this.events.has(table.kind(row)) && !this.messages.has(message)) {
        this.messages.set(message, -1);
      }
    }
  }

  /** The row as it is written, and with its escapes resolved; in windows when it is long. */
  private *textsOf(row: number): Generator<string> {
    const { session } = this;
    const length = session.index.table.length(row);
    const whole = length <= WINDOW_BYTES || session.encodingOf(row) !== 'utf-8';
    for (let from = 0; from < length; from += WINDOW_BYTES - OVERLAP_BYTES) {
      const bytes = whole ? session.utf8Bytes(row) : session.rawSlice(row, from, WINDOW_BYTES);
      const written = bytes.toString('utf8', 0, withoutLineEnd(bytes, bytes.length));
      yield written;
      const text = resolvedText(written);
      if (text !== null) yield text;
      if (whole || from + WINDOW_BYTES >= length) return;
    }
  }

  /** The rows of the texts that match; each once. */
  private matching(texts: readonly string[], of: readonly number[]): Set<number> {
    if (texts.length === 0 || this.stopped !== null) return new Set();
    const { found, slow } = this.regex.matches(texts);
    if (slow >= 0) this.tooSlow(of[slow] as number);
    return new Set(found.map((k) => of[k] as number));
  }

  private tooSlow(row: number): void {
    this.stopped ??= `The regular expression takes too long on frame ${row + 1}: the search ended there. Make it simpler.`;
  }

  // ---- joined texts -------------------------------------------------------------------------------------

  /** Looks at the messages whose events that are there were all scanned. */
  private tryMessages(): void {
    const { messages } = this.session.index;
    for (const [message, lookedAt] of this.messages) {
      const last = messages.lastRow(message - 1);
      if (last >= this.scannedRows) continue;
      if (last !== lookedAt) {
        for (const joined of messageTexts(this.session, this.events, message)) this.tryJoined(joined);
        this.messages.set(message, last);
      }
      if (!messages.isUnended(message - 1)) this.messages.delete(message);
    }
  }

  private tryJoined(joined: JoinedText): void {
    if (this.stopped !== null) return;
    const resolved = joined.json ? resolvedWithPlaces(joined.text) : null;
    const forms = resolved === null ? [joined.text] : [joined.text, resolved.text];
    const rows = forms.map(() => joined.rows.at(-1) as number);
    if (this.matching(forms, rows).size === 0) return;
    this.tellRanges(joined, joined.text, (at) => at);
    if (resolved !== null) this.tellRanges(joined, resolved.text, (at) => resolved.places[at] as number);
  }

  private tellRanges(joined: JoinedText, text: string, placeOf: (at: number) => number): void {
    const answer = this.regex.ranges(text, MAX_RANGES);
    if (answer === null) {
      this.tooSlow(joined.rows.at(-1) as number);
      return;
    }
    const { ranges } = answer;
    for (let k = 0; k < ranges.length; k += 2) {
      for (const row of rowsOf(joined, placeOf(ranges[k] as number), placeOf(ranges[k + 1] as number))) {
        if (this.wanted === null || this.wanted(row)) this.onRow(row);
      }
    }
  }
}

import { Slot } from './frame-scanner';
import { blankEnd, CLOSE_BRACKET, COMMA, closedObjectBefore, NextByte, OPEN_BRACE, QUOTE } from './row-bytes';
import type { RowWriter } from './row-writer';

/** What makes an object on a broken line a record of its own: `to` is where it ends. The slots hold its fields. */
type Accepts = (at: number, to: number) => boolean;

/** A candidate that is right for so many bytes before it breaks began as a record. */
const STUB_BYTES = 1024;

/**
 * Cuts a line that is not exactly one object: several values, noise around a value, a torn stub with a whole record
 * behind it, NUL runs.
 */
export class LinePieces {
  private readonly braces = new NextByte(OPEN_BRACE);
  /** Bytes that may still be scanned in search of records on this line; see `search`. */
  private work = 0;

  constructor(private readonly rows: RowWriter) {}

  /** The window holds other bytes now. */
  reset(): void {
    this.braces.reset();
  }

  /** Cuts buf[from, lf), where `from` is no blank, into frames and unparsed pieces. */
  cut(buf: Buffer, tile: number, from: number, lf: number): void {
    const { rows } = this;
    let values = rows.tookValue ? 1 : 0;
    this.allowWork(from, lf);
    while (from < lf) {
      const c = buf[from];
      let to = -1;
      if (c === OPEN_BRACE) {
        to = rows.scan.scanFrame(from, lf);
        if (to >= 0) {
          if (values++ > 0) rows.sink.anotherValueOnLine(rows.line, from);
          rows.frame(tile, from, to, false);
        } else {
          const { failedAt, incomplete } = rows.scan;
          to = this.recordAfterTear(buf, from, lf, failedAt, incomplete);
          rows.unparsed(brokenReason(buf, from, lf, incomplete), tile, from, to);
        }
      } else if (c === 0) {
        to = from;
        while (to < lf && buf[to] === 0) to++;
        rows.unparsed('nul', tile, from, to);
      } else if (this.isWholeValue(buf, from, lf)) {
        rows.unparsed('not-an-object', tile, from, lf);
        return;
      } else {
        to = this.recordAfterNoise(buf, from, lf);
        rows.unparsed('noise', tile, from, to);
      }
      from = blankEnd(buf, to, lf);
      tile = from;
    }
  }

  /** The next whole record on the line of a broken array element that something else of the array follows. */
  elementAfterBreak(buf: Buffer, from: number, lf: number, failedAt: number): number {
    this.allowWork(failedAt, lf);
    return this.search(buf, Math.max(from + 1, failedAt - 2), lf, (_, to) => {
      const next = blankEnd(buf, to, lf);
      return (next === lf || buf[next] === COMMA || buf[next] === CLOSE_BRACKET) && this.isEnvelope();
    });
  }

  /** The record after a multi-line value that broke at `failedAt`, on the same line; `lf` when there is none. */
  recordAfterBreak(buf: Buffer, from: number, lf: number, failedAt: number): number {
    this.allowWork(failedAt, lf);
    return this.recordAfterTear(buf, from, lf, failedAt, false);
  }

  /** The search for records on one line may take a few passes over it, however many pieces it has. */
  private allowWork(from: number, lf: number): void {
    this.work = (lf - from) * 4 + 64 * 1024;
  }

  private isWholeValue(buf: Buffer, from: number, lf: number): boolean {
    if (this.work <= 0) return false;
    const { scan } = this.rows;
    const to = scan.skipValue(from, lf);
    this.work -= (to >= 0 ? to : scan.failedAt) - from;
    return to >= 0 && blankEnd(buf, to, lf) === lf;
  }

  /** First position in (from, lf) where an object with a type begins and ends on this line; else lf. */
  private recordAfterNoise(buf: Buffer, from: number, lf: number): number {
    const { scan } = this.rows;
    return this.search(buf, from + 1, lf, () => scan.has(Slot.Type) || scan.has(Slot.TopRole));
  }

  /**
   * A writer was killed and the next record was appended to its stub (case 002). The stub is a correct beginning of
   * a record, so it breaks where the new record starts: at most two bytes before the byte that broke it. Objects
   * inside the stub lie before that and are never taken for frames. When the stub stopped where a value may follow,
   * the new record passes for that value and nothing breaks before its end: it is the last object closed.
   */
  private recordAfterTear(
    buf: Buffer,
    from: number,
    lf: number,
    failedAt: number,
    incomplete: boolean,
  ): number {
    if (incomplete) {
      const inside = closedObjectBefore(buf, from, lf);
      const isRecord = inside > from && this.rows.scan.scanFrame(inside, lf) >= 0 && this.isEnvelope();
      return isRecord ? inside : lf;
    }
    return this.search(buf, Math.max(from + 1, failedAt - 2), lf, (_, to) => {
      const next = blankEnd(buf, to, lf);
      return (next === lf || buf[next] === OPEN_BRACE || buf[next] === 0) && this.isEnvelope();
    });
  }

  /**
   * First brace in [first, lf) of a whole object that is accepted; else lf. Objects inside a whole one are no records.
   * A candidate that breaks late is a stub itself, so the search goes on near the place where it broke: a deep stub has
   * an unclosed brace every few bytes, and each would be scanned up to there. One that never breaks may have the record
   * inside it, as its last object. What is left is bounded by the work allowed for the line.
   */
  private search(buf: Buffer, first: number, lf: number, accepts: Accepts): number {
    const { scan } = this.rows;
    let at = this.braces.find(buf, first, lf);
    while (at < lf && this.work > 0) {
      const to = scan.scanFrame(at, lf);
      if (to >= 0) {
        if (accepts(at, to)) return at;
        this.work -= to - at + 16;
        at = this.braces.find(buf, to, lf);
        continue;
      }
      const { failedAt } = scan;
      this.work -= failedAt - at + 16;
      const isStub = !scan.incomplete && failedAt - at > STUB_BYTES;
      if (scan.incomplete) {
        const inside = closedObjectBefore(buf, at, lf);
        if (inside > at && scan.scanFrame(inside, lf) >= 0 && accepts(inside, lf)) return inside;
      }
      at = this.braces.find(buf, isStub ? failedAt - 2 : at + 1, lf);
    }
    return lf;
  }

  /** The object just scanned is a record of a recording, not just any object. */
  isEnvelope(): boolean {
    const { scan } = this.rows;
    return (
      scan.has(Slot.Type) &&
      (scan.has(Slot.Uuid) || scan.has(Slot.SessionSnake) || scan.has(Slot.SessionCamel))
    );
  }
}

/** What an object is called that broke: `{not: "json"}` was never a record, `{"type":"us` was one. */
export function brokenReason(buf: Buffer, brace: number, end: number, incomplete: boolean): 'torn' | 'noise' {
  return incomplete || buf[blankEnd(buf, brace + 1, end)] === QUOTE ? 'torn' : 'noise';
}

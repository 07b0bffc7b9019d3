import type { Diagnostic, Severity } from '../answer-types';
import { RowNumbers } from './row-numbers';

/**
 * Sentences that are kept of each code: enough to see what is wrong. A file of noise must not fill the memory with
 * sentences about it, nor push out those of another code.
 */
export const MAX_KEPT = 500;
/** A subtype or uuid of megabytes can stand in a sentence. */
const MAX_SENTENCE_UNITS = 600;

/** All diagnostics of one code: every one is counted, and the row of every one is known. */
export interface CodeEntry {
  severity: Severity;
  /** One for each diagnostic, in rising order: a row is in it as often as it has one. */
  rows: RowNumbers;
  /** The first ones, with their sentences. */
  kept: Diagnostic[];
}

/** What was found while the file was indexed. */
export class DiagnosticList {
  readonly codes = new Map<string, CodeEntry>();

  /**
   * `row` counts from 0, as in the frame table. The sentence is made only if it is kept: a log of a million lines must
   * not cost a million sentences.
   */
  add(
    code: string,
    severity: Severity,
    place: { row: number; line: number; offset: number },
    message: () => string,
  ): void {
    const entry = this.entryOf(code, severity);
    entry.rows.push(place.row);
    if (entry.kept.length >= MAX_KEPT) return;
    entry.kept.push({
      code,
      severity,
      line: place.line,
      offset: place.offset,
      frame: place.row + 1,
      message: shortened(message()),
    });
  }

  /** Takes back what was said of the rows from this one on. */
  truncate(row: number): void {
    for (const [code, entry] of this.codes) {
      entry.rows.truncate(row);
      while (entry.kept.length > entry.rows.length) entry.kept.pop();
      if (entry.rows.length === 0) this.codes.delete(code);
    }
  }

  private entryOf(code: string, severity: Severity): CodeEntry {
    let entry = this.codes.get(code);
    if (entry === undefined) {
      entry = { severity, rows: new RowNumbers(), kept: [] };
      this.codes.set(code, entry);
    }
    return entry;
  }
}

/** The end of the sentence stays: it says what is made of what was found. */
function shortened(sentence: string): string {
  if (sentence.length <= MAX_SENTENCE_UNITS) return sentence;
  const half = MAX_SENTENCE_UNITS / 2;
  return `${sentence.slice(0, half)}…${sentence.slice(-half)}`.replace(/[\ud800-\udfff]/gu, '');
}

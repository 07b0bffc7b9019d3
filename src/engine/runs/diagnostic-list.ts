import type { Diagnostic, Severity } from '../answer-types';

/** Enough to see what is wrong; a file of noise must not fill the memory with sentences about it. */
const MAX_LISTED = 500;

export class DiagnosticList {
  readonly listed: Diagnostic[] = [];
  leftOff = 0;

  /**
   * `row` counts from 0, as in the frame table; null when the whole file is meant. The sentence is made only if it is
   * kept: a log of a million lines must not cost a million sentences.
   */
  add(
    code: string,
    severity: Severity,
    place: { row: number; line: number; offset: number } | null,
    message: () => string,
  ): void {
    if (this.listed.length >= MAX_LISTED) {
      this.leftOff++;
      return;
    }
    this.listed.push({
      code,
      severity,
      line: place ? place.line : null,
      offset: place ? place.offset : null,
      frame: place ? place.row + 1 : null,
      message: message(),
    });
  }
}

import type { RowScanner } from '../frames/row-scanner';

/**
 * One file of a session as the index reads it. Files are read by turns, so that rows stand in the order in which they
 * came; what a file has open while another is read waits here.
 */
export interface IndexStream {
  scanner: RowScanner;
  /** Number of the subagent that all of it is of; 0 for the file that was opened. */
  readonly agent: number;
  /** Bytes of it that are rows. */
  consumed: number;
  /** Where in it the bytes begin that no row covers: blanks that were consumed before another file went on. */
  uncovered: number;
  /** Time of the last frame that states one; NaN until then. */
  lastTime: number;
  /** Flags that the next frame gets for what stood before it. */
  nextFlags: number;
  /** Message (ordinal + 1) that the API events of a lane belong to: see MessageLanes. */
  readonly openMessages: Map<number, number>;
  rows: number;
  unparsedRows: number;
}

/**
 * Rows at the end of the input that are told as if nothing more came. They are taken back when more does, if none of
 * them is a frame.
 */
export interface ProvisionalRows {
  /** Rows and bytes of the table before them. */
  rows: number;
  bytes: number;
  /** What the scanner of each stream was before. */
  scanners: Map<
    IndexStream,
    Pick<IndexStream, 'scanner' | 'consumed' | 'uncovered' | 'rows' | 'unparsedRows'>
  >;
}

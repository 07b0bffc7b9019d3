import type { Row } from '../../ipc/engine-contract';

/**
 * What the frame list draws. Positions count from 1; while every row is listed they are the frame numbers, and where
 * messages are folded they are not.
 */
export interface RowSource {
  readonly total: number;
  /** Frames of the file, also those that are folded away. */
  readonly frames: number;
  /** The file was read to where it ends now: more rows are news. */
  readonly settled: boolean;
  /** The first time that a frame states: the zero of the time column. */
  readonly firstTime: number | null;
  /** The row at a position, or undefined while it is not loaded. */
  get(position: number): Row | undefined;
  /** Number of the frame at a position; null while that is not known. */
  frameAt(position: number): number | null;
  /** Position of a frame; null while that is not known, or when it is not listed. */
  positionOf(frame: number): number | null;
  /**
   * Says which positions are on screen, so that the source can load them, and that of the selected frame, which is kept
   * up to date wherever it is. Cheap; called once a draw.
   */
  ensure(from: number, to: number, selected?: number | null): void;
  /** Calls back when rows came or changed or `total` did. Returns a function that ends it. */
  onChange(listener: () => void): () => void;
}

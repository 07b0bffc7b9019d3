import type { Row } from '../../ipc/engine-contract';

/** What the frame list draws. Frames are numbered from 1. */
export interface RowSource {
  readonly total: number;
  /** The first time that a frame states: the zero of the time column. */
  readonly firstTime: number | null;
  /** The row, or undefined while it is not loaded. */
  get(frame: number): Row | undefined;
  /** Says which frames are on screen, so that the source can load them. Cheap; called once a draw. */
  ensure(from: number, to: number): void;
  /** Calls back when rows came or changed or `total` did. Returns a function that ends it. */
  onChange(listener: () => void): () => void;
}

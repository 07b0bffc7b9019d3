import type { TimelineAxis, TimelineOutline, TimelineSlice } from '../../../ipc/engine-contract';
import type { FramePlace } from '../model/events';
import type { Size } from '../model/geometry';
import type { FirstRows, LaneBox } from '../model/lane-layout';
import type { Stretch } from '../model/view-window';
import type { Density } from './density';

/** The selected frame, and the other ends of its calls, where they are known to stand. */
export interface Marked {
  selected: FramePlace | null;
  others: readonly FramePlace[];
}

/** Everything that a picture of the timeline is made of. */
export interface Scene {
  size: Size;
  axis: TimelineAxis;
  view: Stretch;
  whole: Stretch;
  /** The beginning of the session on this axis. */
  zero: number;
  outline: TimelineOutline;
  /** What is in view and beside it; older than the view while the next one comes. */
  slice: TimelineSlice | null;
  first: FirstRows;
  /** The whole session, coarse: the minimap, and what is drawn where the slice does not reach. */
  overview: TimelineSlice | null;
  density: Density | null;
  boxes: readonly LaneBox[];
  /** How far the lanes are scrolled. */
  scroll: number;
  marked: Marked;
  range: Stretch | null;
  /** Where the cursor is; null outside. */
  cursor: { x: number; y: number } | null;
  /** The lane that the arrow keys walk on; null while the timeline does not have the focus. */
  focusLane: string | null;
}

import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { TimelineAxis } from '../../ipc/engine-contract';

interface TimelineState {
  /** The axis that the reader chose; a session that states no time shows the order. */
  axis: TimelineAxis;
  /** Shut: only the minimap is left. */
  shut: boolean;
  /** The height that the reader gave it; null: as high as its lanes. */
  height: number | null;
  setAxis(axis: TimelineAxis): void;
  setShut(shut: boolean): void;
  setHeight(height: number | null): void;
}

/** How the timeline is shown. Kept over restarts. */
export const useTimeline = create<TimelineState>()(
  persist(
    (set) => ({
      axis: 'time',
      shut: false,
      height: null,
      setAxis: (axis) => set({ axis }),
      setShut: (shut) => set({ shut }),
      setHeight: (height) => set({ height }),
    }),
    { name: 'framescope-timeline', version: 1 },
  ),
);

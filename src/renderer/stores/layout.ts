import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { LensName, Reading } from '../../protocol/lenses/lens';

export type RawForm = 'pretty' | 'exact' | 'hex';
export type DetailTab = 'summary' | 'call' | 'raw' | 'fields' | 'links' | 'lenses';

interface LayoutState {
  /** Pane sizes in percent, by pane group and pane. */
  panes: Record<string, Record<string, number>>;
  rawForm: RawForm;
  wrap: boolean;
  tab: DetailTab;
  lens: LensName;
  reading: Reading;
  setPanes(group: string, sizes: Record<string, number>): void;
  setRawForm(form: RawForm): void;
  setWrap(wrap: boolean): void;
  setTab(tab: DetailTab): void;
  setLens(lens: LensName): void;
  setReading(reading: Reading): void;
}

/** How the reader arranged the window. Kept over restarts; nothing of a session is kept here. */
export const useLayout = create<LayoutState>()(
  persist(
    (set) => ({
      panes: {},
      rawForm: 'pretty',
      wrap: false,
      tab: 'summary',
      lens: 'openase',
      reading: 'strict',
      setPanes: (group, sizes) => set(({ panes }) => ({ panes: { ...panes, [group]: sizes } })),
      setRawForm: (rawForm) => set({ rawForm }),
      setWrap: (wrap) => set({ wrap }),
      setTab: (tab) => set({ tab }),
      setLens: (lens) => set({ lens }),
      setReading: (reading) => set({ reading }),
    }),
    { name: 'framescope-layout', version: 1 },
  ),
);

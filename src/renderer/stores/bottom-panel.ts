import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { FigureName } from '../../protocol/figure-catalogue';

export const PANEL_TABS = ['diagnostics', 'figures', 'runs', 'turns', 'tasks', 'agents', 'spans'] as const;
export type PanelTab = (typeof PANEL_TABS)[number];

interface BottomPanelState {
  open: boolean;
  tab: PanelTab;
  /** The figure that is asked about. */
  figure: FigureName;
  /** The panel was asked for, and has not taken the focus yet. */
  wantsFocus: boolean;
  show(tab: PanelTab): void;
  ask(figure: FigureName): void;
  /** Chooses without taking the focus. */
  chooseTab(tab: PanelTab): void;
  chooseFigure(figure: FigureName): void;
  tookFocus(): void;
  close(): void;
}

/** The panel under the list. Whether it is open, and on which tab, is kept over restarts. */
export const useBottomPanel = create<BottomPanelState>()(
  persist(
    (set) => ({
      open: false,
      tab: 'diagnostics',
      figure: 'cost',
      wantsFocus: false,
      show: (tab) => set({ open: true, tab, wantsFocus: true }),
      ask: (figure) => set({ open: true, tab: 'figures', figure, wantsFocus: true }),
      chooseTab: (tab) => set({ tab }),
      chooseFigure: (figure) => set({ figure }),
      tookFocus: () => set({ wantsFocus: false }),
      close: () => set({ open: false }),
    }),
    {
      name: 'framescope-bottom-panel',
      version: 1,
      partialize: ({ open, tab }) => ({ open, tab }),
    },
  ),
);

import { create } from 'zustand';

/** The views of the activity bar. */
export type ViewName = 'inspect' | 'calls' | 'usage' | 'run';

interface ViewState {
  view: ViewName;
  show(view: ViewName): void;
}

/** What the reader looks at. Inspect stays as it was left while another view is shown. */
export const useView = create<ViewState>((set) => ({
  view: 'inspect',
  show: (view) => set({ view }),
}));

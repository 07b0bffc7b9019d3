import { create } from 'zustand';

export interface Notice {
  id: string;
  tone: 'info' | 'ok' | 'warn' | 'err';
  text: string;
  /** False while what it tells of still goes on. */
  dismissible: boolean;
  /** A short answer to something the reader just did: it goes by itself. */
  brief?: boolean;
}

interface NoticeState {
  notices: Notice[];
  /** Shows a notice, or changes the one with the same id. It stays until it is dismissed, unless it is brief. */
  show(notice: Notice): void;
  dismiss(id: string): void;
}

const BRIEF_MS = 6000;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

export const useNotices = create<NoticeState>((set, get) => ({
  notices: [],
  show: (notice) => {
    clearTimeout(timers.get(notice.id));
    if (notice.brief) timers.set(notice.id, setTimeout(get().dismiss, BRIEF_MS, notice.id));
    set(({ notices }) => {
      const known = notices.some((other) => other.id === notice.id);
      return {
        notices: known ? notices.map((n) => (n.id === notice.id ? notice : n)) : [...notices, notice],
      };
    });
  },
  dismiss: (id) => set(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) })),
}));

/** Tells of something that went wrong when the reader did it. */
export function tellFailure(id: string, error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  useNotices.getState().show({ id, tone: 'err', text, dismissible: true });
}

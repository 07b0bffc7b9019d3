import { create } from 'zustand';

export interface Following {
  /** The list scrolls along with the end of the file. */
  sticks: boolean;
  /** The reader asked for it, and did not just happen to be at the end. */
  asked: boolean;
  /** Frames that the reader has seen, or that were there when the file was opened: later ones are new. null: not known yet. */
  seen: number | null;
}

export const NOT_FOLLOWING: Following = { sticks: false, asked: false, seen: null };

interface FollowingState {
  sessions: Record<number, Following>;
  /** The end of the file is kept in view from now on. `asked`: by the pill, the palette or its key. */
  stick(session: number, asked: boolean): void;
  unstick(session: number): void;
  /** So many frames have been in view with the last one. */
  saw(session: number, frames: number): void;
  /** An index is read to its end: what is there is not new, and of a file that became shorter nothing beyond its end. */
  settled(session: number, frames: number): void;
  forget(session: number): void;
}

/**
 * How the reader stands to the end of each session. Following scrolls; it never changes which frame is selected, so that
 * what they read stays. Scrolling up, or selecting another frame, ends it.
 */
export const useFollowing = create<FollowingState>((set) => {
  const change = (session: number, how: (now?: Following) => Following) =>
    set(({ sessions }) => {
      const before = sessions[session];
      const after = how(before);
      return after === (before ?? NOT_FOLLOWING) ? {} : { sessions: { ...sessions, [session]: after } };
    });
  return {
    sessions: {},
    stick: (session, asked) =>
      change(session, (now = NOT_FOLLOWING) =>
        now.sticks && (now.asked || !asked) ? now : { ...now, sticks: true, asked: now.asked || asked },
      ),
    unstick: (session) =>
      change(session, (now = NOT_FOLLOWING) => (now.sticks ? { ...now, sticks: false, asked: false } : now)),
    saw: (session, frames) =>
      change(session, (now = NOT_FOLLOWING) =>
        now.seen === null || now.seen >= frames ? now : { ...now, seen: frames },
      ),
    settled: (session, frames) =>
      change(session, (now = NOT_FOLLOWING) =>
        now.seen !== null && now.seen <= frames ? now : { ...now, seen: frames },
      ),
    forget: (session) => set(({ sessions: { [session]: _gone, ...sessions } }) => ({ sessions })),
  };
});

export const followingOf = (session: number): Following =>
  useFollowing.getState().sessions[session] ?? NOT_FOLLOWING;

/** Frames that came after what the reader has seen. */
export const newFrames = (frames: number, { seen }: Following): number =>
  seen === null ? 0 : Math.max(0, frames - seen);

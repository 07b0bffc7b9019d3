import { create } from 'zustand';
import { EMPTY_TRAIL, goBack, goForward, jump, step, type Trail } from './selection-history';

interface SelectionState {
  trails: Record<number, Trail>;
  step(session: number, frame: number): void;
  jump(session: number, frame: number): void;
  back(session: number): void;
  forward(session: number): void;
  forget(session: number): void;
}

export const useSelection = create<SelectionState>((set) => {
  const change = (session: number, how: (trail: Trail) => Trail) =>
    set(({ trails }) => {
      const before = trails[session] ?? EMPTY_TRAIL;
      const after = how(before);
      return after === before ? {} : { trails: { ...trails, [session]: after } };
    });
  return {
    trails: {},
    step: (session, frame) => change(session, (trail) => step(trail, frame)),
    jump: (session, frame) => change(session, (trail) => jump(trail, frame)),
    back: (session) => change(session, goBack),
    forward: (session) => change(session, goForward),
    forget: (session) => set(({ trails: { [session]: _gone, ...trails } }) => ({ trails })),
  };
});

export function selectedFrame(session: number): number | null {
  return useSelection.getState().trails[session]?.frame ?? null;
}

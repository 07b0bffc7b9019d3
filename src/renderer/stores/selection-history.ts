/** Where the reader is in one session, and where they were. Plain data, changed by pure functions. */
export interface Trail {
  /** null: nothing is selected yet. */
  frame: number | null;
  back: readonly number[];
  forward: readonly number[];
}

export const EMPTY_TRAIL: Trail = { frame: null, back: [], forward: [] };

const MAX_STEPS = 100;

/** Selects the neighbour by j/k, a click or a page: no step to come back to. */
export function step(trail: Trail, frame: number): Trail {
  return trail.frame === frame ? trail : { ...trail, frame };
}

/** Goes somewhere else (a link, the next error, the end): `[` comes back from there. */
export function jump(trail: Trail, frame: number): Trail {
  if (trail.frame === frame) return trail;
  if (trail.frame === null) return { ...trail, frame };
  return { frame, back: [...trail.back, trail.frame].slice(-MAX_STEPS), forward: [] };
}

export function goBack(trail: Trail): Trail {
  const to = trail.back.at(-1);
  if (to === undefined) return trail;
  const forward = trail.frame === null ? trail.forward : [trail.frame, ...trail.forward];
  return { frame: to, back: trail.back.slice(0, -1), forward };
}

export function goForward(trail: Trail): Trail {
  const to = trail.forward[0];
  if (to === undefined) return trail;
  const back = trail.frame === null ? trail.back : [...trail.back, trail.frame];
  return { frame: to, back, forward: trail.forward.slice(1) };
}

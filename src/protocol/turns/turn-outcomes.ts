/** How a turn ended. "none": a session file, which does not say. */
export const TURN_OUTCOMES = ['success', 'failed', 'interrupted', 'empty', 'incomplete', 'none'] as const;
export type TurnOutcome = (typeof TURN_OUTCOMES)[number];

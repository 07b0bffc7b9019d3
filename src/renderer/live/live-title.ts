import type { LiveState } from './live-state';

/** The window's title: what the session in front is doing is seen in the task bar as well. */
export function windowTitle(name: string | null, state: LiveState | null): string {
  if (name === null) return 'Framescope';
  if (state === null) return `${name} - Framescope`;
  // What is expected of the reader comes first, where a task bar cuts last.
  const doing = state.urgent ? `${state.shape} ${state.title}: ` : `${state.shape} `;
  return `${doing}${name} - Framescope`;
}

import { useSyncExternalStore } from 'react';

const EVERY_MS = 1000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function update(): void {
  clearInterval(timer);
  timer = undefined;
  if (listeners.size === 0 || document.hidden) return;
  tick();
  timer = setInterval(tick, EVERY_MS);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) document.addEventListener('visibilitychange', update);
  listeners.add(listener);
  if (listeners.size === 1) update();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', update);
    update();
  };
}

const never = () => () => {};

/** The time, once a second, while it is wanted and the window can be seen. One clock for all that tick. */
export function useNow(ticks: boolean): number {
  return useSyncExternalStore(ticks ? subscribe : never, () => now);
}

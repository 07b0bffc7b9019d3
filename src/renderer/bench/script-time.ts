/**
 * Times what runs in the animation frames of a page that knows nothing of being measured. To be made before anything
 * draws.
 */
export interface ScriptClock {
  /** Milliseconds of script in animation frames since it was asked last. */
  take(): number;
  nextFrame(): Promise<number>;
}

export function createScriptClock(): ScriptClock {
  const animationFrame = window.requestAnimationFrame.bind(window);
  let ran = 0;
  window.requestAnimationFrame = (draw) =>
    animationFrame((time) => {
      const from = performance.now();
      draw(time);
      ran += performance.now() - from;
    });
  return {
    take() {
      const sum = ran;
      ran = 0;
      return sum;
    },
    nextFrame: () => new Promise((resolve) => animationFrame(resolve)),
  };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  return Math.round((sorted[at] ?? 0) * 1000) / 1000;
}

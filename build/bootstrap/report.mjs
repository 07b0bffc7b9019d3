// What the set-up says, and how it fails.

/** A failure that the user can act on: its message is shown as it is, without a stack trace. */
export class SetupError extends Error {
  /** @override */
  name = 'SetupError';
}

/** @param {string} line */
export function say(line) {
  process.stderr.write(`framescope: ${line}\n`);
}

/**
 * Shows how far a long step is: one line that moves on a terminal, a line each quarter elsewhere.
 * @param {string} label
 * @returns {(fraction: number) => void}
 */
export function progress(label) {
  const step = process.stderr.isTTY ? 1 : 25;
  let shown = -1;
  return (fraction) => {
    const percent = Math.min(100, Math.floor((fraction * 100) / step) * step);
    if (percent === shown) return;
    shown = percent;
    const line = `framescope: ${label} ${percent} %`;
    if (!process.stderr.isTTY) process.stderr.write(`${line}\n`);
    else process.stderr.write(`\r${line}${percent === 100 ? '\n' : ''}`);
  };
}

// The flags of the bench. Wrong ones throw a FlagError with one sentence.
import { parseSize } from './generate-stream.mjs';

export const usage = 'The flags are --size SIZE (such as 100M, the default, or 1G) and --json.';

export class FlagError extends Error {}

const LEAST_BYTES = 1_000_000;

/**
 * @param {readonly string[]} args
 * @returns {{ bytes: number, json: boolean, help: boolean }}
 */
export function parseFlags(args) {
  const flags = { bytes: parseBytes('100M'), json: false, help: false };
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--json') flags.json = true;
    else if (arg === '--help') flags.help = true;
    else if (arg === '--size') flags.bytes = parseBytes(rest.shift());
    else if (arg.startsWith('--size=')) flags.bytes = parseBytes(arg.slice('--size='.length));
    else throw new FlagError(`There is no flag ${arg}: there are --size SIZE and --json.`);
  }
  return flags;
}

/** @param {string | undefined} text */
function parseBytes(text) {
  if (!text || text.startsWith('--')) throw new FlagError('--size needs a size, such as 100M or 1G.');
  let bytes = 0;
  try {
    bytes = parseSize(text);
  } catch {
    throw new FlagError(`--size ${text} is no size: write one such as 100M or 1G.`);
  }
  if (bytes < LEAST_BYTES) throw new FlagError(`--size ${text} is too small to measure: 1M is the least.`);
  return bytes;
}

/** @param {number} bytes */
export function sizeName(bytes) {
  const [unit, factor] = bytes >= 1e9 ? ['GB', 1e9] : ['MB', 1e6];
  return `${Number((bytes / factor).toFixed(1))} ${unit}`;
}

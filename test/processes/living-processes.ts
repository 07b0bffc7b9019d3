import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Gone files are empty; so are those of processes that end while they are looked at. */
export function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The process ids that the stand-in for the CLI says it started. */
export function childrenIn(capture: string): number[] {
  return [...textOf(capture).matchAll(/"child (\d+)"/g)].map(([, pid]) => Number(pid));
}

export interface Traces {
  /** The started process, whose number is that of its group. */
  pid: number;
  capture: string;
}

/**
 * Every process that lives of a start: the process, its group, whoever carries its mark, and the children it told of.
 * On systems without /proc only those whose ids are known.
 */
export function livingOf({ pid, capture }: Traces): number[] {
  const known = new Set([pid, ...childrenIn(capture)]);
  if (!existsSync('/proc/self/stat')) return [...known].filter(isAlive);
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => Number.isInteger(id))
    .filter((id) => {
      const stat = textOf(`/proc/${id}/stat`);
      const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (!state || state === 'Z') return false;
      const marked = textOf(`/proc/${id}/environ`).includes(`FRAMESCOPE_CAPTURE=${capture}\0`);
      return known.has(id) || Number(group) === pid || marked;
    });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Waits for a state; fails with what it was when it does not come. */
export async function until<T>(look: () => T | Promise<T>, wanted: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const value = await look();
    if (wanted(value)) return value;
    if (Date.now() > deadline) throw new Error(`It never came; the last was ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

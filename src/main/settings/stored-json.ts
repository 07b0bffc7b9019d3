import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';

/**
 * Reads a small JSON file of ours. A missing, damaged or foreign file gives the fallback: it is a
 * convenience that the app can do without, never a reason not to start.
 */
export function readStored<S extends z.ZodType>(path: string, schema: S, fallback: z.output<S>): z.output<S> {
  try {
    const parsed = schema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return parsed.success ? parsed.data : fallback;
  } catch {
    return fallback;
  }
}

/** Replaces the file in one step, so that a crash leaves the old or the new one. Returns what went wrong, if anything. */
export function writeStored(path: string, value: unknown): Error | null {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const draft = `${path}.${process.pid}.new`;
    writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`);
    renameSync(draft, path);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

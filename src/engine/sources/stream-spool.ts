import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a stream that can be read only once (standard input) to a temporary file, so that its rows can be read again
 * like those of any file. Call `remove` when done.
 */
export async function spoolStream(stream: Readable): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'framescope-spool-'));
  const path = join(folder, 'input.jsonl');
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await pipeline(stream, createWriteStream(path));
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, remove };
}

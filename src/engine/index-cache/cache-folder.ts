import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { adoptIdSeed } from '../frames/id-seed';

const SECRET_FILE = 'secret';
const SEED_BYTES = 8;
const CODE_KEY_BYTES = 32;
const SIDECAR = '.index';
const UNFINISHED = '.part';
/** What is not finished by then was left by a process that has ended. */
const LEFT_MS = 3_600_000;

export interface CacheLimits {
  files: number;
  bytes: number;
}

export const CACHE_LIMITS: CacheLimits = { files: 200, bytes: 1024 ** 3 };

let unfinished = 0;

/**
 * The folder of an index cache: sidecars, and the secret of who writes them. The sidecars that were not used for longest go
 * when there are too many. A folder that cannot be written to holds nothing; nobody is told.
 */
export class CacheFolder {
  /** null: nothing can be kept here. */
  readonly secret: Buffer | null;

  constructor(
    private readonly path: string,
    private readonly limits: CacheLimits = CACHE_LIMITS,
  ) {
    const kept = secretOf(path);
    this.secret = kept === null ? null : kept.subarray(SEED_BYTES);
    if (kept !== null) adoptIdSeed(kept.readBigInt64LE());
  }

  sidecar(name: string): string {
    return join(this.path, name + SIDECAR);
  }

  /** A path for a sidecar that is being written. */
  newPath(): string {
    return join(this.path, `${process.pid}-${unfinished++}-${randomBytes(4).toString('hex')}${UNFINISHED}`);
  }

  /** The sidecar was used. */
  touch(name: string): void {
    const now = new Date();
    utimes(this.sidecar(name), now, now).catch(() => {});
  }

  /** Takes away what is too much. */
  async tidy(): Promise<void> {
    const found = await Promise.all((await readdir(this.path)).map((name) => this.entryOf(name)));
    const entries = found.filter((entry) => entry !== null).sort((a, b) => b.usedAt - a.usedAt);
    let files = 0;
    let bytes = 0;
    for (const { path, usedAt, size } of entries) {
      if (path.endsWith(UNFINISHED)) {
        if (Date.now() - usedAt > LEFT_MS) await unlink(path).catch(() => {});
        continue;
      }
      files++;
      bytes += size;
      if (files > this.limits.files || bytes > this.limits.bytes) await unlink(path).catch(() => {});
    }
  }

  private async entryOf(name: string): Promise<{ path: string; usedAt: number; size: number } | null> {
    if (!name.endsWith(SIDECAR) && !name.endsWith(UNFINISHED)) return null;
    const path = join(this.path, name);
    return stat(path).then(
      ({ mtimeMs, size }) => ({ path, usedAt: mtimeMs, size }),
      () => null,
    );
  }
}

/** The secret of the folder, which is made when there is none. */
function secretOf(folder: string): Buffer | null {
  const path = join(folder, SECRET_FILE);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(path, randomBytes(SEED_BYTES + CODE_KEY_BYTES), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const secret = readFileSync(path);
    if (secret.length === SEED_BYTES + CODE_KEY_BYTES) return secret;
    // Half of one: what was written with another one is lost with it.
    writeFileSync(path, randomBytes(SEED_BYTES + CODE_KEY_BYTES), { mode: 0o600 });
    return readFileSync(path);
  } catch {
    return null;
  }
}

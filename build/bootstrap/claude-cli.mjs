// The real Claude Code CLI that some tests run: one pinned version, kept in the user's cache.
// It is for tests only and never packaged. Where it cannot be had, those tests are skipped.
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fetchTarball, removeLeftovers } from './npm-tarball.mjs';
import { cacheRoot } from './places.mjs';
import { SetupError, say } from './report.mjs';
import { run, tail } from './run.mjs';

/** The CLI is one executable a platform, each in an npm package of its own. */
export const pinnedCli = {
  version: '2.1.332',
  /** Integrity of `@anthropic-ai/claude-code-<platform>`; Windows is left out: the scenarios need a POSIX shell. */
  integrity: /** @type {Record<string, string>} */ ({
    'linux-x64':
      'sha512-f4JWhzwYutJIHScC7/dYOPX6s28tt7ZADhsOi8zwOHq5fFPEuUeChh2NMfinSg0GrUckYxaeebC4h0DqiKzLcw==',
    'linux-arm64':
      'sha512-BlHNEtK38KBPWU31F4lUSS9sHclCyfWbThT1CErvxxH8+XcljYLZlQwdyXBkTD62rw1TgfE1u1a+quMWS0NSJg==',
    'darwin-arm64':
      'sha512-L/F5mypyB7SK59cesiAqGv1bVNd+8xTn0LF5kV6EGL6UMhofVJMFlokhDRoxNzANNC5i/5JdzfJyDOKUbZObiA==',
    'darwin-x64':
      'sha512-i0GV2ejBOeHMXs+XPCd1IaJj1GV3VdZl8hiQD6hLMR/N7f4Nt8q4Edj1GYJCKXPLJa/zsE9Uv6r9rZ/ldVFQPQ==',
  }),
};

const downloadTimeoutMs = 2 * 60 * 1000;
const retryAfterMs = 60 * 60 * 1000;
/** The tarball and what is in it, both for a moment. */
const neededBytes = 700_000_000;
const partialPrefix = '.partial-claude-code-';

/** @typedef {{ version: string, executable: string }} ClaudeCli */

/**
 * The CLI for tests; null when it is not there. FRAMESCOPE_TEST_CLAUDE names another executable.
 * @returns {ClaudeCli | null}
 */
export function findClaudeCli(env = process.env) {
  const chosen = env.FRAMESCOPE_TEST_CLAUDE;
  if (chosen) return existsSync(chosen) ? { version: 'chosen', executable: chosen } : null;
  const executable = join(cliFolder(), 'claude');
  return existsSync(executable) ? { version: pinnedCli.version, executable } : null;
}

/** Why `findClaudeCli` finds nothing: half a sentence. */
export function whyNoClaudeCli(env = process.env) {
  if (env.FRAMESCOPE_TEST_CLAUDE) return `there is no ${env.FRAMESCOPE_TEST_CLAUDE}`;
  return unsupported() ?? lateFailure() ?? 'it was not downloaded: run `node build/bootstrap.mjs --test`';
}

/** Puts the pinned CLI into the cache. A failure is said in one line and is no error: its tests are skipped. */
export async function ensureClaudeCli() {
  if (findClaudeCli()) return;
  const known = process.env.FRAMESCOPE_TEST_CLAUDE ? whyNoClaudeCli() : (unsupported() ?? lateFailure());
  const reason = known ?? (await install());
  if (reason) say(`the tests with the real CLI are skipped: ${reason}.`);
}

/** @returns {Promise<string | null>} why it failed, when it did */
async function install() {
  try {
    await download();
    rmSync(failureMark(), { force: true });
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason = error.message.replaceAll(/\s*\n\s*/g, ' ').replace(/\.$/, '');
    await mkdir(cacheRoot(), { recursive: true });
    writeFileSync(failureMark(), reason);
    return reason;
  }
}

/** Unpacks beside the final place and renames, so that the CLI is there whole or not at all. */
async function download() {
  const folder = cliFolder();
  const cache = dirname(folder);
  await mkdir(cache, { recursive: true });
  await removeLeftovers(cache, partialPrefix);
  const { bavail, bsize } = await statfs(cache);
  if (bavail * bsize < neededBytes) throw new SetupError(`there is no room for it in ${cache}`);
  say(`downloading the Claude Code CLI ${pinnedCli.version} (186 MB) for the tests …`);
  const partial = await mkdtemp(join(cache, partialPrefix));
  try {
    const tarball = await fetchTarball({
      package: `@anthropic-ai/claude-code-${platform()}@${pinnedCli.version}`,
      integrity: /** @type {string} */ (pinnedCli.integrity[platform()]),
      folder: partial,
      what: 'Claude Code CLI',
      once: { timeoutMs: downloadTimeoutMs },
    });
    const untarred = await run('tar', ['-xzf', tarball, 'package/claude'], { cwd: partial });
    if (!untarred.ok) throw new SetupError(`could not unpack ${tarball}: ${tail(untarred.stderr, 1)}`);
    const unpacked = join(partial, 'package');
    await chmod(join(unpacked, 'claude'), 0o755);
    const started = await run(join(unpacked, 'claude'), ['--version'], { timeoutMs: 30_000 });
    if (!started.ok) throw new SetupError(`it does not start here: ${tail(started.stderr, 1)}`);
    await rename(unpacked, folder).catch((error) => {
      // Another set-up was faster; its result is the same.
      if (!existsSync(join(folder, 'claude'))) throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

function platform() {
  return `${process.platform}-${process.arch}`;
}

function cliFolder() {
  return join(cacheRoot(), `claude-code-${pinnedCli.version}-${platform()}`);
}

function unsupported() {
  return platform() in pinnedCli.integrity ? null : `no CLI is pinned for ${platform()}`;
}

function failureMark() {
  return join(cacheRoot(), `claude-code-${pinnedCli.version}-failed`);
}

/** The reason of a failure that is too young to try again. */
function lateFailure() {
  const mark = statSync(failureMark(), { throwIfNoEntry: false });
  if (mark === undefined || Date.now() - mark.mtimeMs > retryAfterMs) return null;
  return readFileSync(failureMark(), 'utf8');
}

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../../../../src/engine/answer-types';
import { captureFiles, readCaptureRecord } from '../../../../src/engine/captures/capture-files';
import { casePath } from '../../engine/session-of';
import { type BuiltCli, buildCli, type CliProcess } from './built-cli';

let built: Awaited<ReturnType<typeof buildCli>>;
let cli: BuiltCli;
beforeAll(async () => {
  built = await buildCli();
});
afterAll(() => built.remove());
beforeEach(() => {
  cli = built.open();
});
afterEach(() => cli.end());

const whole = readFileSync(casePath('061'));
const display = { DISPLAY: ':99' };
const note = (name: string) => join(cli.folder, name);
/** The file that the window shows. */
const shown = (child: CliProcess) =>
  child.until(() => existsSync(note('shown')) && readFileSync(note('shown'), 'utf8'));
const closeWindow = () => writeFileSync(note('close'), '');
const recordOf = (path: string) => readCaptureRecord(captureFiles(path)?.record ?? '');

// The folder that these look at is the one of Linux; the others are told in captures-folder.test.ts.
describe.runIf(process.platform === 'linux')('framescope -', () => {
  it('keeps what comes byte for byte, in the folder of the app, with the window on it', async () => {
    const child = cli.start(['-'], display);
    const path = await shown(child);
    expect(path.startsWith(join(cli.folder, 'config', 'framescope', 'captures'))).toBe(true);
    expect(child.errors).toBe(`framescope: Standard input is kept in ${path}\n`);
    expect(recordOf(path)).toMatchObject({
      source: 'pipe',
      endedAt: null,
      exitCode: null,
      commandLine: null,
    });
    let sent = 0;
    for (const upTo of [1, 100, 1500, whole.length]) {
      child.child.stdin.write(whole.subarray(sent, upTo));
      sent = upTo;
      await child.until(() => readFileSync(path).length === sent);
      expect(readFileSync(path).equals(whole.subarray(0, sent))).toBe(true);
    }
    child.child.stdin.end();
    const record = await child.until(() => recordOf(path)?.endedAt && recordOf(path));
    expect(record).toMatchObject({ exitCode: null, signal: null, error: null });
    expect(child.hasEnded).toBe(false);
    closeWindow();
    expect(await child.exit()).toBe(0);
    expect(child.out).toBe('');
  });

  it('goes on when the window is closed, to the end of the input', async () => {
    const child = cli.start(['-'], display);
    const path = await shown(child);
    child.child.stdin.write(whole.subarray(0, 700));
    await child.until(() => readFileSync(path).length === 700);
    closeWindow();
    child.child.stdin.write(whole.subarray(700));
    await child.until(() => readFileSync(path).length === whole.length);
    expect(child.hasEnded).toBe(false);
    expect(recordOf(path)?.endedAt).toBeNull();
    child.child.stdin.end();
    expect(await child.exit()).toBe(0);
    expect(readFileSync(path).equals(whole)).toBe(true);
    expect(recordOf(path)?.endedAt).toBeGreaterThan(0);
  });

  it('takes megabytes as they are', async () => {
    const child = cli.start(['-'], display);
    const path = await shown(child);
    const bytes = Buffer.alloc(8 * 1024 * 1024, whole);
    child.child.stdin.end(bytes);
    await child.until(() => recordOf(path)?.endedAt);
    expect(readFileSync(path).equals(bytes)).toBe(true);
    closeWindow();
    expect(await child.exit()).toBe(0);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'at %s finishes the record and closes the window',
    async (signal) => {
      const child = cli.start(['-'], display);
      const path = await shown(child);
      child.child.stdin.write(whole.subarray(0, 700));
      await child.until(() => readFileSync(path).length === 700);
      child.child.kill(signal);
      expect(await child.exit()).toBe(0);
      expect(recordOf(path)?.endedAt).toBeGreaterThan(0);
      expect(existsSync(note('terminated'))).toBe(true);
    },
  );

  it('keeps the input also when the window cannot be shown', async () => {
    writeFileSync(note('fail'), '');
    closeWindow();
    const child = cli.start(['-'], display);
    const path = await shown(child);
    child.child.stdin.end(whole);
    expect(await child.exit()).toBe(2);
    expect(child.errors).toContain(
      'framescope: The window could not be shown: its start ended with exit code 3.\n',
    );
    expect(readFileSync(path).equals(whole)).toBe(true);
    expect(recordOf(path)?.endedAt).toBeGreaterThan(0);
  });

  it('says in one sentence that the disk takes no more, and keeps what came', async () => {
    const child = cli.start(['-'], display, 64);
    const path = await shown(child);
    const bytes = Buffer.alloc(4 * 1024 * 1024, whole);
    child.child.stdin.write(bytes);
    await child.until(() => recordOf(path)?.endedAt);
    closeWindow();
    expect(await child.exit()).toBe(2);
    expect(child.errors.split('\n').slice(1)).toEqual([
      expect.stringContaining(`framescope: ${path} could not be written: EFBIG`),
      '',
    ]);
    expect(recordOf(path)?.error).toContain('could not be written');
    const kept = readFileSync(path);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.equals(bytes.subarray(0, kept.length))).toBe(true);
  });

  it('says in one sentence that the folder of the captures cannot be made', async () => {
    writeFileSync(note('config'), '');
    const child = cli.start(['-'], display);
    expect(await child.exit()).toBe(2);
    expect(child.errors).toMatch(
      /^framescope: .*config\/framescope\/captures could not be written: [^\n]*\n$/,
    );
    expect(existsSync(note('shown'))).toBe(false);
  });

  it.each([
    ['without a display', [], {}],
    ['with --json', ['--json'], display],
  ])('%s prints reports, and keeps nothing', async (_title, flags, environment) => {
    const child = cli.start(['-', ...flags], { ...environment, TMPDIR: cli.folder });
    child.child.stdin.end(whole);
    expect(await child.exit()).toBe(0);
    if (flags.length > 0) expect(child.lines<Report>().at(-1)).toMatchObject({ file: '-', frames: 17 });
    else expect(child.out).toMatch(/17 frames.*\n$/);
    expect(existsSync(note('shown'))).toBe(false);
    expect(readdirSync(cli.folder)).toEqual([]);
  });
});

describe('framescope tail', () => {
  it.runIf(process.platform === 'linux')('without a display prints as inspect --follow', async () => {
    const child = cli.start(['tail', casePath('061')]);
    await child.until(() => child.out.includes('17 frames'));
    child.child.kill('SIGINT');
    expect(await child.exit()).toBe(0);
  });

  it('with --json prints reports', async () => {
    const child = cli.start(['tail', casePath('061'), '--json'], display);
    await child.until(() => child.lines<Report>().at(-1)?.frames === 17);
    child.child.kill('SIGINT');
    expect(await child.exit()).toBe(0);
    expect(existsSync(note('shown'))).toBe(false);
  });

  it('opens the window on the file, and ends with it', async () => {
    const child = cli.start(['tail', casePath('061')], display);
    expect(await shown(child)).toBe(casePath('061'));
    closeWindow();
    expect(await child.exit()).toBe(0);
    expect({ out: child.out, errors: child.errors }).toEqual({ out: '', errors: '' });
  });

  it('waits for a file that does not exist before it opens the window', async () => {
    const path = note('late.jsonl');
    const child = cli.start(['tail', path], display);
    await child.until(() => child.errors !== '');
    expect(child.errors).toBe(`framescope: There is no file at ${path} yet. It is waited for.\n`);
    expect(existsSync(note('shown'))).toBe(false);
    writeFileSync(path, whole);
    expect(await shown(child)).toBe(path);
    child.child.kill('SIGINT');
    expect(await child.exit()).toBe(0);
  });
});

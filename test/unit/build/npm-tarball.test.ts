import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { npmReason, verifyIntegrity } from '../../../build/bootstrap/npm-tarball.mjs';
import { SetupError } from '../../../build/bootstrap/report.mjs';

describe('the integrity check of a download', () => {
  let folder = '';
  let file = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'framescope-integrity-'));
    file = join(folder, 'runtime.tgz');
    writeFileSync(file, 'the expected bytes');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('accepts the expected file', async () => {
    const digest = createHash('sha512').update('the expected bytes').digest('base64');
    await expect(verifyIntegrity(file, `sha512-${digest}`, 'thing')).resolves.toBeUndefined();
  });

  it('refuses any other file, in one sentence that says what happened', async () => {
    const failure = await verifyIntegrity(file, 'sha512-AAAA', 'thing').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SetupError);
    const { message } = failure as SetupError;
    expect(message).toMatch(/^the downloaded thing is not the expected file .*thrown away\.$/);
    expect(message).not.toContain('\n');
  });
});

describe('the reason in what npm printed', () => {
  it('is that of the network where it states one', () => {
    const printed = [
      'npm error code ECONNREFUSED',
      'npm error syscall connect',
      'npm error errno ECONNREFUSED',
      'npm error FetchError: request to http://registry/x failed, reason: connect ECONNREFUSED 127.0.0.1:1',
      'npm error     at ClientRequest.<anonymous> (index.js:130:14)',
    ].join('\n');
    expect(npmReason(printed)).toBe('connect ECONNREFUSED 127.0.0.1:1');
  });

  it('is else the first line that is a sentence', () => {
    const printed =
      'npm error code E404\nnpm error 404 Not Found - GET https://registry/x\nnpm error A complete log';
    expect(npmReason(printed)).toBe('404 Not Found - GET https://registry/x');
    expect(npmReason('')).toBe('npm failed');
  });
});

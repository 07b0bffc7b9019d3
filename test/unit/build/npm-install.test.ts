import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ensurePackages,
  lockStamp,
  packagesState,
  satisfiesLock,
} from '../../../build/bootstrap/npm-install.mjs';

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/only-on-windows': { version: '2.0.0', integrity: 'sha512-w', optional: true },
  },
};
const installed = { packages: { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } } };

describe('the npm packages', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'framescope-packages-'));
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('are outdated when nothing is installed', () => {
    expect(packagesState(root)).toBe('outdated');
  });

  it('are current once stamped, until the lock file changes', () => {
    writeFileSync(join(root, 'node_modules', '.framescope-lock'), lockStamp(JSON.stringify(lock)));
    expect(packagesState(root)).toBe('current');
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ ...lock, changed: true }));
    expect(packagesState(root)).toBe('outdated');
  });

  it('that the user installed with npm ci are taken over and not installed again', async () => {
    writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify(installed));
    expect(packagesState(root)).toBe('unstamped');
    await ensurePackages(root);
    expect(packagesState(root)).toBe('current');
  });

  it('that differ from the lock file are not taken over', () => {
    const other = { packages: { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-b' } } };
    writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify(other));
    expect(packagesState(root)).toBe('outdated');
  });
});

describe('satisfiesLock', () => {
  it('lets packages for other platforms be absent, but no others', () => {
    expect(satisfiesLock(lock, installed)).toBe(true);
    expect(satisfiesLock(lock, { packages: {} })).toBe(false);
  });

  it('sees another content under the same version', () => {
    const other = { packages: { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' } } };
    expect(satisfiesLock(lock, other)).toBe(false);
  });
});

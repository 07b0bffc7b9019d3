import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appFolder, capturesIn } from '../../../../src/engine/captures/captures-folder';

describe('the folder of the captures', () => {
  it.each([
    ['linux', {}, join('/home/me', '.config', 'framescope')],
    ['linux', { XDG_CONFIG_HOME: '/etc/mine' }, join('/etc/mine', 'framescope')],
    ['linux', { XDG_CONFIG_HOME: '' }, join('/home/me', '.config', 'framescope')],
    ['darwin', { XDG_CONFIG_HOME: '/x' }, join('/home/me', 'Library', 'Application Support', 'framescope')],
    ['win32', { APPDATA: '/roaming' }, join('/roaming', 'framescope')],
    ['win32', {}, join('/home/me', 'AppData', 'Roaming', 'framescope')],
  ] as const)('on %s with %j is in the folder of the app', (platform, environment, folder) => {
    expect(appFolder(platform, environment, '/home/me')).toBe(folder);
    expect(capturesIn(folder)).toBe(join(folder, 'captures'));
  });
});

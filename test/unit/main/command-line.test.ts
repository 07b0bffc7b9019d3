import { describe, expect, it } from 'vitest';
import { filesFromCommandLine } from '../../../src/main/command-line';

const dev = { defaultApp: true, appPath: '/repo', folder: '/home/me' };

describe('filesFromCommandLine', () => {
  it('takes what comes after the app folder, wherever the switches stand', () => {
    const argv = [
      'electron',
      '--inspect=0',
      '--no-sandbox',
      '/repo',
      '--user-data-dir=/x',
      'a.jsonl',
      '/b.jsonl',
    ];
    expect(filesFromCommandLine({ ...dev, argv })).toEqual(['/home/me/a.jsonl', '/b.jsonl']);
  });

  it('finds the app folder when it is given relative to the working folder', () => {
    expect(filesFromCommandLine({ ...dev, folder: '/repo', argv: ['electron', '.', 'a.jsonl'] })).toEqual([
      '/repo/a.jsonl',
    ]);
  });

  it('does not take a loader script before the app folder for a file', () => {
    expect(filesFromCommandLine({ ...dev, argv: ['electron', '-r', '/loader.js', '/repo'] })).toEqual([]);
  });

  it('opens nothing when the app folder is not among the arguments', () => {
    expect(filesFromCommandLine({ ...dev, argv: ['electron', 'x.jsonl'] })).toEqual([]);
  });

  it('takes everything but switches in a packaged app, and names with a dash after --', () => {
    const argv = ['framescope', '--no-sandbox', 'a.jsonl', '', '--', '-odd.jsonl'];
    expect(filesFromCommandLine({ ...dev, defaultApp: false, argv })).toEqual([
      '/home/me/a.jsonl',
      '/home/me/-odd.jsonl',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { filesFromCommandLine, wantsStandardInput } from '../../../src/main/command-line';

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

  it('takes the file of tail, and a file that is called tail', () => {
    const packaged = { ...dev, defaultApp: false };
    const files = (...args: string[]) => filesFromCommandLine({ ...packaged, argv: ['framescope', ...args] });
    expect(files('tail', 'a.jsonl')).toEqual(['/home/me/a.jsonl']);
    expect(files('tail')).toEqual(['/home/me/tail']);
    expect(files('a.jsonl', 'tail')).toEqual(['/home/me/a.jsonl', '/home/me/tail']);
  });
});

describe('wantsStandardInput', () => {
  const wants = (...args: string[]) =>
    wantsStandardInput({ ...dev, defaultApp: false, argv: ['framescope', ...args] });

  it('is true for a bare dash', () => {
    expect(wants('-')).toBe(true);
    expect(wants('--no-sandbox', 'a.jsonl', '-')).toBe(true);
  });

  it('is false for switches, and for a file of that name after --', () => {
    expect(wants()).toBe(false);
    expect(wants('--no-sandbox', '-x', 'a.jsonl')).toBe(false);
    expect(wants('--', '-')).toBe(false);
  });

  it('does not take an argument of Electron before the app folder for it', () => {
    expect(wantsStandardInput({ ...dev, argv: ['electron', '-', '/repo', 'a.jsonl'] })).toBe(false);
  });
});

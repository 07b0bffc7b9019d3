import { describe, expect, it } from 'vitest';
import {
  chooseNames,
  hasDisplay,
  librariesStillThere,
  nameSome,
  parseLdd,
} from '../../../build/bootstrap/system-libraries.mjs';

describe('parseLdd', () => {
  it('tells found libraries from missing ones, each once', () => {
    const output = [
      '\tlinux-vdso.so.1 (0x00007ffd)',
      '\tlibffmpeg.so => /opt/electron/libffmpeg.so (0x00007f)',
      '\tlibnss3.so => not found',
      '\tlibnss3.so => not found',
      '\tlibgtk-3.so.0 => not found',
      '\tlibc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)',
      '\t/lib64/ld-linux-x86-64.so.2 (0x00007f)',
    ].join('\n');
    expect(parseLdd(output)).toEqual({
      found: ['/opt/electron/libffmpeg.so', '/lib/x86_64-linux-gnu/libc.so.6'],
      missing: ['libnss3.so', 'libgtk-3.so.0'],
    });
  });
});

describe('nameSome', () => {
  it('keeps the sentence short however much is missing', () => {
    expect(nameSome(['a', 'b', 'c'])).toBe('a, b, c');
    expect(nameSome(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more');
  });
});

describe('chooseNames', () => {
  const packages = [['libgtk-3-0t64', 'libgtk-3-0'], ['libnss3']];

  it('takes the new name where the release has it', () => {
    const policy =
      'libgtk-3-0t64:\n  Installed: (none)\n  Candidate: 3.24.41\nlibnss3:\n  Installed: (none)\n  Candidate: 2:3.98\n';
    expect(chooseNames(packages, policy)).toEqual(['libgtk-3-0t64', 'libnss3']);
  });

  it('takes the old name where the new one is unknown or only virtual', () => {
    const old = 'libgtk-3-0:\n  Installed: (none)\n  Candidate: 3.24.38\n';
    expect(chooseNames(packages, old)).toEqual(['libgtk-3-0', 'libnss3']);
    const virtual = `libgtk-3-0t64:\n  Installed: (none)\n  Candidate: (none)\n${old}`;
    expect(chooseNames(packages, virtual)).toEqual(['libgtk-3-0', 'libnss3']);
  });

  it('falls back to the old names when nothing is known', () => {
    expect(chooseNames(packages, '')).toEqual(['libgtk-3-0', 'libnss3']);
  });
});

describe('librariesStillThere', () => {
  it('notices a library that was removed and a record that cannot be read', () => {
    expect(librariesStillThere([process.execPath])).toBe(true);
    expect(librariesStillThere([process.execPath, '/nowhere/libnss3.so'])).toBe(false);
    expect(librariesStillThere(undefined)).toBe(false);
  });
});

describe('hasDisplay', () => {
  it.runIf(process.platform === 'linux')('asks for X11 or Wayland on Linux', () => {
    expect(hasDisplay({})).toBe(false);
    expect(hasDisplay({ DISPLAY: ':0' })).toBe(true);
    expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  });
});

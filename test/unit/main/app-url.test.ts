import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAppUrl, mimeTypeOf, resolveAppUrl } from '../../../src/main/content/app-url';

const root = '/app/out/renderer';

describe('resolveAppUrl', () => {
  it.each([
    ['app://framescope/', '/app/out/renderer/index.html'],
    ['app://framescope/index.html', '/app/out/renderer/index.html'],
    ['app://framescope/assets/a%20b.js?x=1#y', '/app/out/renderer/assets/a b.js'],
    // The URL parser removes plain dot segments: what is left is a path inside the root.
    ['app://framescope/../../package.json', '/app/out/renderer/package.json'],
  ])('%s is a file of the window', (address, file) => {
    expect(resolveAppUrl(address, root)).toBe(file);
  });

  it.each([
    'app://framescope/..%2f..%2fpackage.json',
    'app://framescope/assets/%2e%2e%2f%2e%2e%2fx',
    'app://framescope/a%5c..%5cb',
    'app://framescope/C%3A/x',
    'app://framescope/a%00b',
    'app://framescope//etc/passwd',
    'app://framescope/%E0%A4%A',
    'app://other/index.html',
    'app://framescope:81/index.html',
    'file:///etc/passwd',
    'https://framescope/index.html',
    'nonsense',
  ])('%s is refused', (address) => {
    expect(resolveAppUrl(address, root)).toBeNull();
  });

  it('never leaves the root, whatever the path', () => {
    const piece = fc.oneof(
      fc.constantFrom('..', '.', '%2e', '%2f', '%5c', '/', '\\', '%00', ':'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const file = resolveAppUrl(`app://framescope/${pieces.join('')}`, root);
        expect(file === null || (file.startsWith(`${root}/`) && !file.includes('/../'))).toBe(true);
      }),
    );
  });
});

describe('mimeTypeOf', () => {
  it('knows what the window is made of, and guesses nothing else', () => {
    expect(mimeTypeOf('/x/A.HTML')).toBe('text/html; charset=utf-8');
    expect(mimeTypeOf('x.js')).toBe('text/javascript; charset=utf-8');
    expect(mimeTypeOf('codicon.ttf')).toBe('font/ttf');
    expect(mimeTypeOf('x.unknown')).toBe('application/octet-stream');
  });
});

describe('isAppUrl', () => {
  it('is not fooled by look-alikes', () => {
    expect(isAppUrl('app://framescope/index.html')).toBe(true);
    expect(isAppUrl('app://framescope.example.com/')).toBe(false);
    expect(isAppUrl('https://example.com/?app://framescope/')).toBe(false);
  });
});

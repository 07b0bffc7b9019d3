import { describe, expect, it } from 'vitest';
import { allowsRequest, devServerOrigin } from '../../../src/main/guards/request-filter';

const packaged = { developerTools: false, devServer: null };

describe('allowsRequest', () => {
  it.each([
    ['app://framescope/assets/index.js', 'script', true],
    ['https://example.com/', 'xhr', false],
    ['http://127.0.0.1:5173/', 'mainFrame', false],
    ['wss://example.com/', 'webSocket', false],
    ['file:///etc/passwd', 'mainFrame', false],
    ['devtools://devtools/bundled/inspector.html', 'mainFrame', false],
    ['data:image/png;base64,AA', 'image', true],
    ['data:text/html,x', 'mainFrame', false],
    ['data:text/html,x', 'subFrame', false],
    ['data:font/woff2;base64,AA', 'font', false],
    ['data:text/javascript,x', 'script', false],
    ['data:text/plain,x', 'xhr', false],
    ['blob:app://framescope/1', 'image', false],
    ['blob:app://framescope/1', 'script', false],
    ['blob:app://framescope/1', 'other', false],
    ['blob:app://framescope/1', 'mainFrame', false],
    ['chrome-extension://x/y', 'script', false],
    ['no-scheme', 'xhr', false],
    ['constructor:x', 'xhr', false],
  ])('%s as %s: %s', (url, kind, allowed) => {
    expect(allowsRequest(url, kind, packaged)).toBe(allowed);
  });

  it('allows the developer tools in an unpackaged build', () => {
    expect(allowsRequest('devtools://devtools/x', 'mainFrame', { ...packaged, developerTools: true })).toBe(
      true,
    );
  });

  it('allows exactly the development server, with its socket', () => {
    const rules = { developerTools: true, devServer: 'http://localhost:5173' };
    expect(allowsRequest('http://localhost:5173/main.tsx', 'script', rules)).toBe(true);
    expect(allowsRequest('ws://localhost:5173/', 'webSocket', rules)).toBe(true);
    expect(allowsRequest('http://localhost:51730/', 'script', rules)).toBe(false);
    expect(allowsRequest('http://localhost:5173.example.com/', 'script', rules)).toBe(false);
  });
});

describe('devServerOrigin', () => {
  it('is a server of this machine, and never one of a packaged app', () => {
    expect(devServerOrigin('http://localhost:5173/', false)).toBe('http://localhost:5173');
    expect(devServerOrigin('http://localhost:5173/', true)).toBeNull();
    expect(devServerOrigin('https://example.com/', false)).toBeNull();
    expect(devServerOrigin('http://localhost.example.com/', false)).toBeNull();
    expect(devServerOrigin(undefined, false)).toBeNull();
    expect(devServerOrigin('nonsense', false)).toBeNull();
  });
});

import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Bridge } from '../../src/ipc/shell-contract';
import { demo, expect, test } from './launch';

declare global {
  interface Window {
    framescope: Bridge;
  }
}

const refusals = /Refused to|violates the|Failed to load resource|net::ERR|Not allowed/i;

test('the page cannot open a window, nor leave', async ({ launch }) => {
  const { app, page, frames, expectProblems } = await launch([demo]);
  expectProblems(refusals);
  await frames.indexed();
  expect(await page.evaluate(() => window.open('https://example.com') === null)).toBe(true);
  expect(await page.evaluate(() => window.open('app://framescope/index.html') === null)).toBe(true);
  await app.evaluate(({ BrowserWindow }) => {
    const attempts: string[] = [];
    (globalThis as unknown as { attempts: string[] }).attempts = attempts;
    BrowserWindow.getAllWindows()[0]?.webContents.on('will-frame-navigate', (event) => {
      attempts.push(`${event.url} ${event.defaultPrevented ? 'refused' : 'let through'}`);
    });
  });
  await page.evaluate(() => {
    (window as unknown as { mark: number }).mark = 1;
    for (const href of ['data:text/html,gone', 'file:///etc/passwd', 'https://example.com/']) {
      const link = Object.assign(document.createElement('a'), { href, textContent: 'x' });
      document.body.append(link);
      link.click();
      link.remove();
    }
  });
  // What comes as far as the main process is refused there; Chromium itself refuses the other two.
  const attempts = () => app.evaluate(() => (globalThis as unknown as { attempts: string[] }).attempts);
  await expect.poll(attempts).toContain('https://example.com/ refused');
  expect((await attempts()).filter((attempt) => !attempt.endsWith(' refused'))).toEqual([]);
  expect(page.url()).toBe('app://framescope/index.html');
  expect(await page.evaluate(() => (window as unknown as { mark: number }).mark)).toBe(1);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('nothing can be fetched from outside the app', async ({ launch }) => {
  const { app, page, expectProblems } = await launch();
  expectProblems(refusals);
  let asked = 0;
  const server = createServer((_request, response) => {
    asked++;
    response.setHeader('Access-Control-Allow-Origin', '*').end('reached');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    for (const address of ['https://example.com/', local, 'file:///etc/passwd', 'app://other/index.html']) {
      const failed = await page.evaluate(
        (url) =>
          fetch(url).then(
            () => false,
            () => true,
          ),
        address,
      );
      expect(failed, address).toBe(true);
    }
    // Without the page's policy, in the session itself: the second wall stands alone.
    const answer = await app.evaluate(
      ({ session }, url) =>
        session.defaultSession.fetch(url).then(
          () => 'reached',
          (error: Error) => error.message,
        ),
      local,
    );
    expect(answer).toContain('ERR_BLOCKED_BY_CLIENT');
    expect(asked).toBe(0);
  } finally {
    server.close();
  }
});

test('the app serves the built window and no other file', async ({ launch }) => {
  const { page, expectProblems } = await launch();
  expectProblems(refusals);
  const status = (address: string) =>
    page.evaluate((url) => fetch(url).then(({ status }) => status), address);
  expect(await status('app://framescope/index.html')).toBe(200);
  expect(await status('app://framescope/../../package.json')).toBe(404);
  expect(await status('app://framescope/..%2f..%2fpackage.json')).toBe(403);
  expect(await status('app://framescope/%2e%2e/%2e%2e/main/index.js')).toBe(404);
  const posted = await page.evaluate(() =>
    fetch('app://framescope/index.html', { method: 'POST' }).then((r) => r.status),
  );
  expect(posted).toBe(405);
  const policy = await page.evaluate(() =>
    fetch('app://framescope/index.html').then((r) => r.headers.get('content-security-policy')),
  );
  for (const part of ["default-src 'none'", "object-src 'none'", "frame-ancestors 'none'"]) {
    expect(policy).toContain(part);
  }
  expect(policy).not.toContain('unsafe-eval');
});

test('the page is sandboxed: no Node, no evaluated code, only the bridge', async ({ launch }) => {
  const { app, page, expectProblems } = await launch();
  expectProblems(refusals);
  const kinds = await page.evaluate(() => [typeof require, typeof process, typeof module, typeof Buffer]);
  expect(kinds).toEqual(['undefined', 'undefined', 'undefined', 'undefined']);
  expect(await page.evaluate(() => Object.keys(window.framescope).sort())).toEqual([
    'on',
    'openDropped',
    'request',
  ]);
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
    return (window as unknown as { injected?: boolean }).injected === true;
  });
  expect(ran).toBe(false);
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences(): Record<string, unknown>;
    };
    const { sandbox, contextIsolation, nodeIntegration, webSecurity } = contents.getLastWebPreferences();
    return { sandbox, contextIsolation, nodeIntegration, webSecurity };
  });
  expect(preferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
  });
});

test('a forged request is refused with a sentence', async ({ launch, folder }) => {
  const { page, frames } = await launch();
  const secret = join(folder, 'secret.txt');
  writeFileSync(secret, 'secret');
  const ask = (method: unknown, input: unknown) =>
    page.evaluate(([m, i]) => window.framescope.request(m as never, i as never), [method, input] as const);
  const refused = (message: RegExp) => ({
    error: expect.objectContaining({ code: 'invalid-request', message: expect.stringMatching(message) }),
  });
  expect(await ask('eval', {})).toEqual(refused(/There is no request named "eval"\./));
  expect(await ask('__proto__', {})).toEqual(refused(/There is no request named/));
  expect(await ask(['openDropped'], { paths: [secret] })).toEqual(refused(/There is no request named/));
  expect(await ask('openDropped', { paths: [secret] })).toEqual(refused(/cannot open files by path/));
  expect(await ask('openRecent', { id: 7 })).toEqual(refused(/wrong id/));
  expect(await ask('showInFolder', { session: 99 })).toEqual(refused(/There is no open session 99\./));
  // A File made by the page has no path behind it.
  expect(await page.evaluate(() => window.framescope.openDropped([new File(['x'], '/etc/passwd')]))).toEqual(
    refused(/not a file on this computer/),
  );
  await expect(frames.page.getByRole('tab', { name: 'secret.txt' })).toHaveCount(0);
});

test('permissions are denied', async ({ launch }) => {
  const { page } = await launch();
  const states = await page.evaluate(async () => {
    const state = (name: string) =>
      navigator.permissions.query({ name: name as PermissionName }).then((p) => p.state);
    return [
      await state('geolocation'),
      await state('notifications'),
      await state('camera'),
      await Notification.requestPermission(),
      await navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => 'granted',
        () => 'denied',
      ),
    ];
  });
  expect(states).toEqual(['denied', 'denied', 'denied', 'denied', 'denied']);
});

test('the content of a recording stays text', async ({ launch, folder }) => {
  const path = join(folder, 'hostile.jsonl');
  const text = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>';
  const content = [{ type: 'text', text }];
  writeFileSync(path, `${JSON.stringify({ type: 'assistant', message: { role: 'assistant', content } })}\n`);
  const { page, frames } = await launch([path]);
  await frames.indexed();
  await frames.select(1);
  await expect(frames.detail).toContainText('<img src=x');
  await frames.showRaw('exact');
  await expect.poll(() => frames.editorText()).toContain('<img src=x');
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
});

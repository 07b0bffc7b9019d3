// Makes the pictures in docs/ again, from the demo recording: node build/screenshots.mjs
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, expect } from '@playwright/test';
import { repositoryRoot } from './bootstrap/places.mjs';
import { startDisplay } from './display.mjs';
import { electronPath, electronSwitches } from './electron-path.mjs';

const SIZE = { width: 1440, height: 900 };
/** A call of a subagent's Bash, with its result a few rows below. */
const FRAME = 12;

const pictures = join(repositoryRoot, 'docs');
mkdirSync(pictures, { recursive: true });
const display = await startDisplay();
const userData = mkdtempSync(join(tmpdir(), 'framescope-screenshots-'));
const app = await _electron.launch({
  executablePath: electronPath(),
  args: [
    ...electronSwitches(),
    `--user-data-dir=${userData}`,
    repositoryRoot,
    join(repositoryRoot, 'fixtures', 'demo.jsonl'),
  ],
  env: /** @type {Record<string, string>} */ (display.env),
  // Playwright would pin the page to light.
  colorScheme: null,
});
try {
  const page = await app.firstWindow();
  await app.evaluate(({ BrowserWindow }, { width, height }) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
  }, SIZE);
  await expect(page.getByTestId('status-bar')).toHaveAttribute('data-index-state', 'done');
  const list = page.getByTestId('frame-list');
  await list.focus();
  await page.keyboard.press('g');
  for (let at = 1; at < FRAME; at++) await page.keyboard.press('j');
  await expect(list.locator(`[aria-rowindex="${FRAME}"]`)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('3');
  await expect(page.getByTestId('raw-view')).toHaveAttribute('data-state', 'ready');
  for (const theme of ['dark', 'light']) {
    await app.evaluate(
      ({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(),
      `theme-${theme}`,
    );
    await expect
      .poll(() => page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches"))
      .toBe(theme === 'dark');
    await page.waitForFunction("document.fonts.status === 'loaded'");
    const path = join(pictures, `inspect-${theme}.png`);
    await page.screenshot({ path, animations: 'disabled' });
    console.log(path);
  }
} finally {
  await app.close();
  display.stop();
  rmSync(userData, { recursive: true, force: true });
}

// Makes the pictures in docs/ again, from recordings in fixtures/: node build/screenshots.mjs [NAME…]
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { _electron, expect } from '@playwright/test';
import { recording as generated } from '../test/bench/recordings.mjs';
import { repositoryRoot } from './bootstrap/places.mjs';
import { startDisplay } from './display.mjs';
import { electronPath, electronSwitches } from './electron-path.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ name: string, file: string, themes: readonly string[], cut?: number, arrange: (page: Page) => Promise<void> }} Picture */

const SIZE = { width: 1440, height: 900 };
const DEMO = 'demo.jsonl';
/** No recording, but a generated stream. */
const LARGE = 'large';
const LARGE_BYTES = 1_000_000_000;

/**
 * @param {Page} page
 * @param {number} position in the list, from 1
 */
async function select(page, position) {
  await page.getByTestId('frame-list').focus();
  await page.keyboard.press('g');
  for (let at = 1; at < position; at++) await page.keyboard.press('j');
  await expect(page.locator(`[role="row"][aria-rowindex="${position}"]:visible`)).toHaveAttribute(
    'aria-selected',
    'true',
  );
}

/** @type {readonly Picture[]} */
const PICTURES = [
  {
    // The result of a subagent, with the marks of where each of its fields comes from.
    name: 'inspect',
    file: DEMO,
    themes: ['dark', 'light'],
    async arrange(page) {
      await select(page, 32);
      await page.keyboard.press('3');
      await expect(page.getByTestId('raw-view')).toHaveAttribute('data-state', 'ready');
      await expect(page.getByRole('list', { name: 'Marks beside the keys' })).toBeVisible();
    },
  },
  {
    // The first message unfolded, the second one folded.
    name: 'deltas',
    file: '2.1.332/07-thinking.jsonl',
    themes: ['dark'],
    async arrange(page) {
      await select(page, 3);
      await page.keyboard.press('ArrowRight');
      await expect(page.locator('[role="row"][aria-expanded="true"]:visible')).toHaveCount(1);
      await page.keyboard.press('1');
      await expect(page.getByTestId('frame-detail')).toContainText('Message from 23 events');
    },
  },
  {
    name: 'lenses',
    file: DEMO,
    themes: ['dark'],
    async arrange(page) {
      await select(page, 32);
      await page.keyboard.press('6');
      await expect(page.getByTestId('frame-detail')).toContainText('made from');
    },
  },
  {
    // As if the CLI had been killed while both subagents were at work, in the middle of a line.
    name: 'diagnostics',
    file: DEMO,
    cut: 24,
    themes: ['dark'],
    async arrange(page) {
      await select(page, 22);
      await page.keyboard.press('2');
      await page.keyboard.press('p');
      await expect(page.locator('[data-code="unanswered-call"]')).toBeVisible();
    },
  },
  {
    name: 'agents',
    file: DEMO,
    themes: ['dark'],
    async arrange(page) {
      await select(page, 12);
      await page.keyboard.press('2');
      await page.keyboard.press('a');
      await expect(page.getByRole('treeitem')).toHaveCount(2);
    },
  },
  {
    name: 'failed',
    file: '2.1.332/05c-529-fail.jsonl',
    themes: ['dark'],
    async arrange(page) {
      await page.keyboard.press('e');
      await drawn(page);
    },
  },
  {
    name: 'filter',
    file: DEMO,
    themes: ['dark'],
    async arrange(page) {
      await select(page, 25);
      await page.keyboard.press('/');
      await page.keyboard.type('tool:Bash is:');
      await expect(page.getByRole('option').first()).toBeVisible();
      await drawn(page);
    },
  },
  {
    name: 'calls',
    file: DEMO,
    themes: ['dark'],
    async arrange(page) {
      await page.keyboard.press('Control+2');
      await expect(page.getByRole('grid', { name: 'Tool calls' })).toBeVisible();
      await page.getByRole('grid', { name: 'Tool calls' }).getByText('failed').first().click();
    },
  },
  {
    name: 'usage',
    file: '2.1.332/11b-auto-compact.session.jsonl',
    themes: ['dark'],
    async arrange(page) {
      await page.keyboard.press('Control+3');
      await expect(page.locator('.usage-plot canvas')).toHaveCount(3);
      await page.getByTestId('usage-charts').focus();
      for (let at = 0; at < 4; at++) await page.keyboard.press('ArrowRight');
    },
  },
  {
    // A gigabyte, searched for a word that a few hundred frames hold.
    name: 'large',
    file: LARGE,
    themes: ['dark'],
    async arrange(page) {
      await page.keyboard.press('Control+f');
      await page.keyboard.type('"is_error":true');
      await expect(page.getByTestId('find-state')).toContainText(/[\d,]+ frames$/, { timeout: 60_000 });
      await page.keyboard.press('Enter');
      await expect(page.getByTestId('find-state')).toContainText('1 of');
      await drawn(page);
    },
  },
];

/** The timeline has drawn what is there. @param {Page} page */
async function drawn(page) {
  await expect(page.getByTestId('timeline-description')).toContainText('lane');
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))',
  );
}

/**
 * The recording, or a copy of it that ends in the middle of the line after `cut`.
 *
 * @param {string} file
 * @param {number | undefined} cut
 * @param {string} folder
 */
function recording(file, cut, folder) {
  if (file === LARGE) return generated(LARGE_BYTES, console.log);
  const whole = join(repositoryRoot, 'fixtures', file);
  if (cut === undefined) return whole;
  const lines = readFileSync(whole, 'utf8').split('\n');
  const copy = join(folder, basename(file));
  writeFileSync(copy, `${lines.slice(0, cut).join('\n')}\n${lines[cut]?.slice(0, 200)}`);
  return copy;
}

/** @param {Picture} picture */
async function take({ name, file, cut, themes, arrange }) {
  const userData = mkdtempSync(join(tmpdir(), 'framescope-screenshots-'));
  const app = await _electron.launch({
    executablePath: electronPath(),
    args: [
      ...electronSwitches(),
      `--user-data-dir=${userData}`,
      repositoryRoot,
      recording(file, cut, userData),
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
    await expect(page.getByTestId('status-bar')).toHaveAttribute('data-index-state', 'done', {
      timeout: 60_000,
    });
    await arrange(page);
    for (const theme of themes) {
      await app.evaluate(
        ({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(),
        `theme-${theme}`,
      );
      await expect
        .poll(() => page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches"))
        .toBe(theme === 'dark');
      await page.evaluate('document.fonts.ready.then(() => null)');
      const path = join(pictures, `${name}-${theme}.png`);
      await page.screenshot({ path, animations: 'disabled' });
      console.log(path);
    }
  } finally {
    await app.close();
    rmSync(userData, { recursive: true, force: true });
  }
}

const pictures = join(repositoryRoot, 'docs');
mkdirSync(pictures, { recursive: true });
const display = await startDisplay();
try {
  const names = process.argv.slice(2);
  for (const picture of PICTURES) if (names.length === 0 || names.includes(picture.name)) await take(picture);
  const playwright = join(repositoryRoot, 'node_modules', '@playwright', 'test', 'cli.js');
  const env = { ...display.env, FRAMESCOPE_PICTURES: '1' };
  execFileSync(process.execPath, [playwright, 'test'], { cwd: repositoryRoot, env, stdio: 'inherit' });
} finally {
  display.stop();
}

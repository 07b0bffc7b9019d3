// Makes docs/run-dark.png and docs/run-form-dark.png: npm run screenshots
import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cliEnvironment } from '../real-cli/cli/cli-environment';
import { makeDemoFolder } from '../real-cli/cli/demo-folder';
import { bash, message, text } from '../real-cli/mock-api/messages';
import { startMockApi } from '../real-cli/mock-api/mock-api';
import { inTurn } from '../real-cli/scenarios/said-in-turn';
import { expect, repositoryRoot } from './launch';
import { cli, test } from './real-cli-run';
import { RunPage } from './run-page';

const picture = (name: string) => join(repositoryRoot, 'docs', `${name}.png`);

test('the Run view, and the real CLI that waits for permission', async ({ launch, folder }) => {
  test.skip(cli === null, 'There is no CLI to take a picture of.');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(cli?.executable ?? '', join(bin, 'claude'));
  process.env.PATH = `${bin}${delimiter}${process.env.PATH}`;
  const demo = makeDemoFolder();
  const model = inTurn(
    message(text('I will run the tests of the parser first.'), bash('npm test -- --run parser')),
    message(text('All of them pass.')),
  );
  const api = await startMockApi(model, demo.project);
  const running = await launch([join(repositoryRoot, 'fixtures', 'demo.jsonl')]);
  const { app, page, frames } = running;
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1440, 900));
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('theme-dark')?.click());
  await frames.indexed();
  const run = new RunPage(running);
  await run.open();
  const lines = Object.entries(cliEnvironment(api.url, demo)).map(([name, value]) => `${name}=${value}`);
  await run.field('Working folder').fill(demo.project);
  await run.field('Permission mode').selectOption('default');
  await run.field('Keep it open for further turns').setChecked(true);
  await run.field('First message').fill('Fix the parser: it drops the last line.');
  await expect(run.commandLine).toContainText('--permission-mode default');
  await expect(run.startButton).toBeEnabled();
  await page.screenshot({ path: picture('run-form-dark'), animations: 'disabled' });
  await run.field('Environment').fill(lines.join('\n'));
  await expect(run.startButton).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(run.permissions.first()).toContainText('npm test -- --run parser');
  await frames.list.focus();
  await page.keyboard.press('G');
  await page.screenshot({ path: picture('run-dark'), animations: 'disabled' });
  await run.dock.getByRole('button', { name: 'Deny' }).click();
  await running.quit();
  await api.close();
  demo.remove();
});

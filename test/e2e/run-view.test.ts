import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { StartedProcess } from '../../src/ipc/process-contract';
import { clipboardText, demo, expect, type Running, test } from './launch';
import { answerDialogs, bytesOf, fakeCli, RunPage, sentTo } from './run-page';

async function opened(running: Running): Promise<RunPage> {
  const run = new RunPage(running);
  await expect(running.page.getByTestId('empty-page')).toBeVisible();
  await run.open();
  await run.chooseFakeCli();
  return run;
}

const outcome = ({ page }: Running) => page.getByTestId('outcome-strip');
/** What the session does now, as the strip says it. */
const stateOf = (running: Running) => outcome(running).getByTestId('live-pill');
/** Rows of the list that say this. */
const rowsWith = ({ frames }: Running, words: string) =>
  frames.list.getByRole('row').filter({ hasText: words, visible: true });
/** Rows of stderr that say this: what was sent may say it too. */
const errorRows = (running: Running, words: string) =>
  rowsWith(running, words).filter({ hasNotText: 'sent' });
/** What the visible rows say, times included, from the first one on. */
const shownIn = ({ frames }: Running) =>
  frames.list.evaluate((list) =>
    [...list.querySelectorAll('.fl-row:not([hidden])')]
      .sort((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
      .map((row) => row.textContent),
  );

const captured = (process: StartedProcess, text: string) =>
  expect.poll(() => bytesOf(process.capture).toString('utf8')).toContain(text);

test('the form makes the command line that is shown, copied and started', async ({ launch, folder }) => {
  const running = await launch();
  const run = await opened(running);
  await run.field('Keep it open for further turns').uncheck();
  await run.field('Prompt').fill("say it's me");
  await run.field('Model').fill('opus');
  await run.field('Max turns').fill('3');
  await run.field('Permission mode').selectOption('plan');
  await run.field('Partial messages').check();
  await run.field('Extra arguments').fill('--add-dir "/tmp/a b"');
  await answerDialogs(running.app, folder);
  await run.view.getByRole('button', { name: 'Choose the working folder' }).click();
  await expect(run.field('Working folder')).toHaveValue(folder);
  const expected = `${fakeCli} -p 'say it'\\''s me' --output-format stream-json --verbose --include-partial-messages --model opus --permission-mode plan --max-turns 3 --add-dir '/tmp/a b'`;
  await expect(run.commandLine).toHaveText(expected);
  await expect(run.view.getByRole('definition').filter({ hasText: 'without --verbose' })).toBeVisible();

  await run.view.getByRole('button', { name: 'Copy the command line', exact: true }).click();
  await expect.poll(() => clipboardText(running.app)).toBe(expected);

  await run.startButton.click();
  await expect(run.bar).toHaveAttribute('data-state', 'ended');
  await expect(run.bar).toContainText('Process ended, exit code 0');
  await expect(running.page).toHaveTitle(/say-it-s-me/);
  const [process] = await run.processes();
  expect(process).toMatchObject({ commandLine: expected, folder, exitCode: 0 });
  await captured(process!, "it's me");
  await run.open();
  await expect(run.entry("say it's me")).toContainText('Ended, exit code 0');
});

test('what cannot be started says why, and cannot be started', async ({ launch, folder }) => {
  const running = await launch();
  const run = await opened(running);
  await run.field('Keep it open for further turns').uncheck();
  await run.field('Prompt').fill('');
  await expect(run.problem).toContainText('Write a prompt');
  await expect(run.startButton).toBeDisabled();
  await run.field('Prompt').fill('say hi');
  await expect(run.startButton).toBeEnabled();
  await run.field('Working folder').fill(join(folder, 'nowhere'));
  await expect(run.problem).toContainText('nowhere');
  await expect(run.startButton).toBeDisabled();
  await run.field('Working folder').fill('');
  await run.field('Extra arguments').fill('"not closed');
  await expect(run.problem).toContainText('The extra arguments cannot be used');
  await run.field('Extra arguments').fill('');
  await run.field('Environment').fill('A_NAME_THAT_IS_NOT_SET_ANYWHERE');
  await expect(run.problem).toContainText('A_NAME_THAT_IS_NOT_SET_ANYWHERE');
  await run.field('Environment').fill('');
  await run.view.getByLabel('Another command').check();
  await expect(run.problem).toContainText('Write a command');
  await run.field('Command').fill(`${fakeCli} -p 'say from a command'`);
  await expect(run.commandLine).toHaveText(`${fakeCli} -p 'say from a command'`);
  await run.running.page.keyboard.press('Control+Enter');
  await expect(run.bar).toContainText('Process ended, exit code 0');
});

test('the form is kept over a restart, without the values of variables', async ({ launch, folder }) => {
  const userData = join(folder, 'user');
  const first = await opened(await launch([], { userData }));
  await first.field('First message').fill('say again');
  await first.field('Environment').fill('HOME\nFAKE_SECRET=hunter2');
  await expect(first.startButton).toBeEnabled();
  // What is kept is on disk when the app has ended; a reload waits for nothing else.
  await first.running.page.reload();
  await first.running.quit();

  const second = new RunPage(await launch([], { userData }));
  await expect(second.running.page.getByTestId('empty-page')).toBeVisible();
  await second.open();
  await expect(second.field('First message')).toHaveValue('say again');
  await expect(second.field('Environment')).toHaveValue('HOME\nFAKE_SECRET=');
  await expect(second.problem).toContainText('The value of FAKE_SECRET was not kept');
  await expect(second.startButton).toBeDisabled();
  await second.field('Environment').fill('HOME\nFAKE_SECRET=again');
  await expect(second.startButton).toBeEnabled();
});

test('a conversation: turns, an interrupt, and the end of its input', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  const run = await opened(running);
  const process = await run.start('say first');
  await expect(stateOf(running)).toContainText('Idle');
  await expect(run.bar).toHaveAttribute('data-state', 'running');

  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  await expect(run.message).toBeFocused();
  await page.keyboard.type('say one');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('wait');
  await page.keyboard.press('Enter');
  await expect(run.message).toHaveValue('');
  await captured(process, '"waiting"');
  expect(sentTo(process).at(-1)).toMatchObject({ type: 'user', message: { content: expect.anything() } });
  expect(JSON.stringify(sentTo(process).at(-1))).toContain('say one\\nwait');

  await expect(stateOf(running)).toContainText('Running');
  await expect(run.dock).toContainText('folded into it');
  await run.bar.getByRole('button', { name: 'Interrupt the turn' }).click();
  await captured(process, 'error_during_execution');
  expect(sentTo(process).at(-1)).toMatchObject({ request: { subtype: 'interrupt' } });
  await expect(stateOf(running)).toContainText('Idle');
  await expect(outcome(running)).toHaveAttribute('data-outcome', 'error');

  await run.dock.getByRole('button', { name: 'Close input' }).click();
  await expect(run.bar).toContainText('Process ended, exit code 0');
  await expect(run.dock).toBeHidden();
});

test('a message that is being written stays while other sessions are looked at', async ({ launch }) => {
  const running = await launch();
  const run = await opened(running);
  await run.start('say first');
  await run.message.fill('half a thought');
  await run.start('say second');
  await expect(run.message).toHaveValue('');
  await running.frames.tab('say-first').click();
  await expect(run.message).toHaveValue('half a thought');
});

test('permission requests are answered in the window', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  const run = await opened(running);
  const process = await run.start('ask echo one\nask echo two\nask <b>echo</b> three\nwait');
  const open = run.permissions.and(page.locator('[data-open="true"]'));

  await expect(open).toContainText('echo one');
  await expect(stateOf(running)).toContainText('Waiting for permission');
  await expect(running.frames.statusBar).toContainText('1 open call');
  await expect(page.getByRole('status').filter({ hasText: 'Permission is asked: Bash' })).toHaveCount(1);
  await page.keyboard.press('Escape');
  // The first press goes there, the second one answers.
  await page.keyboard.press('Y');
  await expect(open).toBeFocused();
  expect(sentTo(process).some(({ type }) => type === 'control_response')).toBe(false);
  await page.keyboard.press('Y');
  await expect(rowsWith(running, 'ran echo one')).toHaveCount(1);

  await expect(open).toContainText('echo two');
  await open.getByLabel('What the model is told').fill('not here');
  await open.getByRole('button', { name: 'Deny' }).click();
  await expect(rowsWith(running, 'not here')).not.toHaveCount(0);

  await expect(open.getByRole('region')).toHaveText(/<b>echo<\/b> three/);
  await open.getByRole('button', { name: 'Allow' }).click();
  await expect(rowsWith(running, 'ran <b>echo</b> three')).toHaveCount(1);
  await expect(run.permissions).toHaveCount(0);
  await expect(stateOf(running)).toContainText('Running');
  await run.bar.getByRole('button', { name: 'Interrupt the turn' }).click();
  await expect(stateOf(running)).toContainText('Idle');
  await expect(running.frames.statusBar).toContainText('1 failed call');
});

test('a request that an interrupt takes back cannot be answered any more', async ({ launch }) => {
  const running = await launch();
  const run = await opened(running);
  const process = await run.start('ask echo one');
  await expect(run.permissions).toContainText('echo one');
  await run.bar.getByRole('button', { name: 'Interrupt the turn' }).click();
  await expect(run.permissions).toHaveCount(0);
  await expect(stateOf(running)).toContainText('Idle');
  expect(sentTo(process).some(({ type }) => type === 'control_response')).toBe(false);
});

test('stopping offers the next step until the whole tree is gone', async ({ launch }) => {
  const running = await launch();
  const run = await opened(running);
  const ignore = "for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});";
  const script = `${ignore} console.log('{}'); setInterval(() => {}, 1000)`;
  await run.view.getByLabel('Another command').check();
  await run.field('Keep it open for further turns').uncheck();
  await run.field('Command').fill(`node -e "${script}"`);
  await expect(run.startButton).toBeEnabled();
  await run.startButton.click();
  await expect(run.bar).toHaveAttribute('data-state', 'running');
  await captured((await run.processes())[0]!, '{}');
  const stop = (name: string) => run.bar.getByRole('button', { name: new RegExp(`^${name}`) });
  await stop('Stop').click();
  await expect(run.bar).toHaveAttribute('data-state', 'stopping');
  await stop('Terminate').click();
  await stop('Kill').click();
  await expect(run.bar).toHaveAttribute('data-state', 'ended');
  await expect(run.bar).toContainText('Process stopped by SIGKILL');
  await expect(stop('Kill')).toBeHidden();
});

test('several at once, each with its session; an ended one can be forgotten', async ({ launch }) => {
  const running = await launch();
  const { page } = running;
  const run = await opened(running);
  const one = await run.start('say one\nwait', { conversation: false });
  const two = await run.start('say two\nwait', { conversation: false });
  await captured(one, '"waiting"');
  await captured(two, '"waiting"');
  await expect(page.getByRole('button', { name: 'Run, 2 processes running' })).toBeVisible();
  await run.open();
  await expect(run.entries).toHaveCount(2);
  await expect(run.entry('say one')).toHaveAttribute('data-state', 'running');
  await run.entry('say one').getByRole('button', { name: 'Show session' }).click();
  await expect(running.frames.tab('say-one')).toHaveAttribute('aria-selected', 'true');
  await run.bar.getByRole('button', { name: /^Stop/ }).click();
  await expect(run.bar).toHaveAttribute('data-state', 'ended');
  await run.open();
  await expect(run.entry('say two')).toHaveAttribute('data-state', 'running');
  await run.entry('say one').getByRole('button', { name: 'Forget say one' }).click();
  await expect(run.entries).toHaveCount(1);
});

test('a process that outlives its result is told of, and can be stopped', async ({ launch }) => {
  const running = await launch();
  const run = await opened(running);
  await run.start('say done\nlinger', { conversation: false });
  await expect(rowsWith(running, 'done')).not.toHaveCount(0);
  await expect(run.bar.getByTestId('outlived')).toContainText(/still alive, \d+ s after its result/);
  await run.bar.getByRole('button', { name: /^Stop/ }).click();
  await expect(run.bar).toHaveAttribute('data-state', 'ended');
  await expect(run.bar.getByTestId('outlived')).toHaveCount(0);
  await expect(outcome(running)).toHaveAttribute('data-outcome', 'success');
});

test('what a process writes comes by itself, and stays with its capture', async ({ launch, folder }) => {
  const userData = join(folder, 'user');
  const running = await launch([], { userData });
  const run = await opened(running);
  const go = join(folder, 'go');
  await run.field('Extra arguments').fill(`--after ${go}`);
  const process = await run.start('say first\nstderr Warning: the disk is slow\nwait');
  await run.message.fill('stderr Error: it is full\nexit 3');
  writeFileSync(go, '');
  await expect(rowsWith(running, 'first')).not.toHaveCount(0);
  await expect(errorRows(running, 'Warning: the disk is slow')).toHaveCount(1);
  await expect(rowsWith(running, 'waiting')).toHaveCount(1);
  // The first frames took nothing from who began to write.
  await expect(run.message).toBeFocused();
  await expect(run.message).toHaveValue('stderr Error: it is full\nexit 3');
  await run.bar.getByRole('button', { name: 'Interrupt the turn' }).click();
  await run.message.press('Enter');
  await expect(run.bar).toContainText('Process ended, exit code 3');
  await expect(errorRows(running, 'Error: it is full')).toHaveCount(1);
  const written = await shownIn(running);
  const rows = await running.frames.rowCount();
  await running.quit();

  const again = await launch([process.capture]);
  await again.frames.indexed();
  expect(await again.frames.rowCount()).toBe(rows);
  // The same rows in the same order, with the times at which they came.
  expect(await shownIn(again)).toEqual(written);
  await expect(errorRows(again, 'Error: it is full')).toHaveCount(1);
  await expect(outcome(again)).toContainText('exit code');
  await expect(outcome(again)).toContainText('3');
});

test('a look at the Run view loses no place in Inspect', async ({ launch }) => {
  const running = await launch([demo]);
  const { page, frames } = running;
  await frames.indexed();
  await frames.select(12);
  await frames.showRaw('exact');
  const run = new RunPage(running);
  await run.open();
  // Keys of a view that is not on screen do nothing.
  await page.keyboard.press('j');
  await page.keyboard.press('Control+1');
  await expect(run.view).toBeHidden();
  await frames.selected(12);
  await expect(frames.raw).toHaveAttribute('data-form', 'exact');
  await run.open();
  await frames.tab('demo').click();
  await expect(run.view).toBeHidden();
  await frames.selected(12);
});

for (const theme of ['dark', 'light'] as const) {
  test(`${theme}: form, list, bar and requests can be read and used`, async ({ launch }) => {
    const running = await launch();
    const { page, app } = running;
    const run = await opened(running);
    await app.evaluate(
      ({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(),
      `theme-${theme}`,
    );
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    const accessible = async (state: string) => {
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(
        grave.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`),
        state,
      ).toEqual([]);
    };
    await run.start('ask echo one\nwait');
    await expect(run.permissions).toBeVisible();
    await accessible('a permission request');
    await run.permissions.getByRole('button', { name: 'Allow' }).click();
    await expect(run.permissions).toHaveCount(0);
    await rowsWith(running, 'say').or(rowsWith(running, 'ask echo one')).first().click();
    for (const tab of ['Summary', 'Raw', 'Fields', 'Links', 'Lenses']) {
      await page.getByRole('tab', { name: tab }).click();
      await accessible(`${tab} of a line that was sent`);
    }
    await run.open();
    await run.field('Permission mode').selectOption('bypassPermissions');
    await expect(run.view.getByRole('alert')).toBeVisible();
    await accessible('the form and the list');
  });
}

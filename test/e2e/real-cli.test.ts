import type { Locator } from '@playwright/test';
import type { StartedProcess } from '../../src/ipc/process-contract';
import { bash, message, overloaded, text } from '../real-cli/mock-api/messages';
import { scenarioNamed } from '../real-cli/scenarios/all-scenarios';
import { inTurn, onRequest } from '../real-cli/scenarios/said-in-turn';
import { expect, type Running } from './launch';
import { cli, cliTitle, type RealCliRun, test } from './real-cli-run';
import { bytesOf, sentTo } from './run-page';

// The Run view starts the real CLI, and the window shows what it does while it does it.

test.describe(cliTitle, () => {
  test.skip(cli === null, 'there is no CLI');

  const outcome = ({ page }: Running) => page.getByTestId('outcome-strip');
  /** Rows of the list that say this. */
  const rows = ({ frames }: Running, words: string | RegExp): Locator =>
    frames.list.getByRole('row').filter({ hasText: words, visible: true });
  const ended = async ({ run, process: started }: RealCliRun, how: Partial<StartedProcess>) => {
    await expect(run.bar).toHaveAttribute('data-state', 'ended');
    const known = (await run.processes()).find(({ process }) => process === started.process);
    expect(known).toMatchObject(how);
  };

  test('a text, from the form to the outcome', async ({ launch, startCli }) => {
    const running = await launch();
    const started = await startCli(running, scenarioNamed('01'));
    expect(started.process.commandLine).toContain('--output-format stream-json --verbose');
    await ended(started, { exitCode: 0 });
    await expect(outcome(running)).toHaveAttribute('data-outcome', 'success');
    // In the message, and in the result.
    await expect(rows(running, 'Hello! This is a demo answer.')).toHaveCount(2);
    expect(await running.frames.rowCount()).toBe(3);
  });

  test('a tool call; parallel calls of which three fail, side by side with the first session', async ({
    launch,
    startCli,
  }) => {
    const running = await launch();
    await startCli(running, scenarioNamed('02'));
    await expect(outcome(running)).toHaveAttribute('data-outcome', 'success');
    await expect(rows(running, 'echo hello; ls')).toHaveCount(1);
    const started = await startCli(running, scenarioNamed('03'));
    await ended(started, { exitCode: 0 });
    await expect(outcome(running)).toHaveAttribute('data-outcome', 'success');
    await expect(outcome(running)).toContainText('3 tool calls failed');
    await expect(rows(running, '■')).toHaveCount(3);
    await running.frames.tab('List-the-files').click();
    await expect(rows(running, 'echo hello; ls')).toHaveCount(1);
  });

  test('two subagents', async ({ launch, startCli }) => {
    const running = await launch();
    const started = await startCli(running, scenarioNamed('08'));
    await ended(started, { exitCode: 0 });
    await expect(outcome(running)).toHaveAttribute('data-outcome', 'success');
    await running.frames.list.focus();
    await running.page.keyboard.press('a');
    const panel = running.page.getByRole('tabpanel', { name: 'Subagents' });
    await expect(panel).toContainText('Look at README');
    await expect(panel).toContainText('Look again');
  });

  test('an invalid key: the outcome says so', async ({ launch, startCli }) => {
    const running = await launch();
    const started = await startCli(running, scenarioNamed('05a'));
    await ended(started, { exitCode: 1 });
    await expect(outcome(running)).toHaveAttribute('data-outcome', 'error');
    await expect(outcome(running)).toContainText(/API key|401/);
  });

  test('an overload is tried again: the state says so meanwhile', async ({ launch, startCli }) => {
    const running = await launch();
    let answer = (_words: string) => {};
    const said = new Promise<string>((resolve) => {
      answer = resolve;
    });
    const model = () => {
      const first = onRequest(overloaded(), overloaded())();
      return async (request: Parameters<typeof first>[0]) =>
        request.number <= 2 ? first(request) : message(text(await said));
    };
    const started = await startCli(running, { ...scenarioNamed('05b'), model });
    await started.api.asked(3);
    await expect(outcome(running)).toContainText('Retrying 2 of 10');
    answer('Hello after two retries.');
    await ended(started, { exitCode: 0 });
    await expect(outcome(running)).toHaveAttribute('data-outcome', 'success');
    await expect(rows(running, 'Hello after two retries.')).toHaveCount(2);
  });

  test('the maximum of turns', async ({ launch, startCli }) => {
    const running = await launch();
    const started = await startCli(running, { ...scenarioNamed('06'), maxTurns: 2 });
    expect(started.process.commandLine).toContain('--max-turns 2');
    await ended(started, { exitCode: 1 });
    await expect(outcome(running)).toHaveAttribute('data-outcome', 'error');
    await expect(outcome(running)).toContainText('reached its turn limit');
  });

  test('permission is asked, and answered in the window: allowed, then denied', async ({
    launch,
    startCli,
  }) => {
    const running = await launch();
    const model = () =>
      inTurn(message(bash('touch a.txt')), message(bash('touch b.txt')), message(text('One of two.')));
    const started = await startCli(running, { model, permissionMode: 'default' }, 'Touch two files.');
    const { run, process, folder } = started;
    const asked = run.permissions.and(running.page.locator('[data-open="true"]'));
    await expect(asked).toContainText('touch a.txt');
    await expect(outcome(running)).toContainText('Waiting for permission');
    await asked.getByRole('button', { name: 'Allow' }).click();
    await expect(asked).toContainText('touch b.txt');
    expect(bytesOf(`${folder.project}/a.txt`)).toHaveLength(0);
    await asked.getByLabel('What the model is told').fill('Not this one.');
    await asked.getByRole('button', { name: 'Deny' }).click();
    await expect(rows(running, 'Not this one.')).not.toHaveCount(0);
    await expect(outcome(running)).toContainText('Idle');
    expect(sentTo(process).filter(({ type }) => type === 'control_response')).toHaveLength(2);
    await run.dock.getByRole('button', { name: 'Close input' }).click();
    await ended(started, { exitCode: 0 });
    await expect(outcome(running)).toContainText('1 tool call failed');
  });

  test('a turn is interrupted while it streams, and the next one is answered', async ({
    launch,
    startCli,
  }) => {
    const running = await launch();
    const slow = { ...message(text('A slow answer that never ends. '.repeat(8))), silentAfter: 6 };
    const model = onRequest(slow, message(text('The next answer.')));
    const started = await startCli(running, { model, partial: true }, 'Answer slowly.');
    const { run } = started;
    await expect(rows(running, 'A slow answer that never ends.')).not.toHaveCount(0);
    await run.bar.getByRole('button', { name: 'Interrupt the turn' }).click();
    await expect(rows(running, '[Request interrupted by user]')).not.toHaveCount(0);
    await expect(outcome(running)).toContainText('Idle');
    await run.message.fill('And now?');
    await running.page.keyboard.press('Enter');
    await expect(rows(running, 'The next answer.')).not.toHaveCount(0);
    await run.dock.getByRole('button', { name: 'Close input' }).click();
    await ended(started, { exitCode: 0 });
    await expect(outcome(running)).toHaveAttribute('data-outcome', 'success');
  });

  test('kill -9 in the middle of an answer: every byte that came is a row, and nothing is called a success', async ({
    launch,
    startCli,
  }) => {
    const running = await launch();
    const started = await startCli(running, scenarioNamed('17d'));
    const { pid, capture } = started.process;
    await expect(rows(running, 'A very slow answer that will be interrupted')).not.toHaveCount(0);
    process.kill(pid!, 'SIGKILL');
    await ended(started, { signal: 'SIGKILL' });
    await expect(outcome(running)).toHaveAttribute('data-outcome', 'incomplete');
    const lines = bytesOf(capture).toString('utf8').split('\n').filter(Boolean);
    await running.frames.list.focus();
    await running.page.keyboard.press('O');
    await expect.poll(() => running.frames.rowCount()).toBe(lines.length);
  });
});

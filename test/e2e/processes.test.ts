import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { RunForm, StartedProcess } from '../../src/ipc/process-contract';
import type { Bridge } from '../../src/ipc/shell-contract';
import { childrenIn, livingOf, textOf } from '../processes/living-processes';
import { runForm } from '../processes/run-forms';
import { demo, enginePid, expect, type Running, test } from './launch';

declare const window: { framescope: Bridge; told?: Map<number, StartedProcess> };

/** Asks main for a start, without any act of a user. `shown` is the command line that the user is said to have seen. */
function requestStart(page: Page, form: RunForm, shown: string | null = null) {
  return page.evaluate(
    async ([asked, line]) => {
      const plan = await window.framescope.request('planProcess', { form: asked });
      if ('error' in plan) throw new Error(JSON.stringify(plan.error));
      const commandLine = line ?? plan.output.commandLine;
      const started = await window.framescope.request('startProcess', { form: asked, commandLine });
      if ('error' in started) throw new Error(JSON.stringify(started.error));
      return started.output;
    },
    [form, shown] as const,
  );
}

/** Any other request about a process: null, or the sentence it was refused with. */
function request(
  page: Page,
  method: 'sendTurn' | 'answerPermission' | 'interruptTurn' | 'endInput' | 'stopProcess' | 'forgetProcess',
  input: object,
): Promise<string | null> {
  return page.evaluate(
    async ([name, asked]) => {
      const answer = await window.framescope.request(name, asked as never);
      return 'error' in answer ? (answer.error as { message: string }).message : null;
    },
    [method, input] as const,
  );
}

/** Something that only a user can do. */
const act = (page: Page) => page.keyboard.press('Shift');

/** What the window was told of the process last. */
function statusOf(page: Page, id: number): Promise<StartedProcess | undefined> {
  return page.evaluate((wanted) => window.told?.get(wanted), id);
}

/** Keeps what main tells of processes, from here on. */
function listen(page: Page): Promise<void> {
  return page.evaluate(() => {
    if (window.told) return;
    const told = new Map<number, StartedProcess>();
    window.told = told;
    window.framescope.on('processChanged', (process) => void told.set(process.process, process));
    window.framescope.on('processForgotten', ({ process }) => void told.delete(process));
  });
}

async function start({ page }: Running, form: RunForm): Promise<StartedProcess & { pid: number }> {
  await listen(page);
  await act(page);
  const { process, problem } = await requestStart(page, form);
  expect(problem).toBeNull();
  await expect.poll(async () => (await statusOf(page, process!))?.session).toEqual(expect.any(Number));
  const status = await statusOf(page, process!);
  return { ...status!, pid: status!.pid! };
}

const says = (capture: string, text: string) => expect.poll(() => textOf(capture)).toContain(text);
const nobody = (started: { pid: number; capture: string }) =>
  expect.poll(() => livingOf(started), { timeout: 10_000 }).toEqual([]);

/** A process with a child, and one that left its group, all of which ignore being asked to end. */
async function startFamily(running: Running) {
  const started = await start(running, runForm('stubborn\nchild\nescape\ncount 100000 20'));
  await says(started.capture, '"text 3"');
  expect(childrenIn(started.capture)).toHaveLength(2);
  expect(livingOf(started)).toHaveLength(3);
  return started;
}

test('a process is started by an act of the user only, and only as it was shown', async ({ launch }) => {
  const running = await launch([demo]);
  const { page, frames, userData } = running;
  await frames.indexed();
  await listen(page);
  const form = runForm('say hi');
  expect(await requestStart(page, form)).toEqual({
    process: null,
    problem: 'Nothing was started, because nobody pressed a key or a button.',
  });
  // A page can make events, but none that the system saw.
  await page.evaluate(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    document.body.click();
  });
  expect((await requestStart(page, form)).process).toBeNull();
  await frames.row(3).click();
  expect((await requestStart(page, form, 'claude -p "say something else"')).problem).toContain('another one');
  await frames.row(4).click();
  const { process, problem } = await requestStart(page, form);
  expect(problem).toBeNull();
  // One act is good for one start.
  expect((await requestStart(page, form)).process).toBeNull();
  await expect.poll(async () => (await statusOf(page, process!))?.state).toBe('ended');
  const ended = await statusOf(page, process!);
  expect(ended).toMatchObject({ exitCode: 0, signal: null, error: null, title: 'say hi' });
  expect(readdirSync(join(userData, 'captures')).filter((name) => name.endsWith('.jsonl'))).toHaveLength(1);
});

/** What a window that is loaded now is told. */
function processesOfNewWindow(page: Page): Promise<StartedProcess[]> {
  return page.evaluate(async () => {
    const answer = await window.framescope.request('ready', {});
    if ('error' in answer) throw new Error(JSON.stringify(answer.error));
    return answer.output.processes;
  });
}

test('a capture is opened as a session, and known to a window that is loaded again', async ({ launch }) => {
  const running = await launch([demo]);
  const { page, frames } = running;
  await frames.indexed();
  const started = await start(running, runForm('say hi'));
  expect(started.capture).toMatch(/-say-hi\.jsonl$/);
  await expect(frames.tab('say-hi')).toHaveAttribute('aria-selected', 'true');
  await expect.poll(async () => (await statusOf(page, started.process))?.state).toBe('ended');
  expect(await processesOfNewWindow(page)).toEqual([await statusOf(page, started.process)]);
  expect(await request(page, 'forgetProcess', { process: started.process })).toBeNull();
  expect(await statusOf(page, started.process)).toBeUndefined();
  expect(textOf(started.capture)).toContain('"text":"hi"');
});

test('a conversation: turns, a permission, an interrupt, the end of the input', async ({ launch }) => {
  const running = await launch([demo]);
  const { page, frames } = running;
  await frames.indexed();
  const started = await start(running, runForm('ask touch a.txt', { conversation: true }));
  const { process, capture } = started;
  expect(started).toMatchObject({ takesInput: true, state: 'running' });
  await says(capture, '"can_use_tool"');
  const lines = textOf(capture).split('\n');
  const at = lines.findIndex((line) => line.includes('"can_use_tool"'));
  const requestId = JSON.parse(lines[at]!).request_id;
  const offset = Buffer.byteLength(lines.slice(0, at).join('\n')) + 1;
  const place = { process, requestId, offset, bytes: Buffer.byteLength(lines[at]!), message: '' };
  const allow = { ...place, allow: true };
  // The last act was used for the start.
  expect(await request(page, 'answerPermission', allow)).toContain('nobody pressed');
  await act(page);
  expect(await request(page, 'answerPermission', { ...allow, requestId: 'x' })).toContain(
    'Another permission',
  );
  await act(page);
  expect(await request(page, 'answerPermission', allow)).toBeNull();
  await says(capture, '"ran touch a.txt"');
  await act(page);
  expect(await request(page, 'answerPermission', allow)).toContain('answered already');
  await request(page, 'sendTurn', { process, text: 'wait' });
  await says(capture, '"waiting"');
  await request(page, 'interruptTurn', { process });
  await says(capture, '"error_during_execution"');
  await request(page, 'endInput', { process });
  await expect.poll(async () => (await statusOf(page, process))?.state).toBe('ended');
  expect(await request(page, 'sendTurn', { process, text: 'x' })).toContain(
    'input of this process is closed',
  );
  expect(await request(page, 'stopProcess', { process: 99, how: 'kill' })).toContain('no process 99');
});

test('closing the window leaves no process', async ({ launch }) => {
  const running = await launch([demo]);
  await running.frames.indexed();
  const started = await startFamily(running);
  const ended = new Promise((resolve) => running.app.process().once('exit', resolve));
  await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await ended;
  expect(livingOf(started)).toEqual([]);
});

test('quitting leaves no process, and waits for what ends by being asked', async ({ launch }) => {
  const running = await launch([demo]);
  await running.frames.indexed();
  const family = await startFamily(running);
  const obedient = await start(running, runForm('wait'));
  await says(obedient.capture, '"waiting"');
  await running.quit();
  expect([...livingOf(family), ...livingOf(obedient)]).toEqual([]);
  const record = (capture: string) => JSON.parse(textOf(capture.replace(/\.jsonl$/, '.run.json')));
  expect(record(obedient.capture)).toMatchObject({ signal: 'SIGTERM' });
  expect(record(family.capture)).toMatchObject({ signal: 'SIGKILL' });
});

test('a process outlives the engine and loses no byte, and then ends with the app', async ({ launch }) => {
  const running = await launch([demo]);
  const { app, frames, page } = running;
  running.expectProblems(/engine ended with exit code/);
  await frames.indexed();
  const started = await startFamily(running);
  process.kill((await enginePid(app))!, 'SIGKILL');
  await frames.toldOfRestart();
  const seen = textOf(started.capture).split('\n').length;
  await expect.poll(() => textOf(started.capture).split('\n').length).toBeGreaterThan(seen + 10);
  expect(await statusOf(page, started.process)).toMatchObject({ state: 'running', session: started.session });
  await running.quit();
  expect(livingOf(started)).toEqual([]);
  // Every text that was written, one after another.
  const numbers = [...textOf(started.capture).matchAll(/"text (\d+)"/g)].map(([, number]) => Number(number));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(numbers.length).toBeGreaterThan(10);
});

test('asking the app itself to end leaves no process', async ({ launch }) => {
  const running = await launch([demo]);
  await running.frames.indexed();
  const started = await startFamily(running);
  const ended = new Promise((resolve) => running.app.process().once('exit', resolve));
  running.app.process().kill('SIGTERM');
  await ended;
  await nobody(started);
});

test('killing the app itself leaves no process', async ({ launch }) => {
  const running = await launch([demo]);
  await running.frames.indexed();
  const started = await startFamily(running);
  const talking = await start(running, runForm('say hi', { conversation: true }));
  await says(talking.capture, '"result"');
  running.app.process().kill('SIGKILL');
  await nobody(started);
  await nobody(talking);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunForm, StartedProcess } from '../../../src/ipc/process-contract';
import { startedProcessSchema } from '../../../src/ipc/process-contract';
import { ProcessList } from '../../../src/main/processes/process-list';
import { livingOf, textOf, until } from '../../processes/living-processes';
import { runForm } from '../../processes/run-forms';

let folder: string;
let opened: string[];
let changed: StartedProcess[];
let forgotten: number[];
let processes: ProcessList;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'framescope-processes-'));
  opened = [];
  changed = [];
  forgotten = [];
  processes = new ProcessList({
    captures: join(folder, 'captures'),
    surroundings: () => ({ environment: process.env, home: folder, platform: process.platform }),
    sessions: {
      open: async (paths) => void opened.push(...paths),
      sessionOf: (path) => (opened.includes(path) ? opened.indexOf(path) + 1 : null),
    },
    onChanged: (process) => changed.push(startedProcessSchema.parse(process)),
    onForgotten: (id) => forgotten.push(id),
  });
});
afterEach(async () => {
  await processes.quit();
  rmSync(folder, { recursive: true, force: true });
});

const listed = (id: number) => processes.list().find((one) => one.process === id)!;
const ended = (id: number) =>
  until(
    () => listed(id),
    ({ state }) => state === 'ended',
  );

async function start(form: RunForm) {
  const outcome = await processes.start(form, processes.plan(form).commandLine);
  expect(outcome.problem).toBeNull();
  return listed(outcome.process!);
}

describe('ProcessList', () => {
  it('opens the capture of what it starts, and tells every change', async () => {
    const one = await start(runForm('say hi', { environment: 'FAKE_A=secret' }));
    expect(one).toMatchObject({ process: 1, session: 1, title: 'say hi', folder, state: 'running' });
    expect(opened).toEqual([one.capture]);
    await ended(1);
    expect(changed.at(-1)).toMatchObject({
      process: 1,
      session: 1,
      state: 'ended',
      exitCode: 0,
      error: null,
    });
    expect(JSON.stringify([changed, processes.list()])).not.toContain('secret');
  });

  it('starts nothing but what was shown', async () => {
    const form = runForm('say hi');
    const { commandLine } = processes.plan(form);
    const other = await processes.start(runForm('say something else'), commandLine);
    expect(other).toEqual({ process: null, problem: expect.stringContaining('another one') });
    const wrong = await processes.start(runForm(''), '');
    expect(wrong).toEqual({ process: null, problem: expect.stringContaining('Write a prompt') });
    expect(processes.list()).toEqual([]);
    expect(opened).toEqual([]);
  });

  it('runs several at once, and never uses a number again', async () => {
    const both = await Promise.all([start(runForm('wait')), start(runForm('wait'))]);
    expect(both.map((one) => one.process)).toEqual([1, 2]);
    expect(new Set(both.map((one) => one.capture)).size).toBe(2);
    processes.stop(1, 'kill');
    await ended(1);
    expect(listed(2).state).toBe('running');
    processes.forget(1);
    expect(forgotten).toEqual([1]);
    expect(() => processes.stop(1, 'kill')).toThrow('There is no process 1.');
    expect((await start(runForm('say hi'))).process).toBe(3);
  });

  it('keeps what still runs on the list', async () => {
    await start(runForm('wait'));
    expect(() => processes.forget(1)).toThrow('still running');
    expect(forgotten).toEqual([]);
  });

  it('tells that a capture is no longer shown', async () => {
    await start(runForm('wait'));
    opened = [];
    processes.sessionClosed();
    expect(changed.at(-1)).toMatchObject({ process: 1, session: null, state: 'running' });
  });

  it('denies with a reason, and answers once', async () => {
    const { capture } = await start(runForm('ask rm x', { conversation: true }));
    const text = await until(
      () => textOf(capture),
      (all) => all.includes('can_use_tool'),
    );
    const lines = text.split('\n');
    const at = lines.findIndex((line) => line.includes('can_use_tool'));
    const { request_id: requestId } = JSON.parse(lines[at]!);
    const offset = Buffer.byteLength(
      lines
        .slice(0, at)
        .map((line) => `${line}\n`)
        .join(''),
    );
    const place = { process: 1, requestId, offset, bytes: Buffer.byteLength(lines[at]!) };
    await processes.answerPermission(place, false, ' ');
    await until(
      () => textOf(capture),
      (all) => all.includes('The user did not allow this.'),
    );
    await expect(processes.answerPermission(place, true, '')).rejects.toThrow('answered already');
  });

  it('ends what was left behind by what was forgotten', async () => {
    const { pid, capture } = await start(runForm('child'));
    await ended(1);
    processes.forget(1);
    expect(livingOf({ pid: pid!, capture })).toHaveLength(1);
    expect(processes.busy).toBe(true);
    await processes.endAll();
    expect(livingOf({ pid: pid!, capture })).toEqual([]);
    expect(processes.busy).toBe(false);
  });

  it('starts nothing any more when the app quits, and ends what is being started', async () => {
    const form = runForm('stubborn\nwait');
    const { commandLine } = processes.plan(form);
    const starting = processes.start(form, commandLine);
    expect(processes.busy).toBe(true);
    await processes.quit();
    await starting;
    const [{ pid, capture } = { pid: null, capture: '' }] = processes.list();
    await until(
      () => livingOf({ pid: pid!, capture }),
      (pids) => pids.length === 0,
    );
    expect((await processes.start(form, commandLine)).problem).toContain('being closed');
  });
});

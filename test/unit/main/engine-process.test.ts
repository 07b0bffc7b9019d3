import { beforeEach, describe, expect, it } from 'vitest';
import type { HostCommand } from '../../../src/ipc/host-contract';
import { CrashGuard } from '../../../src/main/crash-guard';
import { EngineProcess } from '../../../src/main/engine-process';

class FakePort {
  closed = false;
  close() {
    this.closed = true;
  }
}

class FakeHost {
  sent: { message: HostCommand; ports: FakePort[] }[] = [];
  killed = false;
  #onMessage: (message: unknown) => void = () => {};
  #onExit: (code: number) => void = () => {};
  postMessage(message: HostCommand, transfer: FakePort[] = []) {
    this.sent.push({ message, ports: transfer });
  }
  on(event: 'message' | 'exit', listener: never) {
    if (event === 'message') this.#onMessage = listener;
    else this.#onExit = listener;
  }
  kill() {
    this.killed = true;
    return true;
  }
  say(message: unknown) {
    this.#onMessage(message);
  }
  exit(code: number) {
    this.#onExit(code);
  }
  get commands() {
    return this.sent.map(({ message }) => message.t);
  }
}

let hosts: FakeHost[];
let log: string[];
let clock: number;
const make = () =>
  new EngineProcess<FakePort>({
    fork() {
      const host = new FakeHost();
      hosts.push(host);
      return host;
    },
    onState: (state, message) => log.push(`${state}: ${message}`),
    onOpened: (session) => log.push(`opened ${session}`),
    onOpenFailed: (session, message) => log.push(`failed ${session}: ${message}`),
    reconnect: () => log.push('reconnect'),
    now: () => clock,
  });
const host = () => hosts.at(-1)!;

beforeEach(() => {
  hosts = [];
  log = [];
  clock = 0;
});

describe('EngineProcess', () => {
  it('opens what was asked for before it was up, and is ready when all is open', () => {
    const engine = make();
    const port = new FakePort();
    engine.start();
    engine.open(1, '/a');
    engine.connect(port);
    expect(host().sent).toEqual([]);
    host().say({ t: 'ready' });
    expect(host().commands).toEqual(['open']);
    expect(engine.state.state).toBe('starting');
    host().say({ t: 'opened', session: 1 });
    expect(host().sent.at(-1)).toEqual({ message: { t: 'port' }, ports: [port] });
    expect(log).toEqual(['starting: ', 'opened 1', 'ready: ']);
  });

  it('starts again after a crash with the same sessions and a new line', () => {
    const engine = make();
    engine.start();
    host().say({ t: 'ready' });
    engine.open(1, '/a');
    engine.open(2, '/b');
    engine.close(2);
    host().say({ t: 'opened', session: 1 });
    log = [];
    host().exit(9);
    host().say({ t: 'ready' });
    expect(host().sent.map(({ message }) => message)).toEqual([{ t: 'open', session: 1, path: '/a' }]);
    host().say({ t: 'opened', session: 1 });
    expect(log).toEqual([
      'restarting: The engine stopped (exit code 9) and is being started again.',
      'opened 1',
      'reconnect',
      'ready: The engine stopped (exit code 9) and was started again. Your files were re-opened.',
    ]);
  });

  it('does not say that files were re-opened when there were none', () => {
    make().start();
    host().say({ t: 'ready' });
    host().exit(1);
    host().say({ t: 'ready' });
    expect(log.at(-1)).toBe('ready: The engine stopped (exit code 1) and was started again.');
  });

  it('is not kept waiting by a file that is closed or cannot be opened any more', () => {
    const engine = make();
    engine.start();
    engine.open(1, '/a');
    engine.open(2, '/b');
    host().say({ t: 'ready' });
    host().say({ t: 'open-failed', session: 1, message: 'gone' });
    engine.close(2);
    expect(log).toEqual(['starting: ', 'failed 1: gone', 'ready: ']);
  });

  it('gives up in a crash loop, and a re-opened file is the way back', () => {
    const engine = make();
    engine.start();
    for (const code of [1, 2, 3, 4]) host().exit(code);
    expect(hosts).toHaveLength(4);
    expect(engine.state).toEqual({
      state: 'failed',
      message:
        'The engine stopped 4 times within a minute (exit code 4) and was not started again. Re-open a file to start it.',
    });
    engine.open(1, '/a');
    expect(hosts).toHaveLength(5);
    host().say({ t: 'ready' });
    host().say({ t: 'opened', session: 1 });
    expect(log.at(-1)).toBe('ready: The engine was started again.');
  });

  it('comes back from a crash loop with the file that was asked for only', () => {
    const engine = make();
    engine.start();
    engine.open(1, '/a');
    engine.open(2, '/b');
    for (const code of [1, 2, 3, 4]) host().exit(code);
    log = [];
    engine.open(2, '/b');
    host().say({ t: 'ready' });
    expect(host().sent.map(({ message }) => message)).toEqual([{ t: 'open', session: 2, path: '/b' }]);
    expect(log[0]).toBe('failed 1: This file was not re-opened when the engine was started again.');
  });

  it('takes crashes that are far apart for single ones', () => {
    make().start();
    for (let i = 0; i < 10; i++) {
      clock += 20_001;
      host().exit(1);
    }
    expect(hosts).toHaveLength(11);
  });

  it('keeps one line for a window that was loaded again while it was down', () => {
    const engine = make();
    const [first, second] = [new FakePort(), new FakePort()];
    engine.start();
    engine.connect(first);
    engine.connect(second);
    host().say({ t: 'ready' });
    expect(first.closed).toBe(true);
    expect(host().sent).toEqual([{ message: { t: 'port' }, ports: [second] }]);
  });

  it('ignores what it does not understand, and an ended process', () => {
    const engine = make();
    engine.start();
    host().say({ t: 'nonsense' });
    host().say(null);
    const old = host();
    engine.stop();
    old.exit(0);
    expect(old.killed).toBe(true);
    expect(hosts).toHaveLength(1);
    expect(log).toEqual(['starting: ']);
  });
});

describe('CrashGuard', () => {
  it('counts crashes within its span only', () => {
    const guard = new CrashGuard(2, 1000);
    expect([0, 1, 2].map((now) => guard.record(now))).toEqual([true, true, false]);
    expect(guard.record(5000)).toBe(true);
    guard.reset();
    expect(guard.count).toBe(0);
  });
});

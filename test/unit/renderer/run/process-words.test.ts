import { describe, expect, it } from 'vitest';
import type { CaptureRecord, LiveStatus } from '../../../../src/ipc/engine-contract';
import {
  formatElapsed,
  nextStop,
  outlivedBy,
  runningTime,
  stateOfCapture,
  stateOfProcess,
} from '../../../../src/renderer/run/processes/process-words';
import { someProcess } from './some-process';

const ended = (more: Parameters<typeof someProcess>[0]) =>
  someProcess({ state: 'ended', endedAt: 1_004_900, ...more });

describe('the state of a process', () => {
  it('tells failure, success and an end that was asked for apart', () => {
    const said = (more: Parameters<typeof someProcess>[0], stop?: 'interrupt') => {
      const { tone, says } = stateOfProcess(ended(more), stop);
      return `${tone}: ${says}`;
    };
    expect(said({ exitCode: 0 })).toBe('ok: Ended, exit code 0');
    expect(said({ exitCode: 3 })).toBe('err: Ended, exit code 3');
    expect(said({ exitCode: 130 }, 'interrupt')).toBe('warn: Stopped, exit code 130');
    expect(said({ signal: 'SIGKILL' })).toBe('err: Ended by SIGKILL');
    expect(said({ signal: 'SIGINT' }, 'interrupt')).toBe('warn: Stopped by SIGINT');
    expect(said({})).toBe('warn: Ended, exit code not stated');
    expect(said({ pid: null, error: 'It is no program.' })).toBe('err: Could not be started');
  });

  it('has another shape for every tone', () => {
    const states = [
      stateOfProcess(someProcess(), undefined),
      stateOfProcess(ended({ exitCode: 0 }), undefined),
      stateOfProcess(someProcess({ state: 'stopping' }), 'interrupt'),
      stateOfProcess(ended({ exitCode: 1 }), undefined),
    ];
    expect(new Set(states.map(({ shape }) => shape)).size).toBe(4);
    expect(new Set(states.map(({ tone }) => tone)).size).toBe(4);
  });
});

describe('the state of a capture', () => {
  const capture: CaptureRecord = {
    framescope: 'capture',
    version: 1,
    source: 'process',
    commandLine: 'claude -p hi',
    folder: '/home/demo',
    environment: [],
    startedAt: 1_000_000,
    pid: 4242,
    endedAt: 1_004_900,
    exitCode: 1,
    signal: null,
    error: null,
  };

  it('is that of the process, or says what is not known', () => {
    expect(stateOfCapture(capture).says).toBe('Ended, exit code 1');
    expect(stateOfCapture({ ...capture, exitCode: null, signal: 'SIGTERM' }).says).toBe('Ended by SIGTERM');
    expect(stateOfCapture({ ...capture, endedAt: null }).says).toBe('Its end is not recorded');
    expect(stateOfCapture({ ...capture, source: 'pipe', exitCode: null }).says).toBe('Read from a pipe');
  });
});

describe('stopping', () => {
  it('takes a stronger step each time, and stays at the strongest', () => {
    const process = someProcess();
    expect(nextStop(process, undefined)?.how).toBe('interrupt');
    expect(nextStop(process, 'interrupt')?.how).toBe('terminate');
    expect(nextStop(process, 'terminate')?.how).toBe('kill');
    expect(nextStop(process, 'kill')?.how).toBe('kill');
  });

  it('goes on after the first step when only main knows of it', () => {
    expect(nextStop(someProcess({ state: 'stopping' }), undefined)?.how).toBe('terminate');
  });

  it('has nothing to do for a process that is gone', () => {
    expect(nextStop(ended({ exitCode: 0 }), 'interrupt')).toBeNull();
  });
});

describe('times', () => {
  it('count whole seconds while it runs', () => {
    expect([0, 999, 12_700, 125_000, 3_840_000].map(formatElapsed)).toEqual([
      '0 s',
      '0 s',
      '12 s',
      '2 min 05 s',
      '1 h 04 min',
    ]);
    expect(runningTime(someProcess(), 1_003_500)).toBe('3 s');
    // The two clocks are one, but a window may have read it earlier.
    expect(runningTime(someProcess(), 999_000)).toBe('0 s');
  });

  it('are exact when it has ended', () => {
    expect(runningTime(ended({}), 9_999_999)).toBe('4.9 s');
  });
});

describe('a process that outlives its result', () => {
  const status = (more: Partial<LiveStatus>): LiveStatus => ({
    activity: 'idle',
    since: 1_000_000,
    sentence: '',
    frame: 2,
    retry: null,
    until: null,
    openCalls: [],
    openCallCount: 0,
    permissions: [],
    ...more,
  });

  it('is told of when it takes no more turns and had time to end', () => {
    expect(outlivedBy(someProcess(), status({}), 1_012_000)).toBe(12_000);
    expect(outlivedBy(someProcess(), status({}), 1_001_000)).toBeNull();
    expect(outlivedBy(someProcess({ takesInput: true }), status({}), 1_012_000)).toBeNull();
    expect(outlivedBy(someProcess(), status({ activity: 'running' }), 1_012_000)).toBeNull();
    expect(outlivedBy(someProcess(), status({ since: null }), 1_012_000)).toBeNull();
    expect(outlivedBy(someProcess(), null, 1_012_000)).toBeNull();
    expect(outlivedBy(ended({ exitCode: 0 }), status({}), 1_012_000)).toBeNull();
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { StartedProcess } from '../../../../src/ipc/process-contract';
import type { Bridge, OpenSession } from '../../../../src/ipc/shell-contract';
import { followProcesses, showAwaited, showWhenOpen } from '../../../../src/renderer/bridge/process-feed';
import { answerKey, processOfSession, useProcesses } from '../../../../src/renderer/stores/processes';
import { useSessions } from '../../../../src/renderer/stores/sessions';
import { useView } from '../../../../src/renderer/stores/view';
import { someProcess } from './some-process';

const session = (id: number): OpenSession => ({
  session: id,
  name: `${id}.jsonl`,
  path: `/captures/${id}.jsonl`,
  error: null,
  activate: false,
});

const store = () => useProcesses.getState();

beforeEach(() => {
  useProcesses.setState({ processes: [], stops: {}, awaited: null, answers: new Map(), drafts: {} });
  useSessions.setState({ sessions: [], active: null });
  useView.setState({ view: 'run' });
});

describe('the list of processes', () => {
  it('keeps the order of the starts, and the newest news of each', () => {
    store().changed(someProcess({ process: 1 }));
    store().changed(someProcess({ process: 2 }));
    store().changed(someProcess({ process: 1, state: 'ended', exitCode: 0 }));
    expect(store().processes.map(({ process, state }) => [process, state])).toEqual([
      [1, 'ended'],
      [2, 'running'],
    ]);
  });

  it('finds the process of a session, the last one of several', () => {
    const processes = [
      someProcess({ process: 1 }),
      someProcess({ process: 2 }),
      someProcess({ process: 3, session: 5 }),
    ];
    expect(processOfSession(processes, 4)?.process).toBe(2);
    expect(processOfSession(processes, 9)).toBeNull();
  });

  it('forgets all that belongs to a process, and nothing of another', () => {
    for (const process of [1, 11]) {
      store().changed(someProcess({ process }));
      store().askedToStop(process, 'interrupt');
      store().write(process, 'draft');
      store().answered(process, '__proto__', true);
    }
    store().forgotten(1);
    expect(store().processes.map(({ process }) => process)).toEqual([11]);
    expect(store().stops).toEqual({ 11: 'interrupt' });
    expect(store().drafts).toEqual({ 11: 'draft' });
    expect([...store().answers.keys()]).toEqual([answerKey(11, '__proto__')]);
  });

  it('takes an answer back that could not be sent', () => {
    store().answered(1, 'r1', false);
    expect(store().answers.get(answerKey(1, 'r1'))).toBe(false);
    store().answered(1, 'r1', null);
    expect(store().answers.size).toBe(0);
  });
});

describe('a process that was just started', () => {
  const news = [
    () => store().changed(someProcess({ process: 7, session: 4 })),
    () => useSessions.setState({ sessions: [session(3), session(4)] }),
    () => showWhenOpen(7),
  ];
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];

  it.each(orders)('comes to the front, in whatever order it is told of (%i %i %i)', (...order) => {
    for (const at of order) {
      expect(useView.getState().view).toBe('run');
      news[at]?.();
      showAwaited();
    }
    expect(useSessions.getState().active).toBe(4);
    expect(useView.getState().view).toBe('inspect');
    // Once: later news of it takes nobody away from where they are.
    useSessions.getState().activate(3);
    store().changed(someProcess({ process: 7, session: 4, state: 'ended' }));
    showAwaited();
    expect(useSessions.getState().active).toBe(3);
  });

  it('is followed by the news of main', () => {
    const listeners: Record<string, (data: never) => void> = {};
    const bridge: Pick<Bridge, 'on'> = {
      on: (event, listener) => {
        listeners[event] = listener as (data: never) => void;
        return () => {};
      },
    };
    followProcesses(bridge);
    listeners.processChanged?.(someProcess({ process: 3 }) as StartedProcess as never);
    expect(store().processes).toHaveLength(1);
    listeners.processForgotten?.({ process: 3 } as never);
    expect(store().processes).toEqual([]);
  });
});

describe('the view', () => {
  it('shows a session that is brought to the front, and not one that is only told of', () => {
    useSessions.getState().opened(session(1));
    expect(useView.getState().view).toBe('run');
    useSessions.getState().opened({ ...session(2), activate: true });
    expect(useView.getState().view).toBe('inspect');
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { OpenSession } from '../../../src/ipc/shell-contract';
import { SessionList } from '../../../src/main/sessions/session-list';
import { SourceError } from '../../../src/protocol/errors';

let log: string[];
let missing: Set<string>;
let sessions: SessionList;

const line = ({ session, name, error }: OpenSession) =>
  `shown ${session} ${name}${error ? `: ${error}` : ''}`;

beforeEach(() => {
  log = [];
  missing = new Set();
  sessions = new SessionList({
    engine: {
      open: (session, path) => log.push(`engine opens ${session} ${path}`),
      close: (session) => log.push(`engine closes ${session}`),
    },
    check: async (path) => (missing.has(path) ? new SourceError('not-found', path, `no ${path}`) : null),
    onOpened: (session) => log.push(line(session)),
    onClosed: (session) => log.push(`closed ${session}`),
    onReadable: (path) => log.push(`readable ${path}`),
  });
});

describe('SessionList', () => {
  it('shows a file when the engine has it, not before', async () => {
    await sessions.open(['/a']);
    expect(sessions.list()).toEqual([]);
    sessions.engineOpened(1);
    expect(sessions.list()).toEqual([{ session: 1, name: 'a', path: '/a', error: null, activate: false }]);
    expect(sessions.active).toBe(1);
    expect(log).toEqual(['engine opens 1 /a', 'readable /a', 'shown 1 a']);
  });

  it('shows a file that cannot be opened with its sentence, and never asks the engine', async () => {
    missing.add('/a');
    await sessions.open(['/a']);
    expect(log).toEqual(['shown 1 a: no /a']);
  });

  it('tries a failed file again when it is opened again', async () => {
    missing.add('/a');
    await sessions.open(['/a']);
    missing.clear();
    await sessions.open(['/a']);
    sessions.engineOpened(1);
    expect(sessions.list().map(line)).toEqual(['shown 1 a']);
  });

  it('brings an open file to the front instead of opening it twice', async () => {
    await sessions.open(['/a', '/b', '/x/../a']);
    sessions.engineOpened(1);
    sessions.engineOpened(2);
    await sessions.open(['/a']);
    expect(log.filter((entry) => entry.startsWith('engine'))).toHaveLength(2);
    expect(log.at(-1)).toBe('shown 1 a');
    expect(sessions.active).toBe(1);
  });

  it('says nothing new when the engine opens everything again after a crash', async () => {
    await sessions.open(['/a']);
    sessions.engineOpened(1);
    log = [];
    sessions.engineOpened(1);
    expect(log).toEqual([]);
    sessions.engineFailed(1, 'gone');
    expect(log).toEqual(['shown 1 a: gone']);
  });

  it('closes, and never uses an id again', async () => {
    await sessions.open(['/a', '/b']);
    sessions.engineOpened(1);
    sessions.engineOpened(2);
    sessions.close(2);
    expect(sessions.active).toBe(1);
    expect(() => sessions.close(2)).toThrow('There is no open session 2.');
    await sessions.open(['/b']);
    expect(log.at(-2)).toBe('engine opens 3 /b');
  });

  it('ignores an answer for a session that is closed', async () => {
    await sessions.open(['/a']);
    sessions.close(1);
    sessions.engineOpened(1);
    expect(sessions.list()).toEqual([]);
  });

  it('reads again from the start under the same id', async () => {
    await sessions.open(['/a']);
    sessions.engineOpened(1);
    log = [];
    await sessions.reopen(1);
    sessions.engineOpened(1);
    expect(log).toEqual(['engine closes 1', 'engine opens 1 /a', 'readable /a', 'shown 1 a']);
    await expect(sessions.reopen(7)).rejects.toThrow('There is no open session 7.');
  });

  it('goes on with the last of several tries only', async () => {
    await sessions.open(['/a']);
    log = [];
    await Promise.all([sessions.reopen(1), sessions.reopen(1)]);
    expect(log.filter((entry) => entry.startsWith('engine opens'))).toHaveLength(1);
  });

  it('lets a new window wait for files that are being opened, but not for ever', async () => {
    await sessions.settled(60_000);
    await sessions.open(['/a']);
    let waiting = true;
    const settled = sessions.settled(60_000).then(() => {
      waiting = false;
    });
    expect(waiting).toBe(true);
    sessions.engineOpened(1);
    await settled;
    await sessions.open(['/b']);
    await sessions.settled(1);
    expect(sessions.list()).toHaveLength(1);
  });
});

import { appendFileSync, readFileSync } from 'node:fs';
import { serialize } from 'node:v8';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/engine';
import { type Client, createClient, serve, type Wire } from '../../../src/ipc/channel';
import { type EngineContract, engineContract, type Progress } from '../../../src/ipc/engine-contract';
import { InvalidRequestError, SourceError } from '../../../src/protocol/errors';
import { fixtureFiles } from '../recordings';
import { casePath, fileOf } from './session-of';

// The engine as the window meets it: over a real message port, with the contract in between.

const wireOf = (port: MessagePort): Wire => ({
  post: (message) => port.postMessage(message),
  onMessage: (listener) => void port.on('message', listener),
  close: () => port.close(),
});

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function connect() {
  const { port1, port2 } = new MessageChannel();
  const engine = createEngine();
  const client: Client<EngineContract> = createClient<EngineContract>(wireOf(port1));
  const server = serve(wireOf(port2), engineContract, engine.handlers);
  const told: Progress[] = [];
  engine.onProgress((progress) => told.push(progress));
  const opened: number[] = [];
  ends.push(() => {
    for (const session of opened) engine.close(session);
    client.close();
    server.close();
  });
  return {
    engine,
    client,
    told,
    /** Opens a file and waits until it is indexed. */
    async open(session: number, path: string): Promise<void> {
      opened.push(session);
      await engine.open(session, path);
      while ((await client.request('progress', { session })).state === 'indexing');
    },
  };
}

const fixturePath = (name: string) => fixtureFiles().find((file) => file.name === name)!.path;

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('The request was answered.');
    },
    (error: unknown) => error as Error,
  );

describe('the engine over a port', () => {
  it.each(fixtureFiles().filter(({ bytes }) => bytes < 400_000))(
    'answers everything about $name, each answer below 1 MB',
    async ({ path, bytes }) => {
      const { client, open } = connect();
      await open(1, path);
      const report = await client.request('report', { session: 1 });
      expect(report).toMatchObject({ file: path, bytes });
      const rows = await client.request('rows', { session: 1, from: 1, count: 200 });
      expect(rows.total).toBe(report.frames + report.unparsed);
      for (const { frame } of rows.rows) {
        const detail = await client.request('frame', { session: 1, frame });
        const calls = await client.request('calls', { session: 1, frame });
        const text = await client.request('text', {
          session: 1,
          frame,
          form: 'exact',
          from: 0,
          count: 262_144,
        });
        for (const answer of [detail, calls, text]) expect(serialize(answer).length).toBeLessThan(1_000_000);
        expect(detail.exactUnits).toBe(text.total);
      }
    },
  );

  it('tells its progress, from the first rows to the end', async () => {
    const { told, open } = connect();
    await open(7, casePath('095'));
    expect(told[0]).toMatchObject({ session: 7, state: 'indexing', totalBytes: 3_589_569 });
    expect(told[0]!.rows).toBeGreaterThan(0);
    expect(told.at(-1)).toMatchObject({
      session: 7,
      state: 'done',
      rows: 8000,
      bytes: 3_589_569,
      error: null,
    });
    const rows = told.map((progress) => progress.rows);
    expect(rows).toEqual([...rows].sort((a, b) => a - b));
  });

  it('keeps what is indexed when it is stopped', async () => {
    const { engine, client } = connect();
    await engine.open(1, casePath('095'));
    // Before anything else can run, so that nothing but the first chunk is indexed.
    const stopped = engine.handlers.cancelIndex({ session: 1 });
    expect(stopped.state).toBe('cancelled');
    const { total, rows } = await client.request('rows', { session: 1, from: 1, count: 10 });
    expect(total).toBe(stopped.rows);
    expect(rows).toHaveLength(10);
    engine.close(1);
  });

  it('keeps sessions apart, and forgets those that are closed', async () => {
    const { engine, client, open } = connect();
    await open(1, casePath('001'));
    await open(2, casePath('023'));
    expect((await client.request('report', { session: 1 })).frames).toBe(5);
    expect((await client.request('report', { session: 2 })).frames).toBe(0);
    engine.close(1);
    const error = await rejection(client.request('report', { session: 1 }));
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error.message).toBe('There is no open session with the number 1.');
  });

  it('opens a number anew', async () => {
    const { client, open } = connect();
    const path = fileOf(readFileSync(casePath('005')));
    await open(1, path);
    expect((await client.request('report', { session: 1 })).unparsed).toBe(1);
    appendFileSync(
      path,
      Buffer.concat([Buffer.from([0xac]), Buffer.from('"}]},"session_id":"sess-0001"}\n')]),
    );
    await open(1, path);
    expect(await client.request('report', { session: 1 })).toMatchObject({ frames: 2, unparsed: 0 });
    const text = await client.request('text', { session: 1, frame: 2, form: 'exact', from: 0, count: 1000 });
    expect(text.text).toContain('price €');
  });

  it('sends a picture of megabytes in slices below 1 MB', async () => {
    const { client, open } = connect();
    const header = readFileSync(fixturePath('2.1.332/15-image'), 'utf8').match(/iVBOR[^"]{40}/)![0];
    const data = `${header}${'A'.repeat(3_000_000)}`;
    const source = { type: 'base64', media_type: 'image/png', data };
    await open(
      1,
      fileOf(`${JSON.stringify({ type: 'user', message: { content: [{ type: 'image', source }] } })}\n`),
    );
    const { blocks } = await client.request('frame', { session: 1, frame: 1 });
    const { path, units } = blocks[0]!.image!;
    expect(units).toBe(data.length);
    const parts: string[] = [];
    for (let from = 0; from < units; from += 262_144) {
      const slice = await client.request('image', {
        session: 1,
        frame: 1,
        path: [...path],
        from,
        count: 262_144,
      });
      expect(serialize(slice).length).toBeLessThan(1_000_000);
      parts.push(slice.data);
    }
    expect(parts.join('')).toBe(data);
    const refused = await rejection(
      client.request('image', { session: 1, frame: 1, path: ['message'], from: 0, count: 1 }),
    );
    expect(refused).toBeInstanceOf(InvalidRequestError);
  });

  it('refuses frames that are not there', async () => {
    const { client, open } = connect();
    await open(1, casePath('001'));
    for (const ask of [
      client.request('frame', { session: 1, frame: 6 }),
      client.request('calls', { session: 1, frame: 6 }),
      client.request('text', { session: 1, frame: 6, form: 'hex', from: 0, count: 1 }),
    ]) {
      const error = await rejection(ask);
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(error.message).toBe('There is no frame 6: the session has 5 so far.');
    }
  });

  it('cannot open what is no file', async () => {
    const { engine } = connect();
    const error = (await rejection(engine.open(1, '/no/such/file'))) as SourceError;
    expect(error).toBeInstanceOf(SourceError);
    expect(error.problem).toBe('not-found');
  });
});

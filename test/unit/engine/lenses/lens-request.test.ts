import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { createEngine } from '../../../../src/engine/engine';
import { type Client, createClient, serve, type Wire } from '../../../../src/ipc/channel';
import { type EngineContract, engineContract } from '../../../../src/ipc/engine-contract';
import { CancelledError, InvalidRequestError } from '../../../../src/protocol/errors';
import { casePath, fileOf } from '../session-of';

// The request "lens" as the window makes it: over a real port, with the contract in between.

const wireOf = (port: MessagePort): Wire => ({
  post: (message) => port.postMessage(message),
  onMessage: (listener) => void port.on('message', listener),
  close: () => port.close(),
});

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function opened(path: string) {
  const { port1, port2 } = new MessageChannel();
  const engine = createEngine();
  const client: Client<EngineContract> = createClient<EngineContract>(wireOf(port1));
  const server = serve(wireOf(port2), engineContract, engine.handlers);
  ends.push(() => {
    engine.close(1);
    client.close();
    server.close();
  });
  await engine.open(1, path);
  while ((await client.request('progress', { session: 1 })).state === 'indexing');
  return { client, engine };
}

const question = { session: 1, frame: 1, lens: 'openase', reading: 'strict' } as const;

describe('the request "lens"', () => {
  it('answers with the events of the frame', async () => {
    const path = fileOf('{"type":"system","uuid":"u"}\n{"type":"result","is_error":false}\n');
    const { client } = await opened(path);
    const types = async (frame: number) =>
      (await client.request('lens', { ...question, frame })).events.map(({ type }) => type);
    expect(await types(2)).toEqual(['turn_completed']);
    expect(await types(1)).toEqual(['task_status']);
  });

  it('comes to a frame deep in a file, however often it has to be asked', async () => {
    const { client } = await opened(casePath('095'));
    const { rows } = await client.request('progress', { session: 1 });
    for (;;) {
      const answer = await client.request('lens', { ...question, frame: rows });
      if (answer.state === 'ready') break;
      expect(answer.readTo).toBeLessThan(rows);
    }
  });

  it('refuses a lens, a reading and a frame that are not there', async () => {
    const { client } = await opened(fileOf('{}\n'));
    const wrong = [{ lens: 'nope' }, { reading: 'loose' }, { frame: 2 }, { session: 9 }] as object[];
    for (const more of wrong) {
      await expect(client.request('lens', { ...question, ...more })).rejects.toBeInstanceOf(
        InvalidRequestError,
      );
    }
  });

  it('ends with the session, and when nobody waits any more', async () => {
    const { client, engine } = await opened(casePath('095'));
    const aborted = client.request('lens', { ...question, frame: 8000 }, { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toBeInstanceOf(CancelledError);
    const waiting = engine.handlers.lens({ ...question, frame: 8000 });
    engine.close(1);
    await expect(waiting).rejects.toBeInstanceOf(CancelledError);
  });
});

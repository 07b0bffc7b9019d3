import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createClient, type Handlers, serve, type Wire } from '../../../src/ipc/channel';
import { engineContract, MAX_ROWS_PER_PAGE, MAX_TEXT_SLICE } from '../../../src/ipc/engine-contract';
import { errorEnvelopeSchema, fromEnvelope, toEnvelope } from '../../../src/ipc/error-envelope';
import {
  CancelledError,
  EngineStoppedError,
  FramescopeError,
  InvalidRequestError,
  SourceError,
} from '../../../src/protocol/errors';

/** Two ends of a wire that copies what it carries, in order, as a MessagePort does. */
function wirePair(): { near: Wire; far: Wire; sent: unknown[] } {
  const sent: unknown[] = [];
  const end = () => {
    let listener: ((message: unknown) => void) | undefined;
    let closed = false;
    let other: { deliver(message: unknown): void } | undefined;
    return {
      join(peer: { deliver(message: unknown): void }) {
        other = peer;
      },
      deliver(message: unknown) {
        // What a listener throws is an uncaught error here too, and fails the run.
        queueMicrotask(() => {
          if (!closed) listener?.(message);
        });
      },
      post(message: unknown) {
        if (closed) throw new Error('The wire is closed.');
        const copy = structuredClone(message);
        sent.push(copy);
        other?.deliver(copy);
      },
      onMessage(callback: (message: unknown) => void) {
        listener = callback;
      },
      close() {
        closed = true;
      },
    };
  };
  const near = end();
  const far = end();
  near.join(far);
  far.join(near);
  return { near, far, sent };
}

const contract = {
  requests: {
    double: { input: z.object({ n: z.number().int() }), output: z.number() },
    fail: { input: z.object({}), output: z.null() },
    wait: { input: z.object({}), output: z.string() },
  },
  events: { progress: z.object({ rows: z.number() }) },
};
type TestContract = typeof contract;

interface Set {
  handlers?: Partial<Handlers<TestContract>>;
}

function connect({ handlers }: Set = {}) {
  const { near, far, sent } = wirePair();
  const client = createClient<TestContract>(near);
  const server = serve(far, contract, {
    double: ({ n }) => n * 2,
    fail: () => {
      throw new Error('Broken.');
    },
    wait: (_, { signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve('stopped'))),
    ...handlers,
  });
  return { client, server, sent, near, far };
}

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('The request was answered.');
    },
    (error: unknown) => error as Error,
  );

/** Lets everything that is under way arrive. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a request', () => {
  it('is answered, many at a time and each with its own answer', async () => {
    const { client } = connect({
      handlers: {
        double: async ({ n }) => {
          for (let turn = n; turn < 10; turn++) await Promise.resolve();
          return n * 2;
        },
      },
    });
    const asked = Array.from({ length: 10 }, (_, n) => client.request('double', { n }));
    expect(await Promise.all(asked)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
  });

  it('that the contract does not know is refused', async () => {
    const { client } = connect();
    for (const method of ['nothing', 'toString', '__proto__']) {
      const error = await rejection(client.request(method as 'fail', {}));
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(error.message).toBe(`There is no request named "${method}".`);
    }
  });

  it.each([
    [{ n: 'x' }, /^"double" was asked with a wrong n: [^\n]+$/],
    [{ n: 1.5 }, /^"double" was asked with a wrong n: [^\n]+$/],
    [{}, /^"double" was asked with a wrong n: [^\n]+$/],
    [null, /^"double" was asked with a wrong input: [^\n]+$/],
  ])(
    'with a wrong input %j is refused in one sentence, and never reaches its handler',
    async (input, said) => {
      let reached = false;
      const { client } = connect({
        handlers: {
          double: () => {
            reached = true;
            return 0;
          },
        },
      });
      const error = await rejection(client.request('double', input as { n: number }));
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(error.message).toMatch(said);
      expect(reached).toBe(false);
    },
  );

  it('keeps the class of what its handler throws, and never sends a stack', async () => {
    const thrown = new SourceError('is-folder', '/a/b', '/a/b is a folder.');
    const { client, sent } = connect({
      handlers: {
        fail: () => {
          throw thrown;
        },
      },
    });
    const error = (await rejection(client.request('fail', {}))) as SourceError;
    expect(error).toBeInstanceOf(SourceError);
    expect([error.problem, error.path, error.message]).toEqual(['is-folder', '/a/b', '/a/b is a folder.']);
    expect(JSON.stringify(sent)).not.toContain('channel.test');
  });

  it('that fails with any other error gives an internal one with its message', async () => {
    const error = (await rejection(connect().client.request('fail', {}))) as FramescopeError;
    expect(error).toBeInstanceOf(FramescopeError);
    expect([error.code, error.message]).toEqual(['internal', 'Broken.']);
  });

  it('whose answer cannot be copied fails, and does not wait for ever', async () => {
    const { client } = connect({
      handlers: { double: () => (() => 0) as unknown as number },
    });
    expect(await rejection(client.request('double', { n: 1 }))).toBeInstanceOf(FramescopeError);
  });
});

describe('a port that is dead', () => {
  /** Every message is refused, as by a port whose other end is gone. */
  async function serveOnDeadWire(handlers: Partial<Handlers<TestContract>>) {
    let deliver: (message: unknown) => void = () => {};
    let refused = 0;
    const unhandled: unknown[] = [];
    const collect = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', collect);
    const wire: Wire = {
      post() {
        refused++;
        throw new Error('The port is closed.');
      },
      onMessage: (listener) => {
        deliver = listener;
      },
      close() {},
    };
    const server = serve(wire, contract, {
      double: ({ n }) => n * 2,
      fail: () => {
        throw new Error('Broken.');
      },
      wait: () => 'late',
      ...handlers,
    });
    return {
      server,
      ask: (method: string) => deliver({ t: 'request', id: 1, method, input: { n: 1 } }),
      async outcome() {
        await settle();
        await settle();
        process.off('unhandledRejection', collect);
        return { refused: refused > 0, unhandled };
      },
    };
  }

  it.each(['double', 'fail', 'nothing'])('takes the answer to "%s" in silence', async (method) => {
    const dead = await serveOnDeadWire({});
    dead.ask(method);
    expect(await dead.outcome()).toEqual({ refused: true, unhandled: [] });
  });

  it('takes events in silence, since the one who tells them has other listeners', async () => {
    const dead = await serveOnDeadWire({});
    expect(() => dead.server.emit('progress', { rows: 1 })).not.toThrow();
    expect(await dead.outcome()).toEqual({ refused: true, unhandled: [] });
  });
});

describe('cancelling', () => {
  it('rejects at once, and aborts the handler on the other side', async () => {
    let aborted = false;
    const { client } = connect({
      handlers: {
        wait: (_, { signal }) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              aborted = true;
              resolve('late');
            });
          }),
      },
    });
    const controller = new AbortController();
    const asked = rejection(client.request('wait', {}, { signal: controller.signal }));
    await settle();
    expect(aborted).toBe(false);
    controller.abort();
    expect(await asked).toBeInstanceOf(CancelledError);
    await settle();
    expect(aborted).toBe(true);
  });

  it('a cancelled request sends no answer', async () => {
    const { client, sent } = connect();
    const controller = new AbortController();
    const asked = rejection(client.request('wait', {}, { signal: controller.signal }));
    controller.abort();
    await asked;
    await settle();
    expect(sent.map((message) => (message as { t: string }).t)).toEqual(['request', 'cancel']);
  });

  it('before asking sends nothing', async () => {
    const { client, sent } = connect();
    const error = await rejection(client.request('double', { n: 1 }, { signal: AbortSignal.abort() }));
    expect(error).toBeInstanceOf(CancelledError);
    expect(sent).toEqual([]);
  });

  it('after the answer does nothing', async () => {
    const { client, sent } = connect();
    const controller = new AbortController();
    expect(await client.request('double', { n: 2 }, { signal: controller.signal })).toBe(4);
    controller.abort();
    await settle();
    expect(sent.map((message) => (message as { t: string }).t)).toEqual(['request', 'answer']);
  });
});

describe('events', () => {
  it('reach every listener until it ends its subscription', async () => {
    const { client, server } = connect();
    const first: number[] = [];
    const second: number[] = [];
    const end = client.on('progress', ({ rows }) => first.push(rows));
    client.on('progress', ({ rows }) => second.push(rows));
    server.emit('progress', { rows: 1 });
    await settle();
    end();
    server.emit('progress', { rows: 2 });
    await settle();
    expect([first, second]).toEqual([[1], [1, 2]]);
  });

  it('that nobody listens to are no error', async () => {
    const { client, server } = connect();
    server.emit('progress', { rows: 1 });
    expect(await client.request('double', { n: 1 })).toBe(2);
  });
});

describe('closing', () => {
  it('the client rejects what waits, and all that is asked later', async () => {
    const { client } = connect();
    const waiting = [rejection(client.request('wait', {})), rejection(client.request('wait', {}))];
    client.close();
    client.close();
    for (const error of await Promise.all(waiting)) expect(error).toBeInstanceOf(EngineStoppedError);
    expect(await rejection(client.request('double', { n: 1 }))).toBeInstanceOf(EngineStoppedError);
  });

  it('the server aborts its handlers and sends nothing more', async () => {
    const { client, server, sent } = connect();
    const asked = client.request('wait', {});
    asked.catch(() => {});
    await settle();
    server.close();
    server.close();
    server.emit('progress', { rows: 1 });
    await settle();
    expect(sent).toHaveLength(1);
    client.close();
    expect(await rejection(asked)).toBeInstanceOf(EngineStoppedError);
  });

  it('a request that is cancelled after closing is an engine that stopped, once', async () => {
    const { client } = connect();
    const controller = new AbortController();
    const asked = rejection(client.request('wait', {}, { signal: controller.signal }));
    client.close();
    controller.abort();
    expect(await asked).toBeInstanceOf(EngineStoppedError);
  });
});

describe('what strangers post', () => {
  const strange = [
    { t: 'answer', id: 99, output: 1 },
    { t: 'error', id: 99 },
    { t: 'cancel', id: 99 },
    { t: 'event', event: 'x' },
    { t: 'request', id: 98 },
    { t: '?' },
    {},
    null,
    undefined,
    'text',
  ];

  it.each(strange)('%j is passed over by both ends', async (message) => {
    const { client, near, far } = connect();
    near.post(message);
    far.post(message);
    await settle();
    expect(await client.request('double', { n: 3 })).toBe(6);
  });
});

describe('an error on its way', () => {
  it.each([
    new SourceError('not-found', '/x', 'There is no file at /x.'),
    new SourceError('changed-while-reading', '/x', 'It changed.'),
    new CancelledError(),
    new InvalidRequestError('Wrong.'),
    new EngineStoppedError(),
    new FramescopeError('internal', 'Odd.'),
  ])('%s comes out as it went in', (error) => {
    const envelope = structuredClone(toEnvelope(error));
    expect(errorEnvelopeSchema.parse(envelope)).toEqual(envelope);
    const again = fromEnvelope(envelope);
    expect(again.constructor).toBe(error.constructor);
    expect({ ...again, message: again.message }).toEqual({ ...error, message: error.message });
  });

  it.each([
    [new TypeError('bad type'), 'bad type'],
    ['a string', 'a string'],
    [undefined, 'undefined'],
    [null, 'null'],
  ])('%s becomes an internal error with its words', (thrown, message) => {
    expect(toEnvelope(thrown)).toEqual({ code: 'internal', message });
  });
});

describe('the contract of the engine', () => {
  const { requests } = engineContract;
  const frame = { session: 0, frame: 1 };

  it.each([
    ['rows', { session: 0, from: 1, count: MAX_ROWS_PER_PAGE }, true],
    ['rows', { session: 0, from: 1, count: MAX_ROWS_PER_PAGE + 1 }, false],
    ['rows', { session: 0, from: 0, count: 1 }, false],
    ['rows', { session: 0, from: 1, count: 0 }, false],
    ['rows', { session: -1, from: 1, count: 1 }, false],
    ['rows', { session: '/etc/passwd', from: 1, count: 1 }, false],
    ['frame', frame, true],
    ['frame', { session: 0, frame: 1.5 }, false],
    ['frame', { session: 0, frame: Number.NaN }, false],
    ['text', { ...frame, form: 'hex', from: 0, count: MAX_TEXT_SLICE }, true],
    ['text', { ...frame, form: 'hex', from: 0, count: MAX_TEXT_SLICE + 1 }, false],
    ['text', { ...frame, form: 'html', from: 0, count: 1 }, false],
    ['text', { ...frame, form: 'exact', from: -1, count: 1 }, false],
    ['image', { ...frame, path: ['message', 'content', 0], from: 0, count: MAX_TEXT_SLICE }, true],
    ['image', { ...frame, path: ['message'], from: 0, count: MAX_TEXT_SLICE + 1 }, false],
    ['image', { ...frame, path: [-1], from: 0, count: 1 }, false],
    ['image', { ...frame, path: Array(17).fill(0), from: 0, count: 1 }, false],
    ['image', { ...frame, path: 'message', from: 0, count: 1 }, false],
    ['next', { session: 0, from: 0, direction: 'forward', what: 'error' }, true],
    ['next', { session: 0, from: 0, direction: 'sideways', what: 'error' }, false],
    ['next', { session: 0, from: 0, direction: 'forward', what: 'success' }, false],
    ['progress', {}, false],
  ] as const)('%s %j: %s', (method, input, allowed) => {
    expect(requests[method].input.safeParse(input).success).toBe(allowed);
  });
});

import type { z } from 'zod';
import { EngineStoppedError } from '../protocol/errors';
import { answerRequest } from './answer-request';
import { type ErrorEnvelope, fromEnvelope, toEnvelope } from './error-envelope';

/**
 * Typed request/response with cancellation and events over anything that posts messages. One contract
 * object names every request and event; client and server types are derived from it, so adding a request
 * means adding one entry there and one handler. The wire form is plain data: structured clone carries it.
 */
export interface Wire {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  close(): void;
}

export interface Contract {
  requests: Record<string, { input: z.ZodType; output: z.ZodType }>;
  events: Record<string, z.ZodType>;
}

export type Input<C extends Contract, M extends keyof C['requests']> = z.input<C['requests'][M]['input']>;
export type Output<C extends Contract, M extends keyof C['requests']> = z.output<C['requests'][M]['output']>;
export type EventData<C extends Contract, E extends keyof C['events']> = z.output<C['events'][E]>;

export interface RequestContext {
  /** Aborts when the client cancels or the channel closes. */
  signal: AbortSignal;
}

export type Handlers<C extends Contract> = {
  [M in keyof C['requests']]: (
    input: z.output<C['requests'][M]['input']>,
    context: RequestContext,
  ) => Promise<Output<C, M>> | Output<C, M>;
};

type Message =
  | { t: 'request'; id: number; method: string; input: unknown }
  | { t: 'cancel'; id: number }
  | { t: 'answer'; id: number; output: unknown }
  | { t: 'error'; id: number; error: ErrorEnvelope }
  | { t: 'event'; event: string; data: unknown };

export interface Client<C extends Contract> {
  /** Rejects with the class the server threw, or EngineStoppedError when the channel closes first. */
  request<M extends keyof C['requests'] & string>(
    method: M,
    input: Input<C, M>,
    options?: { signal?: AbortSignal },
  ): Promise<Output<C, M>>;
  /** Returns a function that ends the subscription. */
  on<E extends keyof C['events'] & string>(event: E, listener: (data: EventData<C, E>) => void): () => void;
  /** Rejects everything that is still waiting. */
  close(): void;
}

export interface Server<C extends Contract> {
  emit<E extends keyof C['events'] & string>(event: E, data: EventData<C, E>): void;
  close(): void;
}

export function createClient<C extends Contract>(wire: Wire): Client<C> {
  let nextId = 1;
  const waiting = new Map<number, { resolve: (v: never) => void; reject: (e: Error) => void }>();
  const listeners = new Map<string, Set<(data: never) => void>>();
  let closed = false;

  wire.onMessage((raw) => {
    const message = raw as Message | null | undefined;
    if (message?.t === 'event') {
      for (const listener of listeners.get(message.event) ?? []) listener(message.data as never);
      return;
    }
    if (message?.t !== 'answer' && message?.t !== 'error') return;
    const entry = waiting.get(message.id);
    if (!entry) return;
    waiting.delete(message.id);
    if (message.t === 'answer') entry.resolve(message.output as never);
    else entry.reject(fromEnvelope(message.error));
  });

  return {
    request(method, input, options) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(new EngineStoppedError());
        const id = nextId++;
        const { signal } = options ?? {};
        if (signal?.aborted)
          return reject(fromEnvelope({ code: 'cancelled', message: 'The request was cancelled.' }));
        waiting.set(id, { resolve: resolve as (v: never) => void, reject });
        signal?.addEventListener(
          'abort',
          () => {
            if (!waiting.delete(id)) return;
            wire.post({ t: 'cancel', id } satisfies Message);
            reject(fromEnvelope({ code: 'cancelled', message: 'The request was cancelled.' }));
          },
          { once: true },
        );
        wire.post({ t: 'request', id, method, input } satisfies Message);
      });
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set);
      set.add(listener as (data: never) => void);
      return () => set.delete(listener as (data: never) => void);
    },
    close() {
      if (closed) return;
      closed = true;
      for (const { reject } of waiting.values()) reject(new EngineStoppedError());
      waiting.clear();
      wire.close();
    },
  };
}

export function serve<C extends Contract>(wire: Wire, contract: C, handlers: Handlers<C>): Server<C> {
  const running = new Map<number, AbortController>();
  let closed = false;

  /** Says why it could not be sent; null when it was, or when nobody is there to send it to. */
  function post(message: Message): unknown {
    if (closed) return null;
    try {
      wire.post(message);
      return null;
    } catch (problem) {
      return problem ?? new Error('It could not be sent.');
    }
  }

  async function answer(id: number, method: string, input: unknown): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    const { signal } = controller;
    const given = await answerRequest(contract, handlers, method, input, { signal });
    running.delete(id);
    if (signal.aborted) return;
    const problem = post('error' in given ? { t: 'error', id, ...given } : { t: 'answer', id, ...given });
    // An answer that cannot be copied is an error. When that cannot be sent either, the other end is gone.
    if (problem !== null) post({ t: 'error', id, error: toEnvelope(problem) });
  }

  wire.onMessage((raw) => {
    const message = raw as Message | null | undefined;
    if (message?.t === 'request') void answer(message.id, message.method, message.input);
    else if (message?.t === 'cancel') running.get(message.id)?.abort();
  });

  return {
    // An event that reaches nobody is no failure of the one who tells it.
    emit: (event, data) => void post({ t: 'event', event, data }),
    close() {
      if (closed) return;
      closed = true;
      for (const controller of running.values()) controller.abort();
      wire.close();
    },
  };
}

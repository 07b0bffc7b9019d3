import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerRequest } from '../../../src/ipc/answer-request';
import { SourceError } from '../../../src/protocol/errors';

const contract = {
  requests: {
    double: { input: z.object({ value: z.number() }), output: z.number() },
    fail: { input: z.object({}), output: z.object({}) },
  },
  events: {},
};
const handlers = {
  double: ({ value }: { value: number }) => value * 2,
  fail: () => {
    throw new SourceError('not-found', '/a', 'There is no file at /a.');
  },
};
const ask = (method: unknown, input: unknown) =>
  answerRequest(contract, handlers, method, input, { signal: new AbortController().signal });

describe('answerRequest', () => {
  it('answers', async () => {
    expect(await ask('double', { value: 2 })).toEqual({ output: 4 });
  });

  it('keeps the class of an error', async () => {
    expect(await ask('fail', {})).toEqual({
      error: { code: 'source', message: 'There is no file at /a.', problem: 'not-found', path: '/a' },
    });
  });

  it.each([['nope'], ['toString'], ['__proto__'], [7], [null], [['double']]])(
    'refuses the method %j',
    async (method) => {
      expect(await ask(method, {})).toMatchObject({ error: { code: 'invalid-request' } });
    },
  );

  it('refuses a wrong input with the name of the part', async () => {
    expect(await ask('double', { value: 'x' })).toMatchObject({
      error: { message: expect.stringContaining('wrong value') },
    });
    expect(await ask('double', undefined)).toMatchObject({ error: { code: 'invalid-request' } });
  });

  it.each([[Object.create(null)], [Object.assign(new Error(), { message: Symbol('odd') })]])(
    'has words for whatever a handler throws',
    async (thrown) => {
      const fail = () => {
        throw thrown;
      };
      const context = { signal: new AbortController().signal };
      const answer = await answerRequest(contract, { ...handlers, fail }, 'fail', {}, context);
      expect(answer).toEqual({ error: { code: 'internal', message: expect.any(String) } });
    },
  );
});

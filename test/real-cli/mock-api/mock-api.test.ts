import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { bash, finalError, message, text } from './messages';
import { type MockApi, type Model, startMockApi } from './mock-api';

const FOLDER = '/somewhere/with a name/demo';
const tools = [{ name: 'Bash' }];
const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });

const started: MockApi[] = [];
afterEach(async () => {
  for (const api of started) await api.close();
  started.length = 0;
});

async function mock(model: Model): Promise<MockApi> {
  const api = await startMockApi(model, FOLDER);
  started.push(api);
  return api;
}

function ask(api: MockApi, body: unknown): Promise<Response> {
  return fetch(`${api.url}/v1/messages?beta=true`, { method: 'POST', body: JSON.stringify(body) });
}

/** The events of a streamed answer. */
async function events(response: Response): Promise<Record<string, unknown>[]> {
  const blocks = (await response.text()).trim().split('\n\n');
  return blocks.map((block) => {
    const [name, data] = block.split('\n');
    const event = JSON.parse(data!.replace('data: ', ''));
    expect(name).toBe(`event: ${event.type}`);
    return event;
  });
}

describe('the mock of the Messages API', () => {
  it('streams a message in events that make up what the model said', async () => {
    const words = `A long answer about ${FOLDER}/README.md: ${'word '.repeat(40)}😀`;
    const api = await mock(() => message(text(words), bash(`cat ${FOLDER}/x`)));
    const told = await events(await ask(api, { stream: true, model: 'm', tools, messages: [user('Go.')] }));
    const types = told.map(({ type }) => type);
    expect(types.slice(0, 2)).toEqual(['message_start', 'ping']);
    expect(types.slice(-2)).toEqual(['message_delta', 'message_stop']);
    const deltas = told.filter(({ type }) => type === 'content_block_delta');
    const joined = (index: number, key: string) =>
      deltas
        .filter((event) => event.index === index)
        .map(({ delta }) => (delta as Record<string, string>)[key])
        .join('');
    expect(joined(0, 'text')).toBe(words);
    expect(JSON.parse(joined(1, 'partial_json'))).toMatchObject({ command: `cat ${FOLDER}/x` });
    expect(told.at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' } });
    // A recording has to be able to replace the folder in every delta.
    expect(deltas.filter((event) => JSON.stringify(event).includes(FOLDER))).toHaveLength(2);
  });

  it('answers without streaming, and with errors of the API', async () => {
    const api = await mock(({ lastText }) =>
      lastText === 'fail'
        ? finalError(401, 'authentication_error', 'invalid x-api-key')
        : message(text('Yes.')),
    );
    const whole = await ask(api, { tools, messages: [user([{ type: 'text', text: 'ok?' }])] });
    expect(await whole.json()).toMatchObject({ stop_reason: 'end_turn', content: [{ text: 'Yes.' }] });
    const failed = await ask(api, { stream: true, tools, messages: [user('fail')] });
    expect([failed.status, failed.headers.get('x-should-retry')]).toEqual([401, 'false']);
    expect(await failed.json()).toMatchObject({ type: 'error', error: { type: 'authentication_error' } });
  });

  it('knows which conversation and which turn a request is of', async () => {
    const api = await mock(() => message(text('Yes.')));
    const result = [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'done' }] }];
    await ask(api, { tools, messages: [user('Go.')] });
    await ask(api, {
      tools,
      messages: [user('Go.'), assistant('one'), assistant('block more'), user(result)],
    });
    await ask(api, { tools, messages: [user('SUBAGENT:alpha Look.'), assistant('x'), user('more')] });
    await ask(api, { messages: [user('Give it a title.')] });
    await ask(api, { tools, messages: [user('Go.'), user('Create a detailed summary of the conversation')] });
    expect(
      api.requests.map(({ thread, subagent, step, number }) => [thread, subagent, step, number]),
    ).toEqual([
      ['main', '', 0, 1],
      ['main', '', 1, 2],
      ['subagent', 'alpha', 1, 3],
      ['side', '', 0, 4],
      ['compact', '', 0, 5],
    ]);
    expect(api.requests[1]).toMatchObject({ lastText: 'done', tools: ['Bash'], folder: FOLDER });
  });

  it('falls silent in the middle of an answer where a scenario wants it', async () => {
    const api = await mock(() => ({ ...message(text('Never finished.')), silentAfter: 3 }));
    const response = await ask(api, { stream: true, tools, messages: [user('Go.')] });
    const reader = response.body!.getReader();
    let seen = '';
    while (!seen.includes('content_block_start')) {
      seen += new TextDecoder().decode((await reader.read()).value);
    }
    const more = reader.read().then(
      ({ done }) => (done ? 'ended' : 'more'),
      () => 'closed',
    );
    await api.close();
    started.length = 0;
    expect(await more).toBe('closed');
    expect(seen).not.toContain('content_block_delta');
  });

  it('lets nothing through to other hosts, and tells who was wanted', async () => {
    const api = await mock(() => message(text('Yes.')));
    const status = await new Promise((resolve, reject) => {
      const asked = httpRequest(api.url, { method: 'CONNECT', path: 'example.com:443' });
      asked.on('connect', (response) => resolve(response.statusCode)).on('error', reject);
      asked.end();
    });
    expect(status).toBe(403);
    const plain = await new Promise((resolve, reject) => {
      const asked = httpRequest(api.url, { path: 'http://example.com/x' });
      asked.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
      asked.end();
    });
    expect(plain).toBe(403);
    expect(api.refused).toEqual(['example.com:443', 'http://example.com/x']);
  });

  it('tells the faults of a scenario', async () => {
    const api = await mock(() => {
      throw new Error('no answer for this');
    });
    await expect(ask(api, { tools, messages: [user('Go.')] })).rejects.toThrow();
    expect(api.faults).toMatchObject([{ message: 'no answer for this' }]);
  });

  it('resolves `asked` as soon as there were so many requests', async () => {
    const api = await mock(() => message(text('Yes.')));
    const second = api.asked(2);
    await ask(api, { tools, messages: [user('One.')] });
    expect(await Promise.race([second, Promise.resolve('not yet')])).toBe('not yet');
    await ask(api, { tools, messages: [user('Two.')] });
    await second;
    await api.asked(1);
  });
});

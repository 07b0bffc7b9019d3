// A stand-in for the Messages API on 127.0.0.1, for the real CLI: what the model says is the caller's.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiMessage, eventsOf } from './event-stream';
import type { Answer, ApiError, Message } from './messages';
import { message, text } from './messages';
import { type ModelRequest, type RequestBody, readRequest } from './model-request';

/** Says what the model answers, now or later; asked for every request of the main conversation and of subagents. */
export type Model = (request: ModelRequest) => Answer | Promise<Answer>;

export interface MockApi {
  url: string;
  /** Every request for a message so far. */
  requests: ModelRequest[];
  /** What the CLI wanted from other hosts: the mock is its proxy, too, and lets nothing through. */
  refused: string[];
  /** Faults of the scenario or the mock: a request that was not answered. */
  faults: unknown[];
  /** Resolves when there were so many requests for a message. */
  asked(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a mock for one run of the CLI in `folder`, on a free port of this machine. */
export async function startMockApi(model: Model, folder: string): Promise<MockApi> {
  const requests: ModelRequest[] = [];
  const refused: string[] = [];
  const faults: unknown[] = [];
  const waiting = new Set<() => void>();
  const answerTo: AnswerTo = async (body) => {
    const request = readRequest(body, requests.length + 1, folder);
    requests.push(request);
    for (const check of waiting) check();
    return { answer: usualAnswer(request) ?? (await model(request)), model: request.model };
  };
  const server = createServer((request, response) => {
    // The whole address: it is for another host, and came here because this is the proxy.
    if (request.url?.includes('://')) {
      refused.push(request.url);
      response.writeHead(403).end();
      return;
    }
    readBody(request)
      .then((bytes) => bytes && respond(request, response, bytes, folder, answerTo))
      .catch((fault: unknown) => {
        faults.push(fault);
        response.destroy();
      });
  });
  server.on('connect', (request, socket) => {
    refused.push(request.url ?? '');
    socket.on('error', () => {});
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    refused,
    faults,
    asked: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (requests.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type AnswerTo = (body: RequestBody) => Promise<{ answer: Answer; model: string }>;

/** What is asked beside the conversation needs no scenario of its own. */
function usualAnswer({ thread }: ModelRequest): Answer | null {
  if (thread === 'side') return message(text('ok'));
  if (thread !== 'compact') return null;
  const summary = '1. Primary Request and Intent:\n   The user ran a small demo project.';
  return message(text(`<analysis>\nA demo.\n</analysis>\n\n<summary>\n${summary}\n</summary>`));
}

/** null when the CLI went away in the middle of its request. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer,
  folder: string,
  answerTo: AnswerTo,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://mock');
  if (request.method !== 'POST' || !pathname.startsWith('/v1/messages')) {
    sendJson(response, 200, {});
    return;
  }
  if (pathname.endsWith('/count_tokens')) {
    sendJson(response, 200, { input_tokens: Math.ceil(bytes.length / 4) });
    return;
  }
  const body = JSON.parse(bytes.toString('utf8')) as RequestBody;
  const { answer, model } = await answerTo(body);
  if ('error' in answer) {
    sendError(response, answer);
    return;
  }
  const whole = apiMessage(answer, model, newId);
  if (body.stream) sendEvents(response, answer, eventsOf(whole, folder));
  else sendJson(response, 200, whole, answer.headers);
}

function sendEvents(
  response: ServerResponse,
  { headers, silentAfter }: Message,
  events: Iterable<{ type: string }>,
): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'request-id': newId('req'),
    ...headers,
  });
  let sent = 0;
  for (const event of events) {
    if (sent++ === silentAfter) return;
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

function sendError(response: ServerResponse, { error, headers }: ApiError): void {
  const { status, ...told } = error;
  sendJson(response, status, { type: 'error', error: told, request_id: newId('req') }, headers);
}

function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req'), ...headers });
  response.end(JSON.stringify(value));
}

/** Ids look like the API's: a prefix, "01", and 22 more characters. */
function newId(prefix: string): string {
  return `${prefix}_01${randomBytes(11).toString('hex')}`;
}

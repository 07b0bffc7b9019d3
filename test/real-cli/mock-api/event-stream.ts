// A message as the API streams it: server-sent events.
import { type Block, type Message, usualUsage } from './messages';

export interface ApiMessage {
  id: string;
  type: 'message';
  role: 'assistant';
  model: string;
  content: Block[];
  stop_reason: string;
  stop_sequence: null;
  usage: Record<string, unknown>;
  stop_details?: Record<string, unknown>;
}

type ApiEvent = { type: string; [key: string]: unknown };

/** The whole message, as an answer without streaming; ids are made by `newId`. */
export function apiMessage(message: Message, model: string, newId: (prefix: string) => string): ApiMessage {
  const content = message.content.map((block) =>
    block.type === 'tool_use' ? { ...block, id: newId('toolu') } : block,
  );
  const calls = content.some(({ type }) => type === 'tool_use');
  return {
    id: newId('msg'),
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: message.stopReason ?? (calls ? 'tool_use' : 'end_turn'),
    stop_sequence: null,
    usage: { ...usualUsage, ...message.usage },
    ...(message.stopDetails && { stop_details: message.stopDetails }),
  };
}

/**
 * The events of a message. Deltas have about 24 characters; `whole` is never cut in two, so that a path can be
 * replaced in what the CLI makes of them.
 */
export function* eventsOf(message: ApiMessage, whole: string): Generator<ApiEvent> {
  const { content, stop_reason, stop_sequence, stop_details, usage, ...start } = message;
  const begun = { ...start, content: [], stop_reason: null, stop_sequence: null };
  yield { type: 'message_start', message: { ...begun, usage: { ...usage, output_tokens: 1 } } };
  yield { type: 'ping' };
  for (const [index, block] of content.entries()) {
    const { start: content_block, deltas } = inDeltas(block, whole);
    yield { type: 'content_block_start', index, content_block };
    for (const delta of deltas) yield { type: 'content_block_delta', index, delta };
    yield { type: 'content_block_stop', index };
  }
  const delta = { stop_reason, stop_sequence, ...(stop_details && { stop_details }) };
  const { service_tier: _, inference_geo: __, cache_creation: ___, ...counters } = usage;
  yield { type: 'message_delta', delta, usage: counters };
  yield { type: 'message_stop' };
}

function inDeltas(block: Block, whole: string): { start: Block; deltas: Record<string, unknown>[] } {
  if (block.type === 'text') {
    const { text, citations } = block as { text: string; citations?: unknown[] };
    const cited = (citations ?? []).map((citation) => ({ type: 'citations_delta', citation }));
    const deltas = pieces(text, whole).map((piece) => ({ type: 'text_delta', text: piece }));
    return { start: { type: 'text', text: '' }, deltas: [...deltas, ...cited] };
  }
  if (block.type === 'thinking') {
    const { thinking, signature } = block as { thinking: string; signature: string };
    const deltas = pieces(thinking, whole).map((piece) => ({ type: 'thinking_delta', thinking: piece }));
    const signed = { type: 'signature_delta', signature };
    return { start: { type: 'thinking', thinking: '', signature: '' }, deltas: [...deltas, signed] };
  }
  if (block.type === 'tool_use' || block.type === 'server_tool_use') {
    const json = JSON.stringify((block as { input: unknown }).input);
    const deltas = ['', ...pieces(json, whole)].map((piece) => ({
      type: 'input_json_delta',
      partial_json: piece,
    }));
    return { start: { ...block, input: {} }, deltas };
  }
  return { start: block, deltas: [] };
}

/** Long texts come in fewer, longer pieces; no piece ends inside a character or inside `whole`. */
function pieces(text: string, whole: string): string[] {
  const length = Math.max(24, Math.ceil(text.length / 200));
  const parts = whole === '' ? [text] : text.split(new RegExp(`(${escaped(whole)})`));
  return parts.flatMap((part) => {
    if (part === whole) return [part];
    const characters = Array.from(part);
    const count = Math.ceil(characters.length / length);
    return Array.from({ length: count }, (_, i) => characters.slice(i * length, (i + 1) * length).join(''));
  });
}

const escaped = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

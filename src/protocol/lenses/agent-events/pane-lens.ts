import { fieldOf, isObject, type Json, type JsonObject, numberOf, stringOf } from '../../json-values';
import { FrameTrail, type Lens, type LensStep, StepWriter } from '../lens';
import type { LensFrame } from '../lens-frame';
import { RecentMap } from '../recent-map';
import { contentOfMessage, resultBlocks } from './agent-event';
import { unreadable } from './backend-lens';

/** The pane's line buffer is thrown away beyond this many characters. */
const MAX_LINE_UNITS = 10_000_000;

/** Frames that are the pane's own events already. */
const OWN_TYPES = new Set([
  'text',
  'thinking',
  'tool_call',
  'tool_result',
  'agent_message',
  'user_message',
  'session_end',
  'provider_waiting',
  'stderr',
]);

const API_EVENTS = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'ping',
]);

interface OpenTool {
  id: string;
  name: string;
}

/**
 * What AgentMux's pane derives (the TypeScript twin of the translator), exactly. Where it stamps something with the
 * clock, the number of the frame stands, so that the same file always gives the same events. Bounded: one input of at
 * most 10,000,000 characters, and the names of the last calls.
 */
export class PaneLens implements Lens {
  private open: OpenTool | null = null;
  private buffer = '';
  private trail = new FrameTrail();
  private names = new RecentMap<string>();

  feed(frame: LensFrame): LensStep {
    const step = new StepWriter();
    const { text } = frame;
    const reason =
      text !== null && text.length > MAX_LINE_UNITS
        ? 'The line is longer than the 10,000,000 characters of the buffer, which is thrown away.'
        : unreadable(frame);
    if (reason !== null) step.drop('frame', reason);
    else this.translate(frame.value as JsonObject, frame.frame, step);
    return step;
  }

  end(): LensStep {
    const step = new StepWriter();
    if (this.open !== null && this.buffer !== '')
      step.drop('open tool', 'Nothing closes it: its input stays {}.');
    return step;
  }

  /** Forgets the open tool. */
  reset(): void {
    this.open = null;
    this.buffer = '';
    this.trail = new FrameTrail();
  }

  copy(): PaneLens {
    const copy = Object.assign(new PaneLens(), this);
    copy.trail = this.trail.copy();
    copy.names = this.names.copy();
    return copy;
  }

  private translate(value: JsonObject, frame: number, step: StepWriter): void {
    const type = stringOf(value, 'type') ?? '';
    if (OWN_TYPES.has(type)) step.emit({ ...value, type });
    else if (type === 'stream_event') this.apiEvent(fieldOf(value, 'event'), frame, step);
    else if (API_EVENTS.has(type)) this.apiEvent(value, frame, step);
    else if (type === 'assistant') this.assistant(value, frame, step);
    else if (type === 'user') this.user(value, frame, step);
    else if (type === 'result') paneResult(value, step);
    else if (type === 'rate_limit_event') {
      const retryAfterMs = numberOf(value, 'retry_after_ms');
      step.emit({ type: 'provider_waiting', reason: 'rate_limited', retryAfterMs });
    } else step.drop('frame', type === '' ? 'It has no type.' : `Frames of type ${type} are not translated.`);
  }

  private apiEvent(event: Json, frame: number, step: StepWriter): void {
    const type = stringOf(event, 'type') ?? '';
    if (type === 'content_block_start') this.start(fieldOf(event, 'content_block'), frame, step);
    else if (type === 'content_block_delta') this.delta(fieldOf(event, 'delta'), frame, step);
    else if (type === 'content_block_stop') this.stop(frame, step);
    else step.drop(`event ${type || 'without a type'}`, 'It is not translated.');
  }

  private start(block: Json, frame: number, step: StepWriter): void {
    const type = stringOf(block, 'type');
    if (type !== 'tool_use') {
      step.drop(`block ${type ?? 'without a type'}`, 'Only a block of type tool_use opens anything.');
      return;
    }
    const id = stringOf(block, 'id') || `tool_${frame}`;
    const name = stringOf(block, 'name') || 'Unknown';
    this.reset();
    this.open = { id, name };
    this.trail.add(frame);
    this.names.set(id, name);
    step.emit({ type: 'tool_call', id, tool: name, params: {} });
  }

  private delta(delta: Json, frame: number, step: StepWriter): void {
    const type = stringOf(delta, 'type') ?? '';
    const text = stringOf(delta, type === 'thinking_delta' ? 'thinking' : 'text');
    if (type === 'text_delta' || type === 'thinking_delta') {
      if (text === null || text === '') step.drop(`delta ${type}`, 'Its text is empty.');
      else step.emit({ type: type === 'text_delta' ? 'text' : 'thinking', content: text });
    } else if (type === 'input_json_delta') {
      const part = stringOf(delta, 'partial_json') ?? '';
      this.buffer += part.slice(0, MAX_LINE_UNITS - this.buffer.length);
      this.trail.add(frame);
      step.drop('delta', 'It is added to the one buffer for inputs, whether a tool is open or not.');
    } else step.drop(`delta ${type || 'without a type'}`, 'It is not translated.');
  }

  private stop(frame: number, step: StepWriter): void {
    const { open, buffer, trail } = this;
    this.reset();
    if (open === null) {
      step.drop('event content_block_stop', 'No tool is open.');
      return;
    }
    if (buffer === '') {
      step.drop('event content_block_stop', 'No input came, so the params stay {}.');
      return;
    }
    try {
      const params: Json = JSON.parse(buffer);
      step.emit({ type: 'tool_call', id: open.id, tool: open.name, params }, { from: trail.before(frame) });
    } catch {
      step.drop('input of the tool', 'It is no JSON: it is swallowed, and the params stay {}.');
    }
  }

  private assistant(value: JsonObject, frame: number, step: StepWriter): void {
    if (fieldOf(value, 'partial') === true) {
      step.drop('frame', 'A partial snapshot is ignored.');
      return;
    }
    const message = fieldOf(value, 'message');
    const content = fieldOf(message, 'content');
    if (!Array.isArray(content)) {
      step.drop('frame', isObject(message) ? 'Its content is no array.' : 'It has no message.');
      return;
    }
    const calls = content.filter((block: Json) => stringOf(block, 'type') === 'tool_use');
    for (const block of calls) {
      const id = stringOf(block, 'id') || `tool_${frame}`;
      const tool = stringOf(block, 'name') || 'Unknown';
      const input = fieldOf(block, 'input');
      this.names.set(id, tool);
      step.emit({ type: 'tool_call', id, tool, params: isObject(input) ? input : {} });
    }
    if (content.length > calls.length) {
      step.drop(
        `${content.length - calls.length} of ${content.length} blocks`,
        'Text and thinking come from deltas alone.',
      );
    }
    const speaks = content.some(
      (block: Json) => stringOf(block, 'type') === 'text' && (stringOf(block, 'text') ?? '').trim() !== '',
    );
    const ends = calls.length === 0 && speaks && fieldOf(message, 'stop_reason') !== 'tool_use';
    if (ends) step.emit({ type: 'session_end', stats: {} });
  }

  private user(value: JsonObject, frame: number, step: StepWriter): void {
    const content = contentOfMessage(value);
    if (typeof content === 'string') {
      // It is stamped with the clock there.
      step.emit({ type: 'user_message', message: content });
      return;
    }
    const results = resultBlocks(content);
    if (results.length === 0) step.drop('frame', 'It holds no tool result.');
    const sibling = fieldOf(value, 'tool_use_result');
    for (const { block } of results) {
      const id = stringOf(block, 'tool_use_id') || `tool_${frame}`;
      const output = fieldOf(block, 'content') ?? null;
      const replaced = results.length === 1 && typeof output === 'string' && isCommandResult(sibling);
      step.emit({
        type: 'tool_result',
        id,
        tool: stringOf(block, 'tool_name') || this.names.get(id) || 'Unknown',
        status: fieldOf(block, 'is_error') === true ? 'failed' : 'success',
        result: replaced ? sibling : typeof output === 'string' ? { content: output } : output,
      });
    }
  }
}

const isCommandResult = (value: Json) =>
  isObject(value) && ['stdout', 'stderr', 'interrupted'].some((key) => Object.hasOwn(value, key));

function paneResult(value: JsonObject, step: StepWriter): void {
  if (fieldOf(value, 'is_error') === true) {
    const code = numberOf(value, 'api_error_status') ?? 0;
    step.emit({ type: 'error_result', code, message: errorMessage(value, code) });
  }
  step.emit({ type: 'session_end', stats: statsOf(fieldOf(value, 'usage')) });
}

function errorMessage(value: JsonObject, code: number): string {
  const error = fieldOf(value, 'error');
  const stated =
    stringOf(value, 'result') || stringOf(error, 'message') || (typeof error === 'string' ? error : '');
  return stated || (code > 0 ? `API error ${code}` : 'Agent encountered an error');
}

/** The cache is summed into the input, and what is zero is left out. */
function statsOf(usage: Json): JsonObject {
  const of = (key: string) => numberOf(usage, key) ?? 0;
  const stats = {
    inputTokens: of('input_tokens') + of('cache_creation_input_tokens') + of('cache_read_input_tokens'),
    outputTokens: of('output_tokens'),
  };
  return Object.fromEntries(Object.entries(stats).filter(([, count]) => count !== 0));
}

import { fieldOf, isObject, type Json, type JsonObject, stringOf } from '../../json-values';
import { FrameTrail, type Lens, type LensStep, StepWriter } from '../lens';
import type { LensFrame } from '../lens-frame';
import {
  assistantText,
  contentOfMessage,
  cost,
  done,
  failure,
  resultBlocks,
  resultTurn,
  toolResult,
  toolUse,
} from './agent-event';
import { compactionBoundary } from './compaction';
import { Gathered } from './transcript';
import { wholeNumber } from './whole-numbers';

interface Slot {
  id: string;
  tool: string;
  json: string;
  trail: FrameTrail;
}

/** Input of a tool that is longer is cut: the original grows without limit. */
const MAX_INPUT_UNITS = 16 * 1024 * 1024;

const DISCARDED = new Set(['message_delta', 'message_stop', 'ping']);

/**
 * What AgentMux's backend derives (its Rust translator, and the runner that hands it lines), exactly: the strict reading
 * of the lens "agent-events". One slot for the tool that is open, whatever its index. Bounded: see Gathered.
 */
export class BackendLens implements Lens {
  private slot: Slot | null = null;
  private gathered = new Gathered();

  feed(frame: LensFrame): LensStep {
    const step = new StepWriter();
    const reason = unreadable(frame);
    if (reason !== null) step.drop('frame', reason);
    else this.translate(frame, frame.value as JsonObject, step);
    return step;
  }

  end(): LensStep {
    const step = new StepWriter();
    if (this.slot !== null)
      step.drop('open tool', `Nothing closes ${this.slot.tool || 'the tool'}: it vanishes.`);
    this.slot = null;
    return step;
  }

  /** Forgets the open tool, the text and the turns. */
  reset(): void {
    this.slot = null;
    this.gathered = new Gathered();
  }

  copy(): BackendLens {
    const copy = new BackendLens();
    copy.slot = this.slot === null ? null : { ...this.slot, trail: this.slot.trail.copy() };
    copy.gathered = this.gathered.copy();
    return copy;
  }

  private translate(frame: LensFrame, value: JsonObject, step: StepWriter): void {
    const type = stringOf(value, 'type');
    switch (type) {
      case 'stream_event':
        this.streamEvent(fieldOf(value, 'event'), frame, step);
        break;
      case 'user':
        this.results(contentOfMessage(value), frame, step);
        break;
      case 'assistant':
        this.assistant(value, frame, step);
        break;
      case 'result':
        this.result(value, frame, step);
        break;
      case 'system':
        if (stringOf(value, 'subtype') === 'compact_boundary') compactionBoundary(frame, value, step);
        else step.drop('frame', 'Of system frames only compact_boundary is translated.');
        break;
      default:
        step.drop(
          'frame',
          type === null ? 'It has no type that is a string.' : `Frames of type ${type} are not translated.`,
        );
    }
  }

  private streamEvent(event: Json, frame: LensFrame, step: StepWriter): void {
    const type = stringOf(event, 'type');
    if (type === 'content_block_start') this.start(fieldOf(event, 'content_block'), frame.frame, step);
    else if (type === 'content_block_delta') this.delta(fieldOf(event, 'delta'), frame.frame, step);
    else if (type === 'content_block_stop') this.stop(frame.frame, step);
    else if (type === 'message_start') {
      const message = fieldOf(event, 'message');
      if (stringOf(message, 'role') === 'user') this.results(fieldOf(message, 'content'), frame, step);
      else step.drop('event message_start', 'The start of a message of the assistant is discarded.');
    } else if (type !== null && DISCARDED.has(type)) step.drop(`event ${type}`, 'It is discarded.');
    else step.drop('event', type === null ? 'It has no type.' : `Events of type ${type} are not translated.`);
  }

  private start(block: Json, frame: number, step: StepWriter): void {
    const type = stringOf(block, 'type');
    if (type !== 'tool_use') {
      step.drop(`block ${type ?? 'without a type'}`, 'Only a block of type tool_use opens anything.');
      return;
    }
    if (this.slot !== null) {
      step.drop(
        'open tool',
        `${this.slot.tool || 'The tool'} that was open is replaced, and lost: there is one slot.`,
      );
    }
    const input = fieldOf(block, 'input');
    if (isObject(input) && Object.keys(input).length > 0) {
      step.drop('input of the block', 'The input that a start states is ignored.');
    }
    step.drop('block tool_use', 'It opens the one slot for tools; the tool is told when a block stops.');
    const trail = new FrameTrail();
    trail.add(frame);
    this.slot = { id: stringOf(block, 'id') ?? '', tool: stringOf(block, 'name') ?? '', json: '', trail };
  }

  private delta(delta: Json, frame: number, step: StepWriter): void {
    const type = stringOf(delta, 'type');
    const text = stringOf(delta, 'text');
    if (type === 'text_delta' && text !== null) {
      step.emit(assistantText(text));
      this.gathered.addText(text, frame);
      return;
    }
    if (type !== 'input_json_delta') {
      step.drop(`delta ${type ?? 'without a type'}`, 'Only text and the input of tools are read.');
      return;
    }
    const part = stringOf(delta, 'partial_json');
    if (this.slot === null) step.drop('delta', 'No tool is open, so the piece of input is dropped.');
    else if (part === null) step.drop('delta', 'Its partial_json is no string.');
    else {
      this.slot.json += part.slice(0, MAX_INPUT_UNITS - this.slot.json.length);
      this.slot.trail.add(frame);
      step.drop(
        'delta',
        'It is added to the tool that is open, whatever its index; the tool is told when a block stops.',
      );
    }
  }

  private stop(frame: number, step: StepWriter): void {
    const { slot } = this;
    this.slot = null;
    if (slot === null) {
      step.drop('event content_block_stop', 'No tool is open.');
      return;
    }
    step.emit(toolUse(slot.id, slot.tool, toolInput(slot.json)), { from: slot.trail.before(frame) });
  }

  private results(content: Json, { text }: LensFrame, step: StepWriter): void {
    const results = resultBlocks(content);
    const blocks = Array.isArray(content) ? content.length : 0;
    if (!Array.isArray(content))
      step.drop('content', 'It is no array; only tool results in an array are read.');
    else if (blocks === 0) step.drop('content', 'It is empty.');
    else if (blocks > results.length) {
      step.drop(
        `${blocks - results.length} of ${blocks} blocks`,
        'Only blocks of type tool_result are read.',
      );
    }
    for (const { block } of results) {
      const id = stringOf(block, 'tool_use_id') ?? '';
      const output = fieldOf(block, 'content') ?? null;
      const isError = fieldOf(block, 'is_error') === true;
      step.emit(toolResult(id, output, isError));
      this.gathered.addTurn(resultTurn(id, output, isError), (text?.length ?? 0) / results.length);
    }
  }

  private assistant(value: JsonObject, { text }: LensFrame, step: StepWriter): void {
    const message = fieldOf(value, 'message');
    if (fieldOf(value, 'partial') === true) step.drop('frame', 'A partial snapshot is ignored.');
    else if (message === undefined) step.drop('frame', 'It has no message.');
    else {
      const content = fieldOf(message, 'content') ?? null;
      this.gathered.addTurn({ role: 'assistant', content }, text?.length ?? 0);
      step.drop(
        'frame',
        'It only adds a turn to the transcript: text and calls are taken from deltas alone.',
      );
    }
  }

  private result(value: JsonObject, frame: LensFrame, step: StepWriter): void {
    const costUsd = fieldOf(value, 'cost_usd');
    const of = (key: string) => wholeNumber(frame.text ?? '', value, ['usage', key]) ?? 0;
    const tokens = {
      input: of('input_tokens'),
      output: of('output_tokens'),
      cacheCreation: of('cache_creation_input_tokens'),
      cacheRead: of('cache_read_input_tokens'),
    };
    step.emit(cost(typeof costUsd === 'number' ? costUsd : 0, tokens));
    if (typeof fieldOf(value, 'total_cost_usd') === 'number') {
      step.drop(
        'field total_cost_usd',
        'Only its old name cost_usd is read, so the cost of a current stream is 0.',
      );
    }
    const text = stringOf(value, 'result');
    if (fieldOf(value, 'is_error') === true) {
      step.emit(failure(errorMessage(frame, value)));
      this.gathered = new Gathered();
      return;
    }
    const subtype = stringOf(value, 'subtype') ?? '';
    if (subtype.startsWith('error')) {
      step.drop(
        `subtype ${subtype}`,
        'The translator says done; the runner around it fails the run all the same.',
      );
    }
    this.done(text, frame.frame, step);
  }

  private done(result: string | null, frame: number, step: StepWriter): void {
    const { gathered } = this;
    const from = result === null ? gathered.textFrames.before(frame) : undefined;
    step.emit(done(result ?? gathered.text, gathered.turns), { from });
    if (result === null && gathered.textLeftOff > 0) {
      step.drop(
        `${gathered.textLeftOff} characters of the response`,
        'A lens keeps 1 MB of the text of deltas.',
      );
    }
    if (gathered.turnsLeftOff > 0) {
      step.drop(
        `${gathered.turnsLeftOff} turns of the transcript`,
        'A lens keeps 512 KB of it and counts the rest.',
      );
    }
    gathered.clearTurns();
    if (result === null) gathered.clearText();
    else if (gathered.text !== '') {
      step.drop('text of the deltas', 'It is not cleared: the next result without a text answers with it.');
    }
  }
}

/** Why the runner skips a line without a word; null when it does not. */
export function unreadable({ text, value, standing }: LensFrame): string | null {
  if (text === null) return 'This frame is longer than 32 MB: the lens does not read it.';
  if (text.trim() === '') return 'Blank lines are skipped.';
  if (standing === 'other-encoding') return 'The file is no UTF-8: none of its lines is read.';
  if (standing === 'part-of-line')
    return 'More than this value stands on the line, so the line is no JSON: it is skipped silently.';
  if (standing === 'several-lines' || standing === 'array-element') {
    return 'The value is no line of its own: each line for itself is no JSON, and is skipped silently.';
  }
  if (!text.startsWith('{')) return 'A line that does not begin with a brace is skipped silently.';
  if (!isObject(value)) return 'The line is no JSON: it is skipped silently.';
  return null;
}

/** The input that the pieces make: {} for none, the raw text when it is no JSON. */
export function toolInput(json: string): Json {
  if (json === '') return {};
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

function errorMessage({ text }: LensFrame, value: JsonObject): string {
  const result = stringOf(value, 'result');
  if (result !== null) return result;
  const code = wholeNumber(text ?? '', value, ['api_error_status']);
  return code !== null && code > 0 ? `API error ${code}` : 'Agent encountered an error';
}

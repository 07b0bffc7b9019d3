import { fieldOf, isObject, type Json, type JsonObject, numberOf, stringOf } from '../../json-values';
import { type Lens, type LensStep, StepWriter } from '../lens';
import type { LensFrame } from '../lens-frame';
import { RecentMap } from '../recent-map';
import { assistantText, contentOfMessage, resultTurn, toolResult, toolUse } from './agent-event';
import { toolInput } from './backend-lens';
import { partialBoundary } from './compaction';
import { correctedResult } from './corrected-result';
import { type OpenBlock, OpenBlocks } from './open-blocks';
import { Gathered } from './transcript';

const API_EVENTS = /^(?:message_(?:start|delta|stop)|content_block_(?:start|delta|stop)|ping)$/;

/**
 * The sensible reading of the same frames in AgentMux's events: tools are keyed by session, parent, message and index, whole
 * frames tell what no delta told, and every departure is said on the event.
 */
export class AgentCorrectedLens implements Lens {
  private blocks = new OpenBlocks();
  private gathered = new Gathered();
  /** The message that streams in a lane. */
  private messages = new RecentMap<string>();
  /** Messages whose deltas came. */
  private streamed = new RecentMap<true>();
  private costs = new RecentMap<number>();
  private calls = new RecentMap<number>();

  feed(frame: LensFrame): LensStep {
    const step = new StepWriter();
    const { value, text } = frame;
    if (text === null) step.drop('frame', 'This frame is longer than 32 MB: the lens does not read it.');
    else if (!isObject(value))
      step.drop('frame', text.trim() === '' ? 'It is blank.' : 'It is no JSON object.');
    else this.translate(frame, value, step);
    return step;
  }

  end(): LensStep {
    const step = new StepWriter();
    this.incomplete(
      this.blocks.takeWhere(() => true),
      0,
      step,
    );
    return step;
  }

  copy(): AgentCorrectedLens {
    const copy = new AgentCorrectedLens();
    copy.blocks = this.blocks.copy();
    copy.gathered = this.gathered.copy();
    copy.messages = this.messages.copy();
    copy.streamed = this.streamed.copy();
    copy.costs = this.costs.copy();
    copy.calls = this.calls.copy();
    return copy;
  }

  private translate(frame: LensFrame, value: JsonObject, step: StepWriter): void {
    const type = stringOf(value, 'type') ?? '';
    const session = stringOf(value, 'session_id') ?? stringOf(value, 'sessionId') ?? '';
    const lane = `${session}\0${stringOf(value, 'parent_tool_use_id') ?? ''}`;
    if (type === 'stream_event') this.apiEvent(fieldOf(value, 'event'), lane, frame.frame, [], step);
    else if (API_EVENTS.test(type)) {
      this.apiEvent(
        value,
        lane,
        frame.frame,
        ['An event of the API without stream_event around it is read too.'],
        step,
      );
    } else if (type === 'assistant') this.assistant(value, frame, step);
    else if (type === 'user') this.user(value, frame, step);
    else if (type === 'result') this.result(value, session, frame.frame, step);
    else if (type === 'rate_limit_event') rateLimit(value, step);
    else if (type === 'system' && stringOf(value, 'subtype') === 'compact_boundary')
      partialBoundary(value, step);
    else
      step.drop(
        'frame',
        `AgentMux has no event for ${type === '' ? 'a frame without a type' : `frames of type ${type}`}.`,
      );
  }

  private apiEvent(event: Json, lane: string, frame: number, notes: string[], step: StepWriter): void {
    const type = stringOf(event, 'type') ?? '';
    const key = `${lane}\0${this.messages.get(lane) ?? ''}\0${numberOf(event, 'index') ?? 0}`;
    if (type === 'message_start') this.messageStart(fieldOf(event, 'message'), lane, frame, notes, step);
    else if (type === 'content_block_start')
      this.start(fieldOf(event, 'content_block'), key, lane, frame, step);
    else if (type === 'content_block_delta') this.delta(fieldOf(event, 'delta'), key, frame, notes, step);
    else if (type === 'content_block_stop') {
      const block = this.blocks.take(key);
      if (block !== undefined) this.tool(block, frame, notes, step);
      else step.drop('event content_block_stop', 'No tool is open at this index.');
    } else if (type === 'message_stop') {
      const left = this.blocks.takeWhere((other) => other === lane);
      if (left.length === 0) step.drop('event message_stop', 'It ends the message; nothing is open.');
      this.incomplete(left, frame, step);
    } else step.drop(`event ${type || 'without a type'}`, 'It carries neither text nor a tool.');
  }

  private messageStart(message: Json, lane: string, frame: number, notes: string[], step: StepWriter): void {
    if (stringOf(message, 'role') === 'user') {
      this.results(fieldOf(message, 'content'), frame, 0, notes, step);
      return;
    }
    const id = stringOf(message, 'id') ?? '';
    this.messages.set(lane, id);
    if (id !== '') this.streamed.set(id, true);
    this.incomplete(
      this.blocks.takeWhere((other) => other === lane),
      frame,
      step,
    );
    step.drop('event message_start', 'It opens a message; what comes in it is told.');
  }

  private start(block: Json, key: string, lane: string, frame: number, step: StepWriter): void {
    const type = stringOf(block, 'type') ?? '';
    if (!type.endsWith('tool_use')) {
      step.drop(`block ${type || 'without a type'}`, 'It opens; its deltas are told as they come.');
      return;
    }
    const opened = { key, lane, id: stringOf(block, 'id') ?? '', tool: stringOf(block, 'name') || type };
    this.incomplete(this.blocks.open(opened, frame), frame, step);
    step.drop(`block ${type}`, 'It opens a tool, which is told when its input is whole.');
  }

  private delta(delta: Json, key: string, frame: number, notes: string[], step: StepWriter): void {
    const type = stringOf(delta, 'type') ?? '';
    const text = stringOf(delta, 'text');
    const thinking = stringOf(delta, 'thinking');
    const part = stringOf(delta, 'partial_json');
    if (type === 'text_delta' && text) {
      step.emit(assistantText(text), { corrected: notes });
      this.gathered.addText(text, frame);
    } else if (type === 'thinking_delta' && thinking) {
      const corrected = [...notes, 'Thinking is told, as the pane does; the backend discards it.'];
      step.emit({ type: 'thinking', delta: thinking }, { corrected });
    } else if (type === 'input_json_delta' && part !== null) {
      const known = this.blocks.add(key, part, frame);
      step.drop(
        'delta',
        known ? 'The input grows; the tool is told when it is whole.' : 'No tool is open at this index.',
      );
    } else
      step.drop(
        `delta ${type || 'without a type'}`,
        text === '' ? 'Its text is empty.' : 'It carries no text and no input.',
      );
  }

  private tool(block: OpenBlock, frame: number, notes: string[], step: StepWriter): void {
    const input = toolInput(block.json);
    const corrected = [...notes];
    if (block.id !== '') this.calls.set(block.id, frame);
    if (typeof input === 'string') corrected.push('The input is no JSON: its text stands for it.');
    step.emit(toolUse(block.id, block.tool, input), { from: block.trail.before(frame), corrected });
  }

  /** Tools that nothing closed: AgentMux loses them. */
  private incomplete(blocks: readonly OpenBlock[], frame: number, step: StepWriter): void {
    for (const { id, tool, json, trail } of blocks) {
      const event = { ...toolUse(id, tool, json), incomplete: true };
      step.emit(event, {
        from: trail.before(frame),
        corrected: ['Nothing closes this tool: it is told as far as it came.'],
      });
    }
  }

  private assistant(value: JsonObject, frame: LensFrame, step: StepWriter): void {
    if (fieldOf(value, 'partial') === true) {
      step.drop('frame', 'A partial snapshot; the whole frame follows.');
      return;
    }
    const message = fieldOf(value, 'message');
    const content = fieldOf(message, 'content');
    const text = frame.text ?? '';
    this.gathered.addTurn({ role: 'assistant', content: content ?? null }, text.length);
    const id = stringOf(message, 'id') ?? '';
    if (id !== '' && this.streamed.has(id)) {
      step.drop('frame', 'Its deltas told it already.');
      return;
    }
    const blocks: readonly Json[] =
      typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : [];
    if (blocks.length === 0) step.drop('frame', 'It has no content.');
    for (const [index, block] of blocks.entries()) this.wholeBlock(block, index + 1, frame.frame, step);
  }

  private wholeBlock(block: Json, place: number, frame: number, step: StepWriter): void {
    const type = stringOf(block, 'type') ?? '';
    const corrected = ['No delta told it, so the whole frame does; AgentMux would show nothing.'];
    const text = stringOf(block, 'text') ?? '';
    const thinking = stringOf(block, 'thinking') ?? '';
    if (type === 'text' && text !== '') {
      step.emit(assistantText(text), { corrected });
      this.gathered.addText(text, frame);
    } else if (type === 'thinking' && thinking !== '')
      step.emit({ type: 'thinking', delta: thinking }, { corrected });
    else if (type.endsWith('tool_use')) {
      const id = stringOf(block, 'id') ?? '';
      if (id !== '') this.calls.set(id, frame);
      step.emit(toolUse(id, stringOf(block, 'name') || type, fieldOf(block, 'input') ?? {}), { corrected });
    } else if (type.endsWith('tool_result')) this.oneResult(block, frame, 0, corrected, step);
    else
      step.drop(
        `block ${place} (${type || 'without a type'})`,
        'It holds no text, thinking, call or result.',
      );
  }

  private user(value: JsonObject, frame: LensFrame, step: StepWriter): void {
    const content = contentOfMessage(value);
    if (fieldOf(value, 'isSynthetic') === true) {
      step.drop('content', 'The CLI wrote this text itself, such as the summary after a compaction.');
    }
    this.results(content, frame.frame, frame.text?.length ?? 0, [], step);
  }

  private results(content: Json, frame: number, units: number, notes: string[], step: StepWriter): void {
    const blocks: readonly Json[] = Array.isArray(content) ? content : [];
    const results = blocks.filter((block) => (stringOf(block, 'type') ?? '').endsWith('tool_result'));
    for (const block of results) this.oneResult(block, frame, units / results.length, notes, step);
    if (results.length === 0)
      step.drop('frame', 'It holds no tool result, and AgentMux has no event for a prompt.');
    else if (blocks.length > results.length) {
      step.drop(`${blocks.length - results.length} of ${blocks.length} blocks`, 'They are no tool results.');
    }
  }

  private oneResult(block: Json, frame: number, units: number, notes: string[], step: StepWriter): void {
    const id = stringOf(block, 'tool_use_id') ?? '';
    const output = fieldOf(block, 'content') ?? null;
    const isError = fieldOf(block, 'is_error') === true;
    const call = this.calls.get(id);
    const corrected = [...notes];
    if (call === undefined) corrected.push('No call with this id came before; AgentMux does not say so.');
    const from = call === undefined || call === frame ? [] : [call];
    step.emit(toolResult(id, output, isError), { from, corrected });
    this.gathered.addTurn(resultTurn(id, output, isError), units);
  }

  private result(value: JsonObject, session: string, frame: number, step: StepWriter): void {
    const left = this.blocks.takeWhere((lane) => session === '' || lane.startsWith(`${session}\0`));
    this.incomplete(left, frame, step);
    correctedResult(value, session, this.costs, this.gathered, frame, step);
    this.gathered = new Gathered();
  }
}

function rateLimit(value: JsonObject, step: StepWriter): void {
  const info = fieldOf(value, 'rate_limit_info');
  const status = stringOf(info, 'status');
  if (status === 'allowed' || status === 'allowed_warning') {
    step.drop('frame', `The status is ${status}, so nothing waits; AgentMux's pane says that it does.`);
    return;
  }
  const corrected = ['The backend discards it; the pane shows it whatever its status.'];
  const retryAfterMs = numberOf(value, 'retry_after_ms');
  step.emit({ type: 'provider_waiting', reason: 'rate_limited', retryAfterMs, status }, { corrected });
}

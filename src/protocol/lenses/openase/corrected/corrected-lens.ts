import { jsonText } from '../../../json-text';
import { fieldOf, isObject, type Json, type JsonObject, stringOf } from '../../../json-values';
import { type DerivedEvent, FrameTrail, type Lens, type LensStep, StepWriter } from '../../lens';
import type { LensFrame } from '../../lens-frame';
import { RecentMap } from '../../recent-map';
import type { RememberedCall } from '../agent/identity';
import { MAX_LINE_BYTES } from '../parse/envelope';
import { goEncoded } from '../parse/go-json';
import { commandOf } from '../parse/message-blocks';
import { parseSessionState } from '../parse/session-state';
import { statusText } from '../parse/task-frames';
import { BlockItems } from './block-items';
import { correctedDiff } from './diff';
import { type LenientEnvelope, lenientBlocks, lenientEnvelope } from './lenient-envelope';
import { type CostState, correctedRateLimit, correctedResult } from './result';
import { status, whereOf } from './status-event';
import { correctedDelta, type LaneMessages } from './stream-deltas';

type Event = DerivedEvent['event'];

/**
 * The sensible reading of the same frames in OpenASE's events: nothing is refused as a whole, items are keyed by message
 * and block, deltas and thinking are told, and every departure is said on the event.
 */
export class OpenaseCorrectedLens implements Lens {
  private items = new BlockItems();
  private calls = new RecentMap<RememberedCall>();
  private uuids = new RecentMap<number>();
  private costs: CostState = new RecentMap<number>();
  private lanes: LaneMessages = new RecentMap<string>();
  private tools = 0;

  feed(frame: LensFrame): LensStep {
    const step = new StepWriter();
    const { value, text } = frame;
    if (text?.trim() === '') step.drop('frame', 'Blank lines hold nothing.');
    else if (text === null) step.drop('frame', 'This frame is longer than 32 MB: the lens does not read it.');
    else if (!isObject(value)) {
      const message = value === undefined ? 'bytes that are no JSON value' : 'a JSON value that is no object';
      step.emit(
        { type: 'error', message },
        { corrected: ['The piece keeps its row; OpenASE skips the line.'] },
      );
    } else this.derive(frame, value, step);
    return step;
  }

  end(): LensStep {
    return new StepWriter();
  }

  copy(): OpenaseCorrectedLens {
    const copy: OpenaseCorrectedLens = Object.assign(new OpenaseCorrectedLens(), this);
    copy.items = this.items.copy();
    copy.calls = this.calls.copy();
    copy.uuids = this.uuids.copy();
    copy.costs = this.costs.copy();
    copy.lanes = this.lanes.copy();
    return copy;
  }

  private derive(frame: LensFrame, value: JsonObject, step: StepWriter): void {
    const envelope = lenientEnvelope(value);
    if (frame.standing !== 'line') envelope.notes.push('The value is read though it is no line of its own.');
    if (frame.bytes > MAX_LINE_BYTES)
      envelope.notes.push('A line of more than 16 MiB does not end the reading.');
    this.noteDuplicate(envelope, frame.frame);
    switch (envelope.kind) {
      case 'assistant':
        this.assistant(envelope, frame.frame, step);
        break;
      case 'user':
        this.user(envelope, step);
        break;
      case 'task_started':
      case 'task_progress':
      case 'task_notification':
        task(envelope, step);
        break;
      case 'stream_event':
        correctedDelta(envelope, this.lanes, step);
        break;
      case 'result':
        correctedResult(envelope, this.costs, step);
        break;
      case 'rate_limit_event':
        correctedRateLimit(envelope, step);
        break;
      default:
        systemOrUnknown(envelope, step);
    }
  }

  private noteDuplicate({ uuid, notes }: LenientEnvelope, frame: number): void {
    if (uuid === '') return;
    const earlier = this.uuids.get(uuid);
    if (earlier !== undefined)
      notes.push(`The uuid is that of frame ${earlier} already; both frames are kept.`);
    else this.uuids.set(uuid, frame);
  }

  private assistant(envelope: LenientEnvelope, frame: number, step: StepWriter): void {
    const { raw, notes } = envelope;
    const { blocks, messageId, odd } = lenientBlocks(raw);
    if (typeof fieldOf(fieldOf(raw, 'message'), 'content') === 'string') {
      notes.push('A content that is a string is its text; OpenASE emits nothing for it.');
    }
    for (const place of odd) step.drop(`element ${place} of the content`, 'It is no object.');
    if (odd.length > 0) notes.push('An element that is no object spoils only itself.');
    for (const block of blocks) this.assistantBlock(envelope, block, messageId, frame, step);
    if (step.events.length > 0) return;
    status(envelope, 'assistant_event', 'Claude assistant event', step, [
      'A frame without content keeps its row; OpenASE emits nothing for it.',
    ]);
  }

  private assistantBlock(
    envelope: LenientEnvelope,
    block: JsonObject,
    messageId: string,
    frame: number,
    step: StepWriter,
  ): void {
    const { uuid, threadId, parentToolUseId, notes } = envelope;
    const type = stringOf(block, 'type') ?? '';
    const place = this.items.nextPlace(messageId);
    const where = whereOf(envelope);
    const lane = `${threadId}\0${parentToolUseId}`;
    if (type === 'text') {
      const text = stringOf(block, 'text') ?? '';
      const { itemId, idSource, confidence } = this.items.ofBlock(messageId, place, uuid, lane, text);
      const activity = { idSource, confidence };
      const event = {
        type: 'output_produced',
        ...where,
        itemId,
        stream: 'assistant',
        text,
        snapshot: true,
        activity,
      };
      step.emit(event, { corrected: [...notes, ...textNotes(text, idSource)] });
    } else if (type === 'thinking' || type === 'redacted_thinking') {
      const text = stringOf(block, 'thinking') ?? '';
      const { itemId } = this.items.ofBlock(messageId, place, uuid, lane, text);
      const event = { type: 'reasoning_updated', ...where, itemId, kind: type, text };
      step.emit(event, { corrected: [...notes, 'Thinking is told; OpenASE derives nothing from it.'] });
    } else if (type.endsWith('tool_use'))
      this.toolCall(envelope, block, `${messageId}#${place}`, frame, step);
    else status(envelope, 'content_block', type, step, ['A block of another kind is told as it is.'], block);
  }

  private toolCall(
    envelope: LenientEnvelope,
    block: JsonObject,
    item: string,
    frame: number,
    step: StepWriter,
  ): void {
    const corrected = [...envelope.notes];
    const type = stringOf(block, 'type') ?? '';
    const tool = stringOf(block, 'name')?.trim() || type;
    const input = fieldOf(block, 'input');
    const stated = stringOf(block, 'id')?.trim() ?? '';
    const callId = stated || (item.startsWith('#') ? `claude-tool-${++this.tools}` : item);
    if (stated === '')
      corrected.push('The call has no id; its place stands for it, not a field of its input or the uuid.');
    if (stringOf(input, 'id') !== null && stated === '')
      corrected.push('The field id of the input is no call id.');
    const args = jsonText(input === undefined ? {} : input);
    if (!isObject(input)) corrected.push('The input is no object and is kept as it is.');
    else if (args !== goEncoded(input))
      corrected.push('The arguments keep the order of their keys and their signs.');
    const command = commandOf(tool, input);
    this.calls.set(callId, { tool, command, frame }, callId.length + tool.length + command.length);
    const activity = {
      idSource: stated === '' ? 'synthesized' : 'tool_use_id',
      confidence: stated === '' ? 'low' : 'high',
    };
    step.emit(
      { type: 'tool_call_requested', ...whereOf(envelope), callId, tool, arguments: args, activity },
      { corrected },
    );
  }

  private user(envelope: LenientEnvelope, step: StepWriter): void {
    const { blocks, odd } = lenientBlocks(envelope.raw);
    for (const place of odd) step.drop(`element ${place} of the content`, 'It is no object.');
    const results = blocks.filter((block) => (stringOf(block, 'type') ?? '').endsWith('tool_result'));
    for (const block of results) this.toolResult(envelope, block, step);
    if (results.length > 0) return;
    const texts = blocks.map((block) => stringOf(block, 'text') ?? '').filter((text) => text !== '');
    const notes =
      fieldOf(envelope.raw, 'isSynthetic') === true
        ? ['The CLI wrote this text itself (isSynthetic), such as the summary after a compaction.']
        : texts.length > 0
          ? ['The text of the frame is told; OpenASE says "Claude user event".']
          : [];
    status(envelope, 'user_event', texts.join('\n\n') || 'Claude user event', step, notes);
  }

  private toolResult(envelope: LenientEnvelope, block: JsonObject, step: StepWriter): void {
    const corrected = [...envelope.notes];
    const toolUseId = stringOf(block, 'tool_use_id')?.trim() ?? '';
    const call = toolUseId === '' ? undefined : this.calls.get(toolUseId);
    const from = call === undefined ? [] : [call.frame];
    const text = resultWords(fieldOf(block, 'content'));
    const isError = fieldOf(block, 'is_error') === true;
    if (call === undefined) corrected.push('No call with this id came before; OpenASE does not say so.');
    if (text !== text.trim()) corrected.push('The text keeps the white space around it.');
    const where = whereOf(envelope);
    const activity = {
      idSource: toolUseId === '' ? 'event_uuid' : 'tool_use_id',
      confidence: toolUseId === '' ? 'low' : 'high',
    };
    const itemId = toolUseId || envelope.uuid;
    if (call !== undefined && call.command !== '') {
      if (isError) corrected.push('is_error is kept; OpenASE loses it on outputs of commands.');
      const { command } = call;
      const event: Event = {
        type: 'output_produced',
        ...where,
        itemId,
        stream: 'command',
        command,
        text,
        snapshot: true,
        isError,
        activity,
      };
      step.emit(event, { from, corrected });
    } else {
      const payload = { tool_use_id: toolUseId, tool: call?.tool ?? null, text, is_error: isError };
      const words = text || call?.tool || 'Claude tool result';
      const event: Event = {
        type: 'task_status',
        ...where,
        itemId,
        statusType: 'task_progress',
        text: words,
        payload,
        activity,
      };
      step.emit(event, { from, corrected });
    }
    correctedDiff(envelope, text, where, call?.command !== '', new FrameTrail(from), step);
  }
}

function textNotes(text: string, idSource: string): string[] {
  const notes: string[] = [];
  if (idSource === 'message') notes.push('The item is keyed by its message and the place of its block.');
  if (idSource === 'prefix') notes.push('Only the beginning of the text says that it is the same item.');
  if (text !== text.trim()) notes.push('The text keeps the white space around it.');
  return notes;
}

/** Texts of a result as they stand, and a word for what is none. */
function resultWords(content: Json): string {
  if (typeof content === 'string') return content;
  const parts: readonly Json[] = Array.isArray(content) ? content : isObject(content) ? [content] : [];
  return parts
    .map((part) =>
      typeof part === 'string' ? part : (stringOf(part, 'text') ?? `[${stringOf(part, 'type') ?? 'part'}]`),
    )
    .join('\n\n');
}

function task(envelope: LenientEnvelope, step: StepWriter): void {
  const { raw, kind } = envelope;
  const corrected = ['The payload is the frame as it is: OpenASE puts ids in, and rewrites its usage.'];
  if (kind === 'task_started') corrected.push('A task that starts is no turn that starts.');
  status(envelope, kind, statusText(raw), step, corrected);
  const text = stringOf(raw, 'text') ?? '';
  if (kind === 'task_progress')
    correctedDiff(envelope, text, whereOf(envelope), false, new FrameTrail(), step);
}

const STATE_SUBTYPES = new Set(['session_state_changed', 'requires_action']);

function systemOrUnknown(envelope: LenientEnvelope, step: StepWriter): void {
  const { raw, subtype, kind } = envelope;
  if (kind !== 'system') {
    status(envelope, 'unknown_event', envelope.type || 'Claude unknown event', step, []);
    return;
  }
  const [event, data] = [fieldOf(raw, 'event'), fieldOf(raw, 'data')];
  const state = parseSessionState({ subtype, event, data, payload: raw });
  if (state !== null && STATE_SUBTYPES.has(subtype)) {
    status(envelope, 'session_state', statusText(state.payload), step, [], state.payload);
    return;
  }
  const notes =
    state === null
      ? []
      : [`The subtype is ${subtype || 'not stated'}, so a status in it is no session state.`];
  status(envelope, 'system_event', statusText(raw) || 'Claude system event', step, notes);
}

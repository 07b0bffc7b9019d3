import type { Json, JsonObject } from '../../../json-values';
import { type DerivedEvent, type Lens, type LensStep, StepWriter } from '../../lens';
import type { LensFrame } from '../../lens-frame';
import { RecentMap } from '../../recent-map';
import { type Envelope, MAX_LINE_BYTES, transport } from '../parse/envelope';
import { firstOf } from '../parse/field-readers';
import { goEncoded } from '../parse/go-json';
import {
  isCallBlock,
  looksLikeDiff,
  type MessageBlock,
  parseBlocks,
  toolResultText,
} from '../parse/message-blocks';
import { parseSessionState } from '../parse/session-state';
import { parseTask, statusText, type TaskKind } from '../parse/task-frames';
import { OpenaseIds, rawItem } from './identity';
import { activityOf, rawRecord } from './raw-record';
import { resultEvents } from './result-events';

type Event = DerivedEvent['event'];

const NO_BLOCK_EVENT = 'blocks of this kind are kept, and nothing is derived from them';

/** What OpenASE's agent runtime derives, exactly: the strict reading of the lens "openase". */
export class OpenaseAgentLens implements Lens {
  private ids = new OpenaseIds();
  private stored = new RecentMap<true>();
  /** The session id of the process: the first one, for ever. */
  private sessionId = '';
  /** The frame that ended the reader; 0 while it reads. */
  private endedBy = 0;

  feed(frame: LensFrame): LensStep {
    const step = new StepWriter();
    if (this.endedBy > 0) {
      step.drop(
        'frame',
        `OpenASE stopped reading at frame ${this.endedBy}, whose line is longer than 16 MiB.`,
      );
      return step;
    }
    if (frame.bytes > MAX_LINE_BYTES) {
      this.endedBy = frame.frame;
      step.emit({ type: 'error', message: 'read stdout: the line is longer than 16 MiB' });
      step.drop('frame', 'Lines longer than 16 MiB end the reader: this one and all after it are lost.');
      return step;
    }
    const read = transport(frame);
    if ('blank' in read) step.drop('frame', 'Blank lines are skipped.');
    else if ('error' in read) {
      step.emit({ type: 'error', message: read.error });
      step.drop('frame', `The line is skipped with one error: ${read.error}.`);
    } else this.derive(read.envelope, frame.frame, step);
    return step;
  }

  end(): LensStep {
    return new StepWriter();
  }

  copy(): OpenaseAgentLens {
    const copy = Object.assign(new OpenaseAgentLens(), this);
    copy.ids = this.ids.copy();
    copy.stored = this.stored.copy();
    return copy;
  }

  private derive(envelope: Envelope, frame: number, step: StepWriter): void {
    this.keepSession(envelope, step);
    const inner = new StepWriter();
    switch (envelope.kind) {
      case 'assistant':
        this.assistant(envelope, frame, inner);
        break;
      case 'user':
        this.user(envelope, inner);
        break;
      case 'task_started':
      case 'task_progress':
      case 'task_notification':
        this.task(envelope.kind, envelope, inner);
        break;
      case 'system':
      case 'stream_event':
        this.sessionState(envelope, inner);
        break;
      case 'result':
        resultEvents(envelope, this.ids, inner);
        break;
      case 'rate_limit_event':
        rateLimit(envelope, inner);
        break;
      default:
        this.rawStatus(envelope, 'unknown_event', 'Claude unknown event', inner);
    }
    step.dropped.push(...inner.dropped);
    inner.events.forEach((derived, index) => {
      const event = index === 0 ? this.withRaw(derived.event, envelope, step) : derived.event;
      step.events.push({ ...derived, event });
    });
    if (inner.events.length === 0)
      step.drop('raw record', 'It hangs on the first derived event, and there is none.');
  }

  private keepSession({ sessionId }: Envelope, step: StepWriter): void {
    if (this.sessionId === '') this.sessionId = sessionId;
    else if (sessionId !== '' && sessionId !== this.sessionId) {
      const why = `The process keeps its first session id, ${this.sessionId}; ${sessionId} does not replace it.`;
      step.drop('field session_id', why);
    }
  }

  private withRaw(event: Event, envelope: Envelope, step: StepWriter): Event {
    const record = rawRecord(envelope);
    const stored = record.dedupKey === '' || !this.stored.has(record.dedupKey);
    if (stored && record.dedupKey !== '') this.stored.set(record.dedupKey, true);
    if (!stored)
      step.drop('raw record', 'An earlier frame has the same deduplication key, so it is not stored.');
    return { ...event, raw: { ...record, stored } };
  }

  private assistant(envelope: Envelope, frame: number, step: StepWriter): void {
    const parsed = parseBlocks(envelope.message);
    if ('none' in parsed) {
      step.drop(
        'frame',
        `No block can be read (${parsed.none}), so OpenASE emits nothing, not even a raw record.`,
      );
      return;
    }
    const where = { threadId: envelope.threadId, turnId: envelope.turnId };
    const texts: string[] = [];
    const calls: Event[] = [];
    noteSkipped(parsed.skipped, step);
    for (const block of parsed.blocks) {
      if (block.kind === 'text' && block.text !== '') texts.push(block.text);
      else if (isCallBlock(block)) calls.push(this.toolCall(envelope, block, frame));
      else if (block.kind === 'text') step.drop(`block ${block.place} (text)`, 'its text is blank');
      else step.drop(`block ${block.place} (${block.kind})`, NO_BLOCK_EVENT);
    }
    if (texts.length > 0) {
      const text = texts.join('\n\n');
      step.emit({
        type: 'output_produced',
        ...where,
        itemId: this.ids.assistantItem(envelope.uuid, text),
        stream: 'assistant',
        text,
        snapshot: true,
        activity: { idSource: 'synthetic', confidence: 'medium' },
      });
    }
    for (const call of calls) step.emit(call);
    if (step.events.length === 0) {
      this.rawStatus(envelope, 'assistant_event', 'Claude assistant event', step);
      return;
    }
    noteUnread(envelope.message, step);
  }

  private toolCall(envelope: Envelope, block: MessageBlock, frame: number): Event {
    const tool = firstOf(block.name, block.kind);
    const callId = this.ids.toolCall(block, envelope.uuid);
    this.ids.remember(callId, tool, block, frame);
    return {
      type: 'tool_call_requested',
      threadId: envelope.threadId,
      turnId: envelope.turnId,
      callId,
      tool,
      arguments: goEncoded(block.input),
      activity: { idSource: 'tool_use_id', confidence: 'high' },
    };
  }

  private user(envelope: Envelope, step: StepWriter): void {
    const parsed = parseBlocks(envelope.message);
    if ('none' in parsed) {
      step.drop('content', `No block can be read: ${parsed.none}.`);
      this.rawStatus(envelope, 'user_event', 'Claude user event', step);
      return;
    }
    noteSkipped(parsed.skipped, step);
    for (const block of parsed.blocks) {
      if (block.kind === 'tool_result') this.toolResult(envelope, block, step);
      else step.drop(`block ${block.place} (${block.kind})`, 'of a user frame only tool results count');
    }
    if (step.events.length === 0) this.rawStatus(envelope, 'user_event', 'Claude user event', step);
  }

  private toolResult(envelope: Envelope, block: MessageBlock, step: StepWriter): void {
    const { threadId, turnId, uuid } = envelope;
    const text = toolResultText(block.content);
    const call = this.ids.call(block.toolUseId);
    const from = call === undefined ? [] : [call.frame];
    if (call !== undefined && call.command !== '' && text !== '') {
      // The id of the task is worked out in any case, and moves its counter and its open item.
      const taskId = this.ids.taskItem(uuid, {
        toolUseId: '',
        stream: 'command',
        command: call.command,
        text,
      });
      step.emit(
        {
          type: 'output_produced',
          threadId,
          turnId,
          itemId: firstOf(block.toolUseId, taskId),
          stream: 'command',
          command: call.command,
          text,
          snapshot: true,
          activity: { idSource: 'tool_use_id', confidence: 'high' },
        },
        { from },
      );
      if (block.isError) {
        step.drop(
          `is_error of block ${block.place}`,
          'Outputs of commands have no place for it: it is lost.',
        );
      }
      if (looksLikeDiff(text))
        step.emit({ type: 'turn_diff_updated', threadId, turnId, diff: text }, { from });
      return;
    }
    if (text === '')
      step.drop(`content of block ${block.place}`, 'It holds no text, and other parts have no form.');
    const payload: Record<string, Json> = { ...envelope.payload };
    if (block.toolUseId !== '') payload.tool_use_id = block.toolUseId;
    if (call !== undefined) payload.tool = call.tool;
    if (call !== undefined && call.command !== '') payload.command = call.command;
    if (text !== '') payload.text = text;
    if (block.isError) payload.is_error = true;
    const words = firstOf(text, call?.tool ?? '', 'Claude tool result');
    this.status(envelope, 'task_progress', firstOf(block.toolUseId, uuid), words, payload, step, from);
  }

  private task(kind: TaskKind, envelope: Envelope, step: StepWriter): void {
    const { threadId, turnId, uuid } = envelope;
    const task = parseTask(kind, envelope);
    const itemId = this.ids.taskItem(uuid, kind === 'task_progress' ? task : null);
    if (itemId !== '') task.payload.item_id = itemId;
    this.status(envelope, kind, itemId, statusText(task.payload), task.payload, step);
    if (task.lostUsageKeys.length > 0) {
      const why = 'The usage is written anew with total_tokens, tool_uses and duration_ms only.';
      step.drop(`usage keys ${task.lostUsageKeys.slice(0, 10).join(', ')}`, why);
    }
    if (kind === 'task_started') step.emit({ type: 'turn_started', threadId, turnId, status: 'started' });
    if (kind === 'task_progress' && looksLikeDiff(task.text)) {
      step.emit({ type: 'turn_diff_updated', threadId, turnId, diff: task.text });
    }
  }

  private sessionState(envelope: Envelope, step: StepWriter): void {
    const { kind, uuid } = envelope;
    const parsed = parseSessionState(envelope);
    if (parsed !== null) {
      // The number is taken also when a uuid is there.
      const itemId = firstOf(uuid, this.ids.raw());
      this.status(envelope, 'session_state', itemId, statusText(parsed.payload), parsed.payload, step);
      return;
    }
    if (kind === 'stream_event') step.drop('event', 'The deltas of stream events are never decoded.');
    const isSystem = kind === 'system';
    const words = isSystem ? 'Claude system event' : 'Claude stream event';
    this.rawStatus(envelope, isSystem ? 'system_event' : 'stream_event', words, step);
  }

  private rawStatus(envelope: Envelope, statusType: string, text: string, step: StepWriter): void {
    if (Object.keys(envelope.payload).length === 0) {
      step.drop('frame', 'A number in it is too large for a double, so nothing of it is kept.');
      return;
    }
    this.status(envelope, statusType, rawItem(this.ids, envelope), text, envelope.payload, step);
  }

  private status(
    { threadId, turnId, parentToolUseId, uuid }: Envelope,
    statusType: string,
    itemId: string,
    text: string,
    payload: JsonObject,
    step: StepWriter,
    from: number[] = [],
  ): void {
    const activity = activityOf(payload, parentToolUseId, uuid);
    step.emit(
      { type: 'task_status', threadId, turnId, itemId, statusType, text, payload, activity },
      { from },
    );
  }
}

export function rateLimit({ rateLimit: limit }: Envelope, step: StepWriter): void {
  if (limit !== null) step.emit({ type: 'rate_limit_updated', rateLimit: { ...limit } });
  else
    step.drop(
      'frame',
      'rate_limit_info is missing, or one of its fields has another type: the event vanishes.',
    );
}

function noteSkipped(places: readonly number[], step: StepWriter): void {
  for (const place of places) step.drop(`block ${place}`, 'it has no type');
}

const UNREAD = ['id', 'model', 'usage', 'stop_reason'];

function noteUnread(message: Json, step: StepWriter): void {
  const there = UNREAD.filter((key) => (message as JsonObject)[key] != null);
  if (there.length === 0) return;
  step.drop(`message fields ${there.join(', ')}`, 'OpenASE does not look at them.');
}

import type { Json, JsonObject } from '../../../json-values';
import { type Lens, type LensStep, StepWriter } from '../../lens';
import type { LensFrame } from '../../lens-frame';
import { RecentMap } from '../../recent-map';
import { rateLimit } from '../agent/agent-lens';
import type { RememberedCall } from '../agent/identity';
import { usageEvent } from '../agent/result-events';
import { chatTurnId, type Envelope, MAX_LINE_BYTES, transport } from '../parse/envelope';
import { turnFailure } from '../parse/failure-text';
import { firstOf } from '../parse/field-readers';
import {
  commandOf,
  isCallBlock,
  looksLikeDiff,
  type MessageBlock,
  parseBlocks,
  toolResultText,
} from '../parse/message-blocks';
import { parseSessionState } from '../parse/session-state';
import { chatMessages } from './assistant-text';
import { chatInterrupt } from './interrupt';

const DEFAULT_DETAIL = 'Additional action is required before the session can continue.';

/**
 * What OpenASE's chat derives: a second copy of the parser that differs from the agent runtime's. Bounded: the last calls
 * and questions are kept.
 */
export class OpenaseChatLens implements Lens {
  private calls = new RecentMap<RememberedCall>();
  private asked = new RecentMap<true>();
  private sessionId = '';
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
      return step;
    }
    const read = transport(frame);
    if ('blank' in read) step.drop('frame', 'Blank lines are skipped.');
    else if ('error' in read) step.emit({ type: 'error', message: read.error });
    else this.derive(read.envelope, frame.frame, step);
    return step;
  }

  end(): LensStep {
    return new StepWriter();
  }

  copy(): OpenaseChatLens {
    const copy = Object.assign(new OpenaseChatLens(), this);
    copy.calls = this.calls.copy();
    copy.asked = this.asked.copy();
    return copy;
  }

  private derive(envelope: Envelope, frame: number, step: StepWriter): void {
    if (this.sessionId === '' && envelope.sessionId !== '') {
      this.sessionId = envelope.sessionId;
      step.emit({
        type: 'session_anchor',
        providerThreadId: envelope.sessionId,
        providerAnchorKind: 'session',
      });
    }
    switch (envelope.kind) {
      case 'system':
      case 'stream_event':
        this.sessionState(envelope, step);
        break;
      case 'assistant':
        this.assistant(envelope, frame, step);
        break;
      case 'user':
        this.user(envelope, step);
        break;
      case 'rate_limit_event':
        rateLimit(envelope, step);
        break;
      case 'result':
        chatResult(envelope, step);
        break;
      case 'unknown':
        step.emit({ type: 'message', payload: { type: envelope.unknownType, raw: envelope.raw } });
        break;
      default:
        step.emit({ type: 'message', payload: { type: envelope.kind, raw: envelope.raw } });
    }
  }

  private sessionState(envelope: Envelope, step: StepWriter): void {
    const state = envelope.subtype === '' ? null : parseSessionState(envelope);
    if (state === null) {
      const why =
        envelope.subtype === '' ? 'Without a subtype it is no session state.' : 'It holds no session state.';
      step.drop('frame', why);
      return;
    }
    const detail = state.detail || (envelope.subtype === 'requires_action' ? DEFAULT_DETAIL : '');
    const { state: status, activeFlags } = state;
    step.emit({ type: 'session_state', payload: { status, detail, activeFlags } });
    const interrupt = chatInterrupt(state);
    if (interrupt === null) return;
    if (this.asked.has(interrupt.requestId))
      step.drop('question', 'It was asked before under the same request id.');
    else {
      this.asked.set(interrupt.requestId, true);
      step.emit({ type: 'interrupt_requested', ...interrupt });
    }
  }

  private assistant(envelope: Envelope, frame: number, step: StepWriter): void {
    const parsed = parseBlocks(envelope.message);
    if ('none' in parsed) {
      step.drop('frame', `No block can be read: ${parsed.none}.`);
      return;
    }
    const texts: string[] = [];
    const calls: JsonObject[] = [];
    for (const block of parsed.blocks) {
      if (block.kind === 'text' && block.text !== '') texts.push(block.text);
      else if (isCallBlock(block)) calls.push(this.toolCall(envelope, block, frame));
      else step.drop(`block ${block.place} (${block.kind})`, 'nothing is derived from it');
    }
    const messages = texts.length > 0 ? chatMessages(texts.join('\n\n')) : [];
    for (const payload of [...messages, ...calls]) step.emit({ type: 'message', payload });
  }

  private toolCall(envelope: Envelope, block: MessageBlock, frame: number): JsonObject {
    const callId = firstOf(block.id, envelope.uuid);
    const tool = firstOf(block.name, block.kind);
    const command = commandOf(block.name, block.input);
    this.calls.set(callId, { tool, command, frame }, callId.length + command.length);
    const raw = {
      tool,
      arguments: block.input,
      call_id: callId,
      provider: 'claude',
      thread_id: envelope.threadId,
      turn_id: chatTurnId(envelope),
      item_id: envelope.uuid,
    };
    return { type: 'task_notification', raw };
  }

  private user(envelope: Envelope, step: StepWriter): void {
    const parsed = parseBlocks(envelope.message);
    const results = 'none' in parsed ? [] : parsed.blocks.filter(({ kind }) => kind === 'tool_result');
    for (const block of results) this.toolResult(envelope, block, step);
    if (results.length === 0) {
      step.emit({ type: 'message', payload: { type: 'task_progress', raw: envelope.payload } });
    }
  }

  private toolResult(envelope: Envelope, block: MessageBlock, step: StepWriter): void {
    const text = toolResultText(block.content);
    const call = block.toolUseId === '' ? undefined : this.calls.get(block.toolUseId);
    const from = call === undefined ? [] : [call.frame];
    const where = { thread_id: envelope.threadId, turn_id: chatTurnId(envelope) };
    if (call === undefined || call.command === '' || text === '') {
      const raw: Record<string, Json> = { ...envelope.payload, tool_use_id: block.toolUseId };
      if (call !== undefined) raw.tool = call.tool;
      if (text !== '') raw.text = text;
      if (block.isError) raw.is_error = true;
      step.emit({ type: 'message', payload: { type: 'task_progress', raw } }, { from });
      return;
    }
    const raw = {
      stream: 'command',
      command: call.command,
      text,
      snapshot: true,
      tool_use_id: block.toolUseId,
      tool: call.tool,
      provider: 'claude',
      ...where,
      is_error: block.isError,
    };
    step.emit({ type: 'message', payload: { type: 'task_progress', raw } }, { from });
    if (!looksLikeDiff(text)) return;
    if (where.turn_id === '') step.drop('diff', 'The chat tells a diff only inside a turn that has an id.');
    else step.emit({ type: 'diff_updated', ...where, diff: text }, { from });
  }
}

function chatResult(envelope: Envelope, step: StepWriter): void {
  const { isError, subtype, usage } = envelope;
  if (isError || subtype === 'error' || subtype.startsWith('error_')) {
    step.emit({ type: 'error', message: turnFailure(envelope).message });
    return;
  }
  const costUsd = usage?.costUsd ?? envelope.totalCostUsd;
  if (usage !== null) step.emit(usageEvent(usage));
  step.emit({ type: 'done', costUsd, turnsUsed: envelope.numTurns });
}

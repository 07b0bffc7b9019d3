import { contentBlocks, contentOf } from '../../../protocol/content-blocks';
import { oneLine } from '../../../protocol/frame-summary';
import {
  fieldOf,
  isObject,
  type Json,
  type JsonObject,
  numberOf,
  stringOf,
} from '../../../protocol/json-values';
import type { Session } from '../../session/session';
import { parsedOrNot, parseFrame, parseFrameHead } from '../frame/parsed-frame';

/** Longer frames are read from their beginning only. */
const MAX_PARSED = 256 * 1024;

/** What the call of a subagent says. */
export interface CallFacts {
  id: string | null;
  type: string | null;
  description: string | null;
  prompt: Prompt | null;
}

/** What a subagent was asked: enough to show a line of it, and to tell it from others. */
export interface Prompt {
  line: string;
  key: string;
}

/** Prompts may be long, and a session may hold thousands of them. */
const KEY_UNITS = 1000;

function promptOf(text: string | null): Prompt | null {
  if (text === null) return null;
  return { line: oneLine(text), key: `${text.length} ${text.slice(0, KEY_UNITS)}` };
}

/** What the frame of its result says beside the result (toolUseResult, tool_use_result: CLI 2.0.50 and later). */
export interface ResultFacts {
  agentId: string | null;
  type: string | null;
  /** "completed", or "async_launched" for one that goes on in the background. */
  status: string | null;
  totalTokens: number | null;
  durationMs: number | null;
}

/** What the task frames of a subagent say (CLI 2.1.88 and later, and bridges). */
export interface TaskFacts {
  agentId: string | null;
  type: string | null;
  description: string | null;
  status: string | null;
  totalTokens: number | null;
  durationMs: number | null;
}

export function frameOf(session: Session, row: number): JsonObject | undefined {
  const long = session.index.table.length(row) > MAX_PARSED;
  return parsedOrNot(long ? parseFrameHead : parseFrame, session, row);
}

export function callFacts(session: Session, record: number): CallFacts {
  const { links } = session.index;
  const block = contentBlocks(frameOf(session, links.row(record)))[links.block(record)];
  const input = fieldOf(block, 'input');
  return {
    id: stringOf(block, 'id'),
    type: stringOf(input, 'subagent_type'),
    description: stringOf(input, 'description'),
    prompt: promptOf(stringOf(input, 'prompt')),
  };
}

export function resultFacts(session: Session, record: number): ResultFacts {
  const { links } = session.index;
  const frame = frameOf(session, links.row(record));
  const value = fieldOf(frame, 'tool_use_result') ?? fieldOf(frame, 'toolUseResult');
  // A frame with several results has one such field: it cannot tell which of them it is of.
  const own = contentBlocks(frame).length === 1 && isObject(value) ? value : undefined;
  return {
    agentId: stringOf(own, 'agentId'),
    type: stringOf(own, 'agentType'),
    status: stringOf(own, 'status'),
    totalTokens: numberOf(own, 'totalTokens'),
    durationMs: numberOf(own, 'totalDurationMs'),
  };
}

/** What task frames say, by the id of the call. Later frames add to earlier ones; null is no statement. */
export function taskFacts(session: Session, rows: readonly number[]): Map<string, TaskFacts> {
  const byCall = new Map<string, TaskFacts>();
  const callOfTask = new Map<string, string>();
  for (const row of rows) {
    const frame = frameOf(session, row);
    const task = stringOf(frame, 'task_id');
    const call = stringOf(frame, 'tool_use_id') ?? (task === null ? undefined : callOfTask.get(task));
    if (call === undefined) continue;
    if (task !== null) callOfTask.set(task, call);
    const known = byCall.get(call);
    const usage = fieldOf(frame, 'usage');
    byCall.set(call, {
      agentId: known?.agentId ?? task,
      type: known?.type ?? stringOf(frame, 'subagent_type'),
      description: known?.description ?? stringOf(frame, 'description'),
      // task_updated tells it in a patch (CLI 2.1.150 and later).
      status:
        stringOf(frame, 'status') ?? stringOf(fieldOf(frame, 'patch'), 'status') ?? known?.status ?? null,
      totalTokens: numberOf(usage, 'total_tokens') ?? known?.totalTokens ?? null,
      durationMs: numberOf(usage, 'duration_ms') ?? known?.durationMs ?? null,
    });
  }
  return byCall;
}

/** What a user frame that is no tool result asks; null for anything else. */
export function promptOfFrame(frame: JsonObject | undefined): Prompt | null {
  if (frame === undefined) return null;
  const content: Json = contentOf(frame);
  if (typeof content === 'string') return promptOf(content);
  if (!Array.isArray(content)) return null;
  const texts = content.map((block) => (stringOf(block, 'type') === 'text' ? stringOf(block, 'text') : null));
  return promptOf(texts.find((text) => text !== null) ?? null);
}

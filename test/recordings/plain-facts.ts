// The counting rules (README, "How it counts"), applied to a plain reading in the plainest way.
import { isObject, type PlainFrame, type Value } from './plain-reading';

export interface PlainUsage {
  input: number;
  output: number;
  cacheRead: number;
  cacheCreation: number;
}

export interface PlainRun {
  sessionId: string | null;
  cliVersion: string | null;
  model: string | null;
  failed: boolean | null;
  subtype: string | null;
  turns: number | null;
  costUsd: number | null;
  usage: PlainUsage | null;
  durationMs: number | null;
  /** Its result frames. */
  results: number[];
  firstFrame: number;
  lastFrame: number;
}

/** A call or a result among the content blocks of a frame; `frame` counts from 0. */
export interface PlainBlock {
  frame: number;
  id: string;
  isResult: boolean;
  isDelta: boolean;
  isError: boolean;
  message: string | null;
}

export interface PlainFacts {
  kinds: Record<string, number>;
  replays: number;
  runs: PlainRun[];
  calls: Map<string, PlainBlock[]>;
  results: Map<string, PlainBlock[]>;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
const number = (value: unknown) => (typeof value === 'number' ? value : null);
const list = (value: unknown): Value[] => (Array.isArray(value) ? value.filter(isObject) : []);

export function factsOf(frames: readonly PlainFrame[]): PlainFacts {
  const kinds: Record<string, number> = {};
  for (const { value } of frames) {
    const type = text(value.type) ?? '(no type)';
    const kind = text(value.type) && text(value.subtype) ? `${type}/${value.subtype}` : type;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  const replayed = replayedFrames(frames);
  const blocks = frames.flatMap(({ value }, frame) =>
    replayed.has(frame) || isStored(value) ? [] : blocksOf(value, frame),
  );
  nameMessagesOfDeltas(frames, blocks);
  return {
    kinds,
    replays: replayed.size,
    runs: runsOf(frames, replayed),
    calls: toldOnce(blocks.filter((block) => !block.isResult)),
    results: toldOnce(blocks.filter((block) => block.isResult)),
  };
}

/** Requests to the API that a session file keeps: copies of the conversation. */
const isStored = (value: Value) => String(value.type).startsWith('api-request');

function replayedFrames(frames: readonly PlainFrame[]): Set<number> {
  const seen = new Map<string, PlainFrame[]>();
  const replayed = new Set<number>();
  const isBoundary = ({ value }: PlainFrame) => value.subtype === 'compact_boundary';
  frames.forEach((frame, i) => {
    const uuid = text(frame.value.uuid);
    if (uuid === null) return;
    const earlier = seen.get(uuid) ?? [];
    if (earlier.some((one) => one.text === frame.text || (isBoundary(one) && isBoundary(frame))))
      replayed.add(i);
    seen.set(uuid, [...earlier, frame]);
  });
  return replayed;
}

// ---- calls and results --------------------------------------------------------------------------------------

function messageOf(value: Value): Value {
  if (isObject(value.message)) return value.message;
  if (isObject(value.event)) return isObject(value.event.message) ? value.event.message : {};
  return value;
}

function blocksOf(value: Value, frame: number): PlainBlock[] {
  const isDelta = isObject(value.event);
  const message = messageOf(value);
  const started = isDelta ? (value.event as Value).content_block : undefined;
  const content = isObject(started) ? [started] : list(message.content);
  return content.flatMap((block): PlainBlock[] => {
    const type = String(block.type);
    const isResult = type.endsWith('tool_result');
    if (!isResult && !type.endsWith('tool_use')) return [];
    const id = text(isResult ? block.tool_use_id : block.id) ?? '';
    return [{ frame, id, isResult, isDelta, isError: block.is_error === true, message: text(message.id) }];
  });
}

/** A delta belongs to the message that was started last in its lane. */
function nameMessagesOfDeltas(frames: readonly PlainFrame[], blocks: PlainBlock[]): void {
  const open = new Map<string, string | null>();
  frames.forEach(({ value }, frame) => {
    if (!isObject(value.event)) return;
    const lane = String(value.parent_tool_use_id);
    if (value.event.type === 'message_start') open.set(lane, text(messageOf(value).id));
    for (const block of blocks) if (block.frame === frame) block.message = open.get(lane) ?? null;
  });
}

/**
 * By id, what counts of the blocks that tell of it: calls of one message are one call, and a delta counts only when
 * no whole frame tells the same.
 */
function toldOnce(blocks: readonly PlainBlock[]): Map<string, PlainBlock[]> {
  const byId = new Map<string, PlainBlock[]>();
  for (const block of blocks) byId.set(block.id, [...(byId.get(block.id) ?? []), block]);
  for (const [id, told] of byId) {
    const whole = told.filter((block) => !block.isDelta);
    const counted = whole.length > 0 ? whole : told;
    const once = new Map(
      counted.map((block, i) => [block.message === null ? `alone ${i}` : block.message, block]).reverse() as [
        string,
        PlainBlock,
      ][],
    );
    byId.set(id, [...once.values()].reverse());
  }
  return byId;
}

// ---- runs ---------------------------------------------------------------------------------------------------

function runsOf(frames: readonly PlainFrame[], replayed: ReadonlySet<number>): PlainRun[] {
  const groups: { sessionId: string | null; frames: number[] }[] = [];
  let current: (typeof groups)[number] | undefined;
  frames.forEach(({ value }, i) => {
    const id = text(value.session_id ?? value.sessionId);
    const known = id === null ? current : groups.find((group) => group.sessionId === id);
    if (known !== undefined) current = known;
    else if (current !== undefined && current.sessionId === null) current.sessionId = id;
    else {
      current = { sessionId: id, frames: [] };
      groups.push(current);
    }
    current!.frames.push(i);
  });
  return groups.map((group) => runOf(group.sessionId, group.frames, frames, replayed));
}

function runOf(
  sessionId: string | null,
  members: readonly number[],
  frames: readonly PlainFrame[],
  replayed: ReadonlySet<number>,
): PlainRun {
  const told = members.filter((i) => !replayed.has(i));
  const values = told.map((i) => frames[i]!.value);
  const isResult = (value: Value) => value.type === 'result' || isTrailer(value);
  const results = values.filter(isResult);
  const last = results.at(-1);
  const cliVersion = first(values, (value) => text(value.claude_code_version) ?? text(value.version));
  return {
    sessionId,
    cliVersion,
    model: first(values, modelOf),
    failed: last === undefined ? null : hasFailed(last),
    subtype: text(last?.subtype),
    turns: turnsOf(
      cliVersion,
      results.map((value) => number(value.num_turns)),
    ),
    costUsd: costOf(results.map((value) => number(value.total_cost_usd) ?? number(value.cost_usd))),
    usage: addedUp(results.map((value) => usageOf(value.usage))) ?? usageOfMessages(values),
    durationMs: sumOf(results.map((value) => number(value.duration_ms))),
    results: told.filter((i) => isResult(frames[i]!.value)),
    firstFrame: members[0]!,
    lastFrame: members.at(-1)!,
  };
}

/** CLI 0.2.74 to 0.2.109: the last object has the role "system" and the cost. */
const isTrailer = (value: Value) => value.type === undefined && value.role === 'system';

const hasFailed = (value: Value) =>
  value.is_error === true || (value.type === 'result' && value.subtype !== 'success');

function modelOf(value: Value): string | null {
  const model = text(messageOf(value).model) ?? text(value.model);
  return model === '<synthetic>' ? null : model;
}

function first<T>(values: readonly Value[], look: (value: Value) => T | null): T | null {
  for (const value of values) {
    const found = look(value);
    if (found !== null) return found;
  }
  return null;
}

function sumOf(numbers: readonly (number | null)[]): number | null {
  const stated = numbers.filter((n) => n !== null);
  return stated.length === 0 ? null : stated.reduce((a, b) => a + b, 0);
}

/** CLI versions that do not state themselves count all turns of the conversation so far, later ones those of one turn. */
function turnsOf(cliVersion: string | null, turns: readonly (number | null)[]): number | null {
  return cliVersion === null ? costOf(turns) : sumOf(turns);
}

/** A running total; where it falls the process was started again. */
function costOf(totals: readonly (number | null)[]): number | null {
  const stated = totals.filter((n) => n !== null);
  const ends = stated.filter((total, i) => i === stated.length - 1 || stated[i + 1]! < total);
  return sumOf(ends);
}

function usageOf(usage: unknown): Partial<PlainUsage> | null {
  if (!isObject(usage)) return null;
  const parts = isObject(usage.cache_creation) ? usage.cache_creation : {};
  const created =
    number(usage.cache_creation_input_tokens) ??
    sumOf([number(parts.ephemeral_5m_input_tokens), number(parts.ephemeral_1h_input_tokens)]);
  const counters = {
    input: number(usage.input_tokens),
    output: number(usage.output_tokens),
    cacheRead: number(usage.cache_read_input_tokens),
    cacheCreation: created,
  };
  const stated = Object.entries(counters).filter(([, value]) => value !== null);
  return stated.length === 0 ? null : Object.fromEntries(stated);
}

function addedUp(usages: readonly (Partial<PlainUsage> | null)[]): PlainUsage | null {
  const stated = usages.filter((usage) => usage !== null);
  if (stated.length === 0) return null;
  const total = { input: 0, output: 0, cacheRead: 0, cacheCreation: 0 };
  for (const usage of stated)
    for (const key of Object.keys(total) as (keyof PlainUsage)[]) total[key] += usage[key] ?? 0;
  return total;
}

/** Without results: of each API message the largest value of each counter. */
function usageOfMessages(values: readonly Value[]): PlainUsage | null {
  const messages = new Map<string, Partial<PlainUsage>>();
  const open = new Map<string, string | null>();
  values.forEach((value, i) => {
    if (isStored(value)) return;
    const message = messageOf(value);
    let id = text(message.id);
    let usage = usageOf(message.usage);
    if (isObject(value.event)) {
      const lane = String(value.parent_tool_use_id);
      if (value.event.type === 'message_start') open.set(lane, id);
      id = open.get(lane) ?? null;
      usage ??= usageOf(value.event.usage);
      if (id === null) return;
    } else if ((text(message.role) ?? value.type) !== 'assistant' || message.model === '<synthetic>') return;
    if (usage === null) return;
    const known = messages.get(id ?? `alone ${i}`) ?? {};
    for (const key of Object.keys(usage) as (keyof PlainUsage)[])
      known[key] = Math.max(known[key] ?? 0, usage[key] ?? 0);
    messages.set(id ?? `alone ${i}`, known);
  });
  return addedUp([...messages.values()]);
}

import { oneLine } from '../../../protocol/frame-summary';
import { fieldOf, type JsonObject, numberOf, stringOf } from '../../../protocol/json-values';
import { promptText } from '../../../protocol/turns/user-lines';
import type { Usage } from '../../answer-types';
import { Counter } from '../../frames/frame-scanner';
import type { Session } from '../../session/session';
import type { TurnRows } from '../../turns/turn-table';
import { parsedOrNot, parseFrame, parseFrameHead } from '../frame/parsed-frame';
import type { Turn, TurnPage } from './turn-types';

const MAX_TEXT_UNITS = 200;

/** Turns of a session from the `from`-th one on (from 0). Only the frames of these are parsed. */
export function turnPage(session: Session, from: number, count: number): TurnPage {
  const order = turnOrder(session);
  const rows = Array.from(order.slice(from, from + count), (at) => order.rowsAt(at));
  const usage = messageUsage(session, rows);
  const turns = rows.map((turn, at) => turnOf(session, turn, from + at + 1, usage[at] ?? null));
  return { total: order.total, turns };
}

export function turnCount({ index: { marks, runs } }: Session): number {
  return marks.turns.endedCount + marks.turns.unfinished(runs.runs).length;
}

/** The number (from 1) of the turn that the row is in, and the turn; null when it is in none. */
export function turnOfRow(session: Session, row: number): { number: number; turn: TurnRows } | null {
  const order = turnOrder(session);
  const run = session.index.table.run(row);
  let low = 0;
  let high = order.total;
  while (low < high) {
    const mid = (low + high) >>> 1;
    if (order.rowsAt(order.at(mid)).start <= row) low = mid + 1;
    else high = mid;
  }
  // Turns of other runs may stand between.
  for (let at = low - 1; at >= Math.max(0, low - MAX_STEPS); at--) {
    const turn = order.rowsAt(order.at(at));
    if (turn.run === run && turn.end >= row) return { number: at + 1, turn };
  }
  return null;
}

const MAX_STEPS = 100;

interface TurnOrder {
  total: number;
  at(place: number): number;
  slice(from: number, to: number): Iterable<number> & ArrayLike<number>;
  rowsAt(turn: number): TurnRows;
}

const orders = new WeakMap<object, { ended: number; order: Uint32Array }>();

/** Turns end in another order than they begin where runs are interleaved (case 064). */
function turnOrder(session: Session): TurnOrder {
  const { marks, runs } = session.index;
  const { turns } = marks;
  const open = turns.unfinished(runs.runs);
  const total = turns.endedCount + open.length;
  const rowsAt = (turn: number) =>
    turn < turns.endedCount ? turns.at(turn) : (open[turn - turns.endedCount] as TurnRows);
  if (runs.runs.length === 1) {
    const slice = (from: number, to: number) =>
      Array.from({ length: Math.max(0, Math.min(to, total) - from) }, (_, at) => from + at);
    return { total, at: (place) => place, slice, rowsAt };
  }
  let known = orders.get(session.epoch);
  if (known?.order.length !== total || known.ended !== turns.endedCount) {
    const starts = Float64Array.from({ length: total }, (_, turn) => rowsAt(turn).start);
    const order = Uint32Array.from({ length: total }, (_, turn) => turn);
    order.sort((a, b) => (starts[a] as number) - (starts[b] as number));
    known = { ended: turns.endedCount, order };
    orders.set(session.epoch, known);
  }
  const { order } = known;
  return {
    total,
    at: (place) => order[place] as number,
    slice: (from, to) => order.subarray(from, to),
    rowsAt,
  };
}

function turnOf(session: Session, rows: TurnRows, number: number, summed: Usage | null): Turn {
  const { runs } = session.index;
  const result = rows.result < 0 ? undefined : parsedOrNot(parseFrame, session, rows.result);
  const stated = usageOf(fieldOf(result, 'usage'));
  const own = result === undefined ? null : counted(numberOf(result, 'duration_ms'));
  return {
    number,
    sessionId: runs.runs[rows.run]?.sessionId?.slice(0, MAX_TEXT_UNITS) ?? null,
    outcome: rows.outcome,
    firstFrame: rows.start + 1,
    lastFrame: rows.end + 1,
    promptFrame: rows.prompt < 0 ? null : rows.prompt + 1,
    prompt: rows.prompt < 0 ? null : promptOf(session, rows.prompt),
    resultFrame: rows.result < 0 ? null : rows.result + 1,
    says: result === undefined ? null : saysOf(result),
    modelTurns: result === undefined ? null : counted(numberOf(result, 'num_turns')),
    costUsd: ownCost(session, rows, result),
    usage: stated ?? summed,
    usageSource: stated === null ? 'messages' : 'result',
    durationMs: own ?? spanOf(session, rows),
    durationInferred: own === null,
  };
}

function promptOf(session: Session, row: number): string | null {
  const frame = parsedOrNot(parseFrameHead, session, row);
  const text = frame === undefined ? null : promptText(frame);
  return text === null ? null : short(text);
}

const short = (text: string) => oneLine(text).slice(0, MAX_TEXT_UNITS);

/** A subtype of "success" is never a reason (case 046). */
function saysOf(result: JsonObject): string | null {
  const errors = fieldOf(result, 'errors');
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const text = stringOf(result, 'result') ?? (typeof first === 'string' ? first : null);
  return text === null || text.trim() === '' ? null : short(text);
}

/**
 * total_cost_usd is a running total of one process: what the turn cost is what it grew by. A lower value than before
 * means that the process was started again.
 */
function ownCost(session: Session, rows: TurnRows, result: JsonObject | undefined): number | null {
  const total = costOf(result);
  if (total === null) return null;
  const before = rows.costBefore < 0 ? 0 : (costOf(parsedOrNot(parseFrame, session, rows.costBefore)) ?? 0);
  return Math.round((total < before ? total : total - before) * 1e10) / 1e10;
}

const costOf = (result: JsonObject | undefined) =>
  counted(numberOf(result, 'total_cost_usd') ?? numberOf(result, 'cost_usd'));

const counted = (figure: number | null) =>
  figure !== null && figure >= 0 && Number.isFinite(figure) ? figure : null;

function spanOf({ index: { table } }: Session, { start, end }: TurnRows): number | null {
  const ms = table.time(end) - table.time(start);
  return Number.isNaN(ms) || ms < 0 ? null : ms;
}

function usageOf(usage: unknown): Usage | null {
  const figure = (key: string) => {
    const value = counted(numberOf(usage, key));
    return value !== null && Number.isInteger(value) ? value : null;
  };
  const input = figure('input_tokens');
  const output = figure('output_tokens');
  const cacheRead = figure('cache_read_input_tokens');
  const cacheCreation = figure('cache_creation_input_tokens');
  if (input === null && output === null && cacheRead === null && cacheCreation === null) return null;
  return {
    input: input ?? 0,
    output: output ?? 0,
    cacheRead: cacheRead ?? 0,
    cacheCreation: cacheCreation ?? 0,
  };
}

/** Place of the turn of the run that the row stands in, or -1. The turns are in the order of their first rows. */
function turnAround(turns: readonly TurnRows[], row: number, run: number): number {
  let low = 0;
  let high = turns.length;
  while (low < high) {
    const mid = (low + high) >>> 1;
    if ((turns[mid] as TurnRows).start <= row) low = mid + 1;
    else high = mid;
  }
  for (let at = low - 1; at >= 0; at--) {
    const turn = turns[at] as TurnRows;
    if (turn.run === run) return turn.end >= row ? at : -1;
  }
  return -1;
}

/** For each of these turns what its API messages state, in one pass over all messages; null when they state nothing. */
function messageUsage({ index: { messages } }: Session, turns: readonly TurnRows[]): (Usage | null)[] {
  const sums: (number[] | null)[] = turns.map(() => null);
  if (turns.every(({ result }) => result >= 0)) return sums.map(() => null);
  for (let message = 0; message < messages.size; message++) {
    const at = turnAround(turns, messages.firstRow(message), messages.run(message));
    if (at < 0) continue;
    for (let counter = 0; counter < Counter.Count; counter++) {
      const value = messages.largest(message, counter);
      if (value < 0) continue;
      const sum = sums[at] ?? [0, 0, 0, 0];
      sum[counter] = (sum[counter] as number) + value;
      sums[at] = sum;
    }
  }
  return sums.map((sum) => {
    if (sum === null) return null;
    const [input = 0, output = 0, cacheRead = 0, cacheCreation = 0] = sum;
    return { input, output, cacheRead, cacheCreation };
  });
}

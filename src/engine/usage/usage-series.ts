import { fieldOf, isObject, numberOf } from '../../protocol/json-values';
import { compactionOf } from '../../protocol/turns/compaction';
import { modelUsages } from '../answers/figures/model-usage';
import { lastResultsOfParts } from '../answers/figures/result-terms';
import { parsedOrNot, parseFrame } from '../answers/frame/parsed-frame';
import { reportOf } from '../answers/report/report';
import { toUsage } from '../answers/report/sums';
import { Counter } from '../frames/frame-scanner';
import type { Session } from '../session/session';
import { costSteps } from './cost-steps';
import { contextOf, messagesWithUsage, messageUsage, tokensOf } from './message-usages';
import { thinned } from './thinned';
import { placeOf } from './usage-place';
import type { AgentUsage, CompactionMark, MessageUsage, UsageSeries } from './usage-types';

const MAX_COMPACTIONS = 200;
const MAX_AGENTS = 200;
const LARGEST = 20;
/** A longer frame is not parsed for what it states of a compaction or a model. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Results of the end that are looked at for the size of a context. */
const MAX_RESULTS = 8;

interface Known {
  stamp: string;
  series: UsageSeries;
}

const known = new WeakMap<object, Known>();

/** Tokens, cost and context of a session over its course; `points` messages at most are told one by one. */
export function usageSeries(session: Session, points: number): UsageSeries {
  const { index, state } = session;
  const stamp = `${points} ${index.table.rows} ${index.messages.size} ${index.results.count} ${state}`;
  const last = known.get(session.epoch);
  if (last?.stamp === stamp) return last.series;
  const series = makeSeries(session, points);
  known.set(session.epoch, { stamp, series });
  return series;
}

function makeSeries(session: Session, points: number): UsageSeries {
  const { usage, costUsd } = reportOf(session);
  const messages = messagesWithUsage(session);
  const compactions = compactionMarks(session);
  const kept = keptMessages(session, messages, points, compactions);
  const costs = costSteps(session, points);
  const agents = agentUsages(session, messages);
  return {
    settled: session.state !== 'indexing',
    messages: kept.map((place) => messageUsage(session, messages[place] as number)),
    messagesLeftOff: messages.length - kept.length,
    costs: costs.steps,
    costsLeftOff: costs.leftOff,
    compactions,
    compactionsLeftOff: Math.max(0, session.index.marks.compactions.length - MAX_COMPACTIONS),
    usage,
    costUsd,
    peak: peakOf(session, messages),
    largest: largestOf(session, messages),
    agents: agents.slice(0, MAX_AGENTS),
    agentsLeftOff: Math.max(0, agents.length - MAX_AGENTS),
    models: modelUsages(session, null),
    contextWindow: contextWindowOf(session),
  };
}

/** The message before and the message after each compaction are told whatever else is left off: the drop is between them. */
function keptMessages(
  session: Session,
  messages: Uint32Array,
  points: number,
  compactions: readonly CompactionMark[],
): number[] {
  const around: number[] = [];
  const firstRow = (place: number) => session.index.messages.firstRow(messages[place] as number);
  for (const { frame } of compactions) {
    let low = 0;
    let high = messages.length;
    while (low < high) {
      const mid = (low + high) >>> 1;
      if (firstRow(mid) < frame - 1) low = mid + 1;
      else high = mid;
    }
    for (const place of [low - 1, low]) if (place >= 0 && place < messages.length) around.push(place);
  }
  const contextAt = (place: number) => contextOf(session, messages[place] as number);
  return thinned(messages.length, Math.max(3, points - around.length), contextAt, around);
}

function peakOf(session: Session, messages: Uint32Array): MessageUsage | null {
  const { messages: all, table } = session.index;
  let peak = -1;
  let isMain = false;
  for (const message of messages) {
    const context = contextOf(session, message);
    if (context < 0) continue;
    const main = table.parent(all.firstRow(message)) === 0;
    if (peak >= 0 && isMain && !main) continue;
    if (peak < 0 || (main && !isMain) || context > contextOf(session, peak)) {
      peak = message;
      isMain = main;
    }
  }
  return peak < 0 ? null : messageUsage(session, peak);
}

function largestOf(session: Session, messages: Uint32Array): MessageUsage[] {
  const most: { message: number; tokens: number }[] = [];
  for (const message of messages) {
    const tokens = tokensOf(session, message);
    if (most.length === LARGEST && tokens <= (most.at(-1)?.tokens ?? 0)) continue;
    most.push({ message, tokens });
    most.sort((a, b) => b.tokens - a.tokens || a.message - b.message);
    if (most.length > LARGEST) most.pop();
  }
  return most.map(({ message }) => messageUsage(session, message));
}

function agentUsages(session: Session, chosen: Uint32Array): AgentUsage[] {
  const { messages, table } = session.index;
  const sums = new Map<number, { messages: number; row: number; counters: number[] }>();
  for (const message of chosen) {
    const row = messages.firstRow(message);
    const agent = table.parent(row);
    const sum = sums.get(agent) ?? { messages: 0, row, counters: [0, 0, 0, 0] };
    sums.set(agent, sum);
    sum.messages++;
    for (let counter = 0; counter < Counter.Count; counter++)
      sum.counters[counter] = (sum.counters[counter] ?? 0) + Math.max(0, messages.largest(message, counter));
  }
  return [...sums]
    .sort(([a], [b]) => a - b)
    .map(([agent, { messages: count, row, counters }]) => ({
      agent,
      messages: count,
      frame: row + 1,
      usage: toUsage(counters),
    }));
}

function compactionMarks(session: Session): CompactionMark[] {
  const { marks, table } = session.index;
  const found: CompactionMark[] = [];
  for (let at = 0; at < Math.min(marks.compactions.length, MAX_COMPACTIONS); at++) {
    const row = marks.compactions.at(at);
    const frame = table.length(row) > MAX_BYTES ? undefined : parsedOrNot(parseFrame, session, row);
    const { trigger, tokensBefore, tokensAfter } = compactionOf(frame ?? {});
    found.push({ ...placeOf(session, row), agent: table.parent(row), trigger, tokensBefore, tokensAfter });
  }
  return found;
}

/** `modelUsage` states it per model (CLI 2.0.50 and later). */
function contextWindowOf(session: Session): number | null {
  const { results, table } = session.index;
  for (const result of lastResultsOfParts(session, null).slice(-MAX_RESULTS).reverse()) {
    const row = results.rows.at(result);
    if (table.length(row) > MAX_BYTES) continue;
    const models = fieldOf(parsedOrNot(parseFrame, session, row), 'modelUsage');
    if (!isObject(models)) continue;
    const sizes = Object.values(models).map((model) => numberOf(model, 'contextWindow') ?? 0);
    const largest = Math.max(0, ...sizes);
    if (largest > 0) return largest;
  }
  return null;
}

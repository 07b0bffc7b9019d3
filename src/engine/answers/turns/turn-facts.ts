import { usageSummary } from '../../../protocol/content-blocks';
import { fieldOf, type Json, type JsonObject, numberOf } from '../../../protocol/json-values';
import { compactionOf } from '../../../protocol/turns/compaction';
import { localMessageOf } from '../../../protocol/turns/local-messages';
import { userLineWords } from '../../../protocol/turns/user-lines';
import type { Fact } from '../../answer-types';
import type { Session } from '../../session/session';
import { Mark } from '../../turns/marks';
import { callFrameOf } from './task-page';
import { turnCount, turnOfRow } from './turn-page';

const fact = (label: string, value: string, frame: number | null = null): Fact => ({ label, value, frame });
const number = (n: number) => n.toLocaleString('en');

/** What a frame is in its session: its turn, its task, its series of retries, and who wrote it. */
export function turnFacts(session: Session, row: number, frame: JsonObject): Fact[] {
  const { marks, kinds, table } = session.index;
  const line = marks.userLines.ofRow(row);
  const local = localMessageOf(frame);
  const { mark } = kinds.traits(table.kind(row));
  return [
    ...(line === null ? [] : [fact('who says it', userLineWords(line).meaning)]),
    ...(local === null ? usageFacts(session, row, frame) : [fact('made by', local.meaning)]),
    ...retryFacts(session, row),
    ...(mark === Mark.Compaction ? compactionFacts(session, row, frame) : []),
    ...taskFacts(session, row),
    ...turnFact(session, row),
  ];
}

/** What the plain list of counters leaves open: that none is stated, or that only parts of one are. */
function usageFacts({ index: { kinds, table } }: Session, row: number, frame: JsonObject): Fact[] {
  if (kinds.type(table.kind(row)) !== 'assistant') return [];
  const usage = fieldOf(fieldOf(frame, 'message'), 'usage');
  const parts = cacheCreationParts(usage);
  if (usageSummary(usage) === '' && parts === null) return [fact('usage', 'not stated')];
  if (parts === null || numberOf(usage, 'cache_creation_input_tokens') !== null) return [];
  return [fact('cache creation', `${number(parts)}, stated in its parts only`)];
}

/** The sum of the parts of cache_creation: ephemeral_5m_input_tokens and _1h_ (CLI), or input_tokens (gateways). */
function cacheCreationParts(usage: Json): number | null {
  const nested = fieldOf(usage, 'cache_creation');
  const parts = ['ephemeral_5m_input_tokens', 'ephemeral_1h_input_tokens', 'input_tokens']
    .map((key) => numberOf(nested, key))
    .filter((part) => part !== null && Number.isFinite(part) && part >= 0);
  return parts.length === 0 ? null : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
}

/** Second part of the kind column; null where the frame's own words say more. */
export function turnLabel(session: Session, row: number, frame: JsonObject): string | null {
  const line = session.index.marks.userLines.ofRow(row);
  if (line !== null) return userLineWords(line).label;
  return localMessageOf(frame)?.label ?? null;
}

/** "2 retries, then an answer" in place of the words of one try alone; null for a frame that is none. */
function retryFacts(session: Session, row: number): Fact[] {
  const series = session.index.marks.retries.ofRow(row);
  if (series === undefined) return [];
  const { count, end, first, last } = series;
  const then = end === 'open' ? 'the file does not say how they ended' : THEN[end];
  const words = `${count === 1 ? '1 retry' : `${number(count)} retries`}, ${then}`;
  const facts = [fact('retries', words)];
  if (row > first) facts.push(fact('first of them', `#${first + 1}`, first + 1));
  if (row < last) facts.push(fact('last of them', `#${last + 1}`, last + 1));
  return facts;
}

const THEN = { answered: 'then the API answered', 'gave up': 'then the CLI gave up' } as const;

function compactionFacts(session: Session, row: number, frame: JsonObject): Fact[] {
  const { trigger, tokensBefore, tokensAfter, durationMs, missing } = compactionOf(frame);
  const tokens = (count: number | null) => (count === null ? 'not stated' : number(count));
  const facts = [
    fact('compaction', trigger ?? 'not stated what triggered it'),
    fact('tokens', `${tokens(tokensBefore)} → ${tokens(tokensAfter)}`),
    fact('took', durationMs === null ? 'not stated' : `${(durationMs / 1000).toFixed(1)} s`),
  ];
  facts.push(segmentFact(session, row));
  if (missing.length > 0) facts.push(fact('partial', `not stated: ${missing.join(', ')}`));
  return facts;
}

/** Compactions cut what the model sees of a conversation into segments; subagents have compactions of their own. */
function segmentFact({ index: { marks, table } }: Session, row: number): Fact {
  let before = 0;
  let all = 0;
  for (let at = 0; at < marks.compactions.length; at++) {
    const boundary = marks.compactions.at(at);
    if (table.parent(boundary) !== table.parent(row)) continue;
    all++;
    if (boundary <= row) before++;
  }
  return fact('segment', `${number(before + 1)} of ${number(all + 1)} begins here`);
}

function taskFacts(session: Session, row: number): Fact[] {
  const { tasks } = session.index.marks;
  const task = tasks.ofRow(row);
  if (task === undefined) return [];
  const call = callFrameOf(session, task);
  const facts = [fact('task', `${task.id.slice(0, 80)}: ${task.status ?? 'status not stated'}`)];
  if (call !== null) facts.push(fact('task of call', `#${call}`, call));
  if (row > task.firstRow) facts.push(fact('task began', `#${task.firstRow + 1}`, task.firstRow + 1));
  if (row < task.lastRow) facts.push(fact('task ended', `#${task.lastRow + 1}`, task.lastRow + 1));
  return facts;
}

function turnFact(session: Session, row: number): Fact[] {
  // Of a session with one turn, every frame is of that.
  const found = turnCount(session) > 1 ? turnOfRow(session, row) : null;
  if (found === null) return [];
  const { number: turn, turn: rows } = found;
  const target = rows.result >= 0 && rows.result !== row ? rows.result : rows.start;
  return [fact('turn', `${number(turn)}, ${OUTCOMES[rows.outcome]}`, target === row ? null : target + 1)];
}

const OUTCOMES = {
  success: 'success',
  failed: 'failed',
  interrupted: 'interrupted by the user',
  empty: 'empty: the model was not asked',
  incomplete: 'without a result',
  none: 'outcome not stated',
} as const;

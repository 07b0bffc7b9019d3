import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Call, Report, Usage } from '../../src/engine/answer-types';
import { callsOf } from '../../src/engine/answers/frame/calls';
import { frameDetail } from '../../src/engine/answers/frame/frame-detail';
import { FrameTexts } from '../../src/engine/answers/frame/frame-text';
import { reportOf } from '../../src/engine/answers/report/report';
import { rowPage } from '../../src/engine/answers/rows/row-page';
import { taskPage } from '../../src/engine/answers/turns/task-page';
import { turnPage } from '../../src/engine/answers/turns/turn-page';
import { RowFlag } from '../../src/engine/frames/frame-table';
import type { Session } from '../../src/engine/session/session';
import { sessionAt } from '../unit/engine/session-of';
import { factsOf, type PlainBlock, type PlainFacts, type PlainRun } from './plain-facts';
import { plainLanes } from './plain-lanes';
import { type PlainReading, readPlainly } from './plain-reading';

/** What is known of a recording beside its bytes. */
interface Origin {
  version: string;
  /** A stream that ends without a result is incomplete; a session file states no outcome. */
  source: 'stdout' | 'session' | 'agent';
  /** It holds pieces that are no frame. */
  damaged: boolean;
}

/** A recording, as the engine has it and as the plain reading has it. */
export interface OpenedRecording {
  session: Session;
  report: Report;
  reading: PlainReading;
  facts: PlainFacts;
  /** Row of each frame. */
  rows: number[];
}

export function openRecording(path: string): OpenedRecording {
  const reading = readPlainly(readFileSync(path));
  const session = sessionAt(path);
  expect(session.state).toBe('done');
  const { table } = session.index;
  const rows = Array.from({ length: table.rows }, (_, row) => row).filter(
    (row) => (table.flags(row) & RowFlag.Unparsed) === 0,
  );
  return { session, report: reportOf(session), reading, facts: factsOf(reading.frames), rows };
}

function checkRows({ session, reading, rows }: OpenedRecording, bytes: Buffer): void {
  const raw = Array.from({ length: session.index.table.rows }, (_, row) =>
    Buffer.from(session.rawBytes(row)),
  );
  expect(Buffer.concat(raw).equals(bytes)).toBe(true);
  const trimmed = raw.map((piece) => piece.toString('latin1').trim());
  expect(trimmed.filter((_, row) => !rows.includes(row))).toEqual(reading.pieces);
  expect(rows.map((row) => trimmed[row])).toEqual(reading.frames.map((frame) => frame.text));
}

const countOf = (byId: Map<string, PlainBlock[]>) => [...byId.values()].flat().length;

/** One result answers one call of its id. */
function linkCounts({ calls, results }: PlainFacts) {
  const linked = [...calls].map(([id, told]) => Math.min(told.length, answersOf(results, id).length));
  const orphans = [...results].filter(([id]) => id === '' || !calls.has(id)).flatMap(([, told]) => told);
  const sum = linked.reduce((a, b) => a + b, 0);
  return {
    toolCalls: countOf(calls),
    toolResults: countOf(results),
    linked: sum,
    orphanResults: orphans.length,
    unansweredCalls: countOf(calls) - sum,
  };
}

const answersOf = (results: PlainFacts['results'], id: string) => (id === '' ? [] : (results.get(id) ?? []));

function checkCalls({ session, facts, rows, report }: OpenedRecording): void {
  let failed = 0;
  for (const [id, told] of facts.calls) {
    const answers = answersOf(facts.results, id);
    const shown = told.map(({ frame }) => callOf(session, rows[frame]!, id));
    const frames = (blocks: readonly PlainBlock[]) => blocks.map(({ frame }) => rows[frame]! + 1);
    expect(shown.map((call) => call.callFrame)).toEqual(frames(told));
    // Ids are used once in what the CLI writes, so the answer to a call is the result of its id.
    const answered = shown.map((call) => call.resultFrame).filter((frame) => frame !== null);
    expect(answered.sort((a, b) => a - b)).toEqual(frames(answers).slice(0, told.length));
    const errors = answers.slice(0, told.length).filter((answer) => answer.isError).length;
    expect(shown.filter((call) => call.status === 'failed')).toHaveLength(errors);
    failed += errors;
  }
  expect(report.failedCalls).toBe(failed);
}

function callOf(session: Session, row: number, id: string): Call {
  const found = callsOf(session, row).find((call) => call.id === id);
  if (found === undefined) throw new Error(`Frame ${row + 1} shows no call ${id}.`);
  return found;
}

function expectedRun(run: PlainRun, { source }: Origin, rows: number[]) {
  const { results, firstFrame, lastFrame, failed, costUsd, ...same } = run;
  const unstated = source === 'stdout' ? 'incomplete' : 'none';
  const lastResult = results.at(-1);
  return {
    ...same,
    outcome: failed === null ? unstated : failed ? 'error' : 'success',
    costUsd: costUsd === null ? null : expect.closeTo(costUsd, 9),
    resultFrame: lastResult === undefined ? null : rows[lastResult]! + 1,
    firstFrame: rows[firstFrame]! + 1,
    lastFrame: rows[lastFrame]! + 1,
  };
}

const isWordsOrNull = (value: unknown) => value === null || (typeof value === 'string' && value !== '');
const isObjectOrNull = (value: unknown) => typeof value === 'object';
/** How a run ended is told by the turns, which are compared below. */
const RUN_END = {
  lastActivity: expect.toSatisfy(isObjectOrNull),
  lastRunning: expect.toSatisfy(isObjectOrNull),
  interrupted: expect.any(Boolean),
  continuedAs: expect.toSatisfy(isWordsOrNull),
};

/** Every result ends one turn, the turns' own costs add up to the whole, and a task is one for each task_id. */
function checkTurns({ session, report, facts, reading, rows }: OpenedRecording): void {
  const { turns, total } = turnPage(session, 0, 1000);
  expect(total).toBe(turns.length);
  expect(report.turnCount).toBe(total);
  const results = facts.runs.flatMap((run) => run.results.map((frame) => rows[frame]! + 1));
  const ends = turns.map((turn) => turn.resultFrame).filter((frame) => frame !== null);
  expect(ends.sort((a, b) => a - b)).toEqual(results.sort((a, b) => a - b));
  const costs = turns.map((turn) => turn.costUsd).filter((cost) => cost !== null);
  expect(costs.every((cost) => cost >= 0)).toBe(true);
  if (report.costUsd !== null) expect(costs.reduce((a, b) => a + b, 0)).toBeCloseTo(report.costUsd, 8);
  for (const { firstFrame, lastFrame } of turns) expect(firstFrame).toBeLessThanOrEqual(lastFrame);
  const isTask = (value: Record<string, unknown>) => /^task_/.test(String(value.subtype ?? value.type));
  const ids = new Set(reading.frames.filter(({ value }) => isTask(value)).map(({ value }) => value.task_id));
  expect(taskPage(session, 0, 1000).tasks.map(({ id }) => id)).toEqual([...ids]);
}

function checkRuns({ report, facts, rows }: OpenedRecording, file: Origin): void {
  expect(report.runs).toEqual(
    facts.runs.map((run) => ({
      ...expectedRun(run, file, rows),
      reason: expect.toSatisfy(isWordsOrNull),
      ...RUN_END,
    })),
  );
  expect(report.runsLeftOff).toBe(0);
  expect(report.outcome).toBe(report.runs.at(-1)?.outcome ?? 'none');
  const stated = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
  const costs = stated(facts.runs.map((run) => run.costUsd));
  if (costs.length === 0) expect(report.costUsd).toBeNull();
  else
    expect(report.costUsd).toBeCloseTo(
      costs.reduce((a, b) => a + b, 0),
      9,
    );
  const usages = facts.runs.map((run) => run.usage).filter((usage) => usage !== null);
  const sumOf = (key: keyof Usage) => usages.reduce((sum, usage) => sum + usage[key], 0);
  expect(report.usage).toEqual(
    usages.length === 0
      ? null
      : {
          input: sumOf('input'),
          output: sumOf('output'),
          cacheRead: sumOf('cacheRead'),
          cacheCreation: sumOf('cacheCreation'),
        },
  );
}

/** The engine's figures of a recording are those of the plain reading. */
export function checkFigures(opened: OpenedRecording, bytes: Buffer, origin: Origin): void {
  const { report, reading, facts } = opened;
  checkRows(opened, bytes);
  expect(reading.pieces.length > 0).toBe(origin.damaged);
  const isStream = origin.source === 'stdout';
  expect(report).toMatchObject({
    bytes: bytes.length,
    format: reading.frames.length === 0 ? 'unknown' : isStream ? 'stream-json' : 'session',
    physicalLines: reading.physicalLines,
    frames: reading.frames.length,
    unparsed: reading.pieces.length,
    kinds: facts.kinds,
    replayedFrames: facts.replays,
    ...linkCounts(facts),
  });
  checkRuns(opened, origin);
  checkTurns(opened);
  checkCalls(opened);
  const versions = report.runs.map((run) => run.cliVersion ?? origin.version);
  expect(versions).toEqual(versions.map(() => origin.version));
}

/** Every frame of a recording can be shown, in the lane of its subagent, and fits into a message. */
export function checkFrames({ session, reading, rows }: OpenedRecording): void {
  const texts = new FrameTexts(session);
  const total = session.index.table.rows;
  const laneOf = plainLanes();
  rows.forEach((row, i) => {
    const [shown] = rowPage(session, row + 1, 1).rows;
    expect(shown).toMatchObject({ frame: row + 1, agent: laneOf(reading.frames[i]!.value) });
    if (reading.frames[i]!.value.type !== undefined) expect(shown!.family).not.toBe('new');
  });
  for (let row = 0; row < total; row++) {
    const detail = frameDetail(session, row, texts);
    expect(JSON.stringify(detail).length).toBeLessThan(1_000_000);
  }
}

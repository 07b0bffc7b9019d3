import { readFileSync, rmSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Report } from '../../src/engine/answer-types';
import { agentCount, agentPage } from '../../src/engine/answers/agents/agent-page';
import { diagnosticGroups, diagnosticPage } from '../../src/engine/answers/diagnostics/diagnostic-groups';
import { figureOf } from '../../src/engine/answers/figures/figure';
import { reportOf } from '../../src/engine/answers/report/report';
import { taskEvents, taskPage } from '../../src/engine/answers/turns/task-page';
import { turnPage } from '../../src/engine/answers/turns/turn-page';
import type { Session } from '../../src/engine/session/session';
import { FIGURE_NAMES } from '../../src/protocol/figure-catalogue';
import { closeSessions, fileOf, sessionAt } from '../unit/engine/session-of';
import { captureFiles, caseFiles } from '../unit/recordings';
import { damaged, mutation } from './mutations';

// Damaged recordings, as in mutated.test.ts, asked for what the panels show: figures, diagnostics, turns, tasks, agents.

const RUNS = Number(process.env.MUTATED_RUNS ?? 100);
const SEED = process.env.MUTATED_SEED;
const MAX_BYTES = 60_000;
const PAGE = 200;

const paths = new Map(
  [...captureFiles(), ...caseFiles()]
    .filter(({ bytes }) => bytes > 0 && bytes <= MAX_BYTES)
    .map(({ name, path }) => [name, path]),
);

function canBeSent(answer: unknown): void {
  expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(1_000_000);
}

/** Every figure is the sum of its terms, and the one that the report has. */
function checkFigures(session: Session, report: Report): void {
  const last = report.runs.at(-1);
  const stated: Record<string, number | null | undefined> = {
    ...(report as unknown as Record<string, number | null>),
    cost: report.costUsd,
    ...report.usage,
    turns: last?.turns,
    duration: last?.durationMs,
  };
  for (const figure of FIGURE_NAMES) {
    const answer = figureOf(session, { figure, from: 0, count: PAGE });
    canBeSent(answer);
    if (answer.unit === 'outcome') {
      expect(answer.word).toBe(report.outcome);
      continue;
    }
    expect(answer.value ?? 0, figure).toBeCloseTo(stated[figure] ?? 0, 6);
    if (answer.total > PAGE || Math.abs(answer.value ?? 0) > 1e12) continue;
    const sum = answer.terms.reduce((total, { value }) => total + (value ?? 0), 0);
    expect(sum, figure).toBeCloseTo(answer.value ?? 0, 6);
  }
}

/** A group lists as many diagnostics as it counts, each of a frame that is there. */
function checkDiagnostics(session: Session): void {
  const { total, groups } = diagnosticGroups(session);
  canBeSent(groups);
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(total);
  for (const { code, count } of groups) {
    const page = diagnosticPage(session, code, 0, PAGE);
    expect(page.total).toBe(count);
    for (const { frame } of page.diagnostics) {
      if (frame !== null) expect(frame >= 1 && frame <= session.index.table.rows).toBe(true);
    }
  }
}

function checkTurns(session: Session): void {
  const { rows } = session.index.table;
  const { turns } = turnPage(session, 0, PAGE);
  canBeSent(turns);
  for (const { firstFrame, lastFrame, resultFrame } of turns) {
    expect(firstFrame >= 1 && firstFrame <= lastFrame && lastFrame <= rows).toBe(true);
    if (resultFrame !== null) expect(resultFrame).toBeLessThanOrEqual(rows);
  }
  const { tasks } = taskPage(session, 0, PAGE);
  canBeSent(tasks);
  for (const { id, events } of tasks) {
    expect(taskEvents(session, id, 0, PAGE).events).toHaveLength(Math.min(events, PAGE));
  }
  const { agents, total } = agentPage(session, 0, PAGE);
  canBeSent(agents);
  expect(total).toBe(agentCount(session));
}

it('a damaged recording has figures that add up, and panels that lead somewhere', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...paths.keys()),
      fc.array(mutation, { minLength: 1, maxLength: 5 }),
      (name, mutations) => {
        const path = fileOf(damaged(readFileSync(paths.get(name)!), mutations));
        const session = sessionAt(path);
        expect(session.state).toBe('done');
        checkFigures(session, reportOf(session));
        checkDiagnostics(session);
        checkTurns(session);
        closeSessions();
        rmSync(path);
      },
    ),
    { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
  );
}, 3_600_000);

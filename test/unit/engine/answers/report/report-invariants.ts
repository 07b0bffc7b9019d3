import { expect } from 'vitest';
import type { Report } from '../../../../../src/engine/answer-types';
import type { Session } from '../../../../../src/engine/session/session';
import { isFrame } from '../../session-of';

/** Paths of all numbers in a value that no JSON text can hold. */
function oddNumbers(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [path];
  if (typeof value !== 'object' || value === null) return value === undefined ? [path] : [];
  return Object.entries(value).flatMap(([key, part]) => oddNumbers(part, `${path}.${key}`));
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

const EXACT = 1e12;

/** What holds of every report, whatever was read. */
export function checkInvariants(session: Session, report: Report): void {
  const { table } = session.index;
  expect(oddNumbers(report)).toEqual([]);
  expect(report.frames + report.unparsed).toBe(table.rows);
  expect(sum(Object.values(report.kinds))).toBe(report.frames);
  expect(report.linked + report.unansweredCalls).toBe(report.toolCalls);
  expect(report.linked + report.orphanResults).toBeLessThanOrEqual(report.toolResults);
  expect(report.failedCalls).toBeLessThanOrEqual(report.linked);
  expect(report.bytes).toBe(table.bytes);
  expect(report.outcome).toBe(report.runs.at(-1)?.outcome ?? 'none');

  for (let row = 0; row < table.rows; row++) {
    if (!isFrame(session, row)) continue;
    const run = report.runs[table.run(row)]!;
    expect(run.firstFrame).toBeLessThanOrEqual(row + 1);
    expect(run.lastFrame).toBeGreaterThanOrEqual(row + 1);
  }
  const costs = report.runs.map((run) => run.costUsd).filter((cost) => cost !== null);
  expect(report.costUsd === null).toBe(costs.length === 0);
  // Beyond whole numbers sums are cut off; all that matters there is that they stay numbers.
  if (sum(costs) < EXACT) {
    expect(Math.abs((report.costUsd ?? 0) - sum(costs))).toBeLessThanOrEqual(1e-9 + sum(costs) * 1e-9);
  }
  for (const key of ['input', 'output', 'cacheRead', 'cacheCreation'] as const) {
    const total = sum(report.runs.map((run) => run.usage?.[key] ?? 0));
    if (total < EXACT) expect(report.usage?.[key] ?? 0).toBeCloseTo(total, 3);
  }

  const frames = report.diagnostics.map((diagnostic) => diagnostic.frame ?? 0);
  expect(frames).toEqual([...frames].sort((a, b) => a - b));
  for (const { frame, line, offset, message } of report.diagnostics) {
    expect(message).toMatch(/^\S.*\.$/s);
    if (frame === null) continue;
    expect(frame).toBeLessThanOrEqual(table.rows);
    expect(line).toBe(table.line(frame - 1));
    expect(offset).toBeGreaterThanOrEqual(table.offset(frame - 1));
    if (frame < table.rows) expect(offset).toBeLessThan(table.offset(frame));
  }
}

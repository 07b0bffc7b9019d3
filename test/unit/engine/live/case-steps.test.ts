import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Progress } from '../../../../src/engine/answer-types';
import { createEngine } from '../../../../src/engine/engine';
import { beginProcess, expectationOf, variantsOf } from '../../steps/case-steps';
import { type Follower, playSteps, type Told } from '../../steps/play-case';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'framescope-steps-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The engine, asked for a report whenever it tells of progress. */
function followInEngine(path: string): Follower {
  const engine = createEngine({ follow: true, captures: true, agentFiles: true });
  const told: Told[] = [];
  engine.onProgress(({ state, live }: Progress) => {
    // A file that is not there yet has nothing to report.
    if (state !== 'done' || live === null) return;
    const report = engine.handlers.report({ session: 1 });
    if (report.bytes > 0 || told.length > 0) told.push({ report, live });
  });
  void engine.open(1, path);
  return { told: () => told, close: async () => engine.close(1) };
}

describe.each([
  ['in one go', false],
  ['with another engine for every step', true],
])('the steps of a live case, played against the engine %s', (_title, restart) => {
  it.each(['089', '091', '092'])('of %s end with the numbers of the case', async (number) => {
    const path = join(folder, 'tailed.jsonl');
    const [steps = []] = variantsOf(number);
    const { report } = await playSteps(steps, path, () => followInEngine(path), restart);
    expect(report).toMatchObject(expectationOf(number));
  });

  const ends = [
    {
      frames: 2,
      outcome: 'incomplete',
      signal: 'SIGKILL',
      exitCode: null,
      stderrLines: 1,
      unanswered: 1,
      state: 'ended',
    },
    { outcome: 'success', signal: null, exitCode: 1, stderrLines: 0, unanswered: 0, state: 'ended' },
    { outcome: 'error', signal: null, exitCode: 0, stderrLines: 0, unanswered: 0, state: 'ended' },
    { outcome: 'success', signal: null, exitCode: null, stderrLines: 0, unanswered: 0, state: 'watching' },
  ];
  it.each(ends.map((end, variant) => ({ ...end, variant })))(
    'of 094, variant $variant: $outcome, exit $exitCode, signal $signal',
    async ({ variant, outcome, signal, exitCode, stderrLines, state }) => {
      const path = join(folder, 'process.jsonl');
      beginProcess(path);
      const steps = variantsOf('094')[variant] ?? [];
      const { report, live } = await playSteps(steps, path, () => followInEngine(path), restart);
      if (variant === 0) expect(report).toMatchObject(expectationOf('094'));
      expect(report.outcome).toBe(outcome);
      expect(report.capture).toMatchObject({ signal, exitCode, stderrLines });
      expect(live?.state).toBe(state);
    },
  );
});

import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Report } from '../../../src/engine/answer-types';
import { reportOf } from '../../../src/engine/answers/report/report';
import type { LiveFile } from '../../../src/engine/live/live-types';
import { Session } from '../../../src/engine/session/session';
import { play, type Step } from './case-steps';

/** What a follower told last. */
export interface Told {
  report: Report;
  live: LiveFile | null;
}

/** One that follows a file: the engine, or a process of the command line. */
export interface Follower {
  /** Everything it told, oldest first. */
  told(): Told[];
  close(): Promise<void>;
}

const PATIENCE_MS = 15_000;
/** Nothing wrong has to come for so long; a case may ask for seconds. */
const LONGEST_WAIT_MS = 300;

/** Resolves when the condition holds, and fails with what there is instead when it does not for a long while. */
export async function until<T>(
  condition: () => T | undefined | false | null,
  what: () => unknown,
): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const value = condition();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Waited in vain: ${JSON.stringify(what())}`);
    await pause(5);
  }
}

/**
 * Plays the steps on the file and waits after each until the follower tells the state that a fresh reading gives. With
 * `restart` the follower is another one for every step. Returns what was told last.
 */
export async function playSteps(
  steps: readonly Step[],
  path: string,
  follow: () => Follower,
  restart: boolean,
): Promise<Told> {
  let follower = follow();
  let most = 0;
  try {
    for (const [at, step] of steps.entries()) {
      if (restart && at > 0) {
        await follower.close();
        play(step, path);
        follower = follow();
      } else play(step, path);
      most = Math.max(most, step.frames_after ?? Number.POSITIVE_INFINITY);
      if (step.op === 'wait') await pause(Math.min(step.ms ?? 0, LONGEST_WAIT_MS));
      await until(
        () => agrees(follower.told().at(-1), step, path, restart),
        () => ({ step: at, told: brief(follower.told().at(-1)) }),
      );
      // Never a frame more than there were whole lines.
      for (const { report } of follower.told()) expect(report.frames).toBeLessThanOrEqual(most);
    }
    const last = follower.told().at(-1);
    if (last === undefined) throw new Error('Nothing was told.');
    return last;
  } finally {
    await follower.close();
  }
}

const brief = (told: Told | undefined) =>
  told && { frames: told.report.frames, bytes: told.report.bytes, live: told.live };

function agrees(told: Told | undefined, step: Step, path: string, restarted: boolean): boolean {
  if (!existsSync(path)) return restarted ? told === undefined : told?.live?.state === 'missing';
  if (told === undefined) return false;
  const fresh = Session.open(0, path, undefined, { captures: true });
  try {
    fresh.indexAllNow();
    const whole = reportOf(fresh);
    const same = (report: Report) =>
      JSON.stringify([
        report.frames,
        report.kinds,
        report.costUsd,
        report.capture?.endedAt,
        report.capture?.stderrLines,
        report.runs.map((run) => [run.sessionId, run.outcome]),
      ]);
    return (
      same(told.report) === same(whole) &&
      told.report.bytes === whole.bytes &&
      (step.frames_after === undefined || told.report.frames === step.frames_after)
    );
  } finally {
    fresh.close();
  }
}

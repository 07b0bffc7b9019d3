import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import { findClaudeCli, whyNoClaudeCli } from '../../build/bootstrap/claude-cli.mjs';
import type { Call, Report, Row } from '../../src/engine/answer-types';
import { callsOf } from '../../src/engine/answers/frame/calls';
import { rowPage } from '../../src/engine/answers/rows/row-page';
import type { Session } from '../../src/engine/session/session';
import { checkAnswers } from '../recordings/answer-checks';
import { checkFigures, checkFrames, openRecording } from '../recordings/recording-checks';
import { type Played, type PlayedCall, playScenario } from './cli/play-scenario';
import { scenarioNamed } from './scenarios/all-scenarios';

const found = findClaudeCli();
export const cli = found;
/** Names the tests; where there is no CLI it says why they are skipped. */
export const cliTitle = found ? `the real CLI (${found.version})` : `the real CLI: ${whyNoClaudeCli()}`;

/** What the engine has of the output of a scenario's first call. */
export interface ScenarioSession {
  session: Session;
  report: Report;
  rows: Row[];
  /** The rows of a list with everything folded. */
  listed: Row[];
  calls: Call[];
  call: PlayedCall;
  played: Played;
}

const played: Played[] = [];
afterEach(() => {
  for (const one of played) one.remove();
  played.length = 0;
});

/**
 * Plays a scenario with the real CLI and opens what it wrote. Everything that it wrote, the session files too, has to
 * hold against the plain reading; `damaged` says that its output ends in a piece that is no frame.
 */
export async function playedSession(name: string, damaged = false): Promise<ScenarioSession> {
  if (found === null) throw new Error('There is no CLI to play with.');
  const one = await playScenario([found.executable], scenarioNamed(name));
  played.push(one);
  const [call] = one.calls;
  if (call === undefined) throw new Error('A scenario without a call.');
  expect(call.refused, 'hosts that the CLI wanted to reach').toEqual([]);
  const version = found.version;
  for (const path of sessionFilesOf(one)) {
    const source = path.includes('subagents') ? 'agent' : 'session';
    const opened = openRecording(path);
    checkFigures(opened, readFileSync(path), { version, source, damaged: false });
  }
  const opened = openRecording(call.stdout);
  const bytes = readFileSync(call.stdout);
  checkFigures(opened, bytes, { version, source: 'stdout', damaged });
  checkFrames(opened);
  checkAnswers(opened.session, bytes);
  const { session, report } = opened;
  const { rows } = rowPage(session, 1, session.index.table.rows);
  const listed = rowPage(session, 1, rows.length, { unfolded: false, open: [] }).rows;
  return { session, report, rows, listed, calls: callsIn(session, rows), call, played: one };
}

/** Each call once, although deltas and whole frames both show it. */
function callsIn(session: Session, rows: readonly Row[]): Call[] {
  const shown = rows.filter((row) => row.calls > 0).flatMap((row) => callsOf(session, row.frame - 1));
  return [...new Map(shown.map((call) => [call.id, call])).values()];
}

function sessionFilesOf({ projects }: Played): string[] {
  return readdirSync(projects, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => join(projects, file));
}

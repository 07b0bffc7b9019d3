import { readFileSync } from 'node:fs';
import type { Call, FrameDetail, Row } from '../../src/engine/answer-types';
import { callsOf } from '../../src/engine/answers/frame/calls';
import { frameDetail } from '../../src/engine/answers/frame/frame-detail';
import { FrameTexts } from '../../src/engine/answers/frame/frame-text';
import { reportOf } from '../../src/engine/answers/report/report';
import { rowPage } from '../../src/engine/answers/rows/row-page';
import type { Session } from '../../src/engine/session/session';
import { printedBy } from '../unit/cli/cli-run';
import { casePath, sessionAt } from '../unit/engine/session-of';

// What the engine answers about a case, by the number of the case and the number of a frame.

export const bytesOf = (number: string) => readFileSync(casePath(number));
export const openCase = (number: string) => sessionAt(casePath(number));
export const rowsOf = (session: Session): Row[] => rowPage(session, 1, 100).rows;
export const rowsOfCase = (number: string) => rowsOf(openCase(number));
export const exact = (session: Session, frame: number) =>
  new FrameTexts(session).slice(frame - 1, 'exact', 0, Number.MAX_SAFE_INTEGER).text;
export const pretty = (session: Session, frame: number) =>
  new FrameTexts(session).slice(frame - 1, 'pretty', 0, Number.MAX_SAFE_INTEGER).text;
export const detail = (session: Session, frame: number): FrameDetail =>
  frameDetail(session, frame - 1, new FrameTexts(session));
export const parsed = (session: Session, frame: number) =>
  JSON.parse(session.jsonText(frame - 1).toString('utf8'));

export function diagnostics(session: Session, code?: string) {
  const all = reportOf(session).diagnostics;
  return code === undefined ? all : all.filter((diagnostic) => diagnostic.code === code);
}

export function call(session: Session, id: string): Call {
  const found = rowsOf(session)
    .flatMap((row) => callsOf(session, row.frame - 1))
    .find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`There is no call ${id}.`);
  return found;
}

export const rawOf = (number: string, frame: number) => printedBy(['raw', casePath(number), String(frame)]);

import { expect } from 'vitest';
import { textReport } from '../../src/cli/text-report';
import type { NextClass, TextForm } from '../../src/engine/answer-types';
import { callsOf } from '../../src/engine/answers/frame/calls';
import { frameDetail } from '../../src/engine/answers/frame/frame-detail';
import { FrameTexts } from '../../src/engine/answers/frame/frame-text';
import { streamedMessage } from '../../src/engine/answers/frame/streamed-message';
import { reportOf } from '../../src/engine/answers/report/report';
import { nextFrame } from '../../src/engine/answers/rows/next-frame';
import { rowPage } from '../../src/engine/answers/rows/row-page';
import { FieldAnswers } from '../../src/engine/fields/frame-fields';
import type { Session } from '../../src/engine/session/session';
import { MAX_TEXT_SLICE } from '../../src/ipc/engine-contract';
import { checkInvariants } from '../unit/engine/answers/report/report-invariants';

const MAX_MESSAGE = 1_000_000;
/** Frames asked for one by one; of a longer recording, so many from its beginning and its end. */
const MAX_FRAMES = 80;

/** Asks everything of a session that can be asked of any file, and checks what holds whatever was read. */
export function checkAnswers(session: Session, bytes: Buffer): void {
  expect(session.state).toBe('done');
  const report = reportOf(session);
  checkInvariants(session, report);
  canBeSent(report);
  expect(textReport(report).replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  checkRows(session, bytes);
  checkFolding(session);
  for (const what of ['error', 'unparsed', 'unlinked', 'diagnostic'] as const) checkWalk(session, what);
  const texts = new FrameTexts(session);
  for (const row of someRows(session)) checkFrame(session, row, texts);
}

function canBeSent(answer: unknown): void {
  const sent = JSON.stringify(answer);
  expect(Buffer.byteLength(sent)).toBeLessThan(MAX_MESSAGE);
  expect(JSON.parse(sent)).toEqual(answer);
}

/** Rows tile the file: nothing is lost, and nothing is told twice. */
function checkRows(session: Session, bytes: Buffer): void {
  const { rows: total } = session.index.table;
  let offset = 0;
  const raw: Buffer[] = [];
  for (let from = 1; from <= total; from += 50) {
    const page = rowPage(session, from, 50);
    canBeSent(page);
    expect(page.total).toBe(total);
    expect(page.rows).toHaveLength(Math.min(50, total - from + 1));
    for (const [i, row] of page.rows.entries()) {
      expect(row.frame).toBe(from + i);
      expect(row.offset).toBe(offset);
      offset += row.bytes;
      for (const other of row.links) expect(other >= 1 && other <= total).toBe(true);
      for (const text of [row.kind, row.detail, row.strong, row.summary]) expect(text).not.toMatch(/\p{Cc}/u);
      raw.push(session.rawBytes(row.frame - 1));
    }
  }
  expect(offset).toBe(bytes.length);
  expect(Buffer.concat(raw).equals(bytes)).toBe(true);
}

/** Every row is listed, or folded under one that is. */
function checkFolding(session: Session): void {
  const folded = { unfolded: false, open: [] };
  const { total, rows } = rowPage(session, 1, MAX_FRAMES, folded);
  expect(total + session.progress.folded).toBe(session.index.table.rows);
  const shown = rows.map((row) => row.frame);
  expect(shown).toEqual([...new Set(shown)].sort((a, b) => a - b));
  for (const row of someRows(session)) {
    const { position, foldedUnder } = session.listings.place(row + 1, folded);
    const [listed] = rowPage(session, position, 1, folded).rows;
    expect(listed!.frame).toBe(foldedUnder ?? row + 1);
    expect(listed!.fold).not.toBe('inside');
    const message = streamedMessage(session, row);
    canBeSent(message);
    // A series of retries folds and is no message.
    if (foldedUnder !== null) expect(message?.events ?? listed!.events).toBeGreaterThan(1);
  }
}

/** Going on and on comes past every frame of the class once, and backwards past the same ones. */
function checkWalk(session: Session, what: NextClass): void {
  const walk = (direction: 'forward' | 'backward') => {
    const seen: number[] = [];
    let at = nextFrame(session, direction === 'forward' ? 0 : session.index.table.rows + 1, direction, what);
    while (at !== null && at !== seen[0] && seen.length <= MAX_FRAMES) {
      seen.push(at);
      at = nextFrame(session, at, direction, what);
    }
    return seen;
  };
  const forward = walk('forward');
  if (forward.length <= MAX_FRAMES) expect(walk('backward')).toEqual(forward.toReversed());
  expect(forward).toEqual([...new Set(forward)].sort((a, b) => a - b));
}

function someRows(session: Session): number[] {
  const rows = Array.from({ length: session.index.table.rows }, (_, row) => row);
  return rows.length <= MAX_FRAMES
    ? rows
    : [...rows.slice(0, MAX_FRAMES / 2), ...rows.slice(-MAX_FRAMES / 2)];
}

/** What is known of a frame's fields, and a mark on no other line than that of its key. */
function checkFields(session: Session, row: number, texts: FrameTexts): void {
  const answers = new FieldAnswers(session, texts);
  const list = answers.list(row);
  canBeSent(list);
  const text = list.missing === null ? (texts.prettyText(row) ?? '') : '';
  const { lines } = answers.marks(row, 0, MAX_TEXT_SLICE);
  const shown = text.slice(0, MAX_TEXT_SLICE).split('\n');
  lines.forEach((mark, index) => {
    // The last line may be cut.
    if (mark < 0 || (index === lines.length - 1 && text.length > MAX_TEXT_SLICE)) return;
    const name = list.entries[mark]?.path.split('.').at(-1) ?? '';
    expect(shown[index]).toMatch(/^ *"/);
    if (name !== '<key>')
      expect(JSON.parse(/^ *("(?:[^"\\]|\\.)*")/.exec(shown[index] ?? '')?.[1] ?? '')).toBe(name);
  });
}

function checkFrame(session: Session, row: number, texts: FrameTexts): void {
  const detail = frameDetail(session, row, texts);
  canBeSent(detail);
  checkFields(session, row, texts);
  const calls = callsOf(session, row);
  canBeSent(calls);
  for (const { callFrame, resultFrame } of calls) expect([callFrame, resultFrame]).not.toEqual([null, null]);
  const exact = textOf(texts, row, 'exact');
  expect(exact).toBe(session.utf8Bytes(row).toString('utf8'));
  expect(detail.exactUnits).toBe(exact.length);
  expect(detail.prettyUnits === null).toBe(detail.prettyMissing !== null);
  // Without a pretty form the exact one takes its place.
  expect(textOf(texts, row, 'pretty')).toHaveLength(detail.prettyUnits ?? exact.length);
  const bytes = session.index.table.length(row);
  const hex = texts.slice(row, 'hex', 0, 200);
  expect(hex.text).toHaveLength(Math.min(hex.total, 200));
  expect(hex.total).toBeGreaterThan(bytes * 3);
}

function textOf(texts: FrameTexts, row: number, form: TextForm): string {
  const { text, total } = texts.slice(row, form, 0, Number.MAX_SAFE_INTEGER);
  expect(text).toHaveLength(total);
  const middle = total >> 1;
  expect(texts.slice(row, form, middle, 100).text).toBe(text.slice(middle, middle + 100));
  return text;
}

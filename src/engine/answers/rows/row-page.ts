import { SourceError } from '../../../protocol/errors';
import { familyOf } from '../../../protocol/frame-kinds';
import { type FrameSummary, oneLine, summarize } from '../../../protocol/frame-summary';
import type { JsonObject } from '../../../protocol/json-values';
import type { Family, Listing, Row, RowPage } from '../../answer-types';
import { conversationOf, isOffBranch } from '../../conversation/conversation';
import { RowFlag } from '../../frames/frame-table';
import { LinkFlag } from '../../links/link-table';
import type { RowPositions } from '../../listing/listed-rows';
import type { RowMatch } from '../../matching/row-match';
import type { Session } from '../../session/session';
import { agentDepth } from '../agents/agent-depth';
import { isLong, parseFrameHead, unparsedHead } from '../frame/parsed-frame';
import { controlEnds } from '../links/control-pairs';
import { turnLabel } from '../turns/turn-facts';
import { foldedSummary } from './folded-summary';

const MAX_LINKS = 8;
/** What is shown of an unparsed piece in its row. */
const UNPARSED_HEAD_BYTES = 256;

/** Every row, as raw reading and the command line see a file. */
export const EVERY_ROW: Listing = { unfolded: true, open: [] };

/**
 * Rows of a list from its position `from` on (1 is the first), at most `count`; fewer at the end. Those that match the
 * expression `mark` say so. Throws FilterError.
 */
export function rowPage(
  session: Session,
  from: number,
  count: number,
  listing = EVERY_ROW,
  mark?: string,
): RowPage {
  const listed = session.listings.rowsOf(listing);
  const marked = mark === undefined || mark.trim() === '' ? null : session.matches.of(mark);
  const rows = listed === null ? plainRows(session, from, count) : listedRows(listed, from, count);
  const first = rows[0];
  const total = listed === null ? session.index.table.rows : listed.total;
  const match = session.listings.filterOf(listing)?.state ?? null;
  if (first === undefined) return { total, rows: [], match };
  return session.withRows(first, (rows.at(-1) as number) - first + 1, () => ({
    total,
    rows: rows.map((row) => rowOf(session, row, listing, marked)),
    match,
  }));
}

function plainRows(session: Session, from: number, count: number): number[] {
  const length = Math.max(0, Math.min(count, session.index.table.rows - (from - 1)));
  return Array.from({ length }, (_, at) => from - 1 + at);
}

function listedRows(listed: RowPositions, from: number, count: number): number[] {
  const rows: number[] = [];
  for (let row = listed.rowAt(from - 1); row >= 0 && rows.length < count; row = listed.nextRow(row))
    rows.push(row);
  return rows;
}

export function rowOf(
  session: Session,
  row: number,
  listing = EVERY_ROW,
  marked: RowMatch | null = null,
): Row {
  const { table } = session.index;
  const flags = table.flags(row);
  const unparsed = (flags & RowFlag.Unparsed) !== 0;
  const folding = session.listings.foldOf(row, listing);
  const face = faceOf(session, row, unparsed);
  return {
    frame: row + 1,
    line: table.line(row),
    offset: session.offsetInFile(row),
    bytes: table.length(row),
    ...face,
    ...(folding.fold === 'closed' && { summary: foldedSummary(session, row) || face.summary }),
    ...timeOf(session, row),
    stream: session.fileOf(row).side,
    agent: table.parent(row),
    agentDepth: agentDepth(session, table.parent(row)),
    ...fileOf(session, row),
    ...linksOf(session, row),
    error: (flags & RowFlag.Error) !== 0,
    replay: (flags & RowFlag.Replay) !== 0,
    ...folding,
    unparsed,
    invalidUtf8: (flags & RowFlag.InvalidUtf8) !== 0,
    offBranch: isOffBranch(conversationOf(session), row),
    hit: marked !== null && isHit(session, row, listing, marked, folding.fold === 'closed'),
  };
}

/** A row with others folded under it stands for them. */
function isHit(
  session: Session,
  row: number,
  listing: Listing,
  marked: RowMatch,
  isClosed: boolean,
): boolean {
  return isClosed ? session.listings.matchedRows(listing, marked).isListed(row) : marked.has(row);
}

function fileOf(session: Session, row: number): Pick<Row, 'file' | 'beginsFile'> {
  const { name, firstRow } = session.fileOf(row);
  return { file: name === '' ? null : name, beginsFile: name !== '' && firstRow === row };
}

function faceOf(session: Session, row: number, unparsed: boolean): Face {
  try {
    if (unparsed) return unparsedFace(session, row);
    if (session.index.kinds.isStderr(session.index.table.kind(row))) return stderrFace(session, row);
    return frameFace(session, row, parseFrameHead(session, row));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return {
      ...frameFace(session, row, undefined),
      summary: 'These bytes are gone: the file changed after it was read.',
    };
  }
}

interface Face {
  family: Family;
  kind: string;
  detail: string;
  strong: string;
  summary: string;
}

function frameFace(session: Session, row: number, frame: JsonObject | undefined): Face {
  const { kinds, table } = session.index;
  const type = kinds.type(table.kind(row));
  const subtype = kinds.subtype(table.kind(row));
  if (frame === undefined) {
    const summary = 'This frame is no strict JSON. See its raw form.';
    return {
      family: familyOf(type, subtype),
      kind: oneLine(type),
      detail: oneLine(subtype),
      strong: '',
      summary,
    };
  }
  const summary: FrameSummary = summarize(type, subtype, frame, isLong(session, row));
  return {
    family: summary.family,
    kind: oneLine(type),
    detail: turnLabel(session, row, frame) ?? summary.detail,
    strong: summary.strong,
    summary: summary.text,
  };
}

function unparsedFace(session: Session, row: number): Face {
  const { kinds, table } = session.index;
  const reason = kinds.subtype(table.kind(row));
  const nul =
    reason === 'nul' ? `${nulCount(session, row).toLocaleString('en')} NUL bytes (interrupted write)` : null;
  return {
    family: 'unparsed',
    kind: 'unparsed',
    detail: REASON_WORDS.get(reason) ?? reason,
    strong: '',
    summary: nul ?? visibleText(unparsedHead(session, row, UNPARSED_HEAD_BYTES)),
  };
}

/** A line of the process's standard error is text, whatever it looks like. */
function stderrFace(session: Session, row: number): Face {
  const summary = visibleText(unparsedHead(session, row, UNPARSED_HEAD_BYTES));
  return { family: 'system', kind: 'stderr', detail: '', strong: '', summary };
}

const REASON_WORDS: ReadonlyMap<string, string> = new Map([
  ['torn', 'torn record'],
  ['noise', 'no JSON'],
  ['nul', 'NUL bytes'],
  ['not-an-object', 'not a frame'],
  ['blank', 'blank'],
  ['binary', 'binary'],
  ['oversize', 'too long'],
]);

/** Where the blanks around a NUL run are looked for, so that a run of gigabytes costs no more than a short one. */
const NUL_END_BYTES = 16 * 1024;

/** The line end after a NUL run belongs to the row, but is no NUL byte. */
function nulCount(session: Session, row: number): number {
  const length = session.index.table.length(row);
  if (session.encodingOf(row) === 'utf-8' && length > 2 * NUL_END_BYTES) {
    const first = session.rawSlice(row, 0, NUL_END_BYTES).indexOf(0);
    const last = session.rawSlice(row, length - NUL_END_BYTES, NUL_END_BYTES).lastIndexOf(0);
    if (first >= 0 && last >= 0) return length - first - (NUL_END_BYTES - 1 - last);
  }
  const bytes = session.utf8Bytes(row);
  let count = 0;
  for (const c of bytes) if (c === 0) count++;
  return count;
}

/** Escape sequences are part of what an unparsed piece is, so they stay, as visible marks. */
function visibleText(text: string): string {
  return oneLine(text.replaceAll('\x1b', '\u241b'));
}

function timeOf(session: Session, row: number): Pick<Row, 'time' | 'timeSource'> {
  const { table, firstTime } = session.index;
  const time = table.time(row);
  if (!Number.isNaN(time)) {
    const flags = table.flags(row);
    if ((flags & RowFlag.OwnTime) !== 0) return { time, timeSource: 'own' };
    return { time, timeSource: (flags & RowFlag.Arrival) !== 0 ? 'arrival' : 'inherited' };
  }
  // Frames before the first stated time take that one.
  return Number.isNaN(firstTime)
    ? { time: null, timeSource: 'none' }
    : { time: firstTime, timeSource: 'inherited' };
}

function linksOf(session: Session, row: number): Pick<Row, 'calls' | 'results' | 'links' | 'unlinked'> {
  const { links, table } = session.index;
  const answer = { calls: 0, results: 0, links: [] as number[], unlinked: false };
  for (let record = table.firstBlock(row) - 1; record >= 0 && record < links.count; record++) {
    if (links.row(record) !== row) break;
    if (links.isResult(record)) answer.results++;
    else answer.calls++;
    const other = links.other(links.primary(record));
    if (other >= 0) {
      if (answer.links.length < MAX_LINKS) answer.links.push(links.row(other) + 1);
    } else if ((links.flags(record) & LinkFlag.Repeat) === 0) answer.unlinked = true;
  }
  for (const end of controlEnds(session, row)) answer.links.push(end + 1);
  return answer;
}

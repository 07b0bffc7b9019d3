import { contentBlocks } from '../../../protocol/content-blocks';
import { type JsonObject, stringOf } from '../../../protocol/json-values';
import type { Diagnostic } from '../../answer-types';
import { LinkFlag } from '../../links/link-table';
import { RowNumbers } from '../../runs/row-numbers';
import type { Session } from '../../session/session';
import { parsedOrNot, parseFrame } from '../frame/parsed-frame';
import { withFile } from '../report/report-parts';

const MAX_NAME_UNITS = 200;
/** A report must not parse megabytes for the sake of an id in a sentence. */
const MAX_PARSED = 256 * 1024;

/** What was found in a link table of so many records. */
interface Found {
  records: number;
  byCode: Map<LinkProblem, RowNumbers>;
  /** By record; asked for again and again while a file is indexed. */
  told: Map<number, Diagnostic>;
}
const MAX_TOLD = 4000;
const known = new WeakMap<object, Found>();

/**
 * The records with problems, by code: results without a call, calls without a result, ids that are used twice. They can
 * only be told once the frames are read, so all records are looked at anew when there are more of them.
 */
export function linkProblemRecords(session: Session): ReadonlyMap<LinkProblem, RowNumbers> {
  return found(session).byCode;
}

function found(session: Session): Found {
  const { links } = session.index;
  const last = known.get(session.epoch);
  if (last?.records === links.count) return last;
  const byCode = new Map<LinkProblem, RowNumbers>();
  for (let record = 0; record < links.count; record++) {
    const code = linkProblemOf(session, record);
    if (code === null) continue;
    const records = byCode.get(code) ?? new RowNumbers();
    if (records.length === 0) byCode.set(code, records);
    records.push(record);
  }
  const now = { records: links.count, byCode, told: last?.told ?? new Map() };
  known.set(session.epoch, now);
  return now;
}

/** How many problems there are of each code. */
export function linkProblemCounts(session: Session): Map<LinkProblem, number> {
  return new Map([...linkProblemRecords(session)].map(([code, records]) => [code, records.length]));
}

export const linkSeverity = (code: LinkProblem) => (code === 'unanswered-call' ? 'info' : 'warning');

/** `count` problems of one code, from the `from`-th on. */
export function linkProblems(session: Session, code: string, from: number, count: number): Diagnostic[] {
  const records = linkProblemRecords(session).get(code as LinkProblem);
  const page: number[] = [];
  const end = Math.min(records?.length ?? 0, from + count);
  for (let at = from; at < end; at++) page.push((records as RowNumbers).at(at));
  return told(session, page);
}

/** The problems of one row, in the order of its blocks. */
export function linkProblemsOfRow(session: Session, row: number): Diagnostic[] {
  const { links, table } = session.index;
  const records: number[] = [];
  for (let record = table.firstBlock(row) - 1; record >= 0 && record < links.count; record++) {
    if (links.row(record) !== row) break;
    if (linkProblemOf(session, record) !== null) records.push(record);
  }
  return told(session, records);
}

function told(session: Session, records: readonly number[]): Diagnostic[] {
  const { links, table } = session.index;
  const { told: toldBefore } = found(session);
  let parsedRow = -1;
  let blocks: readonly JsonObject[] = [];
  return records.map((record) => {
    const code = linkProblemOf(session, record) as LinkProblem;
    const before = toldBefore.get(record);
    if (before?.code === code) return before;
    const row = links.row(record);
    // The problems of a row are neighbours: its frame is parsed once for all of them.
    if (row !== parsedRow)
      blocks = table.length(row) > MAX_PARSED ? [] : contentBlocks(parsedOrNot(parseFrame, session, row));
    parsedRow = row;
    const one = withFile(session, {
      code,
      severity: linkSeverity(code),
      line: table.line(row),
      offset: session.offsetInFile(row),
      frame: row + 1,
      message: sentence(session, record, code, blocks[links.block(record)]),
    });
    if (toldBefore.size < MAX_TOLD) toldBefore.set(record, one);
    return one;
  });
}

export type LinkProblem = 'orphan-result' | 'duplicate-result' | 'unanswered-call' | 'call-id-reused';

/** What is wrong with a call or result; null for nothing, and for a record that repeats another. */
export function linkProblemOf(session: Session, record: number): LinkProblem | null {
  const { links } = session.index;
  if ((links.flags(record) & LinkFlag.Repeat) !== 0) return null;
  const open = links.other(record) < 0;
  if (links.isResult(record)) {
    if (!open) return null;
    return links.idHasCall(record) ? 'duplicate-result' : 'orphan-result';
  }
  if (open) return 'unanswered-call';
  return (links.flags(record) & LinkFlag.IdReused) !== 0 ? 'call-id-reused' : null;
}

function sentence(
  session: Session,
  record: number,
  code: LinkProblem,
  block: JsonObject | undefined,
): string {
  const { links } = session.index;
  const id = stringOf(block, links.isResult(record) ? 'tool_use_id' : 'id');
  const unstated = (links.flags(record) & LinkFlag.NoId) !== 0 ? 'no id' : 'the id that its frame states';
  const quoted = id === null ? unstated : `the id "${id.slice(0, MAX_NAME_UNITS)}"`;
  const nameId = links.name(record);
  const name =
    (nameId === 0 ? '' : session.index.toolNames.text(nameId - 1).slice(0, MAX_NAME_UNITS)) || 'A tool';
  switch (code) {
    case 'orphan-result':
      return `A tool result with ${quoted} answers no call in this file.`;
    case 'duplicate-result':
      return `A tool result with ${quoted} came after its call was already answered.`;
    case 'unanswered-call':
      return `${name} was called with ${quoted} and has no result.`;
    case 'call-id-reused':
      return `${name} was called with ${quoted}, which an earlier, different call has too. Each result answers the nearest earlier open call.`;
  }
}

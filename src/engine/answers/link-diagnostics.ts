import { contentBlocks } from '../../protocol/content-blocks';
import { type JsonObject, stringOf } from '../../protocol/json-values';
import type { Diagnostic } from '../answer-types';
import { LinkFlag } from '../links/link-table';
import type { Session } from '../session/session';
import { parsedOrNot, parseFrame } from './parsed-frame';
import { withFile } from './report-parts';

const MAX_LISTED = 200;
const MAX_NAME_UNITS = 200;
/** A report must not parse megabytes for the sake of an id in a sentence. */
const MAX_PARSED = 256 * 1024;

/**
 * Results without a call, calls without a result, ids that are used twice. They can only be told once the frames
 * are read, so they are made anew from the link table for every report. With `onlyRow`: those of one row.
 */
export function linkDiagnostics(
  session: Session,
  onlyRow?: number,
): { listed: Diagnostic[]; leftOff: number } {
  const { links, table } = session.index;
  const listed: Diagnostic[] = [];
  let leftOff = 0;
  let parsedRow = -1;
  let blocks: readonly JsonObject[] = [];
  // The problems of a row are neighbours: its frame is parsed once for all of them.
  const blockOf = (record: number) => {
    const row = links.row(record);
    if (row !== parsedRow)
      blocks = table.length(row) > MAX_PARSED ? [] : contentBlocks(parsedOrNot(parseFrame, session, row));
    parsedRow = row;
    return blocks[links.block(record)];
  };
  const first = onlyRow === undefined ? 0 : table.firstBlock(onlyRow) - 1;
  if (first < 0) return { listed, leftOff };
  for (let record = first; record < links.count; record++) {
    if (onlyRow !== undefined && links.row(record) !== onlyRow) break;
    const code = linkProblemOf(session, record);
    if (code === null) continue;
    if (listed.length >= MAX_LISTED) {
      leftOff++;
      continue;
    }
    const row = links.row(record);
    listed.push(
      withFile(session, {
        code,
        severity: code === 'unanswered-call' ? 'info' : 'warning',
        line: table.line(row),
        offset: session.offsetInFile(row),
        frame: row + 1,
        message: sentence(session, record, code, blockOf(record)),
      }),
    );
  }
  return { listed, leftOff };
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

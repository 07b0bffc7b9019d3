import { fieldOf, type JsonObject, stringOf } from '../../../protocol/json-values';
import type { Fact } from '../../answer-types';
import { hashOfId } from '../../frames/id-hash';
import type { Session } from '../../session/session';
import { parsedOrNot, parseFrameHead } from './parsed-frame';

/** How far back the line before is looked for; most lines of a session file state what is asked for. */
const MAX_ROWS_BACK = 64;

/** What only lines of session files say: where they hang, which line a title is of, and that the folder changed. */
export function lineFacts(session: Session, row: number, frame: JsonObject): Fact[] {
  const { table, runs, kinds } = session.index;
  if ((runs.runs[table.run(row)]?.sessionSigns ?? 0) === 0) return [];
  const isTitle = kinds.type(table.kind(row)) === 'summary';
  return [
    ...(isTitle ? titleFacts(session, frame) : parentFacts(session, row, frame)),
    ...folderFacts(session, row, frame),
  ];
}

/** A parent of null makes a root, and no key at all goes on from the line before (case 076). */
function parentFacts(session: Session, row: number, frame: JsonObject): Fact[] {
  if (!isStated(frame, 'uuid') || isStated(frame, 'logicalParentUuid')) return [];
  const parent = fieldOf(frame, 'parentUuid');
  if (parent === null) return [{ label: 'parent', value: 'none: this line is a root', frame: null }];
  if (parent !== undefined) return [];
  const before = lineBefore(session, row, 'uuid');
  const value = 'not stated: it goes on from the line before';
  return [{ label: 'parent', value, frame: before === null ? null : before.row + 1 }];
}

/** A summary is the title of the session that ends with its leaf, mostly an earlier one (case 077). */
function titleFacts(session: Session, frame: JsonObject): Fact[] {
  const leaf = stringOf(frame, 'leafUuid');
  if (leaf === null || leaf === '') return [];
  const { replays } = session.index;
  const [found] = replays.rowsWithHash(hashOfId(leaf).a);
  return found === undefined
    ? [{ label: 'title of', value: 'another session: its last line is not in this file', frame: null }]
    : [{ label: 'title of', value: `the conversation that ends with #${found + 1}`, frame: found + 1 }];
}

function folderFacts(session: Session, row: number, frame: JsonObject): Fact[] {
  const folder = stringOf(frame, 'cwd');
  if (folder === null) return [];
  const before = lineBefore(session, row, 'cwd');
  if (before === null || before.text === folder) return [];
  return [{ label: 'cwd before', value: before.text, frame: before.row + 1 }];
}

const isStated = (frame: JsonObject, key: string) => (stringOf(frame, key) ?? '') !== '';

/** The nearest line before that states a text under the key. */
function lineBefore(session: Session, row: number, key: string): { row: number; text: string } | null {
  const first = Math.max(session.fileOf(row).firstRow, row - MAX_ROWS_BACK);
  for (let at = row - 1; at >= first; at--) {
    const text = stringOf(parsedOrNot(parseFrameHead, session, at), key);
    if (text !== null && text !== '') return { row: at, text };
  }
  return null;
}

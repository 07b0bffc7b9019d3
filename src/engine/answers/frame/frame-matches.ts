import type { FilterNode, TextTerm } from '../../../protocol/filter/filter-ast';
import { parseFilter } from '../../../protocol/filter/filter-parser';
import type { FrameMatches } from '../../matching/match-types';
import { EventKinds } from '../../search/joined/api-event';
import { type JoinedText, messageTexts, rowsOf } from '../../search/joined/message-texts';
import { matchRanges } from '../../search/match-ranges';
import type { TextPattern } from '../../search/text-search';
import type { Session } from '../../session/session';
import type { FrameTexts } from './frame-text';

/** Two numbers each: the answer stays far below the largest message. */
const MAX_RANGES = 5000;
/** Marks in what nobody can look through are worth no wait: texts are looked at this far. */
const MAX_UNITS = 8 * 1024 * 1024;

/** Where the texts of an expression stand in a form of a frame. Throws FilterError. */
export function frameMatches(
  session: Session,
  row: number,
  form: 'exact' | 'pretty',
  expression: string,
  texts: FrameTexts,
): FrameMatches {
  const patterns = textPatterns(parseFilter(expression));
  if (patterns.length === 0) return { ranges: [], leftOff: 0, spread: null };
  const text = texts.wholeText(row, form)?.slice(0, MAX_UNITS) ?? '';
  const found = matchRanges(text, patterns, MAX_RANGES, true);
  return { ...found, spread: spreadOver(session, row, patterns) };
}

/** The texts that an expression looks for, not those that it excludes. */
export function textPatterns(node: FilterNode): TextPattern[] {
  switch (node.op) {
    case 'and':
    case 'or':
      return node.parts.flatMap(textPatterns);
    case 'text':
      return [patternOf(node)];
    default:
      return [];
  }
}

function patternOf({ kind, text, caseSensitive, flags }: TextTerm): TextPattern {
  return { kind, text, caseSensitive, ...(flags !== '' && { flags }) };
}

/** The frames of a text that spans several events of the message, this one among them. */
function spreadOver(session: Session, row: number, patterns: readonly TextPattern[]): FrameMatches['spread'] {
  const { table, kinds } = session.index;
  const events = new EventKinds(kinds);
  const message = table.message(row);
  if (message === 0 || !events.has(table.kind(row))) return null;
  for (const joined of messageTexts(session, events, message)) {
    if (!joined.rows.includes(row)) continue;
    for (const rows of rowsOfMatches(joined, patterns)) {
      if (rows.length < 2 || !rows.includes(row)) continue;
      return { firstFrame: (rows[0] as number) + 1, lastFrame: (rows.at(-1) as number) + 1 };
    }
  }
  return null;
}

/** The rows of each match in a joined text. */
function* rowsOfMatches(joined: JoinedText, patterns: readonly TextPattern[]): Generator<number[]> {
  const { ranges } = matchRanges(joined.text, patterns, MAX_RANGES, joined.json);
  for (let k = 0; k < ranges.length; k += 2) {
    yield rowsOf(joined, ranges[k] as number, ranges[k + 1] as number);
  }
}

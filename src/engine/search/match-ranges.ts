import { TimedRegex } from './regex/timed-regex';
import { resolvedWithPlaces } from './resolved-text';
import type { TextPattern } from './text-search';

/** Where patterns stand in a text: from, to, from, to, … in order, without overlaps. */
export interface TextRanges {
  ranges: number[];
  leftOff: number;
}

/**
 * All places of the patterns in a text: as it is written and, with `escapes`, with the escapes of JSON resolved, told by
 * where these are written. Places that overlap are one. A regular expression that takes too long has none.
 */
export function matchRanges(
  text: string,
  patterns: readonly TextPattern[],
  most: number,
  escapes: boolean,
): TextRanges {
  const found: [from: number, to: number][] = [];
  let leftOff = 0;
  const resolved = escapes ? resolvedWithPlaces(text) : null;
  for (const pattern of patterns) {
    const regex = regexOf(pattern);
    const written = regex.ranges(text, most);
    // It took half a second: the other ones may do so as well.
    if (written === null) break;
    for (const pair of pairsOf(written.ranges)) found.push(pair);
    leftOff += written.leftOff;
    if (resolved === null) continue;
    const inner = regex.ranges(resolved.text, most);
    for (const [from, to] of pairsOf(inner?.ranges ?? [])) {
      found.push([resolved.places[from] as number, resolved.places[to] as number]);
    }
    leftOff = Math.max(leftOff, inner?.leftOff ?? 0);
  }
  const ranges = united(found);
  const kept = ranges.slice(0, most * 2);
  return { ranges: kept, leftOff: leftOff + (ranges.length - kept.length) / 2 };
}

/** A regular expression for the pattern; JavaScript folds case by Unicode's simple folding with the flags iu. */
function regexOf(pattern: TextPattern): TimedRegex {
  const { kind, text, caseSensitive, flags = '' } = pattern;
  if (kind === 'regex') return new TimedRegex(text, caseSensitive ? flags : `${flags}i`);
  return new TimedRegex(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), caseSensitive ? 'u' : 'iu');
}

function* pairsOf(ranges: readonly number[]): Generator<[number, number]> {
  for (let k = 0; k < ranges.length; k += 2) yield [ranges[k] as number, ranges[k + 1] as number];
}

function united(found: [number, number][]): number[] {
  const ranges: number[] = [];
  for (const [from, to] of found.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const end = ranges.at(-1);
    if (end !== undefined && from < end) ranges[ranges.length - 1] = Math.max(end, to);
    else ranges.push(from, to);
  }
  return ranges;
}

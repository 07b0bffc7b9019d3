import type { Find } from '../stores/find';
import { formatCount, plural } from '../text/format';

/** What the find bar says of a search: short, and the whole sentence where there is more to say. */
export interface FindWords {
  text: string;
  tone: '' | 'err' | 'warn';
}

/** `selected`: the frame that the reader is at; `rows`: frames of the session. */
export function findWords(find: Find, selected: number | null, rows: number): FindWords {
  const { match, problem, at, text } = find;
  if (problem !== null) return { text: problem, tone: 'err' };
  if (text === '') return { text: '', tone: '' };
  if (match === null) return { text: 'Looking…', tone: '' };
  const { matched, done, stopped, scanned } = match;
  if (stopped !== null)
    return { text: `${plural(matched, 'frame')} before it stopped. ${stopped}`, tone: 'warn' };
  if (!done) {
    const share = rows > 0 ? Math.floor((scanned / rows) * 100) : 0;
    return { text: `${formatCount(matched)}+ so far, ${share} %`, tone: '' };
  }
  if (matched === 0) return { text: 'No frame has it', tone: 'warn' };
  if (at !== null && at.frame === selected) {
    return { text: `${formatCount(at.ordinal)} of ${formatCount(matched)}`, tone: '' };
  }
  return { text: plural(matched, 'frame'), tone: '' };
}

import { oneLine } from '../../../protocol/frame-summary';
import { type JsonObject, stringOf } from '../../../protocol/json-values';
import { promptText } from '../../../protocol/turns/user-lines';
import type { Session } from '../../session/session';
import { parsedOrNot, parseFrameHead } from '../frame/parsed-frame';
import { rowsWithUuid } from '../links/known-rows';
import type { SessionTitle } from './turn-types';

const MAX_UNITS = 200;
/** A file of summaries only has many; its own one stands near its end. */
const MAX_SUMMARIES = 20;

/** What a session is called: by its user, by the model, by a summary of itself, else by its first prompt. */
export function sessionTitle(session: Session): SessionTitle | null {
  const { marks } = session.index;
  const { prompts } = marks.userLines;
  const said = (row: number, of: (frame: JsonObject) => string | null, source: SessionTitle['source']) => {
    const frame = row < 0 ? undefined : parsedOrNot(parseFrameHead, session, row);
    const text = frame === undefined ? '' : oneLine(of(frame) ?? '').slice(0, MAX_UNITS);
    return text === '' ? null : { text, source, frame: row + 1 };
  };
  return (
    said(marks.customTitle, (frame) => stringOf(frame, 'customTitle'), 'custom title') ??
    said(marks.aiTitle, (frame) => stringOf(frame, 'aiTitle'), 'title by the model') ??
    said(ownSummary(session), (frame) => stringOf(frame, 'summary'), 'summary') ??
    said(prompts.length === 0 ? -1 : prompts.at(0), promptText, 'first prompt')
  );
}

/** The last summary whose leaf stands in this file, or -1: others are the titles of other sessions (case 077). */
function ownSummary(session: Session): number {
  const { summaries } = session.index.marks;
  for (let at = summaries.length - 1; at >= Math.max(0, summaries.length - MAX_SUMMARIES); at--) {
    const leaf = stringOf(parsedOrNot(parseFrameHead, session, summaries.at(at)), 'leafUuid');
    if (leaf !== null && leaf !== '' && rowsWithUuid(session, leaf).length > 0) return summaries.at(at);
  }
  return -1;
}

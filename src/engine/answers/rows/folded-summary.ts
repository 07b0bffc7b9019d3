import { oneLine, summarize } from '../../../protocol/frame-summary';
import { fieldOf, isObject, type Json, stringOf } from '../../../protocol/json-values';
import { RowFlag } from '../../frames/frame-table';
import type { Session } from '../../session/session';
import { parseFrameHead } from '../frame/parsed-frame';

/** A page may hold a hundred folded messages, so each looks at its first events only. */
const MAX_EVENTS = 10;
const MAX_ROWS = 32;
const ENOUGH_UNITS = 60;

/** What a folded message begins with: its blocks by name, and the first words. "" when its first events say nothing, and for a row that says itself what it is. */
export function foldedSummary(session: Session, head: number): string {
  const { table, kinds } = session.index;
  if (session.index.sideRows.seriesUnder(head) !== 0) return '';
  if (kinds.traits(table.kind(head)).isRetry) return retriesSummary(session, head);
  const message = table.message(head);
  const blocks: string[] = [];
  let text = '';
  let events = 0;
  const last = Math.min(table.rows - 1, head + MAX_ROWS);
  for (let row = head + 1; row <= last && events < MAX_EVENTS && text.length < ENOUGH_UNITS; row++) {
    if (table.message(row) !== message || (table.flags(row) & RowFlag.Folded) === 0) continue;
    events++;
    const frame = parseFrameHead(session, row);
    const inner = fieldOf(frame, 'event');
    const event: Json = isObject(inner) ? inner : frame;
    const block = fieldOf(event, 'content_block');
    if (isObject(block)) blocks.push(stringOf(block, 'name') ?? stringOf(block, 'type') ?? 'block');
    // The words of one block: those of several run together would read as one.
    if (blocks.length > 1) break;
    const delta = fieldOf(event, 'delta');
    text += stringOf(delta, 'text') ?? stringOf(delta, 'thinking') ?? stringOf(delta, 'partial_json') ?? '';
  }
  const named = [...new Set(blocks)].join(', ');
  return oneLine([named, text].filter((part) => part.trim() !== '').join(' · '));
}

/** The last try says how many there were; the first one what went wrong. */
function retriesSummary(session: Session, head: number): string {
  const { table, messages } = session.index;
  const last = messages.lastRow(table.message(head) - 1);
  const first = faceOfRetry(session, head);
  const final = faceOfRetry(session, last);
  return final === '' || first === final ? first : `${first} … ${final}`;
}

function faceOfRetry(session: Session, row: number): string {
  const { table, kinds } = session.index;
  const frame = parseFrameHead(session, row);
  if (frame === undefined) return '';
  return summarize(kinds.type(table.kind(row)), kinds.subtype(table.kind(row)), frame).text;
}

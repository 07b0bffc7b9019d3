import type { EngineClient } from '../../bridge/engine-port';
import type { RawForm } from '../../stores/layout';

/** One slice of the engine, and one page of a text that is too long for the editor. */
export const SLICE_UNITS = 256 * 1024;
/** Up to here the editor colours JSON. */
export const MAX_JSON_UNITS = 1024 * 1024;
/** Up to here the text is shown whole; above it page by page. */
export const MAX_WHOLE_UNITS = 4 * 1024 * 1024;
/** Longer lines are always wrapped: unwrapped, laying one out stalls the window. */
export const MAX_UNWRAPPED_UNITS = 32 * 1024;

export interface RawText {
  text: string;
  /** Units of the whole text. */
  total: number;
  /** 0 and 1 when the text is shown whole. */
  page: number;
  pages: number;
  /** Has a line that the editor can lay out in good time only when it is wrapped. */
  longLine: boolean;
}

export interface RawQuery {
  session: number;
  frame: number;
  form: RawForm;
  /** Counts from 0. */
  page: number;
}

type Client = Pick<EngineClient, 'request'>;

/** Reads a frame's text slice by slice: whole, or the one page asked for when it is too long. */
export async function readRawText(client: Client, query: RawQuery, signal: AbortSignal): Promise<RawText> {
  const { session, frame, form } = query;
  const slice = (from: number) =>
    client.request('text', { session, frame, form, from, count: SLICE_UNITS }, { signal });
  const asked = await slice(query.page * SLICE_UNITS);
  const { total } = asked;
  const shown = (text: string, page: number, pages: number): RawText => ({
    text,
    total,
    page,
    pages,
    longLine: hasLineOver(text, MAX_UNWRAPPED_UNITS),
  });
  if (total > MAX_WHOLE_UNITS) {
    return shown(asked.text, query.page, Math.ceil(total / SLICE_UNITS));
  }
  const parts = [query.page === 0 ? asked.text : (await slice(0)).text];
  let read = parts[0]?.length ?? 0;
  while (read < total) {
    const { text } = await slice(read);
    if (text === '') break;
    parts.push(text);
    read += text.length;
  }
  const text = parts.join('');
  if (!hasLineOver(text, SLICE_UNITS)) return shown(text, 0, 1);
  const from = query.page * SLICE_UNITS;
  return shown(text.slice(from, from + SLICE_UNITS), query.page, Math.ceil(total / SLICE_UNITS));
}

/** A frame is often one line. The editor lays out a line as a whole, so very long ones are cut into pages. */
function hasLineOver(text: string, limit: number): boolean {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const length = (end === -1 ? text.length : end) - from;
    if (length > limit) return true;
    from += length + 1;
  }
  return false;
}

/** The whole exact text, however long; stops with null above `limit` units. */
export async function readExactText(
  client: Client,
  session: number,
  frame: number,
  limit: number,
): Promise<string | null> {
  const parts: string[] = [];
  let read = 0;
  for (;;) {
    const input = { session, frame, form: 'exact' as const, from: read, count: SLICE_UNITS };
    const { text, total } = await client.request('text', input);
    if (total > limit) return null;
    parts.push(text);
    read += text.length;
    if (read >= total || text === '') return parts.join('');
  }
}

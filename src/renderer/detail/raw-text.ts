import type { EngineClient } from '../bridge/engine-port';
import type { RawForm } from '../stores/layout';

/** One slice of the engine, and one page of a text that is too long for the editor. */
export const SLICE_UNITS = 256 * 1024;
/** Up to here the editor colours JSON. */
export const MAX_JSON_UNITS = 1024 * 1024;
/** Up to here the text is shown whole; above it page by page. */
export const MAX_WHOLE_UNITS = 4 * 1024 * 1024;

export interface RawText {
  text: string;
  /** Units of the whole text. */
  total: number;
  /** 0 and 1 when the text is shown whole. */
  page: number;
  pages: number;
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
  if (total > MAX_WHOLE_UNITS) {
    return { text: asked.text, total, page: query.page, pages: Math.ceil(total / SLICE_UNITS) };
  }
  const parts = [query.page === 0 ? asked.text : (await slice(0)).text];
  let read = parts[0]?.length ?? 0;
  while (read < total) {
    const { text } = await slice(read);
    if (text === '') break;
    parts.push(text);
    read += text.length;
  }
  return { text: parts.join(''), total, page: 0, pages: 1 };
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

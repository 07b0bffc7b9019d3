import { CancelledError } from '../../../protocol/errors';
import type { Session } from '../../session/session';
import type { SearchExtent } from './frame-links-types';

/** Between two pieces, other requests are answered. */
const PIECE_BYTES = 1024 * 1024;
/** A longer file is searched this far around the frame: an answer must not take seconds. */
export const SEARCH_BYTES = 64 * 1024 * 1024;
/** An id that stands in more rows than this belongs to a group that no list helps with. */
const MAX_HITS = 300;

export interface SearchHits {
  /** Rows that hold each needle's text, in the order of the file. */
  rows: Map<string, number[]>;
  extent: SearchExtent;
}

/**
 * Finds the rows whose bytes hold one of these ids, written as JSON writes them. Only a look into a row tells what the id
 * is there. `skip` is the row that asks.
 */
export async function searchIds(
  session: Session,
  skip: number,
  needles: readonly string[],
  signal?: AbortSignal,
  limit = SEARCH_BYTES,
): Promise<SearchHits> {
  const { table } = session.index;
  const [start, end] = windowAround(table.offset(skip), table.bytes, limit);
  const search = new Search(session, skip, needles);
  const overlap = Math.max(0, ...search.patterns.map((pattern) => pattern.bytes.length - 1));
  let at = start;
  for (; at < end && search.hits < MAX_HITS; at += PIECE_BYTES) {
    if (signal?.aborted) throw new CancelledError();
    search.piece(at, Math.min(end, at + PIECE_BYTES + overlap));
    await new Promise((resolve) => setImmediate(resolve));
  }
  const stopped = Math.min(at, end);
  const fromRow = table.rowAt(start);
  const toRow = table.rowAt(Math.max(start, stopped - 1));
  return {
    rows: search.rows,
    extent: {
      fromFrame: fromRow + 1,
      toFrame: toRow + 1,
      frames: toRow - fromRow + 1,
      complete: start === 0 && stopped === table.bytes && session.state === 'done',
    },
  };
}

/** At most `limit` bytes of the file, the offset about in their middle. */
function windowAround(offset: number, bytes: number, limit: number): [number, number] {
  if (bytes <= limit) return [0, bytes];
  const start = Math.max(0, Math.min(offset - Math.floor(limit / 2), bytes - limit));
  return [start, start + limit];
}

class Search {
  readonly rows = new Map<string, number[]>();
  readonly patterns: { needle: string; bytes: Buffer; next: number }[];
  hits = 0;

  constructor(
    private readonly session: Session,
    private readonly skip: number,
    needles: readonly string[],
  ) {
    this.patterns = needles.map((needle) => ({ needle, bytes: this.encoded(needle), next: 0 }));
  }

  private encoded(needle: string): Buffer {
    const text = JSON.stringify(needle).slice(1, -1);
    const { encoding } = this.session;
    if (encoding === 'utf-8') return Buffer.from(text);
    const bytes = Buffer.from(text, 'utf16le');
    return encoding === 'utf-16be' ? bytes.swap16() : bytes;
  }

  piece(from: number, to: number): void {
    const buffer = Buffer.allocUnsafe(to - from);
    const bytes = buffer.subarray(0, this.session.rawRange(from, buffer));
    const { table } = this.session.index;
    for (const pattern of this.patterns) {
      // What lies in the overlap of two pieces was told by the first; the rest of a row that has the id is passed over.
      let at = bytes.indexOf(pattern.bytes, Math.max(0, pattern.next - from));
      while (at >= 0 && this.hits < MAX_HITS) {
        const row = table.rowAt(from + at);
        pattern.next = table.offset(row + 1);
        if (row !== this.skip && !this.isInLane(row, pattern.needle)) this.add(pattern.needle, row);
        if (pattern.next <= from + at || pattern.next >= to) break;
        at = bytes.indexOf(pattern.bytes, pattern.next - from);
      }
    }
  }

  /** The frames of a subagent all state the call that started it: the index knows them, and there may be thousands. */
  private isInLane(row: number, needle: string): boolean {
    const { table, agents } = this.session.index;
    const lane = table.parent(row);
    return lane > 0 && agents.parentText(lane) === needle;
  }

  private add(needle: string, row: number): void {
    this.hits++;
    const rows = this.rows.get(needle);
    if (rows === undefined) this.rows.set(needle, [row]);
    else rows.push(row);
  }
}

import type { Retry } from '../../protocol/turns/retries';
import { RowNumbers } from '../runs/row-numbers';

/** How a series of tries ended: the API answered, the CLI gave up, or the file does not say (yet). */
export const RETRY_ENDS = ['answered', 'gave up', 'open'] as const;
export type RetryEnd = (typeof RETRY_ENDS)[number];

export interface RetrySeries {
  /** Rows of its frames. */
  first: number;
  last: number;
  count: number;
  end: RetryEnd;
}

/** The series that goes on, with what its frames say. */
export interface OpenSeries {
  run: number;
  lastRow: number;
  count: number;
  waitMs: number;
  mostAttempts: number | null;
  /** HTTP states and error words, each once. */
  reasons: string[];
}

const MAX_REASONS = 5;
const MAX_REASON_UNITS = 80;

/** Requests that were sent again, as series: what stands between two messages of one run is one thing. */
export class RetryTable {
  readonly rows = new RowNumbers();
  /** For each series its place in `rows`, and how it ended. */
  private readonly starts = new RowNumbers();
  private readonly ends = new RowNumbers();
  open: OpenSeries | null = null;

  /** One more try. A series of another run has to be closed before. */
  add(row: number, run: number, retry: Retry): void {
    if (this.open === null) this.starts.push(this.rows.length);
    this.open ??= { run, lastRow: row, count: 0, waitMs: 0, mostAttempts: null, reasons: [] };
    this.rows.push(row);
    const { open } = this;
    open.lastRow = row;
    open.count++;
    open.waitMs += retry.waitMs ?? 0;
    open.mostAttempts = retry.mostAttempts ?? open.mostAttempts;
    const words = [retry.status, retry.error].filter((word) => word !== null).join(' ');
    const reason = words.slice(0, MAX_REASON_UNITS);
    if (reason !== '' && open.reasons.length < MAX_REASONS && !open.reasons.includes(reason))
      open.reasons.push(reason);
  }

  /** Ends the series that goes on. */
  close(end: RetryEnd): void {
    this.ends.push(RETRY_ENDS.indexOf(end));
    this.open = null;
  }

  /** The series that the row is one of; undefined when it is none. */
  ofRow(row: number): RetrySeries | undefined {
    const place = this.rows.find(row);
    if (place < 0) return undefined;
    const after = this.starts.firstFrom(place + 1);
    const from = this.starts.at(after - 1);
    const to = after < this.starts.length ? this.starts.at(after) : this.rows.length;
    return {
      first: this.rows.at(from),
      last: this.rows.at(to - 1),
      count: to - from,
      end: after - 1 < this.ends.length ? (RETRY_ENDS[this.ends.at(after - 1)] as RetryEnd) : 'open',
    };
  }
}

/** "The API failed 3 times in a row (529 overloaded) and the CLI tried again …" */
export function seriesSentence({ count, waitMs, mostAttempts, reasons }: OpenSeries, end: RetryEnd): string {
  const times = count === 1 ? 'once' : `${count.toLocaleString('en')} times`;
  const why = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`;
  const most = mostAttempts === null ? '' : ` of at most ${mostAttempts.toLocaleString('en')}`;
  const waited = waitMs > 0 ? `, waiting ${(waitMs / 1000).toFixed(1)} s in all` : '';
  return `A request was sent again ${times}${most}${why}${waited}; ${ENDS[end]}`;
}

const ENDS: Record<RetryEnd, string> = {
  answered: 'then the API answered.',
  'gave up': 'then the CLI gave up.',
  open: 'how that ended is not in this file.',
};

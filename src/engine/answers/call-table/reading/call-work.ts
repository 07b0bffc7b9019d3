import { performance } from 'node:perf_hooks';
import { SourceError } from '../../../../protocol/errors';
import type { Session } from '../../../session/session';
import type { CallReading } from '../call-table-types';
import { CallFactsReading } from './call-facts-reading';
import { CallText } from './call-text';

/** Between two slices requests are answered. */
const SLICE_MS = 2;
/** Texts that were looked for and are kept: the reader types, and goes back. */
const MAX_TEXTS = 4;

/**
 * Reads what the table needs from the bytes of a session, in slices that give way to requests, for as long as there is
 * something to read. It begins with the first question and goes on with the next one when the file has grown.
 */
export class CallWork {
  readonly facts: CallFactsReading;
  private readonly texts = new Map<string, CallText>();
  /** For which state of the index the facts were read to the end. */
  private factsOf = '';
  private running = false;
  private stopped: string | null = null;

  constructor(private readonly session: Session) {
    this.facts = new CallFactsReading(session);
  }

  /** The search for this text, begun if it is new. */
  textOf(text: string): CallText {
    const known = this.texts.get(text) ?? new CallText(this.session, text);
    this.texts.delete(text);
    this.texts.set(text, known);
    for (const oldest of this.texts.keys()) {
      if (this.texts.size <= MAX_TEXTS) break;
      this.texts.delete(oldest);
    }
    return known;
  }

  /** Reads on in the background. Asking again after a failure tries again. */
  start(): void {
    if (this.running || !this.hasMore) return;
    this.running = true;
    this.stopped = null;
    setImmediate(() => this.slice());
  }

  /** Reads to the end without giving way: for programs without a window, and tests. */
  finish(): void {
    while (this.step());
  }

  /** How far it is, with the search for a text if one is given. */
  reading(text: CallText | null): CallReading {
    const { index, state } = this.session;
    const [done, of] = text === null ? [this.facts.row, index.table.rows] : [text.record, index.links.count];
    const behind = text === null ? this.factsOf !== versionOf(this.session) : text.record < index.links.count;
    return {
      done: behind ? done : of,
      of,
      whole: !behind && state !== 'indexing',
      skipped: text === null ? this.facts.skipped : text.skipped,
      stopped: this.stopped,
    };
  }

  private slice(): void {
    const end = performance.now() + SLICE_MS;
    let more = !this.session.isClosed;
    try {
      while (more && performance.now() < end) more = this.step();
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.stopped = error.message;
      more = false;
    }
    this.running = more;
    if (more) setImmediate(() => this.slice());
  }

  private get hasMore(): boolean {
    if (this.session.isClosed) return false;
    if (this.factsOf !== versionOf(this.session)) return true;
    return [...this.texts.values()].some((text) => text.record < this.session.index.links.count);
  }

  /** What was asked for last goes first: the reader waits for it. */
  private step(): boolean {
    for (const text of [...this.texts.values()].reverse()) if (text.step()) return true;
    const version = versionOf(this.session);
    if (this.factsOf === version) return false;
    if (!this.facts.step()) this.factsOf = version;
    return true;
  }
}

/** Another text when there is more to read than before. */
export function versionOf({ index: { links, table } }: Session): string {
  return `${table.rows} ${links.count} ${table.bytes}`;
}

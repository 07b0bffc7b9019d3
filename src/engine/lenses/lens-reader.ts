import { performance } from 'node:perf_hooks';
import { CancelledError } from '../../protocol/errors';
import type { Lens, LensName, LensStep, Reading } from '../../protocol/lenses/lens';
import { createLens } from '../../protocol/lenses/lenses';
import type { Session } from '../session/session';
import { rowFrame } from './row-frame';

/** A lens as it stood before it read `row`. */
interface Mark {
  row: number;
  lens: Lens;
}

/** Other requests are answered after so long. */
const SLICE_MS = 8;
/** A question is answered after so long, if only with how far the lens is. */
const BUDGET_MS = 200;
const BATCH_BYTES = 256 * 1024;
const BATCH_ROWS = 64;
const MAX_MARKS = 48;
const FIRST_SPACING = 1024 * 1024;
const MAX_NEAR = 24;

const BESIDE = {
  stderr: { what: 'a line of stderr', why: 'A lens reads what the process wrote to stdout only.' },
  stdin: {
    what: 'a line that was sent to stdin',
    why: 'A lens reads what the process wrote to stdout only.',
  },
} as const;

export interface LensReaderOptions {
  budgetMs?: number;
  spacingBytes?: number;
}

/**
 * Answers what a lens derives from any row. A lens has to read a file from its beginning, so copies of it are kept on the
 * way: every megabyte at first, farther apart in longer files, never more than 48, and the last 24 places that were looked
 * at. What is read once is not read again from its beginning, and how far the lens is can be told at any time.
 */
export class LensReader {
  private readonly marks: Mark[];
  private near: Mark[] = [];
  private spacing: number;
  private readonly budget: number;
  private closed = false;
  /** Questions are answered one after another: they share the lens that goes on. */
  private turn: Promise<unknown> = Promise.resolve();
  private readonly front: Mark;

  constructor(
    private readonly session: Session,
    readonly name: LensName,
    readonly reading: Reading,
    options: LensReaderOptions = {},
  ) {
    this.spacing = options.spacingBytes ?? FIRST_SPACING;
    this.budget = options.budgetMs ?? BUDGET_MS;
    this.front = { row: 0, lens: createLens(name, reading) };
    this.marks = [{ row: 0, lens: this.front.lens.copy() }];
  }

  /** What a row gives, or how many rows are read when the time of one question was too short. */
  step(row: number, signal?: AbortSignal): Promise<{ step: LensStep } | { readTo: number }> {
    const answer = this.turn.then(() => this.answer(row, signal));
    this.turn = answer.catch(() => {});
    return answer;
  }

  close(): void {
    this.closed = true;
  }

  private async answer(row: number, signal?: AbortSignal): Promise<{ step: LensStep } | { readTo: number }> {
    const at = row >= this.front.row ? this.front : copyOf(this.markBefore(row));
    const isFront = at === this.front;
    const end = performance.now() + this.budget;
    let sliceEnd = performance.now() + SLICE_MS;
    while (at.row < row) {
      if (this.closed || signal?.aborted) throw new CancelledError();
      this.advance(at, row, isFront);
      const now = performance.now();
      if (at.row < row && now > end) {
        // What a replay has read is not lost for the next question.
        if (!isFront) this.keepNear(at);
        return { readTo: at.row };
      }
      if (now > sliceEnd) {
        await new Promise((resolve) => setImmediate(resolve));
        sliceEnd = performance.now() + SLICE_MS;
      }
    }
    if (this.closed) throw new CancelledError();
    this.keepNear(at);
    const step = this.feed(at.lens, row);
    at.row = row + 1;
    return { step: this.withEnd(step, at) };
  }

  /** The systems read what a process writes to stdout; what stands beside it in a capture is not for them. */
  private feed(lens: Lens, row: number): LensStep {
    const { side } = this.session.fileOf(row);
    if (side === null) return lens.feed(rowFrame(this.session, row));
    return { events: [], dropped: [BESIDE[side]] };
  }

  /** With the last row stands what is left open at the end of the file. */
  private withEnd(step: LensStep, at: Mark): LensStep {
    const { state, index } = this.session;
    if (state === 'indexing' || at.row < index.table.rows) return step;
    const end = at.lens.copy().end();
    return { events: [...step.events, ...end.events], dropped: [...step.dropped, ...end.dropped] };
  }

  /** Feeds some rows, at most up to `row`. */
  private advance(at: Mark, row: number, isFront: boolean): void {
    const { table } = this.session.index;
    const from = at.row;
    const start = table.offset(from);
    let to = from + 1;
    while (to < row && to - from < BATCH_ROWS && table.offset(to + 1) - start <= BATCH_BYTES) to++;
    this.session.withRows(from, to - from, () => {
      for (; at.row < to; at.row++) this.feed(at.lens, at.row);
    });
    const last = (isFront ? this.marks : this.near).at(-1)?.row ?? 0;
    const spacing = isFront ? this.spacing : this.spacing / MAX_NEAR;
    if (table.offset(at.row) - table.offset(last) < spacing) return;
    if (isFront) this.mark(at);
    else this.keepNear(at);
  }

  private mark(at: Mark): void {
    this.marks.push(copyOf(at));
    if (this.marks.length <= MAX_MARKS) return;
    this.marks.splice(0, this.marks.length, ...this.marks.filter((_, place) => place % 2 === 0));
    this.spacing *= 2;
  }

  private keepNear(at: Mark): void {
    this.near = [...this.near.filter(({ row }) => row !== at.row), copyOf(at)].slice(-MAX_NEAR);
  }

  private markBefore(row: number): Mark {
    const candidates = [...this.marks, ...this.near].filter((mark) => mark.row <= row);
    return candidates.reduce((best, mark) => (mark.row > best.row ? mark : best));
  }
}

const copyOf = ({ row, lens }: Mark): Mark => ({ row, lens: lens.copy() });

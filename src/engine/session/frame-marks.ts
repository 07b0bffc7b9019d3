import { progressCallOf } from '../../protocol/turns/progress';
import { type FrameScanner, type IdHash, Slot } from '../frames/frame-scanner';
import type { Run } from '../runs/run-table';
import { MarkedFrame } from '../turns/marked-frame';
import { Mark } from '../turns/marks';
import type { FramePlace } from './frame-warnings';
import type { SessionIndex } from './session-index';

/** Where a frame stands: its JSON text is the scanner's window's [from, to). */
interface FrameSpan {
  place: FramePlace;
  run: number;
  from: number;
  to: number;
}

/** Hands the few frames that tell of turns, prompts, tasks and retries to the marks, and folds those that belong to another row. */
export class FrameMarks {
  private readonly marked = new MarkedFrame();
  private readonly hash: IdHash = { a: 0, b: 0 };

  constructor(private readonly index: SessionIndex) {}

  /** A result that says how a turn ended. */
  result(scan: FrameScanner, state: Run, span: FrameSpan): void {
    this.index.marks.result(this.markedFrame(scan, span), {
      failed: state.failed,
      noTurns: scan.number(Slot.NumTurns) === 0,
      statesCost: scan.has(Slot.TotalCost) || scan.has(Slot.CostUsd),
    });
  }

  /** `state`: the frame's run. */
  add(scan: FrameScanner, mark: Mark, state: Run, span: FrameSpan): void {
    const { marks } = this.index;
    const { row } = span.place;
    if (mark === Mark.Bare && !scan.is(Slot.TopRole, USER)) return;
    if ((mark === Mark.User || mark === Mark.Bare) && scan.blockCount > 0)
      marks.message(row, span.run, 'tool');
    else {
      marks.add(mark, this.markedFrame(scan, span), state);
      this.foldAside(mark, row);
    }
  }

  /** Folds the frame at hand under the row that it belongs to, if it is one of those that do. */
  private foldAside(mark: Mark, row: number): void {
    const { links, marks, sideRows } = this.index;
    if (mark === Mark.Progress) {
      const id = progressCallOf(this.marked.parsed() ?? {});
      if (id === null) return;
      this.index.hashText(id, this.hash);
      const call = links.lastCallOf(this.hash);
      if (call >= 0) sideRows.addProgress(row, call);
    } else if (mark === Mark.User && marks.userLines.ofRow(row) === 'summary') {
      const { compactions } = marks;
      sideRows.addSummary(row, compactions.length === 0 ? -1 : compactions.at(compactions.length - 1));
    }
  }

  private markedFrame(scan: FrameScanner, { place, run, from, to }: FrameSpan): MarkedFrame {
    const { marked } = this;
    const { kinds, table } = this.index;
    const { row } = place;
    marked.row = row;
    marked.line = place.line;
    marked.offset = place.offset;
    marked.run = run;
    marked.subagent = scan.sidechain || table.parent(row) !== 0;
    marked.afterBoundary = row > 0 && kinds.traits(table.kind(row - 1)).mark === Mark.Compaction;
    marked.window = scan.window;
    marked.from = from;
    marked.to = to;
    return marked;
  }

  /** Lets go of the window. */
  release(): void {
    this.marked.release();
  }
}

const USER = Buffer.from('user');

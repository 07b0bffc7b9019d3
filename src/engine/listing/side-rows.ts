import { type FrameTable, RowFlag } from '../frames/frame-table';
import type { LinkTable } from '../links/link-table';
import type { MessageTable } from '../runs/message-table';

/** Rows with others folded under them; a file with more of them lists the rest openly. */
const MAX_HEADS = 200_000;
/** A summary stands right behind the boundary of its compaction, or behind attachments that come between. */
const MAX_ROWS_BETWEEN = 8;

/**
 * Rows that fold under a row that is no API event: progress lines under the call that makes progress (case 074), the
 * summary of a compaction under its boundary (case 056). Each such row begins a series.
 */
export class SideRows {
  /** Series (ordinal + 1) by the row that it folds under. */
  private readonly under = new Map<number, number>();

  /** `fold`: folds a row under the first one of a series. */
  constructor(
    private readonly table: FrameTable,
    private readonly messages: MessageTable,
    private readonly links: LinkTable,
    private readonly fold: (series: number, row: number) => void,
  ) {}

  /** The series (ordinal + 1) that folds under a row; 0 is none. */
  seriesUnder(row: number): number {
    return this.under.get(row) ?? 0;
  }

  /** `call`: a record of the call that a progress line names. */
  addProgress(row: number, call: number): void {
    this.add(row, this.links.row(this.links.primary(call)));
  }

  /** `boundary`: the row of the last compaction, or -1. */
  addSummary(row: number, boundary: number): void {
    const { table } = this;
    const isNear = boundary >= 0 && row - boundary <= MAX_ROWS_BETWEEN;
    // The file of a subagent may begin right behind a boundary that it has nothing to do with.
    const isOwn =
      isNear && table.run(boundary) === table.run(row) && table.parent(boundary) === table.parent(row);
    if (isOwn) this.add(row, boundary);
  }

  private add(row: number, head: number): void {
    const { table, messages } = this;
    const own = table.message(head);
    // What is folded itself, or has its events folded under it, takes no more.
    if ((table.flags(head) & RowFlag.Folded) !== 0) return;
    if (own !== 0 && messages.firstEvent(own - 1) === head) return;
    let series = this.seriesUnder(head);
    if (series === 0) {
      if (this.under.size >= MAX_HEADS) return;
      series = messages.addSeries(head, table.run(head)) + 1;
      messages.addEvent(series - 1, head);
      this.under.set(head, series);
    }
    table.setMessage(row, series);
    this.fold(series, row);
  }
}

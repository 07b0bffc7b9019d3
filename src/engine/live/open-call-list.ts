import { contentBlocks, inputSummary } from '../../protocol/content-blocks';
import { oneLine } from '../../protocol/frame-summary';
import type { JsonObject } from '../../protocol/json-values';
import type { RunningCall } from '../../protocol/live/live-sentences';
import type { LiveTracker, OpenCalls } from '../../protocol/live/live-tracker';
import { LinkFlag } from '../links/link-table';
import type { SessionIndex } from '../session/session-index';

/** Calls that are kept an eye on; of a session at a time a handful is open. */
const MAX_CALLS = 500;
/** Calls that are named. */
const FIRST_CALLS = 8;
const MAX_NAME_UNITS = 200;

interface WatchedCall {
  record: number;
  since: number | null;
  ofSubagent: boolean;
  /** What it does, once somebody asked. */
  summary: string | null;
}

/** The calls of a session that have no result yet, in order of appearance, as the link table has them. */
export class OpenCallList {
  private calls: WatchedCall[] = [];

  constructor(
    private readonly index: SessionIndex,
    /** The beginning of a frame. */
    private readonly frameOf: (row: number) => JsonObject | undefined,
  ) {}

  /**
   * Takes over the calls of a row; returns whether there are any. A call whose input streams in is none yet: it runs when
   * its whole frame has come. Nor is one of a server tool, whose result stands in the same message.
   */
  add(row: number, since: number | null, ofSubagent: boolean): boolean {
    let any = false;
    const { links, table } = this.index;
    for (let at = table.firstBlock(row) - 1; at >= 0 && at < links.count && links.row(at) === row; at++) {
      if ((links.flags(at) & (LinkFlag.Result | LinkFlag.Delta | LinkFlag.Repeat)) !== 0) continue;
      const result = links.other(at);
      if (result >= 0 && links.row(result) === row) continue;
      any = true;
      if (this.calls.length >= MAX_CALLS) this.calls.shift();
      this.calls.push({ record: at, since, ofSubagent, summary: null });
    }
    return any;
  }

  /** Drops the calls that have their result before this row, and those whose turn is over. */
  prune(tracker: LiveTracker, before: number): void {
    if (this.calls.length === 0) return;
    const { links } = this.index;
    this.calls = this.calls.filter(({ record, ofSubagent }) => {
      const result = links.other(links.primary(record));
      if (result >= 0 && links.row(result) < before) return false;
      return links.row(record) >= tracker.closedBefore(ofSubagent);
    });
  }

  first(): OpenCalls {
    return {
      calls: this.calls.slice(0, FIRST_CALLS).map((call) => this.named(call)),
      count: this.calls.length,
    };
  }

  private named(call: WatchedCall): RunningCall {
    const { links, toolNames } = this.index;
    const name = links.name(call.record);
    const row = links.row(call.record);
    call.summary ??= this.summaryOf(row, links.block(call.record));
    return {
      name: name === 0 ? '' : oneLine(toolNames.text(name - 1).slice(0, MAX_NAME_UNITS)),
      frame: row + 1,
      since: call.since,
      summary: call.summary,
    };
  }

  private summaryOf(row: number, block: number): string {
    const call = contentBlocks(this.frameOf(row))[block];
    return call === undefined ? '' : oneLine(inputSummary(call.input));
  }
}

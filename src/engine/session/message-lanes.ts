import { type FrameScanner, type IdHash, Slot } from '../frames/frame-scanner';
import { type FrameTable, RowFlag } from '../frames/frame-table';
import type { KindTraits } from '../frames/kind-table';
import type { MessageTable } from '../runs/message-table';
import type { TurnMarks } from '../turns/turn-marks';

/**
 * Tells which API message each frame is of, as frames are indexed: by its id, or by the lane in which its events stand.
 * Rows that are one thing with an earlier row are folded under it.
 */
export class MessageLanes {
  /** API events behind the first one of their message, and what folds under other rows. */
  foldedRows = 0;
  /** Messages in the table that the CLI made itself: no request to the API stands behind them. */
  syntheticMessages = 0;
  private readonly hash: IdHash = { a: 0, b: 0 };
  /** Message (ordinal + 1) that the API events of a lane belong to; negative when it has no id. */
  private openMessage = new Map<number, number>();
  /** The series of retries (ordinal + 1) that the last frame belongs to; 0 is none. */
  private retries = 0;
  private retriesRun = 0;
  // The lane of the event before: neighbours are mostly of the same one.
  private lastLane = -1;
  private lastLaneRun = -1;
  private lastLaneMessage = 0;

  constructor(
    private readonly messages: MessageTable,
    private readonly table: FrameTable,
    private readonly marks: TurnMarks,
  ) {}

  /** What comes next is another file, in which these messages are open (by lane; kept up to date from now on). */
  beginPart(openMessages: Map<number, number>): void {
    this.retries = 0;
    this.openMessage = openMessages;
    this.lastLane = -1;
  }

  /** Message or series (ordinal + 1) of the frame at `row`; 0 when it is of none. */
  messageOf(
    scan: FrameScanner,
    traits: KindTraits,
    isEvent: boolean,
    row: number,
    run: number,
    parent: number,
  ): number {
    const message = isEvent
      ? this.ofEvent(scan, traits, row, run, parent)
      : traits.isRetry || traits.isThinkingCount
        ? this.ofSeries(traits, row, run, parent)
        : this.ofFrame(scan, row, run, parent);
    if (message !== this.retries) this.retries = 0;
    return message;
  }

  /** A frame that is of no message, whatever it looks like. */
  interrupt(): void {
    this.retries = 0;
  }

  private ofFrame(scan: FrameScanner, row: number, run: number, parent: number): number {
    if (!isAssistant(scan)) return 0;
    const slot = scan.hasMessage ? Slot.MessageId : Slot.TopId;
    const synthetic = isSynthetic(scan);
    this.marks.message(row, run, synthetic ? 'cli' : 'model');
    const counts = scan.hasUsage && !synthetic;
    const known = this.messages.size;
    let message = -1;
    if (scan.hasText(slot)) {
      scan.hash(slot, this.hash);
      message = this.messages.intern(this.hash, row, run);
    } else if (counts) {
      // Neither the events nor the whole frame name the message: the frame is that of the open one.
      const open = this.openMessage.get(laneOf(run, parent)) ?? 0;
      message = open < 0 ? -open - 1 : this.messages.addWithoutId(row, run);
    }
    if (counts) this.messages.addUsage(message, scan);
    if (synthetic && this.messages.size > known) this.syntheticMessages++;
    return message + 1;
  }

  /**
   * The message that an API event belongs to: the one that was started last in its lane, which is a subagent or the
   * main thread of a run. Events of different lanes come interleaved (case 059).
   */
  private ofEvent(scan: FrameScanner, traits: KindTraits, row: number, run: number, parent: number): number {
    const starts = scan.isMessageStart || traits.isBareStart;
    if (starts || parent !== this.lastLane || run !== this.lastLaneRun) {
      const lane = laneOf(run, parent);
      this.lastLane = parent;
      this.lastLaneRun = run;
      if (starts) this.marks.message(row, run, 'model');
      const open = starts ? this.startMessage(scan, row, run) : (this.openMessage.get(lane) ?? 0);
      // A sign of life outside of any message is none of its own.
      if (open === 0 && (traits.isBarePing || scan.is(Slot.EventType, PING))) {
        this.lastLane = -1;
        return 0;
      }
      // Where a stream was cut before its first event here, what is left of the message still belongs together.
      this.lastLaneMessage = open === 0 ? -(this.messages.addWithoutId(row, run) + 1) : open;
      this.openMessage.set(lane, this.lastLaneMessage);
    }
    const message = Math.abs(this.lastLaneMessage);
    this.fold(message, row);
    // The results that some programs hand on as one message_start of the user are whole with it.
    const ends = starts
      ? scan.is(Slot.MessageRole, USER)
      : traits.isBareStop || scan.is(Slot.EventType, MESSAGE_STOP);
    if (ends) this.messages.end(message - 1);
    if (scan.hasUsage) this.messages.addUsage(message - 1, scan);
    return message;
  }

  /** Folds a row under the first one of its message or series. */
  fold(message: number, row: number): void {
    if (this.messages.addEvent(message - 1, row)) return;
    this.table.addFlags(row, RowFlag.Folded);
    this.foldedRows++;
  }

  /**
   * What a frame folds with that is no event: retries of one request follow each other directly (case 070, fixture
   * 2.1.332/05b); thinking_tokens frames stand between the events of the message that thinks (2.1.220 on).
   */
  private ofSeries(traits: KindTraits, row: number, run: number, parent: number): number {
    if (traits.isThinkingCount) {
      const open = Math.abs(this.openMessage.get(laneOf(run, parent)) ?? 0);
      if (open !== 0) this.fold(open, row);
      return open;
    }
    if (this.retries === 0 || this.retriesRun !== run) this.retries = this.messages.addSeries(row, run) + 1;
    this.retriesRun = run;
    this.fold(this.retries, row);
    return this.retries;
  }

  private startMessage(scan: FrameScanner, row: number, run: number): number {
    if (!scan.hasText(Slot.MessageId)) return 0;
    scan.hash(Slot.MessageId, this.hash);
    return this.messages.intern(this.hash, row, run) + 1;
  }
}

function isAssistant(scan: FrameScanner): boolean {
  const slot = scan.hasMessage ? Slot.MessageRole : Slot.TopRole;
  return scan.is(scan.has(slot) ? slot : Slot.Type, ASSISTANT);
}

function isSynthetic(scan: FrameScanner): boolean {
  return scan.is(scan.hasMessage ? Slot.MessageModel : Slot.Model, SYNTHETIC);
}

/** A subagent, or the main thread, of a run. */
function laneOf(run: number, parent: number): number {
  return run * 0x100000000 + parent;
}

const USER = Buffer.from('user');
const ASSISTANT = Buffer.from('assistant');
const SYNTHETIC = Buffer.from('<synthetic>');
const MESSAGE_STOP = Buffer.from('message_stop');
const PING = Buffer.from('ping');

import { isUtf8 } from 'node:buffer';
import { isStreamOnly, kindOf, NO_TYPE, splitKind } from '../../protocol/frame-kinds';
import { FrameScanner, type IdHash, type ScannedBlock, Slot, Tri } from '../frames/frame-scanner';
import { FrameTable, RowFlag } from '../frames/frame-table';
import { StringPool, UuidRows } from '../frames/id-table';
import { RowScanner, type RowSink, type UnparsedReason } from '../frames/row-scanner';
import { LinkFlag, LinkTable } from '../links/link-table';
import { DiagnosticList } from '../runs/diagnostic-list';
import { MessageTable } from '../runs/message-table';
import { type Run, RunTable } from '../runs/run-table';
import { describeUnparsed } from './unparsed-pieces';

/** Gives the file offset of a position in the window of bytes that is being scanned. */
export type OffsetOf = (position: number) => number;

/** The JSON text (UTF-8, white space around it cut off) of a row that was indexed before. */
export type ReadBack = (row: number) => Buffer;

/** Kinds that only a stream has, and the one that begins it. */
const KIND_STREAM = 1;
const KIND_INIT = 2;
/** Kinds and tool names are kept as 16-bit numbers; a file with more of them than this is no recording. */
const MAX_NAMES = 65_000;
const OTHER_KINDS = '(other kinds)';

/**
 * The index of one file: rows, links, messages and runs, built from windows of bytes as they are read. No frame
 * object outlives a call.
 */
export class SessionIndex implements RowSink {
  readonly table = new FrameTable();
  readonly links = new LinkTable();
  readonly messages = new MessageTable();
  readonly runs = new RunTable();
  readonly diagnostics = new DiagnosticList();
  /** Kinds of frames, and `unparsed/<reason>` for pieces. `kindRows` counts the rows of each. */
  readonly kinds = new StringPool();
  readonly kindRows: number[] = [];
  readonly toolNames = new StringPool();
  /** Parent tool ids in order of first sight: the subagents. */
  readonly parents = new StringPool();
  unparsedRows = 0;
  replays = 0;
  /** Time of the first frame that states one; NaN until then. */
  firstTime = Number.NaN;

  private frames = new FrameScanner();
  private readonly scanner: RowScanner;
  private readonly strings = new StringPool();
  private readonly kindByPair = new Map<number, number>();
  private readonly uuids = new UuidRows((row) => this.table.uuidHash(row));
  private readonly hash: IdHash = { a: 0, b: 0 };
  /** Message (ordinal + 1) that the deltas of a lane belong to, by parent ordinal. */
  private readonly openMessage = new Map<number, number>();
  private lastTime = Number.NaN;
  /** Kept, so that touching the uuid table is not optimised away. */
  protected touched = 0;
  /** Flags that the next frame gets for what stood before it. */
  private nextFlags = 0;
  private lastSession = -1;
  private lastLane = -1;
  private lastLaneMessage = 0;
  private readonly typeHash: IdHash = { a: 0, b: 0 };
  private readonly subtypeHash: IdHash = { a: 0, b: 0 };
  private lastKind = -1;
  private offsetOf: OffsetOf = (p) => p;

  constructor(
    private readonly readBack: ReadBack,
    maxValueBytes?: number,
  ) {
    this.scanner = new RowScanner(this, this.frames, maxValueBytes);
  }

  get physicalLines(): number {
    return this.scanner.physicalLines;
  }

  get isBinary(): boolean {
    return this.scanner.mode === 'binary';
  }

  get multilineFrames(): number {
    return this.scanner.multilineFrames;
  }

  /** The window that `consume` reads, of at least `bytes` bytes; what stood in the former one stands in it. */
  reserve(bytes: number): Buffer {
    return this.frames.reserve(bytes);
  }

  /** The file is indexed: gives the scanner's memory back. */
  release(): void {
    this.frames = new FrameScanner();
    this.scanner.replaceScanner(this.frames);
  }

  private get window(): Buffer {
    return this.frames.window;
  }

  /** Indexes the rows of the window's [start, end) and returns where the rest begins (see RowScanner.consume). */
  consume(start: number, end: number, final: boolean, offsetOf: OffsetOf): number {
    this.offsetOf = offsetOf;
    const rest = this.scanner.consume(start, end, final);
    this.table.bytes = offsetOf(rest);
    return rest;
  }

  // ---- rows (called by the scanner) ---------------------------------------------------------------------

  unparsed(reason: UnparsedReason, tile: number, from: number, to: number, line: number): void {
    const flags = RowFlag.Unparsed | RowFlag.Diagnostic;
    const kind = this.kinds.add(`unparsed/${reason}`);
    const row = this.append(tile, line, this.runs.currentRun, kind, flags, 0, 0);
    this.unparsedRows++;
    const { code, severity, message } = describeUnparsed(reason, this.window, from, to);
    this.diagnostics.add(code, severity, { row, line, offset: this.offsetOf(from) }, message);
  }

  expectFrames(scan: FrameScanner, lines: number): void {
    let touched = 0;
    for (let line = 0; line < lines; line++) {
      scan.selectLine(line);
      touched += this.uuids.touch(scan.hashLow(Slot.Uuid));
    }
    this.touched = touched;
  }

  anotherValueOnLine(line: number, tile: number): void {
    this.diagnostics.add(
      'several-values-on-line',
      'warning',
      { row: this.table.rows, line, offset: this.offsetOf(tile) },
      `Line ${line} holds more than one JSON value; this is not the first. Each one is a frame of its own.`,
    );
    this.nextFlags = RowFlag.Diagnostic;
  }

  frame(scan: FrameScanner, tile: number, from: number, to: number, line: number, inArray: boolean): void {
    const kind = this.kindOfFrame(scan);
    const run = this.runOfFrame(scan);
    const state = this.runs.runs[run] as Run;
    let flags = this.nextFlags | (this.readTime(scan) ? RowFlag.OwnTime : 0);
    this.nextFlags = 0;
    if (inArray) flags |= RowFlag.InArray;
    if (scan.sidechain) flags |= RowFlag.Sidechain;
    const parent = scan.hasText(Slot.Parent) ? this.pooled(scan, Slot.Parent, this.parents) + 1 : 0;
    let uuidHash = 0;
    const hasUuid = scan.hasText(Slot.Uuid);
    if (hasUuid) {
      scan.hash(Slot.Uuid, this.hash);
      uuidHash = this.hash.a;
    }
    const row = this.append(tile, line, run, kind, flags, parent, uuidHash);
    if (scan.notAscii) this.checkUtf8(row, line, from, to);
    this.countSigns(scan, state, kind);
    if (hasUuid && this.isReplay(scan, row, uuidHash, from, to, line)) {
      this.table.addFlags(row, RowFlag.Replay);
      this.replays++;
      return;
    }
    this.learnRun(scan, state);
    const message = this.messageOf(scan, row, run, parent);
    if (message !== 0) this.table.setMessage(row, message);
    if (scan.blockCount > 0) this.addBlocks(scan, { row, run, message }, line, from, to);
    if (scan.badUsage) this.warnBadUsage(row, line, from);
    if (scan.notStrictAt >= 0) this.warnNotStrict(scan, row, line);
    if (scan.isError === Tri.Other && this.isResultKind(kind)) this.warnOddError(row, line, from);
    this.addOutcome(scan, state, row, kind);
  }

  private append(
    tile: number,
    line: number,
    run: number,
    kind: number,
    flags: number,
    parent: number,
    uuidHash: number,
  ): number {
    // The first row takes what stands before it (byte order mark, blank lines): every byte belongs to a row.
    const offset = this.table.rows === 0 ? 0 : this.offsetOf(tile);
    this.kindRows[kind] = (this.kindRows[kind] ?? 0) + 1;
    return this.table.append(offset, line, run, kind, flags, this.lastTime, parent, uuidHash);
  }

  private pooled(scan: FrameScanner, slot: Slot, pool: StringPool): number {
    scan.hash(slot, this.hash);
    const known = pool.find(this.hash);
    return known >= 0 ? known : pool.addHashed(this.hash, scan.text(slot) as string);
  }

  private kindOfFrame(scan: FrameScanner): number {
    if (!scan.hasText(Slot.Type)) return this.kinds.add(NO_TYPE);
    if (scan.sameText(Slot.Type, this.typeHash) && scan.sameText(Slot.Subtype, this.subtypeHash))
      return this.lastKind;
    const type = this.pooled(scan, Slot.Type, this.strings);
    const subtype = scan.hasText(Slot.Subtype) ? this.pooled(scan, Slot.Subtype, this.strings) + 1 : 0;
    const pair = type * 0x100000 + subtype;
    let kind = this.kindByPair.get(pair);
    if (kind === undefined) {
      const name = kindOf(this.strings.text(type), subtype === 0 ? '' : this.strings.text(subtype - 1));
      kind = this.kinds.size < MAX_NAMES ? this.kinds.add(name) : this.kinds.add(OTHER_KINDS);
      this.kindByPair.set(pair, kind);
    }
    scan.hash(Slot.Type, this.typeHash);
    scan.hash(Slot.Subtype, this.subtypeHash);
    this.lastKind = kind;
    return kind;
  }

  private runOfFrame(scan: FrameScanner): number {
    const row = this.table.rows;
    const slot = scan.has(Slot.SessionSnake) ? Slot.SessionSnake : Slot.SessionCamel;
    if (!scan.hasText(slot)) return this.runs.enter(row, null);
    const session = this.pooled(scan, slot, this.strings);
    if (session === this.lastSession) return this.runs.stay(row);
    this.lastSession = session;
    return this.runs.enter(row, this.strings.text(session));
  }

  /** Takes over the frame's time; false when it states none. */
  private readTime(scan: FrameScanner): boolean {
    const { time } = scan;
    if (Number.isNaN(time)) return false;
    this.lastTime = time;
    if (Number.isNaN(this.firstTime)) this.firstTime = time;
    return true;
  }

  private countSigns(scan: FrameScanner, run: Run, kind: number): void {
    const bare = scan.has(Slot.TopRole) && (!scan.has(Slot.Type) || !scan.hasMessage);
    const signs = this.kindSigns[kind] ?? this.learnKind(kind);
    if (signs !== 0 || bare) run.streamSigns++;
    else if (scan.hasParentUuid || (scan.has(Slot.SessionCamel) && !scan.has(Slot.SessionSnake)))
      run.sessionSigns++;
    if (signs === KIND_INIT) run.hasInit = true;
    if (bare) run.bareMessages = true;
    if (scan.has(Slot.SessionSnake) && !scan.hasParentUuid) run.snakeFrames++;
  }

  /** What a kind tells of its file, by kind number. */
  private readonly kindSigns: number[] = [];

  private learnKind(kind: number): number {
    const text = this.kinds.text(kind);
    const signs = text === 'system/init' ? KIND_INIT : isStreamOnly(text) ? KIND_STREAM : 0;
    this.kindSigns[kind] = signs;
    return signs;
  }

  private learnRun(scan: FrameScanner, run: Run): void {
    if (run.cliVersion === null) run.cliVersion = scan.text(Slot.CliVersion) ?? scan.text(Slot.Version);
    if (run.model !== null) return;
    const model = scan.text(Slot.MessageModel) ?? scan.text(Slot.Model);
    // "<synthetic>" marks messages that the CLI itself wrote; it is no model.
    if (model !== null && model !== '<synthetic>') run.model = model;
  }

  // ---- replays ------------------------------------------------------------------------------------------

  /**
   * A replay has the uuid and the bytes of an earlier frame. A second compact boundary with the same uuid is one
   * as well. The same uuid with other content is a collision: shown, counted, and warned of.
   */
  private isReplay(
    scan: FrameScanner,
    row: number,
    uuidHash: number,
    from: number,
    to: number,
    line: number,
  ): boolean {
    const earlier = this.uuids.add(row, uuidHash);
    return earlier.length > 0 && this.repeatsOneOf(earlier, scan, row, from, to, line);
  }

  private repeatsOneOf(
    earlier: readonly number[],
    scan: FrameScanner,
    row: number,
    from: number,
    to: number,
    line: number,
  ): boolean {
    const uuid = this.window.subarray(scan.start(Slot.Uuid) - 1, scan.end(Slot.Uuid) + 1);
    let collision = -1;
    for (const other of earlier) {
      const bytes = this.readBack(other);
      if (bytes.equals(this.window.subarray(from, to))) return true;
      // Hashes of 32 bits collide at this many rows: only the text tells.
      if (!bytes.includes(uuid)) continue;
      const kind = this.table.kind(row);
      if (this.kinds.text(kind) === 'system/compact_boundary' && this.table.kind(other) === kind) return true;
      if (collision < 0) collision = other;
    }
    if (collision < 0) return false;
    this.table.addFlags(row, RowFlag.Diagnostic);
    this.diagnostics.add(
      'uuid-collision',
      'warning',
      { row, line, offset: this.offsetOf(from) },
      `The uuid ${scan.text(Slot.Uuid)} is that of frame ${collision + 1}, but the content differs. Both are kept and counted.`,
    );
    return false;
  }

  // ---- messages and blocks ------------------------------------------------------------------------------

  private messageOf(scan: FrameScanner, row: number, run: number, parent: number): number {
    if (scan.hasEvent) return this.messageOfEvent(scan, row, run, parent);
    if (!this.isAssistant(scan)) return 0;
    const slot = scan.hasMessage ? Slot.MessageId : Slot.TopId;
    const counts = scan.hasUsage && !this.isSynthetic(scan);
    let message = -1;
    if (scan.hasText(slot)) {
      scan.hash(slot, this.hash);
      message = this.messages.intern(this.hash, row, run);
    } else if (counts) message = this.messages.addWithoutId(row, run);
    if (counts) this.messages.addUsage(message, scan);
    return message + 1;
  }

  private messageOfEvent(scan: FrameScanner, row: number, run: number, parent: number): number {
    if (scan.isMessageStart) {
      let started = 0;
      if (scan.hasText(Slot.MessageId)) {
        scan.hash(Slot.MessageId, this.hash);
        started = this.messages.intern(this.hash, row, run) + 1;
      }
      this.openMessage.set(parent, started);
      this.lastLane = -1;
    }
    if (parent !== this.lastLane) {
      this.lastLane = parent;
      this.lastLaneMessage = this.openMessage.get(parent) ?? 0;
    }
    const message = this.lastLaneMessage;
    if (message !== 0) {
      this.messages.touch(message - 1, row);
      if (scan.hasUsage) this.messages.addUsage(message - 1, scan);
    }
    return message;
  }

  private isAssistant(scan: FrameScanner): boolean {
    const slot = scan.hasMessage ? Slot.MessageRole : Slot.TopRole;
    if (scan.has(slot)) return this.window[scan.start(slot)] === 97; // "assistant", not "user" or "system"
    return scan.has(Slot.Type) && this.window[scan.start(Slot.Type)] === 97;
  }

  private isSynthetic(scan: FrameScanner): boolean {
    return scan.has(Slot.MessageModel) && this.window[scan.start(Slot.MessageModel)] === 60; // "<synthetic>"
  }

  private addBlocks(
    scan: FrameScanner,
    owner: { row: number; run: number; message: number },
    line: number,
    from: number,
    to: number,
  ): void {
    const { row } = owner;
    const delta = scan.hasEvent ? LinkFlag.Delta : 0;
    scan.forEachBlock(from, to, (scanned) => {
      const flags = delta | (scanned.isCall ? 0 : this.resultFlags(scanned, row, line, from));
      const name = this.toolName(scan, scanned);
      const block = { row, run: owner.run, message: owner.message, block: scanned.index, name, flags };
      const record = scanned.isCall
        ? this.links.addCall(block, scanned.id)
        : this.links.addResult(block, scanned.id);
      this.table.addFlags(row, scanned.isCall ? RowFlag.HasCall : RowFlag.HasResult);
      if (this.table.firstBlock(row) === 0) this.table.setFirstBlock(row, record + 1);
    });
  }

  private resultFlags(block: ScannedBlock, row: number, line: number, from: number): number {
    if (block.isError === Tri.True) {
      this.table.addFlags(row, RowFlag.Error);
      return LinkFlag.Error;
    }
    if (block.isError !== Tri.Other) return 0;
    this.warnOddError(row, line, from);
    return LinkFlag.OddError;
  }

  /** Number + 1 in the pool of tool names; 0 when the block states none. */
  private toolName(scan: FrameScanner, block: ScannedBlock): number {
    if (block.name === null) return 0;
    const known = this.toolNames.find(block.name);
    if (known >= 0) return known + 1;
    if (this.toolNames.size >= MAX_NAMES) return 0;
    return this.toolNames.addHashed(block.name, scan.decode(block.nameStart, block.nameEnd)) + 1;
  }

  private warnOddError(row: number, line: number, from: number): void {
    this.table.addFlags(row, RowFlag.Diagnostic);
    this.diagnostics.add(
      'odd-is-error',
      'warning',
      { row, line, offset: this.offsetOf(from) },
      'A result states is_error as something else than true or false. It is not taken for a failure.',
    );
  }

  private warnNotStrict(scan: FrameScanner, row: number, line: number): void {
    this.table.addFlags(row, RowFlag.Diagnostic);
    const offset = this.offsetOf(scan.notStrictAt);
    this.diagnostics.add(
      'not-strict-json',
      'warning',
      { row, line, offset },
      `A string holds a raw control character at byte ${offset}. Strict JSON parsers refuse this frame.`,
    );
  }

  private warnBadUsage(row: number, line: number, from: number): void {
    this.table.addFlags(row, RowFlag.Diagnostic);
    this.diagnostics.add(
      'odd-usage',
      'warning',
      { row, line, offset: this.offsetOf(from) },
      'A token counter is negative or no number. It is left out of the sums.',
    );
  }

  // ---- outcome ------------------------------------------------------------------------------------------

  private addOutcome(scan: FrameScanner, run: Run, row: number, kind: number): void {
    const isResult = this.isResultKind(kind);
    // The trailer of CLI 0.2.74 to 0.2.109 is the result of its time: {role: "system", cost_usd, …}.
    const isTrailer = !isResult && !scan.has(Slot.Type) && scan.has(Slot.CostUsd) && scan.has(Slot.TopRole);
    if (!isResult && !isTrailer) {
      if (scan.isError === Tri.True) this.table.addFlags(row, RowFlag.Error);
      return;
    }
    const subtype = isTrailer ? null : scan.text(Slot.Subtype);
    const failed = !isTrailer && (scan.isError === Tri.True || (subtype !== null && subtype !== 'success'));
    run.addResult(row, subtype, failed);
    if (failed) this.table.addFlags(row, RowFlag.Error);
    const cost = scan.number(Slot.TotalCost) ?? scan.number(Slot.CostUsd);
    if (cost !== null && cost >= 0) run.addCost(cost);
    run.addTurns(scan.number(Slot.NumTurns));
    run.addDuration(scan.number(Slot.DurationMs));
    if (scan.hasUsage) run.addUsage(scan);
    if (scan.isError === Tri.True && subtype === 'success') {
      this.contradiction(
        row,
        'is_error is true although the subtype is "success". The run counts as failed.',
      );
    } else if (failed && scan.isError === Tri.False) {
      this.contradiction(
        row,
        `The subtype is "${subtype}" although is_error is false. The run counts as failed.`,
      );
    }
  }

  private readonly resultKinds: boolean[] = [];

  private isResultKind(kind: number): boolean {
    const known = this.resultKinds[kind];
    if (known !== undefined) return known;
    const { type } = splitKind(this.kinds.text(kind));
    this.resultKinds[kind] = type === 'result';
    return type === 'result';
  }

  private contradiction(row: number, message: string): void {
    this.table.addFlags(row, RowFlag.Diagnostic);
    const place = { row, line: this.table.line(row), offset: this.table.offset(row) };
    this.diagnostics.add('contradicting-result', 'warning', place, message);
  }

  // ---- invalid UTF-8 ------------------------------------------------------------------------------------

  private checkUtf8(row: number, line: number, from: number, to: number): void {
    const bytes = this.window.subarray(from, to);
    if (isUtf8(bytes)) return;
    this.table.addFlags(row, RowFlag.InvalidUtf8 | RowFlag.Diagnostic);
    const offset = this.offsetOf(from + firstInvalidByte(bytes));
    this.diagnostics.add(
      'invalid-utf8',
      'warning',
      { row, line, offset },
      `Invalid UTF-8 at byte ${offset}. It is shown as a replacement mark; the hex form has the bytes.`,
    );
  }
}

/** Position of the first byte that begins no valid UTF-8 sequence: the longest valid prefix, by bisection. */
function firstInvalidByte(bytes: Buffer): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const mid = (low + high + 1) >>> 1;
    // A prefix may end inside a character; up to three bytes more or less tell.
    const cut = trimPartial(bytes, mid);
    if (isUtf8(bytes.subarray(0, cut))) low = mid;
    else high = mid - 1;
  }
  return Math.min(trimPartial(bytes, low), bytes.length - 1);
}

function trimPartial(bytes: Buffer, end: number): number {
  let at = end;
  for (let back = 1; back <= 3 && end - back >= 0; back++) {
    const c = bytes[end - back] as number;
    if ((c & 0xc0) === 0x80) continue;
    const need = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 1;
    if (need > back) at = end - back;
    break;
  }
  return at;
}

import { isUtf8 } from 'node:buffer';
import { isStreamOnly, kindOf, NO_TYPE } from '../../protocol/frame-kinds';
import { BlockField, type FrameScanner, Slot, Tri } from '../frames/frame-scanner';
import { FrameTable, RowFlag } from '../frames/frame-table';
import { decodeJsonString, IdHash, StringPool, UuidRows } from '../frames/id-table';
import { parseIsoTime } from '../frames/iso-time';
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

const TOOL_USE = Buffer.from('tool_use');
const TOOL_RESULT = Buffer.from('tool_result');
const MESSAGE_START = 'message_start';

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

  private readonly scanner: RowScanner;
  private readonly strings = new StringPool();
  private readonly kindByPair = new Map<number, number>();
  private readonly uuids = new UuidRows((row) => this.table.uuidHash(row));
  private readonly hash = new IdHash();
  /** Message (ordinal + 1) that the deltas of a lane belong to, by parent ordinal. */
  private readonly openMessage = new Map<number, number>();
  private lastTime = Number.NaN;
  private window: Buffer = Buffer.alloc(0);
  private offsetOf: OffsetOf = (p) => p;

  constructor(
    private readonly readBack: ReadBack,
    maxValueBytes?: number,
  ) {
    this.scanner = new RowScanner(this, maxValueBytes);
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

  /** Indexes the rows of buf[start, end) and returns where the rest begins (see RowScanner.consume). */
  consume(buf: Buffer, start: number, end: number, final: boolean, offsetOf: OffsetOf): number {
    this.window = buf;
    this.offsetOf = offsetOf;
    const firstRow = this.table.rows;
    const rest = this.scanner.consume(buf, start, end, final);
    this.table.bytes = offsetOf(rest);
    if (rest > start && !this.isBinary && !isUtf8(buf.subarray(start, rest))) {
      this.markInvalidUtf8(start, rest, firstRow);
    }
    return rest;
  }

  // ---- rows (called by the scanner) ---------------------------------------------------------------------

  unparsed(reason: UnparsedReason, tile: number, from: number, to: number, line: number): void {
    const flags = RowFlag.Unparsed | RowFlag.Diagnostic;
    const row = this.append(tile, line, this.runs.currentRun, this.kinds.add(`unparsed/${reason}`), flags);
    this.table.setTime(row, this.lastTime);
    this.unparsedRows++;
    const { code, severity, message } = describeUnparsed(reason, this.window, from, to);
    this.diagnostics.add(code, severity, { row, line, offset: this.offsetOf(from) }, message);
  }

  anotherValueOnLine(line: number, tile: number): void {
    this.diagnostics.add(
      'several-values-on-line',
      'warning',
      { row: this.table.rows, line, offset: this.offsetOf(tile) },
      `Line ${line} holds more than one JSON value; this is not the first. Each one is a frame of its own.`,
    );
  }

  frame(scan: FrameScanner, tile: number, from: number, to: number, line: number, inArray: boolean): void {
    const row = this.table.rows;
    const kind = this.kindOfFrame(scan);
    const run = this.runs.enter(row, this.sessionIdOf(scan));
    this.append(tile, line, run, kind, inArray ? RowFlag.InArray : 0);
    const state = this.runs.runs[run] as Run;
    this.setTime(scan, row);
    const parent = scan.has(Slot.Parent)
      ? this.parents.addBytes(this.window, scan.start(Slot.Parent), scan.stop(Slot.Parent)) + 1
      : 0;
    if (parent !== 0) this.table.setParent(row, parent);
    if (scan.sidechain) this.table.addFlags(row, RowFlag.Sidechain);
    this.countSigns(scan, state, kind);
    if (this.isReplay(scan, row, from, to, line)) {
      this.table.addFlags(row, RowFlag.Replay);
      this.replays++;
      return;
    }
    this.learnRun(scan, state);
    const message = this.messageOf(scan, row, run, parent);
    if (message !== 0) this.table.setMessage(row, message);
    if (scan.blockCount > 0) this.addBlocks(scan, row, run, message, line, from);
    if (scan.badUsage) this.warnBadUsage(row, line, from);
    this.addOutcome(scan, state, row, kind);
  }

  private append(tile: number, line: number, run: number, kind: number, flags: number): number {
    // The first row takes what stands before it (byte order mark, blank lines): every byte belongs to a row.
    const offset = this.table.rows === 0 ? 0 : this.offsetOf(tile);
    this.kindRows[kind] = (this.kindRows[kind] ?? 0) + 1;
    return this.table.append(offset, line, run, kind, flags);
  }

  private kindOfFrame(scan: FrameScanner): number {
    const { window } = this;
    if (!scan.has(Slot.Type) || scan.stop(Slot.Type) === scan.start(Slot.Type))
      return this.kinds.add(NO_TYPE);
    const type = this.strings.addBytes(window, scan.start(Slot.Type), scan.stop(Slot.Type));
    const subtype = scan.has(Slot.Subtype)
      ? this.strings.addBytes(window, scan.start(Slot.Subtype), scan.stop(Slot.Subtype)) + 1
      : 0;
    const pair = type * 0x100000 + subtype;
    let kind = this.kindByPair.get(pair);
    if (kind === undefined) {
      kind = this.kinds.add(
        kindOf(this.strings.text(type), subtype === 0 ? '' : this.strings.text(subtype - 1)),
      );
      this.kindByPair.set(pair, kind);
    }
    return kind;
  }

  private sessionIdOf(scan: FrameScanner): string | null {
    const slot = scan.has(Slot.SessionSnake) ? Slot.SessionSnake : Slot.SessionCamel;
    if (!scan.has(slot) || scan.stop(slot) === scan.start(slot)) return null;
    return this.strings.text(this.strings.addBytes(this.window, scan.start(slot), scan.stop(slot)));
  }

  private setTime(scan: FrameScanner, row: number): void {
    if (scan.has(Slot.Timestamp)) {
      const time = parseIsoTime(this.window, scan.start(Slot.Timestamp), scan.stop(Slot.Timestamp));
      if (!Number.isNaN(time)) {
        this.table.addFlags(row, RowFlag.OwnTime);
        this.lastTime = time;
        if (Number.isNaN(this.firstTime)) this.firstTime = time;
      }
    }
    this.table.setTime(row, this.lastTime);
  }

  private countSigns(scan: FrameScanner, run: Run, kind: number): void {
    const bare = !scan.has(Slot.Type) || (!scan.hasMessage && scan.has(Slot.TopRole));
    if (isStreamOnly(this.kinds.text(kind)) || (bare && scan.has(Slot.TopRole))) run.streamSigns++;
    else if (scan.hasParentUuid || (scan.has(Slot.SessionCamel) && !scan.has(Slot.SessionSnake)))
      run.sessionSigns++;
    if (this.kinds.text(kind) === 'system/init') run.hasInit = true;
    if (bare && scan.has(Slot.TopRole)) run.bareMessages = true;
    if (scan.has(Slot.SessionSnake) && !scan.hasParentUuid) run.snakeFrames++;
  }

  private learnRun(scan: FrameScanner, run: Run): void {
    if (run.cliVersion === null)
      run.cliVersion = this.textOf(scan, Slot.CliVersion) ?? this.textOf(scan, Slot.Version);
    if (run.model === null) {
      const model = this.textOf(scan, Slot.MessageModel) ?? this.textOf(scan, Slot.Model);
      // "<synthetic>" marks messages that the CLI itself wrote; it is no model.
      if (model !== null && model !== '<synthetic>') run.model = model;
    }
  }

  private textOf(scan: FrameScanner, slot: Slot): string | null {
    return scan.has(slot) ? decodeJsonString(this.window, scan.start(slot), scan.stop(slot)) : null;
  }

  // ---- replays ------------------------------------------------------------------------------------------

  /**
   * A replay has the uuid and the bytes of an earlier frame. A second compact boundary with the same uuid is one
   * as well. The same uuid with other content is a collision: shown, counted, and warned of.
   */
  private isReplay(scan: FrameScanner, row: number, from: number, to: number, line: number): boolean {
    if (!scan.has(Slot.Uuid) || scan.stop(Slot.Uuid) === scan.start(Slot.Uuid)) return false;
    this.hash.set(this.window, scan.start(Slot.Uuid), scan.stop(Slot.Uuid));
    this.table.setUuidHash(row, this.hash.a);
    this.table.addFlags(row, RowFlag.HasUuid);
    const uuid = this.window.toString('latin1', scan.start(Slot.Uuid), scan.stop(Slot.Uuid));
    let collision = -1;
    const replay = this.uuids.add(row, this.hash.a, (earlier) => {
      const bytes = this.readBack(earlier);
      if (bytes.equals(this.window.subarray(from, to))) return true;
      if (!bytes.includes(`"${uuid}"`, 0, 'latin1')) return false;
      const kind = this.kinds.text(this.table.kind(row));
      if (kind === 'system/compact_boundary' && this.table.kind(earlier) === this.table.kind(row))
        return true;
      // The uuid also stands in frames that only point at it (parentUuid); their own hash differs.
      if (collision < 0) collision = earlier;
      return false;
    });
    if (!replay && collision >= 0) {
      this.table.addFlags(row, RowFlag.Diagnostic);
      this.diagnostics.add(
        'uuid-collision',
        'warning',
        { row, line, offset: this.offsetOf(from) },
        `The uuid ${uuid} is that of frame ${collision + 1}, but the content differs. Both are kept and counted.`,
      );
    }
    return replay;
  }

  // ---- messages and blocks ------------------------------------------------------------------------------

  private messageOf(scan: FrameScanner, row: number, run: number, parent: number): number {
    if (scan.hasEvent) return this.messageOfEvent(scan, row, run, parent);
    const slot = scan.hasMessage ? Slot.MessageId : Slot.TopId;
    const isAssistant = this.isAssistant(scan);
    if (scan.has(slot) && isAssistant && scan.stop(slot) > scan.start(slot)) {
      this.hash.set(this.window, scan.start(slot), scan.stop(slot));
      const message = this.messages.intern(this.hash, row, run);
      if (scan.hasUsage && !this.isSynthetic(scan)) this.messages.addUsage(message, scan.usage);
      return message + 1;
    }
    if (isAssistant && scan.hasUsage && !this.isSynthetic(scan)) {
      const message = this.messages.addWithoutId(row, run);
      this.messages.addUsage(message, scan.usage);
      return message + 1;
    }
    return 0;
  }

  private messageOfEvent(scan: FrameScanner, row: number, run: number, parent: number): number {
    const type = this.textOf(scan, Slot.EventType);
    if (type === MESSAGE_START) {
      let message = 0;
      if (scan.has(Slot.MessageId) && scan.stop(Slot.MessageId) > scan.start(Slot.MessageId)) {
        this.hash.set(this.window, scan.start(Slot.MessageId), scan.stop(Slot.MessageId));
        message = this.messages.intern(this.hash, row, run) + 1;
      }
      this.openMessage.set(parent, message);
    }
    const message = this.openMessage.get(parent) ?? 0;
    if (message !== 0) {
      this.messages.touch(message - 1, row);
      if (scan.hasUsage) this.messages.addUsage(message - 1, scan.usage);
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
    row: number,
    run: number,
    message: number,
    line: number,
    from: number,
  ): void {
    const { window, table } = this;
    for (let k = 0; k < scan.blockCount; k++) {
      const at = k * BlockField.Size;
      const typeStart = scan.blocks[at + BlockField.TypeStart] as number;
      const typeEnd = scan.blocks[at + BlockField.TypeEnd] as number;
      if (typeStart < 0) continue;
      const isCall = endsWith(window, typeStart, typeEnd, TOOL_USE);
      if (!isCall && !endsWith(window, typeStart, typeEnd, TOOL_RESULT)) continue;
      const field = isCall ? BlockField.IdStart : BlockField.UseIdStart;
      const idStart = scan.blocks[at + field] as number;
      const idEnd = scan.blocks[at + field + 1] as number;
      let id: IdHash | null = null;
      if (idStart >= 0 && idEnd > idStart) {
        this.hash.set(window, idStart, idEnd);
        id = this.hash;
      }
      const nameStart = scan.blocks[at + BlockField.NameStart] as number;
      const name =
        nameStart < 0
          ? 0
          : this.toolNames.addBytes(window, nameStart, scan.blocks[at + BlockField.NameEnd] as number) + 1;
      const isError = scan.blocks[at + BlockField.IsError] as Tri;
      let flags = scan.hasEvent ? LinkFlag.Delta : 0;
      if (!isCall && isError === Tri.True) {
        flags |= LinkFlag.Error;
        table.addFlags(row, RowFlag.Error);
      }
      if (!isCall && isError === Tri.Other) {
        flags |= LinkFlag.OddError;
        this.warnOddError(row, line, from);
      }
      const block = { row, block: k, run, message, name, flags };
      const record = isCall ? this.links.addCall(block, id) : this.links.addResult(block, id);
      table.addFlags(row, isCall ? RowFlag.HasCall : RowFlag.HasResult);
      if (table.firstBlock(row) === 0) table.setFirstBlock(row, record + 1);
    }
  }

  private warnOddError(row: number, line: number, from: number): void {
    this.table.addFlags(row, RowFlag.Diagnostic);
    this.diagnostics.add(
      'odd-is-error',
      'warning',
      { row, line, offset: this.offsetOf(from) },
      'A tool result states is_error as something else than true or false. It is not taken for a failure.',
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
    const text = this.kinds.text(kind);
    const isResult = text === 'result' || text.startsWith('result/');
    // The trailer of CLI 0.2.74 to 0.2.109 is the result of its time: {role: "system", cost_usd, …}.
    const isTrailer = text === NO_TYPE && scan.has(Slot.CostUsd) && scan.has(Slot.TopRole);
    if (!isResult && !isTrailer) {
      if (scan.isError === Tri.True) this.table.addFlags(row, RowFlag.Error);
      return;
    }
    const subtype = isTrailer ? null : this.textOf(scan, Slot.Subtype);
    const failed = !isTrailer && (scan.isError === Tri.True || (subtype !== null && subtype !== 'success'));
    run.addResult(row, subtype, failed);
    if (failed) this.table.addFlags(row, RowFlag.Error);
    const cost = scan.number(Slot.TotalCost) ?? scan.number(Slot.CostUsd);
    if (cost !== null && cost >= 0) run.addCost(cost);
    run.addTurns(scan.number(Slot.NumTurns));
    run.addDuration(scan.number(Slot.DurationMs));
    if (scan.hasUsage) run.addUsage(scan.usage);
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

  private contradiction(row: number, message: string): void {
    this.table.addFlags(row, RowFlag.Diagnostic);
    const place = { row, line: this.table.line(row), offset: this.table.offset(row) };
    this.diagnostics.add('contradicting-result', 'warning', place, message);
  }

  // ---- invalid UTF-8 ------------------------------------------------------------------------------------

  /** Some row of the window holds bytes that are no UTF-8: finds which, and where the first such byte is. */
  private markInvalidUtf8(start: number, rest: number, firstRow: number): void {
    const { table, window } = this;
    const base = this.offsetOf(start);
    for (let row = firstRow; row < table.rows; row++) {
      if ((table.flags(row) & RowFlag.Unparsed) !== 0) continue;
      const from = start + Math.max(0, table.offset(row) - base);
      const to = row + 1 < table.rows ? start + table.offset(row + 1) - base : rest;
      if (isUtf8(window.subarray(from, to))) continue;
      table.addFlags(row, RowFlag.InvalidUtf8 | RowFlag.Diagnostic);
      const at = from + firstInvalidByte(window.subarray(from, to));
      this.diagnostics.add(
        'invalid-utf8',
        'warning',
        { row, line: table.line(row), offset: this.offsetOf(at) },
        `Invalid UTF-8 at byte ${this.offsetOf(at)}. It is shown as a replacement mark; the hex form has the bytes.`,
      );
    }
  }
}

function endsWith(buf: Buffer, start: number, end: number, word: Buffer): boolean {
  const at = end - word.length;
  if (at < start) return false;
  for (let i = 0; i < word.length; i++) if (buf[at + i] !== word[i]) return false;
  return true;
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

import { AgentLanes } from '../agents/agent-lanes';
import { AgentTable } from '../agents/agent-table';
import { FrameScanner, type IdHash, Slot, Tri } from '../frames/frame-scanner';
import { FrameTable, RowFlag } from '../frames/frame-table';
import { StringPool } from '../frames/id-table';
import { KindTable, type KindTraits } from '../frames/kind-table';
import { RowScanner, type RowScannerOptions, type RowSink, type UnparsedReason } from '../frames/row-scanner';
import { LinkTable } from '../links/link-table';
import { SideRows } from '../listing/side-rows';
import type { Arrivals } from '../live/arrivals';
import { DiagnosticList } from '../runs/diagnostic-list';
import { MessageTable } from '../runs/message-table';
import { ResultTable } from '../runs/result-table';
import { type Run, RunTable } from '../runs/run-table';
import { Mark } from '../turns/marks';
import { TurnMarks } from '../turns/turn-marks';
import { FrameBlocks } from './frame-blocks';
import { FrameMarks } from './frame-marks';
import { type FramePlace, FrameWarnings } from './frame-warnings';
import type { IndexStream, ProvisionalRows } from './index-stream';
import { MessageLanes } from './message-lanes';
import { type ReadBack, Replays } from './replays';
import { addOutcome, countSigns, isOutcome, learnRun } from './run-facts';
import { describeUnparsed } from './unparsed-pieces';
import { firstInvalidByte } from './utf8-check';

/** Gives the file offset of a position in the window of bytes that is being scanned. */
export type OffsetOf = (position: number) => number;

/** Recordings with partial messages hold a frame in about 1,500 bytes, and a call or result in about 9,000. */
const BYTES_A_ROW = 2500;
const BYTES_A_RECORD = 8000;

/**
 * The index of one session: rows, links, messages and runs, built from windows of bytes as they are read. Its files are
 * indexed one after another, as if they were put together. No frame object outlives a call.
 */
export class SessionIndex implements RowSink {
  readonly table = new FrameTable();
  readonly kinds = new KindTable();
  readonly links: LinkTable;
  readonly messages: MessageTable;
  readonly runs = new RunTable();
  readonly results = new ResultTable();
  readonly diagnostics = new DiagnosticList();
  /** The subagents, in order of first sight. */
  readonly agents = new AgentTable();
  readonly replays: Replays;
  readonly sideRows: SideRows;
  private readonly lanes: AgentLanes;
  private readonly messageLanes: MessageLanes;
  private readonly blocks: FrameBlocks;
  unparsedRows = 0;
  /** Rows that are no output of the process: lines of stderr, and what was sent to its stdin. */
  stderrRows = 0;
  sentRows = 0;
  /** Time of the first frame that states one; NaN until then. */
  firstTime = Number.NaN;

  private scan = new FrameScanner();
  /** The files that are indexed, in the order in which they were begun. */
  readonly streams: IndexStream[] = [];
  private stream: IndexStream;
  /** When bytes came, of a file that is followed or was captured; null for any other. */
  arrivals: Arrivals | null = null;
  private provisional: ProvisionalRows | null = null;
  /** Who has its bytes in the window. */
  windowOwner: object | null = null;
  private readonly warnings = new FrameWarnings(this.table, this.diagnostics);
  readonly marks = new TurnMarks(this.warnings);
  private readonly frameMarks = new FrameMarks(this);
  private readonly sessionIds = new StringPool();
  /** Offset of the part that is being indexed: where its first byte stands when all parts are put together. */
  private base = 0;
  /** Where the part that is being indexed begins, when all parts are put together. */
  partStart = 0;
  private firstRowOfPart = 0;
  /** What is kept of the part is that of the stream: false once rows were taken back. */
  private entered = true;
  private readonly hash: IdHash = { a: 0, b: 0 };
  private lastTime = Number.NaN;
  /** Flags that the next frame gets for what stood before it. */
  private nextFlags = 0;
  // What the frame before had: neighbours are mostly alike.
  private lastSession = -1;
  private readonly typeHash: IdHash = { a: 0, b: 0 };
  private readonly subtypeHash: IdHash = { a: 0, b: 0 };
  private lastKind = -1;
  /** Of the frame at hand; one object for all, because this runs for every frame. */
  private readonly place: FramePlace = { row: 0, line: 0, offset: 0 };
  private offsetOf: OffsetOf = (p) => p;

  /** `expectedBytes`: about how long the file is; tables begin with room for that. */
  constructor(
    readBack: ReadBack,
    expectedBytes: number,
    private readonly options?: RowScannerOptions,
  ) {
    this.links = new LinkTable(Math.ceil(expectedBytes / BYTES_A_RECORD));
    this.lanes = new AgentLanes(this.agents, this.table, this.links);
    this.messages = new MessageTable(Math.ceil(expectedBytes / BYTES_A_RECORD));
    this.messageLanes = new MessageLanes(this.messages, this.table, this.marks);
    this.blocks = new FrameBlocks(this.table, this.links, this.warnings);
    this.sideRows = new SideRows(this.table, this.messages, this.links, (series, row) =>
      this.messageLanes.fold(series, row),
    );
    this.stream = this.newStream(0);
    const rows = Math.ceil(expectedBytes / BYTES_A_ROW);
    this.replays = new Replays(this.table, this.kinds, this.warnings, readBack, rows);
  }

  get toolNames(): StringPool {
    return this.blocks.toolNames;
  }

  /** Rows that a list does not show while everything is folded. */
  get foldedRows(): number {
    return this.messageLanes.foldedRows;
  }

  /** Messages in the table that the CLI made itself. */
  get syntheticMessages(): number {
    return this.messageLanes.syntheticMessages;
  }

  get physicalLines(): number {
    return this.streams.reduce((sum, { scanner }) => sum + scanner.physicalLines, 0);
  }

  get isBinary(): boolean {
    return this.stream.scanner.mode === 'binary';
  }

  get multilineFrames(): number {
    return this.streams.reduce((sum, { scanner }) => sum + scanner.multilineFrames, 0);
  }

  /** Rows that are frames. */
  get frames(): number {
    return this.table.rows - this.unparsedRows - this.stderrRows - this.sentRows;
  }

  /** Whether the row is a line of the process's standard error: text, whatever it looks like. */
  isStderr(row: number): boolean {
    return this.stderrRows > 0 && this.kinds.isStderr(this.table.kind(row));
  }

  /** The window that `consume` reads, of at least `bytes` bytes; what stood in the former one stands in it. */
  reserve(bytes: number): Buffer {
    return this.scan.reserve(bytes);
  }

  /** A scanner of a file of which nothing was read. */
  newScanner(): RowScanner {
    return new RowScanner(this, this.scan, this.options);
  }

  private newStream(agent: number): IndexStream {
    const stream: IndexStream = {
      scanner: this.newScanner(),
      agent,
      consumed: 0,
      uncovered: 0,
      lastTime: Number.NaN,
      nextFlags: 0,
      openMessages: new Map(),
      rows: 0,
      unparsedRows: 0,
    };
    this.streams.push(stream);
    return stream;
  }

  /** One more file of the session, of the subagent with this number. Nothing of it is indexed until it is entered. */
  beginStream(agent: number): IndexStream {
    return this.newStream(agent);
  }

  /**
   * The bytes that come next are those of this file, from the first that is no row yet. Nothing of what stood in other
   * files before them is taken over. `goesOn`: the last row is of it as well, so that blanks behind that one are a part of
   * it. Returns where its byte 0 would stand, if all of it stood here.
   */
  enter(stream: IndexStream, goesOn = false): number {
    const { stream: left, table } = this;
    if (this.entered) left.uncovered = this.uncovered;
    this.entered = true;
    left.lastTime = this.lastTime;
    left.nextFlags = this.nextFlags;
    this.stream = stream;
    this.base = table.bytes - stream.uncovered;
    this.partStart = table.bytes;
    this.firstRowOfPart = goesOn ? -1 : table.rows;
    this.lastTime = stream.lastTime;
    this.nextFlags = stream.nextFlags;
    if (stream !== left) {
      this.lanes.agentOfPart = stream.agent;
      this.marks.beginPart(stream.agent !== 0);
      this.messageLanes.beginPart(stream.openMessages);
    }
    return this.base;
  }

  /**
   * Appends a row that is no output of the process: a line of stderr (kind KindTable.stderr), or a frame that was sent to
   * it. `line` is its line in its own file, `time` when it came (NaN: not known). The file that is read has to be entered
   * again afterwards.
   */
  addSideRow(kind: number, bytes: number, line: number, time: number): void {
    const { kinds, table } = this;
    if (this.entered) this.stream.uncovered = this.uncovered;
    this.entered = false;
    const isStderr = kinds.isStderr(kind);
    if (isStderr) {
      kinds.countRow(kind);
      this.stderrRows++;
    } else this.sentRows++;
    const flags = (isStderr ? 0 : RowFlag.Sent) | (Number.isNaN(time) ? 0 : RowFlag.Arrival);
    const stated = Number.isNaN(time) ? this.lastTime : time;
    if (Number.isNaN(this.firstTime)) this.firstTime = stated;
    table.append(table.bytes, line, this.runs.currentRun, kind, flags, stated, 0, 0);
    table.bytes += bytes;
  }

  /** The kind of a frame with this type and subtype; null where it states none. */
  kindOfWords(type: string | null, subtype: string | null): number {
    const word = (text: string | null) => {
      if (text === null) return -1;
      this.hashText(text, this.hash);
      return this.kinds.word(this.hash, () => text);
    };
    return this.kinds.ofWords(word(type), word(subtype));
  }

  /** The file that is read now is indexed to its end: it has so many bytes. */
  endStream(bytes: number): void {
    this.stream.consumed = bytes;
    this.cover();
  }

  /** Rows tile the bytes of the part, if there is one yet. */
  private cover(): void {
    const { table } = this;
    if (table.rows !== this.firstRowOfPart) table.bytes = this.base + this.stream.consumed;
  }

  private get uncovered(): number {
    const hasRows = this.table.rows !== this.firstRowOfPart;
    return hasRows ? this.stream.consumed : this.partStart - this.base;
  }

  /** Writes the hash that an id with this text has in the tables. */
  hashText(text: string, into: IdHash): void {
    this.scan.hashText(text, into);
  }

  /** Everything is indexed: gives the scanner's memory back. */
  release(): void {
    this.scan = new FrameScanner();
    this.windowOwner = null;
    for (const { scanner } of this.streams) scanner.replaceScanner(this.scan);
    if (this.provisional !== null)
      for (const { scanner } of this.provisional.scanners.values()) scanner.replaceScanner(this.scan);
    this.frameMarks.release();
  }

  get windowBytes(): number {
    return this.window.length;
  }

  private get window(): Buffer {
    return this.scan.window;
  }

  /** Indexes the rows of the window's [start, end) and returns where the rest begins (see RowScanner.consume). */
  consume(start: number, end: number, final: boolean, offsetOf: OffsetOf): number {
    this.offsetOf = offsetOf;
    return this.consumed(this.stream.scanner.consume(start, end, final));
  }

  /** The input pauses after `end`: see RowScanner.pause. */
  pause(start: number, end: number, fresh: number, offsetOf: OffsetOf): number {
    this.offsetOf = offsetOf;
    return this.consumed(this.stream.scanner.pause(start, end, fresh));
  }

  private consumed(rest: number): number {
    this.stream.consumed = this.offsetOf(rest);
    this.cover();
    return rest;
  }

  /**
   * Tells the window's [start, end) as if nothing more came, so that an unfinished line is a row. Returns false when a
   * frame is among the rows: then they stay as they are, and more input after them has to be read from the beginning.
   */
  settle(start: number, end: number, offsetOf: OffsetOf, bytes: number): boolean {
    const { stream, table } = this;
    this.provisional ??= { rows: table.rows, bytes: table.bytes, scanners: new Map() };
    const { scanners } = this.provisional;
    const { scanner, consumed, rows, unparsedRows } = stream;
    const before = { scanner, consumed, uncovered: this.uncovered, rows, unparsedRows };
    scanners.set(stream, scanners.get(stream) ?? before);
    const frames = this.frames;
    stream.scanner = stream.scanner.fork();
    this.offsetOf = offsetOf;
    stream.scanner.consume(start, end, true);
    this.endStream(bytes);
    return this.frames === frames;
  }

  /**
   * Takes back what `settle` told. Returns the number of rows that stay; -1 when there was nothing to take back. The file
   * that is read has to be entered again afterwards.
   */
  retract(): number {
    const { provisional, table } = this;
    if (provisional === null) return -1;
    this.provisional = null;
    this.unparsedRows -= table.rows - provisional.rows;
    for (let row = provisional.rows; row < table.rows; row++) this.kinds.uncountRow(table.kind(row));
    this.diagnostics.truncate(provisional.rows);
    table.truncate(provisional.rows);
    table.bytes = provisional.bytes;
    for (const [stream, before] of provisional.scanners) Object.assign(stream, before);
    this.entered = false;
    return table.rows;
  }

  // ---- rows (called by the scanner) ---------------------------------------------------------------------

  unparsed(reason: UnparsedReason, tile: number, from: number, to: number, line: number): void {
    const flags = RowFlag.Unparsed | RowFlag.Diagnostic;
    const row = this.append(
      tile,
      line,
      this.runs.currentRun,
      this.kinds.ofReason(reason),
      flags,
      this.lanes.agentOfPart,
      0,
    );
    this.unparsedRows++;
    this.stream.unparsedRows++;
    const { code, severity, message } = describeUnparsed(reason, this.window, from, to);
    this.diagnostics.add(code, severity, { row, line, offset: this.offsetOf(from) }, message);
  }

  expectFrames(scan: FrameScanner, lines: number): void {
    this.replays.expect(scan, lines);
  }

  anotherValueOnLine(line: number, tile: number): void {
    this.diagnostics.add(
      'several-values-on-line',
      'warning',
      { row: this.table.rows, line, offset: this.offsetOf(tile) },
      () =>
        `Line ${line} holds more than one JSON value; this is not the first. Each one is a frame of its own.`,
    );
    this.nextFlags = RowFlag.Diagnostic;
  }

  // A frame is indexed in steps of their own: the compiler inlines what a short function calls, and nothing of a long one.
  frame(scan: FrameScanner, tile: number, from: number, to: number, line: number, inArray: boolean): void {
    const kind = this.kindOfFrame(scan);
    const traits = this.kinds.traits(kind);
    const run = this.runOfFrame(scan);
    const state = this.runs.runs[run] as Run;
    const parent = this.lanes.agentOf(scan, traits);
    const row = this.addRow(scan, tile, line, run, kind, parent, inArray, to);
    const { place } = this;
    place.row = row;
    place.line = line;
    place.offset = this.offsetOf(from);
    // What a subagent's file looks like says nothing of the file that was opened.
    if (this.lanes.agentOfPart === 0) countSigns(scan, state, traits);
    if (scan.notAscii) this.checkUtf8(place, from, to);
    if (scan.has(Slot.SessionCamel) || scan.has(Slot.ParentUuid)) this.readSessionLine(scan, place);
    if (scan.hasTwins) this.warnings.twinKeys(place, this.window.subarray(from, to));
    if (scan.hasText(Slot.Uuid) && this.replays.isReplay(scan, place, from, to)) {
      this.table.addFlags(row, RowFlag.Replay);
      return;
    }
    if (state.model === null || state.cliVersion === null) learnRun(scan, state);
    if (traits.isStored) return;
    this.addContent(scan, traits, run, parent, to);
    this.addEnd(scan, traits, state, run, from, to);
  }

  private addRow(
    scan: FrameScanner,
    tile: number,
    line: number,
    run: number,
    kind: number,
    parent: number,
    inArray: boolean,
    to: number,
  ): number {
    let flags = this.nextFlags | this.readTime(scan, to);
    this.nextFlags = 0;
    if (inArray) flags |= RowFlag.InArray;
    if (scan.sidechain) flags |= RowFlag.Sidechain;
    scan.hash(Slot.Uuid, this.hash);
    return this.append(tile, line, run, kind, flags, parent, this.hash.a);
  }

  /** What only lines of session files state. */
  private readSessionLine(scan: FrameScanner, place: FramePlace): void {
    if (scan.hasText(Slot.SessionCamel) && scan.hasText(Slot.SessionSnake)) this.compareSessions(scan, place);
    if (!scan.hasText(Slot.ParentUuid)) return;
    scan.hash(Slot.ParentUuid, this.hash);
    this.table.setParentUuidHash(place.row, this.hash.a);
  }

  /** The frame's message and its calls and results. */
  private addContent(scan: FrameScanner, traits: KindTraits, run: number, parent: number, to: number): void {
    const { place } = this;
    const { row } = place;
    const isEvent = scan.hasEvent || traits.isBareEvent;
    const isError = isEvent ? scan.is(Slot.EventType, ERROR) : traits.isBareError;
    if (isError) this.addApiError(place);
    // An error of the API must not be folded away.
    const message = isError ? 0 : this.messageLanes.messageOf(scan, traits, isEvent, row, run, parent);
    if (message !== 0) this.table.setMessage(row, message);
    if (scan.blockCount > 0 && (isEvent || !scan.hasTopBlock))
      this.blocks.add(scan, { run, message, isEvent }, place, to);
  }

  private addApiError(place: FramePlace): void {
    this.messageLanes.interrupt();
    this.table.addFlags(place.row, RowFlag.Error);
    this.warnings.apiError(place);
  }

  /** What the frame says of how things ended, and what is wrong with it. */
  private addEnd(
    scan: FrameScanner,
    traits: KindTraits,
    state: Run,
    run: number,
    from: number,
    to: number,
  ): void {
    const { place } = this;
    if (scan.badUsage) this.warnings.oddUsage(place);
    if (scan.notStrictAt >= 0) this.warnings.notStrict({ ...place, offset: this.offsetOf(scan.notStrictAt) });
    // An agent file cannot alter how the file that was opened ended.
    if (this.lanes.agentOfPart === 0 && isOutcome(scan, traits)) {
      const failed = addOutcome(scan, state, traits, place, this.warnings, this.results);
      if (failed) this.table.addFlags(place.row, RowFlag.Error);
      this.frameMarks.result(scan, state, { place, run, from, to });
      return;
    }
    if (scan.isError === Tri.True) this.table.addFlags(place.row, RowFlag.Error);
    if (traits.mark !== Mark.None) this.frameMarks.add(scan, traits.mark, state, { place, run, from, to });
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
    const isFirst = this.table.rows === this.firstRowOfPart;
    const offset = isFirst ? this.partStart : this.base + this.offsetOf(tile);
    this.kinds.countRow(kind);
    this.stream.rows++;
    return this.table.append(offset, line, run, kind, flags, this.lastTime, parent, uuidHash);
  }

  private pooled(scan: FrameScanner, slot: Slot, pool: StringPool): number {
    scan.hash(slot, this.hash);
    const known = pool.find(this.hash);
    return known >= 0 ? known : pool.addHashed(this.hash, scan.text(slot) as string);
  }

  private kindOfFrame(scan: FrameScanner): number {
    if (!scan.hasText(Slot.Type)) return this.kinds.ofWords(-1, -1);
    if (scan.sameText(Slot.Type, this.typeHash) && scan.sameText(Slot.Subtype, this.subtypeHash))
      return this.lastKind;
    scan.hash(Slot.Type, this.typeHash);
    scan.hash(Slot.Subtype, this.subtypeHash);
    const type = this.kinds.word(this.typeHash, () => scan.text(Slot.Type) as string);
    const subtype = scan.hasText(Slot.Subtype)
      ? this.kinds.word(this.subtypeHash, () => scan.text(Slot.Subtype) as string)
      : -1;
    this.lastKind = this.kinds.ofWords(type, subtype);
    return this.lastKind;
  }

  private runOfFrame(scan: FrameScanner): number {
    // Blank is absent, as null is: then the other spelling counts.
    if (scan.hasText(Slot.SessionSnake)) {
      const run = this.runOfSession(scan, Slot.SessionSnake);
      if (run >= 0) return run;
    }
    const run = scan.hasText(Slot.SessionCamel) ? this.runOfSession(scan, Slot.SessionCamel) : -1;
    return run >= 0 ? run : this.runs.enter(this.table.rows, null);
  }

  /** Run of the session id in the slot; -1 when it is nothing but blanks. */
  private runOfSession(scan: FrameScanner, slot: Slot): number {
    const row = this.table.rows;
    const session = this.pooled(scan, slot, this.sessionIds);
    if (session === this.lastSession) return this.runs.stay(row);
    const text = this.sessionIds.text(session);
    if (text.trim() === '') return -1;
    this.lastSession = session;
    return this.runs.enter(row, text);
  }

  /** Attachments of CLI 2.1.332 state both spellings: they should be the same. */
  private compareSessions(scan: FrameScanner, place: FramePlace): void {
    scan.hash(Slot.SessionSnake, this.hash);
    if (scan.sameText(Slot.SessionCamel, this.hash)) return;
    const [snake, camel] = [scan.text(Slot.SessionSnake) ?? '', scan.text(Slot.SessionCamel) ?? ''];
    if (snake.trim() === '' || camel.trim() === '' || snake === camel) return;
    this.warnings.sessionDisagreement(place, snake, camel);
  }

  /** Takes over the frame's time, or when it arrived, and returns the row's flag for it. */
  private readTime(scan: FrameScanner, to: number): number {
    let { time } = scan;
    let flag = RowFlag.OwnTime;
    if (Number.isNaN(time)) {
      if (this.arrivals === null || this.stream.agent !== 0) return 0;
      time = this.arrivals.at(this.offsetOf(to));
      flag = RowFlag.Arrival;
      if (Number.isNaN(time)) return 0;
    }
    this.lastTime = time;
    if (Number.isNaN(this.firstTime)) this.firstTime = time;
    return flag;
  }

  private checkUtf8(place: FramePlace, from: number, to: number): void {
    const at = firstInvalidByte(this.window.subarray(from, to));
    if (at >= 0) this.warnings.invalidUtf8({ ...place, offset: this.offsetOf(from + at) });
  }
}

const ERROR = Buffer.from('error');

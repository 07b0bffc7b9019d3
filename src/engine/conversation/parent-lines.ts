import { isStated } from '../../protocol/identity/key-pairs';
import { fieldOf, type JsonObject, stringOf } from '../../protocol/json-values';
import { parsedOrNot, parseFrame, parseFrameHead } from '../answers/frame/parsed-frame';
import { RowFlag } from '../frames/frame-table';
import { hashOfId } from '../frames/id-hash';
import type { Session } from '../session/session';
import { isPause, Line, NO_PARENT, type Steps } from './conversation-tree';

/**
 * The index keeps 32 bits of each uuid. Where that leaves a doubt, and for lines without a parent, the line itself is read;
 * of a file that needs it more often than this, the rest is taken as the index says.
 */
const MAX_READ = 4000;
const MAX_PARSED = 256 * 1024;

export interface ParentLines {
  rows: number;
  line: Uint8Array;
  parent: Int32Array;
  /** Rows whose parent no line of the file has, in order. */
  dangling: number[];
  /** Those of them where it is logicalParentUuid, which a compaction's boundary has in place of parentUuid. */
  logical: ReadonlySet<number>;
  run(row: number): number;
}

/** Whether the session holds lines of a session file: streams have no conversation tree. */
export function hasConversation({ index }: Session): boolean {
  return index.runs.runs.some((run) => run.sessionSigns > 0);
}

/** The parent of every line that has a uuid. */
export function readParents(session: Session): Steps<ParentLines> {
  return new ParentReader(session).read();
}

class ParentReader {
  private readonly rows: number;
  private readonly line: Uint8Array;
  private readonly parent: Int32Array;
  private readonly dangling: number[] = [];
  private readonly logical = new Set<number>();
  private reads = 0;

  constructor(private readonly session: Session) {
    this.rows = session.index.table.rows;
    this.line = new Uint8Array(this.rows);
    this.parent = new Int32Array(this.rows).fill(NO_PARENT);
  }

  *read(): Steps<ParentLines> {
    const { rows, line, parent, dangling, logical } = this;
    const { table } = this.session.index;
    for (let row = 0; row < rows; row++) {
      if (isPause(row)) yield;
      line[row] = this.lineOf(row);
    }
    for (let row = 0; row < rows; row++) {
      if (isPause(row)) yield;
      if ((this.line[row] as number) === 0) continue;
      const hash = table.parentUuidHash(row);
      if (hash !== 0) parent[row] = this.parentOf(row, hash);
      else if (((line[row] as number) & Line.Side) === 0) this.readRoot(row);
    }
    return { rows, line, parent, dangling, logical, run: (row) => table.run(row) };
  }

  private lineOf(row: number): number {
    const { table, kinds, runs } = this.session.index;
    const flags = table.flags(row);
    if ((flags & (RowFlag.Unparsed | RowFlag.Replay)) !== 0 || table.uuidHash(row) === 0) return 0;
    const kind = table.kind(row);
    const traits = kinds.traits(kind);
    if (traits.isStreamOnly || traits.isStored || (runs.runs[table.run(row)]?.sessionSigns ?? 0) === 0)
      return 0;
    // Lines of a subagent's own file stand apart, whatever they state.
    if ((flags & RowFlag.Sidechain) !== 0 || table.parent(row) !== 0) return Line.Node | Line.Side;
    const isPrompt = kinds.type(kind) === 'user' && (flags & RowFlag.HasResult) === 0;
    return isPrompt ? Line.Node | Line.Prompt : Line.Node;
  }

  private parentOf(row: number, hash: number): number {
    const only = this.session.index.replays.rowWithHash(hash);
    if (only >= 0 && this.isNode(only)) return only;
    const found = only === -2 ? this.chosen(row, hash, (frame) => stringOf(frame, 'parentUuid')) : -1;
    if (found < 0) this.dangling.push(row);
    return found < 0 ? NO_PARENT : found;
  }

  private isNode(row: number): boolean {
    return (this.line[row] as number) !== 0;
  }

  /** Of several rows with one hash: the nearest earlier one whose uuid is the text that the line states, else the next later. */
  private chosen(
    row: number,
    hash: number,
    textOf: (frame: JsonObject | undefined) => string | null,
  ): number {
    let rows = this.session.index.replays.rowsWithHash(hash).filter((at) => this.isNode(at));
    if (rows.length > 1) {
      const text = textOf(this.frameOf(row));
      if (text !== null) rows = rows.filter((at) => this.states(at, text));
    }
    return rows.findLast((at) => at < row) ?? rows.find((at) => at >= row) ?? -1;
  }

  private states(row: number, uuid: string): boolean {
    const frame = this.frameOf(row);
    return frame === undefined || stringOf(frame, 'uuid') === uuid;
  }

  private frameOf(row: number): JsonObject | undefined {
    if (this.reads++ >= MAX_READ) return undefined;
    const parse = this.session.index.table.length(row) > MAX_PARSED ? parseFrameHead : parseFrame;
    return parsedOrNot(parse, this.session, row);
  }

  /** A line without a parent says why: null begins a conversation, a compaction's boundary names its logical parent. */
  private readRoot(row: number): void {
    const frame = this.frameOf(row);
    if (frame === undefined) return;
    const snake = stringOf(frame, 'logical_parent_uuid');
    const logical = isStated(snake) ? snake : stringOf(frame, 'logicalParentUuid');
    const parent = fieldOf(frame, 'parentUuid');
    if (logical !== null && logical.trim() !== '') {
      const found = this.chosen(row, hashOfId(logical).a, () => logical);
      if (found >= 0) this.parent[row] = found;
      else {
        this.mark(row, Line.GoesOn);
        this.dangling.push(row);
        this.logical.add(row);
      }
    } else if (parent === null) this.mark(row, Line.Begins);
    else if (parent === undefined) this.mark(row, Line.GoesOn);
  }

  private mark(row: number, bit: Line): void {
    this.line[row] = (this.line[row] as number) | bit;
  }
}

import { AgentLanes } from '../agents/agent-lanes';
import { AgentTable } from '../agents/agent-table';
import { SidechainLanes } from '../agents/sidechain-lanes';
import { ParentProblems } from '../conversation/parent-problems';
import { ArrayElements } from '../frames/array-elements';
import { FirstBlocks, FrameTable, Segment, Steps, TimeColumn } from '../frames/frame-table';
import { IdTable, StringPool, UuidRows } from '../frames/id-table';
import { KindTable } from '../frames/kind-table';
import { LinePieces } from '../frames/line-pieces';
import { MultilineValues } from '../frames/multiline-values';
import { RowScanner } from '../frames/row-scanner';
import { RowWriter } from '../frames/row-writer';
import { Columns, IdLists } from '../links/link-columns';
import { LinkTable } from '../links/link-table';
import { SideRows } from '../listing/side-rows';
import { Arrivals } from '../live/arrivals';
import { DiagnosticList } from '../runs/diagnostic-list';
import { MessageTable } from '../runs/message-table';
import { ResultTable } from '../runs/result-table';
import { RowNumbers } from '../runs/row-numbers';
import { Run, RunningTotal, RunTable } from '../runs/run-table';
import { FrameBlocks } from '../session/frame-blocks';
import { FrameMarks } from '../session/frame-marks';
import { FrameWarnings } from '../session/frame-warnings';
import { Indexing } from '../session/indexing';
import { MessageLanes } from '../session/message-lanes';
import { Replays } from '../session/replays';
import { SessionIndex } from '../session/session-index';
import { SideFile } from '../session/side-file';
import { RetryTable } from '../turns/retry-table';
import { TaskTable } from '../turns/task-table';
import { TurnMarks } from '../turns/turn-marks';
import { TurnTable } from '../turns/turn-table';
import { UserLineTable } from '../turns/user-line-table';

/** How the instances of a class are kept: all of their fields but a few. */
export interface SavedClass {
  type: abstract new (...args: never[]) => object;
  /** Fields that a new instance has by itself: what it was made with, and what is only remembered to be faster. */
  skip: readonly string[];
  /** Makes an instance where the new index has none yet; absent: it always has one. */
  make?(index: SessionIndex): object;
  /** Called when the fields are those that were kept. */
  filled?(instance: never): void;
}

const saved = (
  type: SavedClass['type'],
  skip: readonly string[] = [],
  more: Omit<SavedClass, 'type' | 'skip'> = {},
): SavedClass => ({ type, skip, ...more });

/**
 * The classes that an index is made of. Every field of theirs that is not named here is kept; one that cannot be kept (a
 * function, an instance of a class that is not here) fails the tests.
 */
export const SAVED_CLASSES: Readonly<Record<string, SavedClass>> = {
  SessionIndex: saved(SessionIndex, ['scan', 'windowOwner', 'options', 'offsetOf']),
  FrameTable: saved(FrameTable),
  Segment: saved(Segment, [], { make: () => new Segment(0) }),
  FirstBlocks: saved(FirstBlocks),
  TimeColumn: saved(TimeColumn, [], { make: () => new TimeColumn(0) }),
  Steps: saved(Steps),
  KindTable: saved(KindTable, ['traitsOf'], { filled: (table: KindTable) => table.tellTraits() }),
  StringPool: saved(StringPool, ['cacheA', 'cacheB', 'cacheNumber']),
  IdTable: saved(IdTable),
  UuidRows: saved(UuidRows, ['hashOf']),
  LinkTable: saved(LinkTable),
  Columns: saved(Columns),
  IdLists: saved(IdLists),
  MessageTable: saved(MessageTable),
  MessageLanes: saved(MessageLanes),
  RunTable: saved(RunTable),
  Run: saved(Run, [], { make: () => new Run(0) }),
  RunningTotal: saved(RunningTotal),
  ResultTable: saved(ResultTable),
  RowNumbers: saved(RowNumbers, [], { make: () => new RowNumbers() }),
  DiagnosticList: saved(DiagnosticList),
  AgentTable: saved(AgentTable),
  AgentLanes: saved(AgentLanes),
  SidechainLanes: saved(SidechainLanes),
  Replays: saved(Replays, ['readBack']),
  SideRows: saved(SideRows, ['fold']),
  FrameBlocks: saved(FrameBlocks),
  FrameWarnings: saved(FrameWarnings),
  FrameMarks: saved(FrameMarks, ['marked']),
  TurnMarks: saved(TurnMarks),
  TurnTable: saved(TurnTable),
  TaskTable: saved(TaskTable),
  RetryTable: saved(RetryTable),
  UserLineTable: saved(UserLineTable),
  RowScanner: saved(RowScanner, ['sink', 'options', 'maxValueBytes', 'sampleBytes'], {
    make: (index) => index.newScanner(),
  }),
  RowWriter: saved(RowWriter, ['sink', 'scan', 'lineFeeds']),
  LinePieces: saved(LinePieces, ['braces']),
  MultilineValues: saved(MultilineValues),
  ArrayElements: saved(ArrayElements, ['maxBytes']),
  Arrivals: saved(Arrivals, [], { make: () => new Arrivals(0) }),
  Indexing: saved(Indexing, [
    'source',
    'index',
    'stream',
    'chunkBytes',
    'firstChunkBytes',
    'window',
    'pos',
    'length',
    'base',
    'fresh',
    'decoder',
    'mapped',
    'mappedOffset',
    'offsetOf',
  ]),
  SideFile: saved(SideFile, ['source']),
  ParentProblems: saved(ParentProblems, [], {
    make: () => new ParentProblems(NO_PROBLEMS, [], -1),
  }),
};

const NO_PROBLEMS = { dangling: [], logical: new Set<number>() };

/** The classes by themselves. */
export const SAVED_NAMES: ReadonlyMap<unknown, { name: string; saved: SavedClass }> = new Map(
  Object.entries(SAVED_CLASSES).map(([name, saved]) => [saved.type, { name, saved }]),
);

import type { DrawnMedia } from '../protocol/blocks/image-header';
import type { BlockState, InputState } from '../protocol/deltas/assembled-block';
import type { JsonType } from '../protocol/fields/field-path';
import type { Provenance } from '../protocol/fields/provenance';
import type { FrameFamily } from '../protocol/frame-kinds';
import type { RunEnd, TurnFigures } from './answers/turns/turn-types';
import type { CaptureRecord } from './captures/capture-record';
import type { LiveFile } from './live/live-types';
import type { MatchState } from './matching/match-types';

/**
 * The answers of the engine, as the CLI prints them and the contract carries them.
 *
 * Frame numbers start at 1 and count rows, unparsed pieces included. Times are milliseconds since the Unix
 * epoch. Offsets and lengths are bytes of the file as it is on disk.
 */
export interface Usage {
  input: number;
  output: number;
  cacheRead: number;
  cacheCreation: number;
}

/** Of the last run's last result; "none": a session file or a fragment, which states no outcome. */
export type Outcome = 'success' | 'error' | 'incomplete' | 'none';

export type Format = 'stream-json' | 'session' | 'mixed' | 'unknown';

export interface Run extends RunEnd {
  sessionId: string | null;
  cliVersion: string | null;
  model: string | null;
  outcome: Outcome;
  /** Of the last result frame; null when there is none. */
  subtype: string | null;
  /** What the last result says of a failure, in its own words; null when the run did not fail or it says nothing. */
  reason: string | null;
  /** The last result frame; null when there is none. */
  resultFrame: number | null;
  turns: number | null;
  costUsd: number | null;
  usage: Usage | null;
  durationMs: number | null;
  firstFrame: number;
  lastFrame: number;
}

export type Severity = 'error' | 'warning' | 'info';

export interface Diagnostic {
  code: string;
  severity: Severity;
  line: number | null;
  offset: number | null;
  frame: number | null;
  message: string;
  /** The agent file that line and offset are of; absent for the file that was opened. */
  file?: string;
}

/** One file of a session: the one that was opened, or that of a subagent. */
export interface ReportPart {
  /** Relative to the folder of the file that was opened; that one by its name. */
  file: string;
  /** Number of the subagent that it is of, as in rows; 0 for the file that was opened. */
  agent: number;
  agentId: string | null;
  bytes: number;
  physicalLines: number;
  frames: number;
  unparsed: number;
  firstFrame: number | null;
  toolCalls: number;
  failedCalls: number;
  /** What the messages that are first seen here state; null when they state none. */
  usage: Usage | null;
  /** Why it could not be read to its end; null when it was. */
  error: string | null;
}

/** What `framescope inspect --json` prints (README, "On the command line"). */
export interface Report extends TurnFigures {
  file: string;
  bytes: number;
  format: Format;
  physicalLines: number;
  frames: number;
  unparsed: number;
  kinds: Record<string, number>;
  toolCalls: number;
  toolResults: number;
  linked: number;
  orphanResults: number;
  unansweredCalls: number;
  replayedFrames: number;
  outcome: Outcome;
  costUsd: number | null;
  usage: Usage | null;
  runs: Run[];
  /** Runs that are counted but not listed; the last one is always listed. */
  runsLeftOff: number;
  diagnostics: Diagnostic[];
  /** How many diagnostics were counted but not listed, because there were more than the list holds. */
  diagnosticsLeftOff: number;
  /** Linked results that say is_error: true. */
  failedCalls: number;
  /** Branches of the conversation, abandoned ones included; null for a stream, and while the file is indexed. */
  branches: number | null;
  /** Subagents, those that are known by their call only included. */
  agents: number;
  /** The files that the figures are of, when agent files were read as well; else empty. */
  parts: ReportPart[];
  /** Files that are counted but not listed. */
  partsLeftOff: number;
  /** What the record beside a capture says of its process, and the lines that are not its output; null without one. */
  capture: (CaptureRecord & { stderrLines: number; stdinLines: number }) | null;
}

/** What a capture holds beside the output of its process. */
export type SideStream = 'stderr' | 'stdin';

export type IndexState = 'indexing' | 'done' | 'cancelled' | 'failed';

export interface Progress {
  session: number;
  /** New each time a file is opened, also under the same session number: what was known of the former is void. */
  generation: number;
  state: IndexState;
  /** Rows so far: frames and unparsed pieces. */
  rows: number;
  bytes: number;
  totalBytes: number;
  elapsedMs: number;
  /** Set when state is "failed": one plain sentence. */
  error: string | null;
  /** The first time that a frame states: zero of relative times. null until one does. */
  firstTime: number | null;
  /** Rows that a list does not show while every message is folded. */
  folded: number;
  /** null: the file is read once and not followed. */
  live: LiveFile | null;
  /** When the index was written that was kept, in milliseconds since the Unix epoch; absent: all of it was read now. */
  restoredFrom?: number;
}

/** Which rows a list shows, and so what positions in it mean. */
export interface Listing {
  /** Every row, also the API events that are folded under the first one of their message. */
  unfolded: boolean;
  /** Frames whose messages are unfolded. */
  open: number[];
  /** An expression of the filter language: only rows that match, and those that they are folded under. */
  filter?: string | undefined;
}

export interface ListPlace {
  /** Of the frame, or of the one that it is folded under; counts from 1. */
  position: number;
  /** The frame that it is folded under; null when it is listed itself. */
  foldedUnder: number | null;
  total: number;
  /**
   * The filter of the list hides it: `position` is that of the row it is folded under, if that is there, else of the last
   * one before it, and 0 when none is.
   */
  hidden?: true;
}

/**
 * "closed", "open": the first API event of a message, with the others folded under it or listed below it, or a row that
 * others fold under (retries, progress of a call, the summary of a compaction); "inside": one of the others; "none": any
 * other row.
 */
export type Fold = 'none' | 'closed' | 'open' | 'inside';

/** Kind families share a hue; pieces that are no frame have one of their own. */
export type Family = FrameFamily | 'unparsed';

export interface Row {
  frame: number;
  line: number;
  offset: number;
  bytes: number;
  family: Family;
  /** First and second part of the kind column, such as "system" and "init", or "user" and "tool_result". */
  kind: string;
  detail: string;
  /** null when nothing before this frame states a time. */
  time: number | null;
  /** "own": the frame states it; "arrival": when it came; "inherited": from the nearest earlier frame that states one. */
  timeSource: 'own' | 'arrival' | 'inherited' | 'none';
  /** Not output of the process but what it wrote to stderr, or what was sent to its stdin; null for any other row. */
  stream: SideStream | null;
  /** Number of the subagent this frame belongs to (1 = first seen), 0 for the main thread. */
  agent: number;
  /** 1 for a subagent that the main thread called, 2 for one that such a subagent called; 0 on the main thread. */
  agentDepth: number;
  /** The agent file that line and offset are of; null for the file that was opened. */
  file: string | null;
  /** The first row of an agent file. */
  beginsFile: boolean;
  calls: number;
  results: number;
  /** The other ends of its calls and results, or of a control request and what answers it; at most 8. */
  links: number[];
  error: boolean;
  replay: boolean;
  fold: Fold;
  /** Rows that this one stands for, itself included, such as the API events of its message; 0 where nothing is folded. */
  events: number;
  unparsed: boolean;
  invalidUtf8: boolean;
  /** It stands on a branch of the conversation that was abandoned. */
  offBranch: boolean;
  /** Holds a call without a result, or a result without a call. */
  unlinked: boolean;
  /** Shown strong before the summary: the tool name of a call. */
  strong: string;
  summary: string;
  /** It matches what is marked, or an event that is folded under it does. */
  hit: boolean;
}

export interface CutText {
  text: string;
  /** UTF-16 units that were left off at the end; 0 when the text is whole. */
  cut: number;
}

export interface DetailBlock {
  /** The block's own type, such as "text", "thinking", "tool_use", or "string" for a plain string content. */
  type: string;
  title: string;
  /** "text" is prose or output as it is; "json" is pretty JSON; "note" is a sentence of ours (none: its parts follow); "image" is drawn. */
  form: 'text' | 'json' | 'note' | 'image';
  /** Of an image its words: media type, size, bytes. */
  body: CutText;
  error: boolean;
  /** What blocks of this type are, in one plain sentence; null for what is no content block. */
  meaning: string | null;
  /** A part of the block before it, such as a picture in a tool result. */
  inside: boolean;
  /** Set with the form "image". */
  image: ImagePlace | null;
}

/** Where a picture stands in its frame; its data is asked for with the request "image". */
export interface ImagePlace {
  /** Steps from the frame to the image block. */
  path: readonly (string | number)[];
  media: DrawnMedia;
  /** Base64 units of its data. */
  units: number;
}

export interface CallPicture {
  image: ImagePlace;
  /** Media type, size, bytes. */
  words: string;
}

export interface ImageSlice {
  /** Base64, as written. */
  data: string;
  /** Units of the whole data. */
  total: number;
}

export interface Fact {
  label: string;
  value: string;
  /** Set when the value is the number of another frame: the window makes it a jump. */
  frame: number | null;
}

/** What is known of a kind of frame, in words. */
export interface KindFacts {
  meaning: string;
  /** Who writes it to whom, and where it is found; null for a kind that nobody knows. */
  direction: string | null;
  /** CLI versions that have it, published and recorded; null likewise. */
  versions: string | null;
}

export interface FrameDetail {
  row: Row;
  /** What frames of its kind are; null for a piece that is no frame. */
  about: KindFacts | null;
  /** What the frame says of itself, in reading order. */
  facts: Fact[];
  blocks: DetailBlock[];
  /** Frames of the same API message (one content block each), this one included; empty when alone. */
  messageFrames: number[];
  /** How many API events tell its message, and whether it is one of them; null when the message was not streamed. */
  streamed: { events: number; isEvent: boolean } | null;
  /** Diagnostics that name this frame. */
  diagnostics: Diagnostic[];
  /** UTF-16 units of the exact form, and of the pretty form (null: it cannot be pretty-printed). */
  exactUnits: number;
  prettyUnits: number | null;
  /** Why there is no pretty form: one plain sentence; null when there is one. */
  prettyMissing: string | null;
}

/** One of several calls that the model made at once. */
export interface ParallelCall {
  frame: number;
  name: string;
  status: 'ok' | 'failed' | 'unanswered';
  current: boolean;
}

/** The file that holds a result which was too long for the model. */
export interface SavedResult {
  /** As the recording names it; nothing is read from there. */
  path: string;
  /** Where it lies beside the session file; null when it does not. */
  found: string | null;
  /** As stated, such as "11.4MB"; null when nothing states it. */
  size: string | null;
  /** The result is a preview of it. */
  isPreview: boolean;
}

/** What stands beside a call. */
export interface CallSides {
  /** The calls of the same message: how many, and those next to this one, itself included; null for the only one. */
  parallel: { size: number; calls: ParallelCall[] } | null;
  /** What the tool wrote to its error output; `seen`: the result that the model got has it too. */
  errorOutput: { text: CutText; seen: boolean } | null;
  saved: SavedResult | null;
}

export interface Call extends CallSides {
  /** The id as written; "" is possible. */
  id: string;
  name: string;
  callFrame: number | null;
  resultFrame: number | null;
  status: 'ok' | 'failed' | 'unanswered' | 'orphan' | 'duplicate';
  durationMs: number | null;
  /** True when one of the two times is inherited from a neighbour. */
  durationInferred: boolean;
  input: CutText | null;
  inputForm: 'text' | 'json';
  result: CutText | null;
  /** Pictures in the result, in its frame. */
  pictures: CallPicture[];
  /** Such as "empty", "no content", "is_error is a string". */
  notes: string[];
}

export type TextForm = 'exact' | 'pretty' | 'hex';

export interface TextSlice {
  text: string;
  /** UTF-16 units of the whole text. */
  total: number;
}

/** A field path of a frame, with where it comes from. */
export interface FieldEntry {
  /** As in src/protocol/fields/field-path.ts: `message.content[text].type`. */
  path: string;
  /** "opaque" fields belong to a tool or the user and are not listed. */
  provenance: Exclude<Provenance, 'opaque'>;
  /** Of its values in this frame; empty when the frame lacks a field that is published as required. */
  types: JsonType[];
  /** How often it stands in this frame, repeated keys included. */
  count: number;
  /** The published type, and whether the field is optional there; null when it is not published. */
  publishedType: string | null;
  optional: boolean | null;
  /** CLI versions: of the published types that declare it, else of the recordings that show it. */
  since: string | null;
  /** null: up to the newest published types. */
  until: string | null;
  /** Plain sentences: why it has this provenance. */
  explanation: string;
  /** Where the frame differs from the published types: plain sentences. Facts, no errors. */
  notes: string[];
}

export interface FieldList {
  /** As the registry names the kind of the frame; "" when there is no list. */
  kind: string;
  /** In order of first sight; fields that are missing stand last. */
  entries: FieldEntry[];
  /** Paths that are not listed, because there are more than the list holds. */
  leftOff: number;
  /** Why there is no list, in one sentence; null when there is one. */
  missing: string | null;
}

export interface FieldMarks {
  /** For every line of a slice of the pretty text the number (from 0) of its key's entry in the list, or -1. */
  lines: Int16Array;
  /** The first of them begins before the slice (and has -1). */
  beginsWithin: boolean;
}

export interface RowPage {
  /** Rows of the list that was asked for. */
  total: number;
  rows: Row[];
  /** How far the filter of the list is; null without one. */
  match: MatchState | null;
}

export type NextClass = 'error' | 'unparsed' | 'unlinked' | 'diagnostic';

/** One content block of a message, put together from its API events. */
export interface StreamedBlock {
  /** null when the events state none. */
  index: number | null;
  type: string;
  id: string | null;
  name: string | null;
  state: BlockState;
  /** Of a call: whether its joined input is JSON. */
  input: InputState;
  deltas: number;
  firstFrame: number;
  lastFrame: number;
  /** The joined text; of a call its input as it came. */
  text: CutText;
  /** UTF-16 units of the text up to the frame that was asked about; null when that frame adds nothing to the block. */
  soFar: number | null;
  /** The frame that tells the same block whole. */
  wholeFrame: number | null;
  /** "id": both state the same tool id; "order": the next block of its type in the message. */
  wholeBy: 'id' | 'order' | null;
  /** Whether both say the same; null without a whole frame, or where they cannot be compared. */
  agrees: boolean | null;
  notes: string[];
}

/** A message as its API events tell it. */
export interface StreamedMessage {
  id: string | null;
  role: string | null;
  model: string | null;
  stopReason: string | null;
  events: number;
  firstFrame: number;
  lastFrame: number;
  started: boolean;
  stopped: boolean;
  /** Milliseconds to the first token as the CLI states them; null when it does not. */
  firstTokenMs: number | null;
  /** The longest time between two events that state their times, and the frame at its end; null when none do. */
  longestGap: { ms: number; frame: number } | null;
  blocks: StreamedBlock[];
  /** Blocks that are not listed. */
  blocksLeftOff: number;
  notes: string[];
}

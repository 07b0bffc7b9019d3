/** What a row of the call table is: a call with or without its result, or a result whose call is not there. */
export const CALL_STATUSES = ['failed', 'unanswered', 'orphan', 'duplicate', 'ok'] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/** What the recording says of the permission of a call. */
export const CALL_PERMISSIONS = ['denied', 'asked', 'allowed'] as const;
export type CallPermission = (typeof CALL_PERMISSIONS)[number];

export const CALL_SORTS = [
  'order',
  'tool',
  'status',
  'time',
  'duration',
  'callBytes',
  'resultBytes',
  'permission',
  'agent',
  'run',
  'repeats',
] as const;
export type CallSort = (typeof CALL_SORTS)[number];

export interface CallFilter {
  /** Names of tools; of a row without a name it is "". */
  tools?: string[] | undefined;
  statuses?: CallStatus[] | undefined;
  /** Numbers of subagents; 0 is the main thread. */
  agents?: number[] | undefined;
  /** In the name, the id, the input or the result, ignoring case. */
  text?: string | undefined;
  /** Only calls whose tool and input occur at least twice. */
  repeatedOnly?: boolean | undefined;
  /** Only the calls that are identical to the one of this number: see CallRow.call. */
  identicalTo?: number | undefined;
}

export interface CallTableView {
  sort: CallSort;
  descending: boolean;
  filter: CallFilter;
}

export interface CallRow {
  /** Number of the call, or of the result without one, in this session: it stays while the file grows. */
  call: number;
  tool: string;
  /** One line of the input; of a result without a call, one of its text. */
  summary: string;
  status: CallStatus;
  callFrame: number | null;
  resultFrame: number | null;
  /** When the call was made; of a result without a call, when that came. */
  time: number | null;
  timeInferred: boolean;
  durationMs: number | null;
  durationInferred: boolean;
  /** Bytes of the frame that holds the call; it may hold others as well. */
  callBytes: number | null;
  /** Bytes of the frame that holds the result. */
  resultBytes: number | null;
  permission: CallPermission | null;
  /** Number of the subagent; 0 is the main thread. */
  agent: number;
  /** Counts from 1. */
  run: number;
  /** Number of the turn, from 1; null when it is in none. */
  turn: number | null;
  /** How many calls of the session have this tool and input, itself included; 0 while that is not known. */
  repeats: number;
}

export interface ToolFacet {
  tool: string;
  count: number;
  failed: number;
  /** Over the calls whose duration is known; null when none is. */
  totalMs: number | null;
  medianMs: number | null;
}

/** How far the bytes of calls and results were read: what is told of inputs, permissions and texts is so far only. */
export interface CallReading {
  /** Frames that are read, of the frames that there are. */
  done: number;
  of: number;
  /** False while more is read, or while the file itself is indexed. */
  whole: boolean;
  /** Frames that are too long to be read for this. */
  skipped: number;
  /** Why reading stopped; null while it did not. */
  stopped: string | null;
}

export interface CallPage {
  /** Rows that pass the filter. */
  total: number;
  /** Rows of the whole table. */
  all: number;
  from: number;
  rows: CallRow[];
  tools: ToolFacet[];
  /** Tools that are not listed because there are too many. */
  toolsLeftOff: number;
  statuses: Record<CallStatus, number>;
  agents: { agent: number; count: number }[];
  reading: CallReading;
}

/** Calls of the same tool with the same input. */
export interface CallGroup {
  /** The first of them. */
  call: number;
  tool: string;
  summary: string;
  count: number;
  failed: number;
  /** Frames of the first calls. */
  frames: number[];
}

export interface CallGroups {
  /** The groups with the most calls. */
  repeated: CallGroup[];
  /** How many groups of at least two there are, and how many calls they hold. */
  groups: number;
  calls: number;
  /** The calls that took longest, the longest one first. */
  slowest: CallRow[];
  reading: CallReading;
}

/** Where a frame's call stands in a view of the table (from 0). */
export interface CallPlace {
  position: number | null;
  call: number | null;
  total: number;
}

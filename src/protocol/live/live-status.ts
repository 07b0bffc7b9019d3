/** What a session that is being written is doing. */
export type LiveActivity =
  /** Frames come, or a turn is open. */
  | 'running'
  /** A `control_request/can_use_tool` has no answer yet. */
  | 'waiting-for-permission'
  /** The API refused requests until a stated time. */
  | 'rate-limited'
  /** A request of the API is tried again. */
  | 'retrying'
  /** The last turn has its result; the writer may go on. */
  | 'idle'
  /** A turn is open, and nothing has come for a while. */
  | 'stalled'
  /** The writer is gone: its process ended, or its pipe was closed. */
  | 'ended';

/** A call that has no result yet. */
export interface OpenCall {
  name: string;
  /** Counts from 1, as everywhere. */
  frame: number;
  /** Milliseconds since the Unix epoch; null when no time is known. */
  since: number | null;
}

/** A question of the CLI that the user may answer (`control_request/can_use_tool`). */
export interface PermissionRequest {
  requestId: string;
  frame: number;
  /** Where the frame stands in the file that was opened, in bytes. */
  offset: number;
  bytes: number;
  tool: string;
  /** One line: what the call would do. */
  summary: string;
  /** Pretty JSON of the call's input, cut after 20,000 units; `cut` is how much was left off. */
  input: { text: string; cut: number };
  since: number | null;
}

export interface LiveRetry {
  attempt: number | null;
  of: number | null;
  delayMs: number | null;
  /** What the API said, in its own words; null when the frame does not say. */
  error: string | null;
}

export interface LiveStatus {
  activity: LiveActivity;
  /** When this began; null when no time is known. */
  since: number | null;
  /** One plain sentence for the reader. */
  sentence: string;
  /** The frame that says so; null when none does. */
  frame: number | null;
  retry: LiveRetry | null;
  /** When the rate limit ends; null when it is not stated or there is none. */
  until: number | null;
  /** The first ones, and how many there are. */
  openCalls: OpenCall[];
  openCallCount: number;
  permissions: PermissionRequest[];
}

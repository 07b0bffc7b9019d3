import { Counter, type FrameScanner } from '../frames/frame-scanner';

/**
 * A number that every frame states anew as the total so far: the last one counts. A lower value than before means that
 * the count began anew, and the parts add up.
 */
export class RunningTotal {
  private before = 0;
  private last: number | null = null;

  add(stated: number | null): void {
    if (stated === null) return;
    if (this.last !== null && stated < this.last) this.before += this.last;
    this.last = stated;
  }

  get value(): number | null {
    return this.last === null ? null : this.before + this.last;
  }
}

/** What is known of one run: the frames of one session id in one file (README, "How it counts"). */
export class Run {
  sessionId: string | null = null;
  cliVersion: string | null = null;
  model: string | null = null;
  firstRow: number;
  lastRow: number;
  /** Frames that only a stream has: init, result, stream_event, control frames, bare API messages. */
  streamSigns = 0;
  /** Frames that only a session file has: parentUuid and camelCase envelope. */
  sessionSigns = 0;
  /** Frames with a snake_case session id: a stream, unless something says otherwise. */
  snakeFrames = 0;
  hasInit = false;
  /** Holds bare API messages (CLI before 0.2.118). */
  bareMessages = false;
  results = 0;
  lastResultRow = -1;
  subtype: string | null = null;
  failed = false;
  /** `total_cost_usd` is a running total of one process. */
  readonly cost = new RunningTotal();
  durationMs: number | null = null;
  /** Adds up over results: `result.usage` is per turn. null: no result states it. */
  usage: number[] | null = null;
  private turnsAdded: number | null = null;
  private readonly turnsRunning = new RunningTotal();

  constructor(row: number) {
    this.firstRow = row;
    this.lastRow = row;
  }

  /**
   * Whether `num_turns` counts the whole conversation so far instead of one turn. CLI 1.0.60 and 1.0.128 do that (their
   * recordings 16-two-turns say 1, then 4 and 6); 2.0.50, where init begins to state the version, and later do not.
   */
  get countsTurnsOn(): boolean {
    return this.cliVersion === null;
  }

  get turns(): number | null {
    return this.countsTurnsOn ? this.turnsRunning.value : this.turnsAdded;
  }

  addResult(row: number, subtype: string | null, failed: boolean): void {
    this.results++;
    this.lastResultRow = row;
    this.subtype = subtype;
    this.failed = failed;
  }

  addTurns(turns: number | null): void {
    this.turnsRunning.add(turns);
    if (turns !== null) this.turnsAdded = (this.turnsAdded ?? 0) + turns;
  }

  addDuration(ms: number | null): void {
    if (ms !== null) this.durationMs = (this.durationMs ?? 0) + ms;
  }

  addUsage(scan: FrameScanner): void {
    for (let k = 0; k < Counter.Count; k++) {
      const value = scan.usage(k);
      if (value < 0) continue;
      this.usage ??= [0, 0, 0, 0];
      this.usage[k] = (this.usage[k] as number) + value;
    }
  }
}

/** More session ids than this in one file share the last run: the frame table keeps 16 bits for it. */
const MAX_RUNS = 0xfffe;

/**
 * The runs of a file in order of appearance. Frames without a session id belong to the run they stand in
 * (case 064); frames before the first id belong to the run that id names (CLI 0.2.109 states it last).
 */
export class RunTable {
  readonly runs: Run[] = [];
  private readonly byId = new Map<string, number>();
  private current = -1;

  /** Number of the run that the frame at `row` belongs to. Frames that follow in the same run need `stay` only. */
  enter(row: number, sessionId: string | null): number {
    if (this.current < 0) this.current = this.add(row, sessionId);
    else if (sessionId !== null) this.current = this.find(row, sessionId);
    return this.stay(row);
  }

  stay(row: number): number {
    (this.runs[this.current] as Run).lastRow = row;
    return this.current;
  }

  private find(row: number, sessionId: string): number {
    const run = this.runs[this.current] as Run;
    if (run.sessionId === sessionId) return this.current;
    const known = this.byId.get(sessionId);
    if (known !== undefined) return known;
    if (run.sessionId === null) {
      run.sessionId = sessionId;
      this.byId.set(sessionId, this.current);
      return this.current;
    }
    return this.runs.length < MAX_RUNS ? this.add(row, sessionId) : this.current;
  }

  private add(row: number, sessionId: string | null): number {
    const run = new Run(row);
    run.sessionId = sessionId;
    this.runs.push(run);
    if (sessionId !== null) this.byId.set(sessionId, this.runs.length - 1);
    return this.runs.length - 1;
  }

  get currentRun(): number {
    return Math.max(0, this.current);
  }
}

import { TURN_OUTCOMES, type TurnOutcome } from '../../protocol/turns/turn-outcomes';
import type { Run } from '../runs/run-table';

/** What a result frame says of how its turn ended. */
export interface TurnEnd {
  failed: boolean;
  interrupted: boolean;
  /** num_turns is 0: the model was not asked. */
  noTurns: boolean;
  statesCost: boolean;
}

interface OpenTurn {
  start: number;
  /** Row of the prompt that began it, or -1. */
  prompt: number;
  last: number;
  hasInit: boolean;
  hasMessages: boolean;
  interrupted: boolean;
  /** The last result of the run that states a cost, or -1: total_cost_usd is a running total. */
  costBefore: number;
}

/** A turn that has ended, or is the open one of its run. Rows count from 0; -1 is none. */
export interface TurnRows {
  run: number;
  start: number;
  end: number;
  prompt: number;
  result: number;
  costBefore: number;
  outcome: TurnOutcome;
}

const COLUMNS = 7;
const FIRST = 16;

/**
 * The turns of a file, told while it is indexed. In a stream a turn ends with its result (system/init comes once for
 * each, 2.1.332/16-two-turns); in a session file, which holds no results, with the prompt that begins the next one.
 */
export class TurnTable {
  /** Set while a file of a subagent is read: what stands in it is told by the turns of its session. */
  paused = false;
  private ended = 0;
  private columns = new Int32Array(FIRST * COLUMNS);
  private readonly open = new Map<number, OpenTurn>();
  // Neighbours are mostly of one run.
  private lastRun = -1;
  private lastTurn: OpenTurn | null = null;
  private readonly lastCosts = new Map<number, number>();
  private readonly lastOutcomes = new Map<number, TurnOutcome>();

  /** Turns that a result or the next prompt ended; the open ones come after them. */
  get endedCount(): number {
    return this.ended;
  }

  /** A message of the model, or of the user to a subagent: something goes on. */
  message(row: number, run: number): void {
    if (this.paused) return;
    const turn = this.enter(row, run);
    turn.last = row;
    turn.hasMessages = true;
  }

  /** system/init: a turn of a stream begins. */
  init(row: number, run: number): void {
    if (this.paused) return;
    const turn = this.enter(row, run);
    turn.last = row;
    turn.hasInit = true;
  }

  /** A line that the CLI wrote: it belongs to the turn, but begins none. */
  note(row: number, run: number): void {
    if (this.paused) return;
    const turn = this.open.get(run);
    if (turn !== undefined) turn.last = row;
  }

  interrupt(row: number, run: number): void {
    if (this.paused) return;
    const turn = this.enter(row, run);
    turn.last = row;
    turn.interrupted = true;
  }

  /** `state.hasInit`: a stream, where only results end a turn. A queued prompt comes inside a turn. */
  prompt(row: number, run: number, state: Run, queued: boolean): void {
    if (this.paused) return;
    const before = this.open.get(run);
    const inStream = isStream(state);
    if (before !== undefined && !inStream && !queued && (before.prompt >= 0 || before.hasMessages)) {
      this.push(run, before, row - 1, -1, before.interrupted ? 'interrupted' : 'none');
      this.close(run);
    }
    const turn = this.enter(row, run);
    turn.last = row;
    if (turn.prompt < 0) turn.prompt = row;
  }

  /** `marked`: a line of the turn says that the user stopped it. */
  end(row: number, run: number, end: TurnEnd): { outcome: TurnOutcome; marked: boolean } {
    const turn = this.enter(row, run);
    const outcome = outcomeOf(turn, end);
    this.push(run, turn, row, row, outcome);
    this.close(run);
    if (end.statesCost) this.lastCosts.set(run, row);
    return { outcome, marked: turn.interrupted };
  }

  private close(run: number): void {
    this.open.delete(run);
    this.lastTurn = null;
  }

  private enter(row: number, run: number): OpenTurn {
    if (run === this.lastRun && this.lastTurn !== null) return this.lastTurn;
    this.lastRun = run;
    this.lastTurn = this.open.get(run) ?? this.begin(row, run);
    return this.lastTurn;
  }

  private begin(row: number, run: number): OpenTurn {
    const turn = {
      start: row,
      prompt: -1,
      last: row,
      hasInit: false,
      hasMessages: false,
      interrupted: false,
      costBefore: this.lastCosts.get(run) ?? -1,
    };
    this.open.set(run, turn);
    return turn;
  }

  private push(run: number, turn: OpenTurn, end: number, result: number, outcome: TurnOutcome): void {
    const at = this.ended * COLUMNS;
    if (at === this.columns.length) {
      const larger = new Int32Array(this.columns.length * 2);
      larger.set(this.columns);
      this.columns = larger;
    }
    const { start, prompt, costBefore } = turn;
    this.columns.set([run, start, end, prompt, result, costBefore, TURN_OUTCOMES.indexOf(outcome)], at);
    this.ended++;
    this.lastOutcomes.set(run, outcome);
  }

  /** Of the last turn of a run that has ended; undefined when none has. */
  lastOutcome(run: number): TurnOutcome | undefined {
    return this.lastOutcomes.get(run);
  }

  at(turn: number): TurnRows {
    const at = turn * COLUMNS;
    const number = (column: number) => this.columns[at + column] as number;
    return {
      run: number(0),
      start: number(1),
      end: number(2),
      prompt: number(3),
      result: number(4),
      costBefore: number(5),
      outcome: TURN_OUTCOMES[number(6)] as TurnOutcome,
    };
  }

  /** The turns that have not ended, by the row that they began with. */
  unfinished(runs: readonly Run[]): TurnRows[] {
    const turns: TurnRows[] = [];
    for (const [run, turn] of this.open) {
      const { start, last, prompt, costBefore } = turn;
      if (!turn.hasInit && !turn.hasMessages && !turn.interrupted && prompt < 0) continue;
      const unended = isStream(runs[run] as Run) ? 'incomplete' : 'none';
      const outcome = turn.interrupted ? 'interrupted' : unended;
      turns.push({ run, start, end: last, prompt, result: -1, costBefore, outcome });
    }
    return turns.sort((a, b) => a.start - b.start);
  }
}

/** Only in a stream do results end turns. */
function isStream(run: Run): boolean {
  return (
    run.hasInit || run.bareMessages || run.results > 0 || (run.streamSigns > 0 && run.sessionSigns === 0)
  );
}

function outcomeOf(turn: OpenTurn, { failed, interrupted, noTurns }: TurnEnd): TurnOutcome {
  if (interrupted || (failed && turn.interrupted)) return 'interrupted';
  if (failed) return 'failed';
  // A background task that reported back (case 052), or a command that the CLI answers itself (24-slash).
  return noTurns && !turn.hasMessages ? 'empty' : 'success';
}

import { fieldOf, numberOf, stringOf } from '../../protocol/json-values';
import { compactionOf } from '../../protocol/turns/compaction';
import { retryOf } from '../../protocol/turns/retries';
import { taskEventOf } from '../../protocol/turns/task-events';
import { attachedLineOf, type UserLine, userLineOf } from '../../protocol/turns/user-lines';
import { RowNumbers } from '../runs/row-numbers';
import type { Run } from '../runs/run-table';
import type { FramePlace, FrameWarnings } from '../session/frame-warnings';
import type { MarkedFrame } from './marked-frame';
import { Mark } from './marks';
import { type RetryEnd, RetryTable, seriesSentence } from './retry-table';
import { TaskTable } from './task-table';
import { TurnTable } from './turn-table';
import { UserLineTable } from './user-line-table';

/** An attachment names its type near its beginning; most are of other types, and long. */
const ATTACHMENT_HEAD_BYTES = 4096;
const MAX_ID_UNITS = 80;
const MAX_SUMMARY_UNITS = 300;
const INTERRUPTED = 'The user stopped the turn here. That is no error of the run.';
const EMPTY_TURN =
  'This result ends a turn in which the model was not asked: num_turns is 0. What follows is not after the end.';
const QUEUED = 'queued_command';

/**
 * What the file tells of turns, prompts, tasks and retries. Only frames of the few kinds that tell of them are parsed,
 * once, and nothing of them is kept but row numbers and what their tasks say.
 */
export class TurnMarks {
  readonly userLines = new UserLineTable();
  readonly turns = new TurnTable();
  readonly tasks = new TaskTable();
  readonly retries = new RetryTable();
  readonly compactions = new RowNumbers();
  /** Rows of the last title of each kind and of all summaries; -1 is none. */
  customTitle = -1;
  aiTitle = -1;
  readonly summaries = new RowNumbers();

  /** Of the last retry, whose series is told of when it has ended. */
  private retryPlace: FramePlace = { row: 0, line: 0, offset: 0 };

  constructor(private readonly warnings: FrameWarnings) {}

  /** Another file of the session begins: what was tried again before it did not end in its file. */
  beginPart(ofSubagent: boolean): void {
    this.turns.paused = ofSubagent;
    this.endRetries('open');
  }

  /** A frame of the role "assistant", or one with tool results: nothing else of it is asked for. */
  message(row: number, run: number, by: 'model' | 'cli' | 'tool'): void {
    this.turns.message(row, run);
    if (this.retries.open?.run === run && by !== 'tool')
      this.endRetries(by === 'model' ? 'answered' : 'gave up');
  }

  /** `state`: its run. */
  add(mark: Mark, frame: MarkedFrame, state: Run): void {
    const { row, run } = frame;
    switch (mark) {
      case Mark.User:
      case Mark.Bare:
        this.addUser(frame, state);
        break;
      case Mark.Attachment:
        this.addAttachment(frame, state);
        break;
      case Mark.Task:
        this.addTask(frame);
        break;
      case Mark.RateLimit:
        this.addRateLimit(frame);
        break;
      case Mark.Compaction:
        this.compactions.push(row);
        this.checkCompaction(frame);
        break;
      case Mark.Retry:
        if (this.retries.open?.run !== run) this.endRetries('open');
        this.retries.add(row, run, retryOf(frame.parsed() ?? {}));
        this.retryPlace = { row, line: frame.line, offset: frame.offset };
        this.turns.note(row, run);
        break;
      case Mark.Init:
        this.turns.init(row, run);
        break;
      case Mark.CustomTitle:
        if (!this.turns.paused) this.customTitle = row;
        break;
      case Mark.AiTitle:
        if (!this.turns.paused) this.aiTitle = row;
        break;
      case Mark.Summary:
        if (!this.turns.paused) this.summaries.push(row);
    }
  }

  /** A result frame, once its run has taken it over. `failed`: by is_error or by its subtype. */
  result(frame: MarkedFrame, says: { failed: boolean; noTurns: boolean; statesCost: boolean }): void {
    const { run } = frame;
    // Only of a turn that failed does it matter why.
    const value = says.failed ? frame.parsed() : undefined;
    // "interrupted" is published; recordings have aborted_streaming and aborted_tools (2.1.220 and 2.1.332).
    const reason = stringOf(value, 'terminal_reason') ?? '';
    const interrupted = reason === 'interrupted' || reason.startsWith('aborted');
    if (this.retries.open?.run === run) this.endRetries(says.failed ? 'gave up' : 'answered');
    const { outcome, marked } = this.turns.end(frame.row, run, { ...says, interrupted });
    if (outcome === 'empty') this.warnings.note('empty-turn', frame, EMPTY_TURN);
    if (outcome === 'interrupted' && !marked) this.warnings.note('interrupted-turn', frame, INTERRUPTED);
  }

  private endRetries(end: RetryEnd): void {
    const { open } = this.retries;
    if (open === null) return;
    const sentence = seriesSentence(open, end);
    if (end === 'answered') this.warnings.note('api-retries', this.retryPlace, sentence);
    else {
      const code = end === 'open' ? 'api-retries-open' : 'api-retries-failed';
      this.warnings.add(code, this.retryPlace, sentence);
    }
    this.retries.close(end);
  }

  private addUser(frame: MarkedFrame, state: Run): void {
    const { row, run, subagent, afterBoundary } = frame;
    const value = frame.parsedLine();
    const line = value === undefined ? null : userLineOf(value, { subagent, afterBoundary });
    if (line === null) this.turns.note(row, run);
    else this.addLine(line, frame, state);
  }

  private addLine(line: UserLine, frame: MarkedFrame, state: Run): void {
    const { row, run, subagent } = frame;
    this.userLines.add(row, line);
    if (line === 'prompt') this.turns.prompt(row, run, state, false);
    else if (line === 'queued-prompt') this.turns.prompt(row, run, state, true);
    else if (line === 'subagent-prompt') this.turns.message(row, run);
    // A subagent that is stopped stops with its turn, whose own line says so.
    else if (line === 'interrupt' && !subagent) {
      this.turns.interrupt(row, run);
      this.warnings.note('interrupted-turn', frame, INTERRUPTED);
    } else this.turns.note(row, run);
  }

  private addAttachment(frame: MarkedFrame, state: Run): void {
    if (!frame.head(ATTACHMENT_HEAD_BYTES).includes(QUEUED)) return;
    const value = frame.parsed();
    const line = value === undefined ? null : attachedLineOf(value);
    if (line !== null) this.addLine(line, frame, state);
  }

  private addTask(frame: MarkedFrame): void {
    const value = frame.parsed();
    const event = value === undefined ? null : taskEventOf(value);
    if (event === null) {
      this.tasks.addPlain();
      return;
    }
    const known = this.tasks.ofId(event.taskId)?.status;
    this.tasks.add(frame.row, frame.run, event);
    if (event.status !== 'failed' || known === 'failed') return;
    const call = event.callId === null ? '' : ` (call ${event.callId.slice(0, MAX_ID_UNITS)})`;
    const says = event.summary?.slice(0, MAX_SUMMARY_UNITS);
    const id = event.taskId.slice(0, MAX_ID_UNITS);
    this.warnings.add(
      'background-task-failed',
      frame,
      `The task ${id}${call} failed.${says === undefined ? '' : ` It says: "${says}".`}`,
    );
  }

  private addRateLimit(frame: MarkedFrame): void {
    const info = fieldOf(frame.parsed(), 'rate_limit_info');
    if (stringOf(info, 'status') !== 'rejected') return;
    const type = stringOf(info, 'rateLimitType');
    const resets = numberOf(info, 'resetsAt');
    const words = type === null ? 'A rate limit' : `The rate limit "${type.slice(0, 80)}"`;
    const until = resets === null ? '' : ` It resets at ${isoTime(resets)}.`;
    this.warnings.add('rate-limit-rejected', frame, `${words} refused the request.${until}`);
  }

  private checkCompaction(frame: MarkedFrame): void {
    const value = frame.parsed();
    if (value === undefined) return;
    const { missing } = compactionOf(value);
    if (missing.length === 0) return;
    this.warnings.note(
      'partial-compaction',
      frame,
      `This compaction states only a part: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not stated.`,
    );
  }
}

/** Seconds since the epoch as a time; the number itself when no date can hold it. */
function isoTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().replace('.000Z', 'Z');
}

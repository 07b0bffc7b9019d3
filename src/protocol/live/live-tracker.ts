import { oneLine } from '../frame-summary';
import { fieldOf, type Json, type JsonObject, numberOf, stringOf } from '../json-values';
import { retryOf } from '../turns/retries';
import {
  callsText,
  endedSentence,
  idleSentence,
  permissionSentence,
  type RunningCall,
  rateLimitSentence,
  retrySentence,
  stallSentence,
  type TurnEnd,
  unitOf,
} from './live-sentences';
import type { LiveActivity, LiveRetry, LiveStatus } from './live-status';
import { type FramePlace, type OpenRequest, openRequestOf } from './permission-requests';

/** An open turn of which nothing comes for so long has stalled. */
const STALL_MS = 30_000;
/** The same while a call is open that is known to wait for something outside. */
const STALL_IN_CALL_MS = 120_000;
const WAITING_TOOL =
  /^(Bash|BashOutput|Task|Agent|TaskOutput|AgentOutputTool|Monitor|Workflow|WebFetch|WebSearch|mcp__.*)$/;
/** Requests that are kept; of an input at a time there is one or a handful. */
const MAX_REQUESTS = 100;
/** Requests that are told: each brings up to 20,000 units of input. */
const TOLD_REQUESTS = 8;
const TOLD_CALLS = 8;
const MAX_ERROR_UNITS = 120;
const LONGEST_WAIT_MS = 86_400_000;
/** Times of day below this are in seconds: in milliseconds this is the year 1973. */
const SECONDS_BELOW = 1e11;

/** A frame and when it came: its own time or that of its arrival; null when no time is known. */
export type Moment = Pick<FramePlace, 'frame' | 'time'>;

/** A frame that tells what the session is doing, parsed as far as it is at hand. */
export interface TellingFrame extends FramePlace {
  value: JsonObject;
  /** A line that was sent to the CLI, not one that came from it. */
  sent: boolean;
}

/** Calls without a result: the first ones of a list, and how many there are. */
export interface OpenCalls {
  calls: readonly RunningCall[];
  count: number;
}

/** What is known from elsewhere when the status is asked for. */
export interface LiveContext extends OpenCalls {
  /** The writer is known to be gone. */
  ended: boolean;
}

/** The status, and when it becomes another one by itself; null: not before something comes. */
export interface LiveView {
  status: LiveStatus;
  nextChangeAt: number | null;
}

/** The part of a view that differs from activity to activity. */
interface Verdict {
  activity: LiveActivity;
  moment: Moment | null;
  sentence: string;
  next: number | null;
}

/**
 * What a session is doing, told by its frames in their order. Of most frames it is enough that they came and who says
 * something; the few kinds that tell more are handed over parsed (`add`). It keeps no frame.
 */
export class LiveTracker {
  /** Where the open turn begins; null while none is open. */
  private turn: Moment | null = null;
  private end: { moment: Moment; how: TurnEnd } | null = null;
  /** What may have been the last word of the open turn. */
  private lastWord: Moment | null = null;
  private requests: OpenRequest[] = [];
  /** `session_state_changed` says requires_action. */
  private action: Moment | null = null;
  private limit: { moment: Moment; until: number | null } | null = null;
  private retry: { moment: Moment; says: LiveRetry } | null = null;
  private streaming = false;
  private compacting = false;
  private backgroundTasks = 0;
  private cameAt: number | null = null;
  private anyFrame = false;
  /** Number of the frame before which no call of the main thread is open any more, and no call at all. */
  private closedMain = 0;
  private closedAll = 0;

  /** Somebody waits for the answer to a permission request. */
  get isAsking(): boolean {
    return this.requests.length > 0;
  }

  get isLimited(): boolean {
    return this.limit !== null;
  }

  /** A call that began before this frame is not open, whatever the links say: its turn is over. */
  closedBefore(ofSubagent: boolean): number {
    return ofSubagent ? this.closedAll : this.closedMain;
  }

  /** Something came, whatever it is. */
  came(time: number | null): void {
    this.anyFrame = true;
    if (time !== null && (this.cameAt === null || time > this.cameAt)) this.cameAt = time;
  }

  /** An init: a turn begins, and what the main thread left open before it stays so. `anew`: another session begins. */
  begins(moment: Moment, anew: boolean): void {
    this.turn = null;
    this.retry = null;
    this.action = null;
    this.compacting = false;
    this.closedMain = moment.frame;
    if (anew) {
      this.end = null;
      this.limit = null;
      this.backgroundTasks = 0;
      this.closedAll = moment.frame;
    }
    this.closeRequests((open) => !open.ofAgent || anew);
    this.works(moment);
  }

  /** A turn begins or goes on: a prompt, a tool result. */
  works(moment: Moment): void {
    this.turn ??= moment;
    this.lastWord = null;
    this.streaming = false;
  }

  /** A frame of a message of the model. `streaming`: an event of a message that is not whole yet. */
  says(moment: Moment, { ofSubagent, streaming }: { ofSubagent: boolean; streaming: boolean }): void {
    this.retry = null;
    this.limit = null;
    if (ofSubagent) return;
    // What was streaming in when the user stopped the turn is closed afterwards (2.1.332/16b-control).
    if (streaming && this.turn === null && this.end?.how === 'stopped') return;
    this.works(moment);
    this.streaming = streaming;
    this.compacting = false;
  }

  /** A message that the CLI made itself: an error that ends the tries, or the answer of a command. */
  saysItself(moment: Moment): void {
    this.retry = null;
    this.works(moment);
  }

  /** The main thread said something that may be the end of its turn (session files of CLI 2.1.40 do not state it). */
  mayEnd(moment: Moment): void {
    this.lastWord = moment;
  }

  /** The turn is over. */
  ends(moment: Moment, how: TurnEnd): void {
    // The result after an interrupt says that the turn failed; the frame before it says why.
    if (this.turn === null && this.end?.how === 'stopped' && how === 'failed') return;
    this.turn = null;
    this.end = { moment, how };
    this.lastWord = null;
    this.streaming = false;
    this.compacting = false;
    this.retry = null;
    this.action = null;
    if (this.limit?.until === null) this.limit = null;
    this.closedMain = moment.frame;
    // Subagents in the background go on after the result (2.1.332/09b-bg-agent).
    if (this.backgroundTasks === 0) this.closedAll = moment.frame;
    this.closeRequests((open) => !open.ofAgent || this.backgroundTasks === 0);
  }

  /** Results came, or something else that a call does only once it is allowed. */
  callGoesOn(is: (call: { toolUseId: string | null; tool: string }) => boolean): void {
    this.closeRequests((open) => is({ toolUseId: open.toolUseId, tool: open.request.tool }));
  }

  /** Takes over what a frame says. Any value is fine. */
  add(frame: TellingFrame): void {
    const { value, sent } = frame;
    const type = stringOf(value, 'type');
    if (type === 'control_response') this.answered(stringOf(fieldOf(value, 'response'), 'request_id'));
    else if (type === 'control_cancel_request') this.answered(stringOf(value, 'request_id'));
    else if (sent) {
      if (type === 'user') this.works(frame);
    } else if (type === 'control_request') this.ask(frame);
    else if (type === 'rate_limit_event') this.addRateLimit(frame);
    else if (type === 'tool_progress') this.goesOn(stringOf(value, 'parent_tool_use_id'));
    else if (type === 'system') this.addSystem(frame);
  }

  private addSystem(frame: TellingFrame): void {
    const { value } = frame;
    switch (stringOf(value, 'subtype')) {
      case 'api_retry':
      case 'api_error':
        this.addRetry(frame);
        break;
      case 'session_state_changed':
        this.addState(frame);
        break;
      case 'status':
        this.addStatus(frame);
        break;
      case 'background_tasks_changed': {
        const tasks = fieldOf(value, 'tasks');
        if (Array.isArray(tasks)) this.backgroundTasks = tasks.length;
        break;
      }
      case 'permission_denied':
      case 'task_started':
      case 'task_progress':
        this.goesOn(stringOf(value, 'tool_use_id'));
    }
  }

  private addRetry(frame: TellingFrame): void {
    const { value } = frame;
    const { attempt, mostAttempts, waitMs, status } = retryOf(value);
    const error = errorWords(fieldOf(value, 'error')) ?? (status === null ? null : `status ${status}`);
    this.turn ??= moment(frame);
    this.streaming = false;
    this.lastWord = null;
    this.retry = { moment: moment(frame), says: { attempt, of: mostAttempts, delayMs: waitMs, error } };
  }

  // Only when the host asks for it (2.1.88 on: 32-session-state).
  private addState(frame: TellingFrame): void {
    const state = stringOf(frame.value, 'state');
    if (state === 'idle') this.ends(moment(frame), this.turn === null ? (this.end?.how ?? 'done') : 'done');
    else if (state === 'requires_action') {
      this.turn ??= moment(frame);
      this.action = moment(frame);
    } else if (state === 'running') {
      // After requires_action it says that the user has answered.
      if (this.action !== null) this.closeRequests(() => true);
      this.action = null;
      this.works(moment(frame));
    }
  }

  private addStatus(frame: TellingFrame): void {
    const status = stringOf(frame.value, 'status');
    this.compacting = status === 'compacting';
    // Null tells that something changed, also between turns: set_permission_mode (16b-control).
    if (status === 'compacting' || status === 'requesting') this.works(moment(frame));
  }

  private addRateLimit(frame: TellingFrame): void {
    const info = fieldOf(frame.value, 'rate_limit_info');
    const status = stringOf(info, 'status');
    // "allowed" and "allowed_warning" are no limit; a word that is not known says nothing.
    if (status === 'allowed' || status === 'allowed_warning') this.limit = null;
    if (status === 'rejected')
      this.limit = { moment: moment(frame), until: timeOfReset(numberOf(info, 'resetsAt')) };
  }

  private ask(frame: TellingFrame): void {
    const open = openRequestOf(frame.value, frame);
    if (open === null) return;
    this.closeRequests(({ request }) => request.requestId === open.request.requestId);
    if (this.requests.length < MAX_REQUESTS) this.requests.push(open);
    if (!open.ofAgent) this.turn ??= moment(frame);
  }

  private answered(requestId: string | null): void {
    if (requestId !== null) this.closeRequests(({ request }) => request.requestId === requestId);
  }

  private goesOn(toolUseId: string | null): void {
    if (toolUseId !== null) this.closeRequests((open) => open.toolUseId === toolUseId);
  }

  private closeRequests(which: (open: OpenRequest) => boolean): void {
    if (this.requests.length > 0) this.requests = this.requests.filter((open) => !which(open));
  }

  /** What the session is doing at this time. */
  statusAt(now: number, context: LiveContext): LiveStatus {
    return this.viewAt(now, context).status;
  }

  /** The status, and when it or its sentence becomes another one by itself. */
  viewAt(now: number, context: LiveContext): LiveView {
    const { activity, moment: at, sentence, next } = this.verdict(now, context);
    const { calls, count } = context;
    return {
      status: {
        activity,
        since: at?.time ?? null,
        sentence,
        frame: at === null || at.frame < 1 ? null : at.frame,
        retry: activity === 'retrying' ? (this.retry?.says ?? null) : null,
        until: activity === 'rate-limited' ? (this.limit?.until ?? null) : null,
        openCalls: calls.slice(0, TOLD_CALLS).map(({ name, frame, since }) => ({ name, frame, since })),
        openCallCount: count,
        permissions: context.ended ? [] : this.requests.slice(0, TOLD_REQUESTS).map(({ request }) => request),
      },
      // A timer holds no time that is years away; asking once too often does no harm.
      nextChangeAt: next === null ? null : Math.min(next, now + LONGEST_WAIT_MS),
    };
  }

  private verdict(now: number, context: LiveContext): Verdict {
    const { turn, limit, requests } = this;
    const calls = callsText(context.calls, context.count);
    if (context.ended) {
      const sentence = endedSentence(this.end?.how ?? null, turn !== null, calls);
      return { activity: 'ended', moment: null, sentence, next: null };
    }
    if (requests.length > 0 || this.action !== null) {
      const asked = requests.map(({ request }) => request);
      const sentence = permissionSentence(asked, asked.length);
      const first = asked[0];
      const at = first === undefined ? this.action : { frame: first.frame, time: first.since };
      return { activity: 'waiting-for-permission', moment: at, sentence, next: null };
    }
    if (limit !== null && (limit.until === null || now < limit.until)) {
      const sentence = rateLimitSentence(limit.until, now);
      return { activity: 'rate-limited', moment: limit.moment, sentence, next: limit.until };
    }
    if (turn === null) return this.idle();
    return this.inTurn(now, turn, context, calls);
  }

  private idle(): Verdict {
    if (!this.anyFrame)
      return { activity: 'running', moment: null, sentence: 'Running: nothing has come yet', next: null };
    const sentence = idleSentence(this.end?.how ?? null, this.backgroundTasks);
    return { activity: 'idle', moment: this.end?.moment ?? null, sentence, next: null };
  }

  private inTurn(now: number, turn: Moment, context: LiveContext, calls: string): Verdict {
    const { retry, cameAt } = this;
    const retryAt = retry?.moment.time ?? cameAt;
    const retryEnd = retry === null || retryAt === null ? null : retryAt + (retry.says.delayMs ?? 0);
    const limit = context.calls.some(({ name }) => WAITING_TOOL.test(name)) ? STALL_IN_CALL_MS : STALL_MS;
    const stallAt = cameAt === null ? null : Math.max(cameAt, retryEnd ?? cameAt) + limit;
    if (stallAt !== null && cameAt !== null && now >= stallAt) {
      if (this.lastWord !== null && context.count === 0) {
        const sentence = idleSentence('done', this.backgroundTasks);
        return { activity: 'idle', moment: this.lastWord, sentence, next: null };
      }
      const quiet = now - cameAt;
      const next = cameAt + (Math.floor(quiet / unitOf(quiet)) + 1) * unitOf(quiet);
      const moment = { frame: turn.frame, time: cameAt };
      return { activity: 'stalled', moment, sentence: stallSentence(quiet, calls), next };
    }
    if (retry !== null) {
      const left = retryEnd === null || retry.says.delayMs === null ? null : retryEnd - now;
      const next = left === null || left <= 0 ? stallAt : now + Math.ceil(left % 1000 || 1000);
      return { activity: 'retrying', moment: retry.moment, sentence: retrySentence(retry.says, left), next };
    }
    return { activity: 'running', moment: turn, sentence: `Running: ${this.doing(calls)}`, next: stallAt };
  }

  private doing(calls: string): string {
    if (calls !== '') return calls;
    if (this.compacting) return 'compacting the conversation';
    return this.streaming ? 'the model is answering' : 'waiting for the model';
  }
}

const moment = ({ frame, time }: Moment): Moment => ({ frame, time });

/** Seconds as recorded (20b-rate-rejected), or milliseconds as some bridges write; null: no time that a date can hold. */
function timeOfReset(stated: number | null): number | null {
  if (stated === null || !Number.isFinite(stated) || stated <= 0) return null;
  const time = stated < SECONDS_BELOW ? stated * 1000 : stated;
  return Number.isNaN(new Date(time).getTime()) ? null : time;
}

/** A word on stdout; on disk an object with the whole answer and, in 2.1.332, its short form. */
function errorWords(error: Json): string | null {
  const words =
    typeof error === 'string' ? error : (stringOf(error, 'formatted') ?? stringOf(error, 'message'));
  const line = words === null ? '' : oneLine(words).slice(0, MAX_ERROR_UNITS);
  return line === '' ? null : line;
}

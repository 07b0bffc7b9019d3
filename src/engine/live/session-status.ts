import { isBareEvent } from '../../protocol/api-events';
import { SourceError } from '../../protocol/errors';
import { NO_TYPE } from '../../protocol/frame-kinds';
import { parseHead } from '../../protocol/json-head';
import { fieldOf, isObject, type JsonObject, stringOf } from '../../protocol/json-values';
import type { LiveStatus } from '../../protocol/live/live-status';
import { LiveTracker, type LiveView, type Moment } from '../../protocol/live/live-tracker';
import type { UserLine } from '../../protocol/turns/user-lines';
import { RowFlag } from '../frames/frame-table';
import { hashOfId } from '../frames/id-hash';
import { formatOf } from '../runs/run-format';
import type { Session } from '../session/session';
import { OpenCallList } from './open-call-list';

/** How far a session that was there before is looked back at. */
const LOOK_BACK_ROWS = 5000;
/** What a frame tells stands near its beginning. */
const HEAD_BYTES = 8 * 1024;
/** A permission request is read as a whole, if it is not longer than this. */
const MAX_WHOLE_BYTES = 4 * 1024 * 1024;
/** `stop_reason` stands behind the content of a message, followed by little more than its usage. */
const END_BYTES = 8 * 1024;
/** Quotes inside of texts are escaped, so only a key is written like this. */
const STOP_REASON = /"stop_reason"\s*:\s*(?:"([a-z_]{1,40})"|null)/g;

/** What the rows of a kind are looked at for. */
enum Role {
  /** That they came. */
  None,
  /** What they say: they are parsed. */
  Parsed,
  /** The same, while a permission request is open: they may tell that a call goes on. */
  ParsedIfAsked,
  Init,
  Result,
  Assistant,
  Event,
  User,
  Bare,
  Sent,
}

const ROLE_OF_TYPE: ReadonlyMap<string, Role> = new Map([
  ['assistant', Role.Assistant],
  // Bare API messages (CLI 0.2.74 to 0.2.109).
  ['message', Role.Assistant],
  ['user', Role.User],
  ['stream_event', Role.Event],
  ['control_request', Role.Parsed],
  ['control_response', Role.Parsed],
  ['control_cancel_request', Role.Parsed],
  ['rate_limit_event', Role.Parsed],
  ['tool_progress', Role.ParsedIfAsked],
  [NO_TYPE, Role.Bare],
]);
const ROLE_OF_SUBTYPE: ReadonlyMap<string, Role> = new Map([
  ['init', Role.Init],
  ['api_retry', Role.Parsed],
  ['api_error', Role.Parsed],
  ['session_state_changed', Role.Parsed],
  ['status', Role.Parsed],
  ['background_tasks_changed', Role.Parsed],
  ['permission_denied', Role.ParsedIfAsked],
  ['task_started', Role.ParsedIfAsked],
  ['task_progress', Role.ParsedIfAsked],
]);

/** Lines that the model is asked to go on with; the others tell of something that was done. */
const OPENS_TURN: ReadonlySet<UserLine> = new Set([
  'prompt',
  'queued-prompt',
  'task-notification',
  'hook-output',
]);
/** The call that a run with --json-schema ends with. */
const LAST_CALL = 'StructuredOutput';
const SYNTHETIC = '<synthetic>';
const NOTHING = Buffer.alloc(0);

/**
 * What a session is doing, kept up with its rows as they come: by their kinds and flags in the index, and by parsing the
 * few that tell more. Nothing is asked of rows that were seen before.
 */
export class SessionStatus {
  private readonly tracker = new LiveTracker();
  private readonly calls: OpenCallList;
  /** By kind, as they come up. */
  private readonly roles: Role[] = [];
  /** Rows from here on are new. */
  private next = 0;
  private run = -1;
  /** The last message of a session file, of which is not known yet whether it ends its turn. */
  private lastSaid: Moment | null = null;
  private arrivedAt: number | null = null;
  /** Frames that were parsed: what keeping up costs. */
  parsed = 0;

  constructor(private readonly session: Session) {
    this.calls = new OpenCallList(session.index, (row) => this.parse(row, HEAD_BYTES));
  }

  /**
   * Takes over the rows [fromRow, toRow). Rows that were seen are left out, and the first time only the last turns of the
   * file that was opened are looked at. `arrivedAt`: when these bytes came (of a file that was there, when it was written
   * to last); null when that is not known, which leaves the times that frames state.
   */
  observe(fromRow: number, toRow: number, arrivedAt: number | null): void {
    this.arrivedAt = arrivedAt;
    const isFirst = this.next === 0;
    const first = Math.max(fromRow, this.next);
    const isRead = (row: number) => !isFirst || this.session.fileOf(row).agent === 0;
    for (let row = isFirst ? this.farthestBack(first, toRow) : first; row < toRow; row++)
      if (isRead(row)) this.observeRow(row);
    if (toRow > this.next) this.next = toRow;
    this.settleLastSaid();
    this.calls.prune(this.tracker, this.next);
  }

  /** Rows from this one on were taken back. */
  takenBack(rows: number): void {
    this.next = Math.min(this.next, rows);
  }

  statusAt(now: number, ended = false): LiveStatus {
    return this.viewAt(now, ended).status;
  }

  /** When the status or its sentence becomes another one without a new row; null when it does not. Later than `now`. */
  nextChangeAt(now: number, ended = false): number | null {
    return this.viewAt(now, ended).nextChangeAt;
  }

  /** Both at once. */
  viewAt(now: number, ended = false): LiveView {
    this.calls.prune(this.tracker, this.next);
    return this.tracker.viewAt(now, { ended, ...this.calls.first() });
  }

  /**
   * Of rows that come all at once the last turns are enough: back to an init or the second result, since a rate limit is told
   * before the result of the turn that it refused (20b-rate-rejected).
   */
  private farthestBack(first: number, toRow: number): number {
    const { table, kinds } = this.session.index;
    const limit = Math.max(first, toRow - LOOK_BACK_ROWS);
    let results = 0;
    for (let row = toRow - 1; row > limit; row--) {
      const { isInit, isResult } = kinds.traits(table.kind(row));
      if (isInit || (isResult && ++results > 1)) return row;
    }
    return limit;
  }

  private observeRow(row: number): void {
    const { table } = this.session.index;
    const flags = table.flags(row);
    const time = this.timeOf(row, flags);
    const moment = { frame: row + 1, time };
    this.tracker.came(this.arrivedAt ?? time);
    if ((flags & RowFlag.Replay) !== 0) return;
    const role = (flags & RowFlag.Sent) !== 0 ? Role.Sent : this.roleOf(table.kind(row));
    if (role === Role.None) return;
    if (role === Role.Sent) this.add(row, moment, true);
    else if (role === Role.Parsed || (role === Role.ParsedIfAsked && this.tracker.isAsking))
      this.add(row, moment, false);
    else this.observeTurn(row, role, flags, moment);
  }

  /** A frame of the conversation, or one that begins or ends a turn. */
  private observeTurn(row: number, role: Role, flags: number, moment: Moment): void {
    const { tracker } = this;
    const ofSubagent = this.session.index.table.parent(row) !== 0 || (flags & RowFlag.Sidechain) !== 0;
    switch (role) {
      case Role.Init:
        this.begin(row, moment);
        break;
      case Role.Result:
        this.lastSaid = null;
        tracker.ends(moment, (flags & RowFlag.Error) !== 0 ? 'failed' : 'done');
        break;
      case Role.Event:
        tracker.says(moment, { ofSubagent, streaming: true });
        break;
      case Role.Assistant:
        this.observeMessage(row, flags, moment, ofSubagent);
        break;
      case Role.User:
        this.observeUser(row, flags, moment, ofSubagent);
        break;
      case Role.Bare:
        this.observeBare(row, flags, moment, ofSubagent);
    }
  }

  private begin(row: number, moment: Moment): void {
    const run = this.session.index.table.run(row);
    this.lastSaid = null;
    this.tracker.begins(moment, this.run >= 0 && run !== this.run);
    this.run = run;
  }

  private observeMessage(row: number, flags: number, moment: Moment, ofSubagent: boolean): void {
    // Only a message of the model itself shows that the API takes requests again.
    const isSynthetic = this.tracker.isLimited && this.isSynthetic(row);
    if (isSynthetic && !ofSubagent) this.tracker.saysItself(moment);
    if (!isSynthetic) this.tracker.says(moment, { ofSubagent, streaming: false });
    const calls = (flags & RowFlag.HasCall) !== 0 && this.calls.add(row, moment.time, ofSubagent);
    if (ofSubagent) return;
    this.lastSaid = !calls && this.isSessionFile(row) ? moment : null;
  }

  private observeUser(row: number, flags: number, moment: Moment, ofSubagent: boolean): void {
    const { tracker } = this;
    if ((flags & RowFlag.HasResult) !== 0) {
      if (tracker.isAsking) this.answerRequests(row);
      if (ofSubagent) return;
      this.lastSaid = null;
      tracker.works(moment);
      // A session file has no result frame: this is the last line of its turn (2.1.220/22-schema.session).
      const failed = (flags & RowFlag.Error) !== 0;
      if (!failed && this.isSessionFile(row) && this.answersLastCall(row)) tracker.ends(moment, 'done');
      return;
    }
    if (ofSubagent) return;
    const line = this.session.index.marks.userLines.ofRow(row);
    if (line === 'interrupt') {
      this.lastSaid = null;
      tracker.ends(moment, 'stopped');
    } else if (line !== null && OPENS_TURN.has(line)) {
      // Rows that come together: the prompt shows that the turn before it was over, whatever its last message states.
      if (line === 'prompt' && this.lastSaid !== null) tracker.ends(this.lastSaid, 'done');
      this.lastSaid = null;
      tracker.works(moment);
    }
  }

  /** A frame without a type: of the user or, with the costs of the run, its end (CLI before 0.2.118). */
  private observeBare(row: number, flags: number, moment: Moment, ofSubagent: boolean): void {
    const value = this.parse(row, HEAD_BYTES);
    const role = stringOf(value, 'role');
    if (role === 'user') this.observeUser(row, flags, moment, ofSubagent);
    else if (role === 'system' && fieldOf(value, 'cost_usd') !== undefined) this.tracker.ends(moment, 'done');
  }

  private add(row: number, moment: Moment, sent: boolean): void {
    const { session, tracker } = this;
    const { table } = session.index;
    const bytes = table.length(row);
    let value = this.parse(row, HEAD_BYTES);
    if (value === undefined) return;
    let atHand = HEAD_BYTES;
    if (bytes > HEAD_BYTES && stringOf(fieldOf(value, 'request'), 'subtype') === 'can_use_tool') {
      atHand = MAX_WHOLE_BYTES;
      value = this.parse(row, atHand) ?? value;
    }
    const place = { ...moment, offset: session.offsetInFile(row), bytes };
    tracker.add({ ...place, bytesLeft: Math.max(0, bytes - atHand), value, sent });
  }

  /** The calls that have a result in this row are allowed or denied by now. */
  private answerRequests(row: number): void {
    const { links, table, toolNames } = this.session.index;
    const ids = new Set<number>();
    const names = new Set<string>();
    for (let at = table.firstBlock(row) - 1; at >= 0 && at < links.count && links.row(at) === row; at++) {
      if (!links.isResult(at)) continue;
      ids.add(links.id(at));
      const call = links.other(links.primary(at));
      const name = call < 0 ? 0 : links.name(call);
      if (name > 0) names.add(toolNames.text(name - 1));
    }
    this.tracker.callGoesOn(({ toolUseId, tool }) =>
      toolUseId === null ? names.has(tool) : ids.has(links.idOf(hashOfId(toolUseId)) || -1),
    );
  }

  private answersLastCall(row: number): boolean {
    const { links, table, toolNames } = this.session.index;
    const result = table.firstBlock(row) - 1;
    const call = result < 0 ? -1 : links.other(links.primary(result));
    const name = call < 0 ? 0 : links.name(call);
    return name > 0 && toolNames.text(name - 1) === LAST_CALL;
  }

  /** On stdout `stop_reason` is null or comes before the result; on disk it is all that tells the end of a turn. */
  private settleLastSaid(): void {
    const { lastSaid } = this;
    if (lastSaid === null) return;
    this.lastSaid = null;
    const { reason, failed } = this.lastWord(lastSaid.frame - 1);
    if (reason === null) this.tracker.mayEnd(lastSaid);
    // Whatever else stops a message without a call stops the turn: end_turn, stop_sequence, refusal, max_tokens.
    else if (reason !== 'tool_use') this.tracker.ends(lastSaid, failed ? 'failed' : 'done');
  }

  /** Why the message stopped, and whether the CLI made it of an error of the API (0.2.126 on: 05a-401.session). */
  private lastWord(row: number): { reason: string | null; failed: boolean } {
    const { session } = this;
    const bytes = session.index.table.length(row);
    if (bytes <= HEAD_BYTES) {
      const value = this.parse(row, HEAD_BYTES);
      const failed = fieldOf(value, 'isApiErrorMessage') === true;
      return { reason: stringOf(fieldOf(value, 'message'), 'stop_reason'), failed };
    }
    this.parsed++;
    const from = Math.max(0, bytes - END_BYTES);
    const end = readOrNothing(() => session.rawSlice(row, from, END_BYTES)).toString('latin1');
    return { reason: [...end.matchAll(STOP_REASON)].at(-1)?.[1] ?? null, failed: false };
  }

  private isSynthetic(row: number): boolean {
    return stringOf(fieldOf(this.parse(row, HEAD_BYTES), 'message'), 'model') === SYNTHETIC;
  }

  private isSessionFile(row: number): boolean {
    const { runs, table } = this.session.index;
    const run = runs.runs[table.run(row)];
    return run !== undefined && formatOf([run]) === 'session';
  }

  private timeOf(row: number, flags: number): number | null {
    const time = this.session.index.table.time(row);
    const stated = Number.isNaN(time) ? null : time;
    // A time that was taken over from an earlier frame may be long ago.
    return (flags & (RowFlag.OwnTime | RowFlag.Arrival)) !== 0 ? stated : (this.arrivedAt ?? stated);
  }

  private roleOf(kind: number): Role {
    const known = this.roles[kind];
    if (known !== undefined) return known;
    const role = this.newRole(kind);
    this.roles[kind] = role;
    return role;
  }

  private newRole(kind: number): Role {
    const { kinds } = this.session.index;
    const type = kinds.type(kind);
    if (kinds.isUnparsed(kind)) return Role.None;
    if (kinds.traits(kind).isResult) return Role.Result;
    if (isBareEvent(type)) return kinds.traits(kind).isBarePing ? Role.None : Role.Event;
    if (type === 'system') return ROLE_OF_SUBTYPE.get(kinds.subtype(kind)) ?? Role.None;
    return ROLE_OF_TYPE.get(type) ?? Role.None;
  }

  /** The frame, or its beginning when it is longer than that; undefined when it is none or its bytes are gone. */
  private parse(row: number, limit: number): JsonObject | undefined {
    this.parsed++;
    const { session } = this;
    const isCut = session.index.table.length(row) > limit;
    const text = readOrNothing(() => session.jsonText(row, isCut ? limit : undefined)).toString('utf8');
    if (isCut) return parseHead(text.replace(/\ufffd$/, ''));
    try {
      const value: unknown = JSON.parse(text);
      return isObject(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Bytes that are gone tell nothing: that the file changed is told where it is followed. */
function readOrNothing(read: () => Buffer): Buffer {
  try {
    return read();
  } catch (error) {
    if (error instanceof SourceError) return NOTHING;
    throw error;
  }
}

import { counted } from '../kinds/phrases';
import type { LiveRetry, OpenCall, PermissionRequest } from './live-status';

const MAX_SUMMARY_UNITS = 80;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A call that has no result yet, with what it does in one line; an empty line when that is not known. */
export interface RunningCall extends OpenCall {
  summary: string;
}

/** How the last turn ended. */
export type TurnEnd = 'done' | 'failed' | 'stopped';

/** The unit that a duration is told in: each step of it makes a new sentence. */
export function unitOf(ms: number): number {
  if (ms < 2 * MINUTE) return SECOND;
  if (ms < 2 * HOUR) return MINUTE;
  return ms < 2 * DAY ? HOUR : DAY;
}

const UNIT_WORDS: ReadonlyMap<number, string> = new Map([
  [SECOND, 's'],
  [MINUTE, 'min'],
  [HOUR, 'h'],
  [DAY, 'd'],
]);

/** "45 s", "3 min", "5 h", "12 d": whole units that have passed. */
export function passed(ms: number): string {
  const unit = unitOf(ms);
  return `${Math.floor(ms / unit).toLocaleString('en')} ${UNIT_WORDS.get(unit)}`;
}

/** Names the first call, and counts the others. */
export function callsText(calls: readonly RunningCall[], count: number): string {
  const [first] = calls;
  if (first === undefined) return '';
  const more = count > 1 ? `, and ${counted(count - 1, 'more call')}` : '';
  return `${spoken(first.name, first.summary)}${more}`;
}

function spoken(name: string, summary: string): string {
  const units = Array.from(summary);
  const text = units.length > MAX_SUMMARY_UNITS ? `${units.slice(0, MAX_SUMMARY_UNITS).join('')}…` : summary;
  return [name === '' ? 'a tool' : name, text].filter((part) => part !== '').join(' ');
}

/** "Waiting for permission: Bash git push" */
export function permissionSentence(requests: readonly PermissionRequest[], count: number): string {
  const [first] = requests;
  if (first === undefined) return 'Waiting for the user: the session says that it needs an action';
  const more = count > 1 ? `, and ${counted(count - 1, 'more request')}` : '';
  return `Waiting for permission: ${spoken(first.tool, first.summary)}${more}`;
}

/** "Rate limited until 14:05": local time; with the day when that is not today. */
export function rateLimitSentence(until: number | null, now: number): string {
  const time = until === null ? null : localTime(until, now);
  return time === null ? 'Rate limited; until when is not stated' : `Rate limited until ${time}`;
}

function localTime(time: number, now: number): string | null {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return null;
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (date.toDateString() === new Date(now).toDateString()) return clock;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock}`;
}

const two = (value: number) => String(value).padStart(2, '0');

/** "Retrying: attempt 3 of 10, in 4 s (overloaded)"; `left` is what is left of the stated delay. */
export function retrySentence({ attempt, of, error }: LiveRetry, left: number | null): string {
  const count = attempt === null ? 'the request is sent again' : `attempt ${attempt}`;
  const most = attempt === null || of === null ? '' : ` of ${of}`;
  const wait = left === null || left <= 0 ? '' : `, in ${Math.ceil(left / SECOND).toLocaleString('en')} s`;
  return `Retrying: ${count}${most}${wait}${error === null ? '' : ` (${error})`}`;
}

/** "Nothing for 45 s; open: Bash npm test" */
export function stallSentence(quietMs: number, calls: string): string {
  return `Nothing for ${passed(quietMs)}; ${calls === '' ? 'the turn is open' : `open: ${calls}`}`;
}

/** "Idle: the last turn is done"; null when no turn has begun. `background`: tasks that go on. */
export function idleSentence(end: TurnEnd | null, background: number): string {
  const tasks = `; ${counted(background, 'background task')} ${background === 1 ? 'goes' : 'go'} on`;
  return `Idle: ${endWords(end)}${background > 0 ? tasks : ''}`;
}

/** "Ended: the last turn is done" */
export function endedSentence(end: TurnEnd | null, inTurn: boolean, calls: string): string {
  if (!inTurn) return `Ended: ${endWords(end)}`;
  return `Ended inside a turn${calls === '' ? '' : `; open: ${calls}`}`;
}

function endWords(end: TurnEnd | null): string {
  if (end === null) return 'no turn has begun';
  if (end === 'stopped') return 'the last turn was stopped';
  return end === 'failed' ? 'the last turn failed' : 'the last turn is done';
}

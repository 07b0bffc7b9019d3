import { NO_TYPE } from '../../protocol/frame-kinds';
import { isTaskKind } from '../../protocol/turns/task-events';

/** What a kind of frame tells of turns; 0 for most of them, whose frames are not looked into. */
export enum Mark {
  None,
  User,
  /** A frame without a type: of the user if its role says so (CLI before 0.2.118). */
  Bare,
  Task,
  Retry,
  RateLimit,
  Compaction,
  Attachment,
  CustomTitle,
  AiTitle,
  Summary,
  Init,
  Result,
  Progress,
}

/** The mark of frames of a type and a subtype. */
export function markOf(type: string, subtype: string): Mark {
  if (type === NO_TYPE) return Mark.Bare;
  if (isTaskKind(type, subtype)) return Mark.Task;
  if (type !== 'system') return BY_TYPE.get(type) ?? Mark.None;
  return BY_SUBTYPE.get(subtype) ?? Mark.None;
}

const BY_TYPE: ReadonlyMap<string, Mark> = new Map([
  ['user', Mark.User],
  ['result', Mark.Result],
  ['rate_limit_event', Mark.RateLimit],
  ['progress', Mark.Progress],
  ['attachment', Mark.Attachment],
  ['custom-title', Mark.CustomTitle],
  ['ai-title', Mark.AiTitle],
  ['summary', Mark.Summary],
]);
const BY_SUBTYPE: ReadonlyMap<string, Mark> = new Map([
  ['init', Mark.Init],
  ['api_retry', Mark.Retry],
  ['api_error', Mark.Retry],
  ['compact_boundary', Mark.Compaction],
]);

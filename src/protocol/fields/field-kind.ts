import { isBareEvent } from '../api-events';
import { isFileOnly } from '../frame-kinds';
import { fieldOf, isObject, type Json, type JsonObject, stringOf } from '../json-values';
import { isTaskKind } from '../turns/task-events';

/** Where a frame is from: stdout of `--output-format stream-json`, or a session file. */
export type FieldSource = 'stream' | 'disk';

/** What the registry has to know of a frame to tell its fields apart. */
export interface FieldKind {
  /** As the registry names it, such as "assistant", "system/init", "stream_event/content_block_delta/text_delta". */
  kind: string;
  source: FieldSource;
  /**
   * How the frame is written. "flattened": a task frame without its "system" around it; "bare event": an event of the
   * API without its stream_event frame. Bridges write both, the CLI does not.
   */
  form: 'own' | 'flattened' | 'bare event';
}

/** Fields of the envelope of session files; no frame of a stream has them. */
const DISK_ENVELOPE = ['parentUuid', 'sessionId', 'isSidechain', 'leafUuid'];

/** What the registry has to know of a frame. */
export function fieldKindOf(frame: JsonObject): FieldKind {
  const type = fieldOf(frame, 'type');
  const source = isOnDisk(frame, type) ? 'disk' : 'stream';
  const of = (kind: string, form: FieldKind['form'] = 'own'): FieldKind => ({ kind, source, form });
  if (typeof type !== 'string')
    return of(type === undefined ? `(no type) role=${word(frame, 'role')}` : '(no type)');
  // Bridges make the subtype of these the type of the frame (case 062).
  if (isTaskKind(type, '')) return of(`system/${type}`, 'flattened');
  if (isBareEvent(type)) return of(eventKind(frame), 'bare event');
  switch (type) {
    case 'stream_event':
      return of(eventKind(fieldOf(frame, 'event')));
    case 'control_request':
      return of(`control_request/${word(fieldOf(frame, 'request'), 'subtype')}`);
    case 'control_response':
      return of(`control_response/${word(fieldOf(frame, 'response'), 'subtype')}`);
    case 'attachment':
      return of(`attachment/${word(fieldOf(frame, 'attachment'), 'type')}`);
    case 'progress':
      return of(`progress/${word(fieldOf(frame, 'data'), 'type')}`);
    default: {
      const subtype = stringOf(frame, 'subtype');
      return of(subtype === null || subtype === '' ? type : `${type}/${subtype}`);
    }
  }
}

function isOnDisk(frame: JsonObject, type: Json): boolean {
  // Lines of these kinds may have no envelope at all.
  if (typeof type === 'string' && isFileOnly(type)) return true;
  return DISK_ENVELOPE.some((key) => Object.hasOwn(frame, key));
}

function eventKind(event: Json): string {
  const delta = stringOf(fieldOf(event, 'delta'), 'type');
  return `stream_event/${word(event, 'type')}${delta === null ? '' : `/${delta}`}`;
}

function word(of: Json, key: string): string {
  return isObject(of) ? String(stringOf(of, key) ?? 'undefined') : 'undefined';
}

import { fieldOf, type Json, type JsonObject, stringOf } from '../json-values';
import { BRIDGE_KINDS } from './bridge-forms';
import { ANSWER_KINDS } from './control/answers';
import { REQUEST_KINDS } from './control/requests';
import { SIGNAL_KINDS } from './control/signals';
import { MESSAGE_KINDS } from './conversation/messages';
import { RESULT_KINDS } from './conversation/results';
import { STREAM_EVENT_KINDS } from './conversation/stream-events';
import { ATTACHMENT_KINDS } from './disk/attachments';
import { SESSION_LINE_KINDS } from './disk/session-lines';
import { type FrameKind, NO_TYPE } from './frame-kind';
import { API_TROUBLE_KINDS } from './system/api-trouble';
import { HOOK_KINDS } from './system/hooks';
import { SESSION_KINDS } from './system/session';
import { TASK_KINDS } from './system/tasks';

/** Every kind of frame that a published type file, a recording or a known bridge has. */
export const FRAME_KINDS: readonly FrameKind[] = [
  ...MESSAGE_KINDS,
  ...RESULT_KINDS,
  ...STREAM_EVENT_KINDS,
  ...SESSION_KINDS,
  ...API_TROUBLE_KINDS,
  ...HOOK_KINDS,
  ...TASK_KINDS,
  ...REQUEST_KINDS,
  ...ANSWER_KINDS,
  ...SIGNAL_KINDS,
  ...SESSION_LINE_KINDS,
  ...ATTACHMENT_KINDS,
  ...BRIDGE_KINDS,
];

// A Map, not an object: types such as "constructor" are data.
const BY_NAME: ReadonlyMap<string, FrameKind> = new Map(FRAME_KINDS.map((kind) => [kind.name, kind]));

/** The entry of a name such as "system/init"; undefined for a kind that nobody knows. */
export function kindNamed(name: string): FrameKind | undefined {
  return BY_NAME.get(name);
}

/** The entry of a type and a subtype alone: what can be said without looking into the frame. */
export function kindOfType(type: string, subtype: string): FrameKind | undefined {
  const base = BY_NAME.get(type);
  if (subtype === '') return base;
  return BY_NAME.get(`${type}/${subtype}`) ?? (base?.open ? base : undefined);
}

export interface FoundKind {
  /** The nearest entry; undefined when not even the type is known. */
  kind: FrameKind | undefined;
  /** False when the frame states a subtype or a form that the catalogue does not have. */
  known: boolean;
}

/**
 * The entry of a frame, with the form that stands deeper in it: "control_request/can_use_tool". A form that nobody knows
 * falls back to the entry of its type.
 */
export function kindOfFrame(type: string, subtype: string, frame: JsonObject): FoundKind {
  const words = subtype === '' ? [type] : [type, subtype];
  const all = [...words, ...formsOf(type, frame)];
  for (let count = all.length; count > 0; count--) {
    const kind = BY_NAME.get(all.slice(0, count).join('/'));
    if (kind !== undefined) return { kind, known: count === all.length || kind.open };
  }
  return { kind: undefined, known: false };
}

/** Words that tell the kinds of a type apart and do not stand at the top of the frame. */
function formsOf(type: string, frame: JsonObject): string[] {
  switch (type) {
    case NO_TYPE: {
      const role = stringOf(frame, 'role');
      return role === null ? [] : [`role=${role}`];
    }
    case 'control_request':
      return typeIn(fieldOf(frame, 'request'), 'subtype');
    case 'control_response':
      return typeIn(fieldOf(frame, 'response'), 'subtype');
    case 'attachment':
      return typeIn(fieldOf(frame, 'attachment'), 'type');
    case 'progress':
      return typeIn(fieldOf(frame, 'data'), 'type');
    case 'stream_event': {
      const event = fieldOf(frame, 'event');
      return [...typeIn(event, 'type'), ...typeIn(fieldOf(event, 'delta'), 'type')];
    }
    case 'content_block_delta':
      return typeIn(fieldOf(frame, 'delta'), 'type');
    default:
      return [];
  }
}

function typeIn(value: Json, key: string): string[] {
  const word = stringOf(value, key);
  return word === null || word === '' ? [] : [word];
}

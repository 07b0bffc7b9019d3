import { fieldOf, isObject, type Json } from '../json-values';
import type { Identity } from './identity';

/** Where a frame stands. */
export interface FramePlace {
  /** Name of the file, without its folder. */
  file: string;
  /** Of the frame's first byte in the file. */
  offset: number;
  /** The frame's JSON text as it stands in the file, in UTF-8; read only where an id is made of it. */
  text(): Uint8Array;
}

/**
 * The id of this very frame: its uuid, or a made one that says so. parent_tool_use_id is never taken for it: it is the
 * id of the call that a subagent works for, and all frames of that subagent state it.
 */
export function eventIdentity(frame: Json, place: FramePlace): Identity {
  const uuid = fieldOf(frame, 'uuid');
  if (typeof uuid === 'string' && uuid.trim() !== '') {
    return {
      name: 'event',
      as: 'event',
      value: uuid,
      role: 'event',
      source: 'uuid',
      confidence: 'provided',
      rule: null,
    };
  }
  const session = sessionOf(frame);
  const scope = session ?? place.file;
  return {
    name: 'event',
    as: 'event',
    value: `made:${scope}@${place.offset}#${hashText(place.text())}`,
    role: 'event',
    source: `${session === null ? 'file name' : 'session id'}, byte offset, hash of the bytes`,
    confidence: 'inferred',
    rule: `${whyUnusable(frame, uuid)}, so this id was made from ${session === null ? 'the file name' : 'the session id that it states'}, its byte offset and a hash (FNV-1a) of its bytes. It stays the same when the file is read again or grows, since nothing else goes into it; frames with the same content have different ids, since their offsets differ.`,
  };
}

function sessionOf(frame: Json): string | null {
  for (const key of ['session_id', 'sessionId']) {
    const value = fieldOf(frame, key);
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

function whyUnusable(frame: Json, uuid: Json): string {
  if (uuid === null) return 'The uuid is null';
  if (typeof uuid === 'string') return 'The uuid is blank';
  if (Array.isArray(uuid)) return 'The uuid is no text but a list';
  if (isObject(uuid)) return 'The uuid is no text but an object';
  if (uuid !== undefined) return `The uuid is no text but a ${typeof uuid}`;
  const type = fieldOf(frame, 'type');
  // Control frames have none in any version; the others have one from CLI 1.0.90 on.
  if (typeof type === 'string' && /^(control_|keep_alive$)/.test(type)) {
    return 'Control frames state no uuid';
  }
  return 'The frame states no uuid';
}

/** FNV-1a, 32 bits, as eight hexadecimal digits. */
export function hashText(bytes: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

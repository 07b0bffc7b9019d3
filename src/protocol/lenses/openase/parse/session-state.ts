import { fieldOf, isObject, type Json, type JsonObject } from '../../../json-values';
import type { Envelope } from './envelope';
import { firstOf, readString, readStrings } from './field-readers';

export interface SessionState {
  state: string;
  detail: string;
  activeFlags: string[];
  /** The object that the state was found in. */
  source: JsonObject;
  payload: JsonObject;
}

/** The object that is searched: the first that is one, and no other after it. */
function stateObject({ event, data, payload }: Pick<Envelope, 'event' | 'data' | 'payload'>): JsonObject {
  const candidates = [event, data, fieldOf(payload, 'event'), fieldOf(payload, 'data')];
  return candidates.find(isObject) ?? payload;
}

/**
 * A session state, or null. The subtype is not looked at, so that any frame with a status is taken for one: a
 * system/status or system/task_notification of CLI 2.1.220 on is misread.
 */
export function parseSessionState(
  envelope: Pick<Envelope, 'subtype' | 'event' | 'data' | 'payload'>,
): SessionState | null {
  const source = stateObject(envelope);
  if (Object.keys(source).length === 0) return null;
  const state = firstOf(
    readString(source, 'state', 'session_state', 'status'),
    envelope.subtype === 'requires_action' ? 'requires_action' : '',
  );
  if (state === '') return null;
  const detail = firstOf(
    readString(source, 'detail', 'message', 'reason'),
    readString(fieldOf(source, 'requires_action'), 'type'),
  );
  let activeFlags = readStrings(source, 'active_flags');
  if (activeFlags.length === 0) activeFlags = readStrings(source, 'activeFlags');
  if (activeFlags.length === 0 && state === 'requires_action') activeFlags = ['requires_action'];
  const payload: Record<string, Json> = { ...envelope.payload, status: state };
  if (detail !== '') payload.detail = detail;
  if (activeFlags.length > 0) payload.active_flags = activeFlags;
  return { state, detail, activeFlags, source, payload };
}

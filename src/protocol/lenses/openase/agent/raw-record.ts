import type { JsonObject } from '../../../json-values';
import { sha256 } from '../../sha256';
import type { Envelope } from '../parse/envelope';
import { firstOf, readString } from '../parse/field-readers';

export interface RawRecord {
  providerEventKind: string;
  providerEventSubtype: string;
  providerEventId: string;
  activityHintId: string;
  /** "" when all parts are blank: the record is stored whatever came before. */
  dedupKey: string;
}

const clean = (part: string) => part.replaceAll('\0', '').replaceAll('\ufffd', '');

/**
 * The record that OpenASE stores of a frame. Its key has no place in it, so that frames without a uuid share one: the
 * object that `message` mostly is adds nothing.
 */
export function rawRecord(envelope: Envelope): RawRecord {
  const { kind, subtype, threadId, turnId, uuid, parentToolUseId, payload } = envelope;
  const taskId = readString(payload, 'task_id');
  const toolUseId = readString(payload, 'tool_use_id');
  const providerEventId = firstOf(uuid, taskId, toolUseId, parentToolUseId);
  const activityHintId = firstOf(toolUseId, parentToolUseId, taskId);
  const parts = [
    kind,
    subtype,
    threadId,
    turnId,
    providerEventId,
    activityHintId,
    readString(payload, 'text'),
    readString(payload, 'summary'),
    readString(payload, 'message'),
  ].map(clean);
  const dedupKey = parts.every((part) => part === '') ? '' : `claude:${sha256(parts.join('\0'))}`;
  return {
    providerEventKind: kind,
    providerEventSubtype: subtype,
    providerEventId,
    activityHintId,
    dedupKey,
  };
}

export interface ActivityIdentity extends JsonObject {
  readonly idSource: string;
  readonly confidence: 'high' | 'medium' | 'low';
}

/** Where the id of an activity comes from, and how sure it is. */
export function activityOf(payload: JsonObject, parentToolUseId: string, uuid: string): ActivityIdentity {
  if (readString(payload, 'tool_use_id') !== '') return { idSource: 'tool_use_id', confidence: 'high' };
  if (parentToolUseId !== '') return { idSource: 'parent_tool_use_id', confidence: 'medium' };
  if (readString(payload, 'task_id') !== '') return { idSource: 'task_id', confidence: 'medium' };
  if (uuid !== '') return { idSource: 'event_uuid', confidence: 'low' };
  return { idSource: 'synthesized', confidence: 'low' };
}

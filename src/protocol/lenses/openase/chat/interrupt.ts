import { fieldOf, isObject, type Json, type JsonObject } from '../../../json-values';
import { sha256 } from '../../sha256';
import { firstOf, readString } from '../parse/field-readers';
import { goEncoded, trimSpace } from '../parse/go-json';
import type { SessionState } from '../parse/session-state';

const KINDS: Readonly<Record<string, string>> = {
  command_execution: 'command_execution',
  command_execution_approval: 'command_execution',
  command_approval: 'command_execution',
  approval: 'command_execution',
  file_change: 'file_change',
  file_change_approval: 'file_change',
};

/** The question that a session asks when it requires an action; null when it requires none. */
export function chatInterrupt(state: SessionState): (JsonObject & { requestId: string }) | null {
  if (state.state !== 'requires_action') return null;
  const asked = fieldOf(state.source, 'requires_action');
  const requestId = firstOf(
    readString(asked, 'request_id', 'requestId', 'id'),
    readString(state.source, 'request_id', 'requestId', 'id'),
  );
  const type = firstOf(readString(asked, 'type', 'kind'), readString(state.source, 'type', 'kind'));
  const options = fieldOf(asked, 'options') ?? fieldOf(state.source, 'options');
  return {
    requestId: requestId || `claude-requires-action-${sha256(goEncoded(state.source)).slice(0, 16)}`,
    kind: (Object.hasOwn(KINDS, type) ? KINDS[type] : undefined) ?? 'user_input',
    options: Array.isArray(options) ? options.flatMap(optionOf) : [],
    payload: { ...state.payload, session_state: state.state },
  };
}

function optionOf(option: Json): JsonObject[] {
  if (typeof option === 'string') {
    const text = trimSpace(option);
    return text === '' ? [] : [{ id: text, label: text }];
  }
  if (!isObject(option)) return [];
  const id = readString(option, 'id', 'value', 'key');
  const label = readString(option, 'label', 'title');
  return id === '' && label === '' ? [] : [{ id: id || label, label: label || id }];
}

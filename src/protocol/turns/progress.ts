import { type JsonObject, stringOf } from '../json-values';

/**
 * The id of the call that a `progress` line of a session file is about. Both keys name it where a hook runs (CLI 2.1.40);
 * where a tool itself makes progress `toolUseID` names the progress, and only the parent is the call.
 */
export function progressCallOf(frame: JsonObject): string | null {
  for (const key of ['parentToolUseID', 'toolUseID']) {
    const id = stringOf(frame, key);
    if (id !== null && id !== '') return id;
  }
  return null;
}

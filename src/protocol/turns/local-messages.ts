import { fieldOf, type JsonObject, stringOf } from '../json-values';

/** The model that messages name which the CLI made itself (1.0.60 on, 05a-401); it is no model. */
export const SYNTHETIC_MODEL = '<synthetic>';

export interface LocalMessage {
  /** Second part of the kind column. */
  label: string;
  meaning: string;
}

/** What an assistant frame is that no model wrote; null for every other frame. */
export function localMessageOf(frame: JsonObject): LocalMessage | null {
  const isLocal = stringOf(fieldOf(frame, 'message'), 'model') === SYNTHETIC_MODEL;
  // isApiErrorMessage on disk, is_api_error_message on stdout (2.1.332).
  const flag = fieldOf(frame, 'is_api_error_message') ?? fieldOf(frame, 'isApiErrorMessage');
  const isError = flag === true || (isLocal && stringOf(frame, 'error') !== null);
  if (!isError && !isLocal) return null;
  return isError
    ? { label: 'local error', meaning: 'Made by the CLI to report an API error. No model wrote it.' }
    : { label: 'local', meaning: 'Made by the CLI itself. No model wrote it.' };
}

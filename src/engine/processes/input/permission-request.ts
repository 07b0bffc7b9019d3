import { closeSync, openSync, readSync } from 'node:fs';
import { InvalidRequestError } from '../../../protocol/errors';

/** No tool's input is longer; the window names a place in the file, and it could be any. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface PermissionRequest {
  requestId: string;
  /** What the tool would be run with. */
  input: unknown;
}

/**
 * The `can_use_tool` request that stands at this place of a capture. What is allowed is read from the file itself, so
 * that the answer holds exactly what was asked. Throws a sentence when another frame stands there.
 */
export function readPermissionRequest(
  capture: string,
  place: { offset: number; bytes: number; requestId: string },
): PermissionRequest {
  const value = frameAt(capture, place);
  const request = value?.request;
  if (value?.type !== 'control_request' || !isObject(request) || request.subtype !== 'can_use_tool') {
    throw new InvalidRequestError('There is no permission request at this place of the capture.');
  }
  if (value.request_id !== place.requestId) {
    throw new InvalidRequestError('Another permission request stands at this place of the capture.');
  }
  return { requestId: place.requestId, input: request.input };
}

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function frameAt(path: string, { offset, bytes }: { offset: number; bytes: number }): Fields | null {
  if (bytes > MAX_BYTES) return null;
  const buffer = Buffer.alloc(bytes);
  let file: number | null = null;
  let read = 0;
  try {
    file = openSync(path, 'r');
    for (let got = -1; got !== 0 && read < bytes; read += got) {
      got = readSync(file, buffer, read, bytes - read, offset + read);
    }
  } catch (cause) {
    const why = (cause as Error).message;
    throw new InvalidRequestError(`The permission request could not be read from the capture: ${why}.`);
  } finally {
    if (file !== null) closeSync(file);
  }
  try {
    const value: unknown = JSON.parse(buffer.toString('utf8', 0, read));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

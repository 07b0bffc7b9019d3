import { SourceError } from '../../../protocol/errors';
import { parseHead } from '../../../protocol/json-head';
import { isObject, type JsonObject } from '../../../protocol/json-values';
import type { Session } from '../../session/session';

/** A line of stderr is no frame, even when a program logs objects there. */
const isStderr = (session: Session, row: number) => session.fileOf(row).side === 'stderr';

/**
 * The frame of a row, parsed; undefined when it is no strict JSON object. Throws SourceError when the file changed and
 * the bytes are gone.
 */
export function parseFrame(session: Session, row: number): JsonObject | undefined {
  if (isStderr(session, row)) return undefined;
  const text = session.jsonText(row).toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Like parseFrame or parseFrameHead, but undefined also when the bytes are gone: for sentences that can do without. */
export function parsedOrNot(
  parse: (session: Session, row: number) => JsonObject | undefined,
  session: Session,
  row: number,
): JsonObject | undefined {
  try {
    return parse(session, row);
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}

/** Enough for a summary: `message` and its first block stand in the first kilobytes of a frame. */
const HEAD_BYTES = 8 * 1024;

/** The text of a row's first bytes. */
export function unparsedHead(session: Session, row: number, bytes: number): string {
  const text = session.utf8Bytes(row, bytes);
  return session.index.table.length(row) > bytes ? headText(text) : text.toString('utf8');
}

/** The text of bytes that were cut anywhere, without the character that the cut goes through. */
function headText(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/\ufffd$/, '');
}

/** Of a frame of this length parseFrameHead gives the beginning only. */
export const isLong = (session: Session, row: number) => session.index.table.length(row) > HEAD_BYTES;

/** Like parseFrame, but of a long frame only the beginning is read. */
export function parseFrameHead(session: Session, row: number): JsonObject | undefined {
  if (isStderr(session, row)) return undefined;
  if (!isLong(session, row)) {
    const whole = parseFrame(session, row);
    if (whole !== undefined) return whole;
  }
  return parseHead(headText(session.jsonText(row, HEAD_BYTES)));
}

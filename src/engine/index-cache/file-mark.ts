import { createHash } from 'node:crypto';
import type { ByteSource } from '../sources/file-source';

const SAMPLE_BYTES = 64 * 1024;

/** What a file looked like when so many bytes of it were indexed. It says nothing of where the file lies. */
export interface FileMark {
  /** Device and number. */
  identity: string;
  /** Bytes of it that are indexed. */
  bytes: number;
  /** When it was written to last, in milliseconds since the Unix epoch. */
  writtenAt: number;
  /** Hashes of the first and of the last 64 KB of those bytes. */
  head: string;
  tail: string;
}

/** The mark of a file as it is now. Throws SourceError when it cannot be read. */
export function markOfFile(source: ByteSource, bytes: number): FileMark {
  return {
    identity: source.identity(),
    bytes,
    writtenAt: source.writtenAt(),
    head: hashOf(source, 0, bytes),
    tail: hashOf(source, Math.max(0, bytes - SAMPLE_BYTES), bytes),
  };
}

/** What became of a marked file: nothing, more bytes came, or (null) it is another one by now. */
export function compareMark(source: ByteSource, mark: FileMark): 'same' | 'grown' | null {
  try {
    const size = source.size();
    if (size < mark.bytes || source.identity() !== mark.identity) return null;
    if (size === mark.bytes && source.writtenAt() !== mark.writtenAt) return null;
    const { head, tail } = markOfFile(source, mark.bytes);
    if (head !== mark.head || tail !== mark.tail) return null;
    return size === mark.bytes ? 'same' : 'grown';
  } catch {
    return null;
  }
}

function hashOf(source: ByteSource, from: number, end: number): string {
  const bytes = Buffer.alloc(Math.min(SAMPLE_BYTES, end - from));
  const got = source.read(bytes, 0, bytes.length, from);
  return createHash('sha256').update(bytes.subarray(0, got)).digest('base64');
}

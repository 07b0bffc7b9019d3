import { createHash } from 'node:crypto';
import type { ByteSource } from '../sources/file-source';

const SAMPLE_BYTES = 64 * 1024;
const SPREAD_SAMPLES = 256;
const SPREAD_BYTES = 4096;

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
  /** A hash of short samples spread over those bytes: most of what is written in place between head and tail. */
  spread: string;
}

/** The mark of a file as it is now. Throws SourceError when it cannot be read. */
export function markOfFile(source: ByteSource, bytes: number): FileMark {
  return {
    identity: source.identity(),
    bytes,
    writtenAt: source.writtenAt(),
    head: hashOf(source, 0, bytes),
    tail: hashOf(source, Math.max(0, bytes - SAMPLE_BYTES), bytes),
    spread: spreadOf(source, bytes),
  };
}

/** What became of a marked file: nothing, more bytes came, or (null) it is another one by now. */
export function compareMark(source: ByteSource, mark: FileMark): 'same' | 'grown' | null {
  try {
    const size = source.size();
    if (size < mark.bytes || source.identity() !== mark.identity) return null;
    if (size === mark.bytes && source.writtenAt() !== mark.writtenAt) return null;
    const { head, tail, spread } = markOfFile(source, mark.bytes);
    if (head !== mark.head || tail !== mark.tail || spread !== mark.spread) return null;
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

function spreadOf(source: ByteSource, end: number): string {
  const hash = createHash('sha256');
  const bytes = Buffer.alloc(SPREAD_BYTES);
  for (let at = 0; at < SPREAD_SAMPLES; at++) {
    const from = Math.floor((end * at) / SPREAD_SAMPLES);
    const got = source.read(bytes, 0, Math.min(SPREAD_BYTES, end - from), from);
    hash.update(bytes.subarray(0, got));
  }
  return hash.digest('base64');
}

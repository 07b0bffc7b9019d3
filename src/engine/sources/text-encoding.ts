export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/**
 * Encoding of a file from its first bytes. Old PowerShell redirects write UTF-16LE with a byte order mark
 * (case 010); without a mark, a brace or bracket followed by a NUL tells.
 */
export function detectEncoding(head: Buffer): TextEncoding {
  if (head.length < 2) return 'utf-8';
  const [a, b] = head as unknown as [number, number];
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if ((a === 0x7b || a === 0x5b) && b === 0 && head[2] !== 0) return 'utf-16le';
  if (a === 0 && (b === 0x7b || b === 0x5b) && head[2] === 0) return 'utf-16be';
  return 'utf-8';
}

/** UTF-8 of UTF-16 bytes; an odd last byte and a lone surrogate become U+FFFD. */
export function transcode(bytes: Buffer, encoding: TextEncoding): Buffer {
  if (encoding === 'utf-8') return bytes;
  let little = bytes;
  if (encoding === 'utf-16be') {
    little = Buffer.from(bytes.subarray(0, bytes.length & ~1));
    little.swap16();
  }
  const text = little.toString('utf16le').replace(/^\ufeff/, '');
  return Buffer.from(bytes.length % 2 === 1 ? `${text}\ufffd` : text, 'utf8');
}

/**
 * Turns UTF-16 chunks into UTF-8 and keeps count, so that a position in the UTF-8 can be told as an offset in the
 * file: one code unit (two bytes) for a sequence of up to three bytes, two for one of four.
 */
export class Utf16Decoder {
  private pending: Buffer = Buffer.alloc(0);

  constructor(private readonly encoding: 'utf-16le' | 'utf-16be') {}

  decode(chunk: Buffer, final: boolean): Buffer {
    const bytes = this.pending.length > 0 ? Buffer.concat([this.pending, chunk]) : chunk;
    let usable = bytes.length & ~1;
    if (!final && usable >= 2 && this.endsWithHighSurrogate(bytes, usable)) usable -= 2;
    if (final) usable = bytes.length;
    this.pending = Buffer.from(bytes.subarray(usable));
    let little = bytes.subarray(0, usable & ~1);
    if (this.encoding === 'utf-16be') little = Buffer.from(little).swap16();
    const text = little.toString('utf16le');
    return Buffer.from(usable % 2 === 1 ? `${text}\ufffd` : text, 'utf8');
  }

  private endsWithHighSurrogate(bytes: Buffer, end: number): boolean {
    const high = this.encoding === 'utf-16le' ? (bytes[end - 1] as number) : (bytes[end - 2] as number);
    return high >= 0xd8 && high <= 0xdb;
  }
}

/** Bytes of UTF-16 that the UTF-8 in buf[from, to) stands for. */
export function utf16Length(buf: Buffer, from: number, to: number): number {
  let units = 0;
  for (let p = from; p < to; p++) {
    const c = buf[p] as number;
    if ((c & 0xc0) !== 0x80) units += c >= 0xf0 ? 2 : 1;
  }
  return units * 2;
}

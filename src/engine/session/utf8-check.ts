import { isUtf8 } from 'node:buffer';

/** Position of the first byte that begins no valid UTF-8 sequence, or -1. Found by bisection over valid prefixes. */
export function firstInvalidByte(bytes: Buffer): number {
  if (isUtf8(bytes)) return -1;
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const mid = (low + high + 1) >>> 1;
    if (isUtf8(bytes.subarray(0, wholeCharacters(bytes, mid)))) low = mid;
    else high = mid - 1;
  }
  return Math.min(wholeCharacters(bytes, low), bytes.length - 1);
}

/** The prefix of `end` bytes without a character that it cuts. */
function wholeCharacters(bytes: Buffer, end: number): number {
  for (let back = 1; back <= 3 && end - back >= 0; back++) {
    const c = bytes[end - back] as number;
    if ((c & 0xc0) === 0x80) continue;
    const need = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : 1;
    return need > back ? end - back : end;
  }
  return end;
}

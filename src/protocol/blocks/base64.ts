const DIGITS = new Map(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((c, i) => [c, i]),
);

/** How many bytes a base64 text stands for. */
export function base64Bytes(data: string): number {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((data.length * 3) / 4) - padding);
}

/** The first bytes of a base64 text, at most `limit`; null when it has other characters. */
export function base64Head(data: string, limit: number): Uint8Array | null {
  const units = Math.min(data.length, Math.ceil((limit * 4) / 3 / 4) * 4);
  const bytes = new Uint8Array(Math.floor((units * 3) / 4));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (let at = 0; at < units; at++) {
    const c = data[at] as string;
    if (c === '=') break;
    const digit = DIGITS.get(c);
    if (digit === undefined) return null;
    held = ((held << 6) | digit) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = (held >> bits) & 0xff;
  }
  return bytes.subarray(0, Math.min(length, limit));
}

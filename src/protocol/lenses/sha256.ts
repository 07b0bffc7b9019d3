const PRIMES_64 = firstPrimes(64);
const K = Uint32Array.from(PRIMES_64, (prime) => fraction(Math.cbrt(prime)));
const START = Uint32Array.from(PRIMES_64.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 0x100000000);
}

const rotate = (x: number, n: number) => (x >>> n) | (x << (32 - n));

/** SHA-256 of a text's UTF-8 in hexadecimal (FIPS 180-4). Here because the protocol room has no Node. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const hash = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) mix(hash, words, view, at);
  return Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('');
}

function mix(hash: Uint32Array, words: Uint32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const a = words[i - 15] as number;
    const b = words[i - 2] as number;
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    words[i] = (words[i - 16] as number) + s0 + (words[i - 7] as number) + s1;
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] as number) + (words[i] as number)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) hash[i] = (hash[i] as number) + (mixed[i] as number);
}

/** The kinds of picture that the window draws. */
export const DRAWN_MEDIA = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type DrawnMedia = (typeof DRAWN_MEDIA)[number];

export interface ImageHeader {
  media: DrawnMedia;
  /** null when the header ends before it says so. */
  size: { width: number; height: number } | null;
}

/** What the first bytes of a picture say of it; undefined when they are of none that the window draws. */
export function imageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const media = mediaOf(bytes);
  if (media === undefined) return undefined;
  return { media, size: SIZE_OF[media](bytes) };
}

function mediaOf(bytes: Uint8Array): DrawnMedia | undefined {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(bytes, ascii('GIF87a')) || startsWith(bytes, ascii('GIF89a'))) return 'image/gif';
  if (startsWith(bytes, ascii('RIFF')) && startsWith(bytes.subarray(8), ascii('WEBP'))) return 'image/webp';
  return undefined;
}

type Size = { width: number; height: number } | null;

const SIZE_OF: Record<DrawnMedia, (bytes: Uint8Array) => Size> = {
  // The first chunk of a PNG file is IHDR: width and height as four bytes each.
  'image/png': (bytes) =>
    bytes.length < 24 ? null : { width: big(bytes, 16, 4), height: big(bytes, 20, 4) },
  'image/gif': (bytes) =>
    bytes.length < 10 ? null : { width: little(bytes, 6, 2), height: little(bytes, 8, 2) },
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
};

/** Walks the segments of a JPEG file up to the start of a frame (SOF0 to SOF15, but DHT, JPG and DAC). */
function jpegSize(bytes: Uint8Array): Size {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { height: big(bytes, at + 5, 2), width: big(bytes, at + 7, 2) };
    }
    at += 2 + big(bytes, at + 2, 2);
  }
  return null;
}

/** A WebP file is lossy (VP8), lossless (VP8L) or extended (VP8X); each says its size in its own place. */
function webpSize(bytes: Uint8Array): Size {
  if (bytes.length < 30) return null;
  const chunk = String.fromCharCode(...bytes.subarray(12, 16));
  if (chunk === 'VP8X') return { width: little(bytes, 24, 3) + 1, height: little(bytes, 27, 3) + 1 };
  if (chunk === 'VP8 ')
    return { width: little(bytes, 26, 2) & 0x3fff, height: little(bytes, 28, 2) & 0x3fff };
  if (chunk !== 'VP8L') return null;
  const packed = little(bytes, 21, 4);
  return { width: (packed & 0x3fff) + 1, height: (Math.floor(packed / 0x4000) & 0x3fff) + 1 };
}

function startsWith(bytes: Uint8Array, head: readonly number[]): boolean {
  return head.every((byte, at) => bytes[at] === byte);
}

const ascii = (text: string) => Array.from(text, (c) => c.charCodeAt(0));

function big(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = 0; i < count; i++) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

function little(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = count - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

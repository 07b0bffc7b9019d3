import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64Bytes, base64Head } from '../../../../src/protocol/blocks/base64';
import { imageHeader } from '../../../../src/protocol/blocks/image-header';
import { MAX_IMAGE_UNITS, pictureOf } from '../../../../src/protocol/blocks/picture';

const PNG_16 =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAGUlEQVR42mNk+M9QzzCKRsOAgWE0DEbDAACBkAgRk3cwAwAAAABJRU5ErkJggg==';
const base64 = (...bytes: number[]) => Buffer.from(bytes).toString('base64');
const text = (s: string) => Array.from(s, (c) => c.charCodeAt(0));
const of = (data: unknown, media_type: unknown = 'image/png') => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
});

describe('base64', () => {
  it('is decoded as Node does, and counted', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.integer({ min: 0, max: 300 }), (bytes, limit) => {
        const data = Buffer.from(bytes).toString('base64');
        expect(base64Bytes(data)).toBe(bytes.length);
        expect([...base64Head(data, limit)!]).toEqual([...bytes.subarray(0, limit)]);
      }),
      { numRuns: 2000 },
    );
  });

  it('with other characters is none', () => {
    for (const data of ['%%%%', 'AA A', 'data:image/png;base64,AAAA', 'é'])
      expect(base64Head(data, 10)).toBeNull();
  });
});

describe('the header of a picture', () => {
  const sof = [0xff, 0xc2, 0, 17, 8, 0x01, 0x00, 0x02, 0x00];
  it.each([
    ['PNG', [...Buffer.from(PNG_16, 'base64')], 'image/png', { width: 16, height: 16 }],
    ['a PNG that ends early', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'image/png', null],
    ['GIF', [...text('GIF89a'), 3, 0, 1, 1], 'image/gif', { width: 3, height: 257 }],
    [
      'JPEG behind a segment',
      [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, ...sof],
      'image/jpeg',
      { width: 512, height: 256 },
    ],
    ['a JPEG without a frame', [0xff, 0xd8, 0xff, 0xd9], 'image/jpeg', null],
    [
      'WebP, lossy',
      [...text('RIFF'), 0, 0, 0, 0, ...text('WEBPVP8 '), ...Array(10).fill(0), 5, 0, 7, 0],
      'image/webp',
      { width: 5, height: 7 },
    ],
    [
      'WebP, lossless',
      [
        ...text('RIFF'),
        0,
        0,
        0,
        0,
        ...text('WEBPVP8L'),
        0,
        0,
        0,
        0,
        0x2f,
        4,
        0x80,
        1,
        0,
        ...Array(5).fill(0),
      ],
      'image/webp',
      { width: 5, height: 7 },
    ],
    [
      'WebP, extended',
      [...text('RIFF'), 0, 0, 0, 0, ...text('WEBPVP8X'), ...Array(8).fill(0), 4, 0, 0, 6, 0, 0],
      'image/webp',
      { width: 5, height: 7 },
    ],
  ] as const)('of %s', (_name, bytes, media, size) => {
    expect(imageHeader(Uint8Array.from(bytes))).toEqual({ media, size });
  });

  it('never throws, and knows no other bytes', () => {
    for (const other of ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'BM', '%PDF-1.7', '', 'RIFF....WAVE']) {
      expect(imageHeader(Uint8Array.from(text(other)))).toBeUndefined();
    }
    const start = fc.constantFrom([0xff, 0xd8, 0xff], text('RIFFxxxxWEBPVP8L'), text('GIF87a'), []);
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 60 }), (head, rest) => {
        const found = imageHeader(Uint8Array.from([...head, ...rest]));
        if (head.length > 0) expect(found).toBeDefined();
      }),
    );
  });
});

describe('a picture', () => {
  it('is drawn with what its header says', () => {
    expect(pictureOf(of(PNG_16))).toEqual({
      drawn: { media: 'image/png', words: 'image/png · 16 × 16 · 82 bytes', data: PNG_16 },
    });
  });

  it('is what its bytes are, whatever is stated', () => {
    expect(pictureOf(of(PNG_16, 'image/svg+xml'))).toMatchObject({
      drawn: { media: 'image/png', words: 'image/png (stated: image/svg+xml) · 16 × 16 · 82 bytes' },
    });
  });

  it('of a camera states its size behind a thumbnail', () => {
    const thumbnail = [0xff, 0xe1, 0x40, 0x02, ...Array(0x4000).fill(7)];
    const jpeg = [0xff, 0xd8, ...thumbnail, 0xff, 0xc0, 0, 17, 8, 0x0b, 0xb8, 0x0f, 0xa0];
    expect(pictureOf(of(base64(...jpeg), 'image/jpeg'))).toMatchObject({
      drawn: { words: `image/jpeg · 4,000 × 3,000 · ${jpeg.length.toLocaleString('en')} bytes` },
    });
  });

  it('of MCP states its data in another place', () => {
    expect(pictureOf({ type: 'image', data: PNG_16, mimeType: 'image/png' })).toHaveProperty('drawn');
  });

  const bomb = Buffer.from(PNG_16, 'base64');
  bomb.writeUInt32BE(100_000, 16);
  bomb.writeUInt32BE(100_000, 20);

  it.each([
    [
      'an address',
      { source: { type: 'url', url: 'https://example.com/a.png' } },
      /https:\/\/example\.com\/a\.png\. It is not fetched/,
    ],
    [
      'a file',
      { source: { type: 'file', file_id: 'file_1' } },
      /the file file_1 of the API\. It is not fetched/,
    ],
    ['no data', { source: { type: 'base64' } }, /has no data/],
    ['no source', {}, /has no data/],
    ['data of another type', of(7), /has no data/],
    ['empty data', of(''), /is empty/],
    ['no base64', of('%%%%'), /is no base64/],
    ['other bytes', of(base64(1, 2, 3, 4)), /no picture of the kind image\/png/],
    [
      'a kind that is not drawn',
      of(base64(...text('<svg/>')), 'image/svg+xml'),
      /image\/svg\+xml are not drawn/,
    ],
    ['too many bytes', of('A'.repeat(MAX_IMAGE_UNITS + 4)), /More than 15 MB are not drawn/],
    ['too many points', of(bomb.toString('base64')), /100,000 × 100,000.*not drawn/],
  ])('with %s is a sentence', (_name, block, sentence) => {
    expect(pictureOf(block)).toEqual({ sentence: expect.stringMatching(sentence) });
  });

  it('is a sentence for anything else', () => {
    for (const block of [null, 1, 'x', [], { source: null }, { source: [] }]) {
      expect(pictureOf(block)).toHaveProperty('sentence');
    }
  });
});

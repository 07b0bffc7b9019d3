import { fieldOf, type Json, stringOf } from '../json-values';
import { base64Bytes, base64Head } from './base64';
import { DRAWN_MEDIA, type DrawnMedia, type ImageHeader, imageHeader } from './image-header';

/** Base64 units of the longest picture that is drawn: about 15 MB of data. The API takes at most 5 MB. */
export const MAX_IMAGE_UNITS = 20 * 1024 * 1024;
/** A small file can hold a picture that takes gigabytes of memory to draw. */
export const MAX_IMAGE_PIXELS = 64 * 1024 * 1024;
/** Enough for all headers but that of a JPEG picture, whose size stands behind its thumbnail. */
const HEADER_BYTES = 64;
const JPEG_HEADER_BYTES = 128 * 1024;

/** A picture that can be drawn from the data in its block. */
export interface DrawnPicture {
  media: DrawnMedia;
  /** "image/png · 16 × 16 · 82 bytes" */
  words: string;
  /** The base64 data, as written. */
  data: string;
}

/** A picture that can be drawn, or one plain sentence why not. */
export type Picture = { drawn: DrawnPicture } | { sentence: string };

/** What an image block is made of: {source: {type, media_type, data}} of the API, {data, mimeType} of MCP. */
export function pictureOf(block: Json): Picture {
  const source = fieldOf(block, 'source');
  const form = stringOf(source, 'type');
  if (form === 'url')
    return sentence(
      `The picture lies at ${stringOf(source, 'url') ?? 'an address that is not stated'}. It is not fetched.`,
    );
  if (form === 'file')
    return sentence(
      `The picture is the file ${stringOf(source, 'file_id') ?? 'without an id'} of the API. It is not fetched.`,
    );
  const data = stringOf(source, 'data') ?? stringOf(block, 'data');
  if (data === null) return sentence('The picture has no data.');
  if (data === '') return sentence('The picture is empty.');
  const stated = stringOf(source, 'media_type') ?? stringOf(block, 'mimeType') ?? 'not stated';
  const bytes = base64Bytes(data).toLocaleString('en');
  if (data.length > MAX_IMAGE_UNITS) {
    return sentence(`The picture has ${bytes} bytes. More than 15 MB are not drawn; Raw holds its data.`);
  }
  const head = base64Head(data, HEADER_BYTES);
  if (head === null) return sentence('The picture cannot be drawn: its data is no base64.');
  const header = fullHeader(head, data);
  if (header === undefined) {
    const kinds = (DRAWN_MEDIA as readonly string[]).includes(stated)
      ? `its data is no picture of the kind ${stated}`
      : `pictures of the kind ${stated} are not drawn`;
    return sentence(`The picture cannot be drawn: ${kinds}. It has ${bytes} bytes.`);
  }
  const { size, media } = header;
  if (size !== null && size.width * size.height > MAX_IMAGE_PIXELS) {
    return sentence(
      `The picture is ${pixels(size)}. More than 64 million points are not drawn; Raw holds its data.`,
    );
  }
  const words = [
    media === stated ? media : `${media} (stated: ${stated})`,
    size === null ? null : pixels(size),
    `${bytes} bytes`,
  ];
  return { drawn: { media, words: words.filter((word) => word !== null).join(' · '), data } };
}

function fullHeader(head: Uint8Array, data: string): ImageHeader | undefined {
  const header = imageHeader(head);
  if (header?.media !== 'image/jpeg' || header.size !== null) return header;
  return imageHeader(base64Head(data, JPEG_HEADER_BYTES) ?? head);
}

const pixels = (size: { width: number; height: number }) =>
  `${size.width.toLocaleString('en')} × ${size.height.toLocaleString('en')}`;

const sentence = (text: string): Picture => ({ sentence: text });

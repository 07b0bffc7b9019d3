import { FrameScanner, type IdHash, Slot } from './frame-scanner';

let scanner: FrameScanner | null = null;

/** The hash that the index has of an id with this text: the scanner itself makes it, so that the two never differ. */
export function hashOfId(text: string): IdHash {
  scanner ??= new FrameScanner();
  const json = Buffer.from(`{"uuid":${JSON.stringify(text)}}`);
  scanner.reserve(json.length);
  json.copy(scanner.window);
  const hash = { a: 0, b: 0 };
  if (scanner.scanFrame(0, json.length) >= 0) scanner.hash(Slot.Uuid, hash);
  return hash;
}

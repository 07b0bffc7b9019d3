/** Where the text of a row ends, without the line end that belongs to its bytes. */
export function withoutLineEnd(bytes: Buffer, end: number): number {
  let to = end;
  while (to > 0 && (bytes[to - 1] === 0x0a || bytes[to - 1] === 0x0d)) to--;
  return to;
}

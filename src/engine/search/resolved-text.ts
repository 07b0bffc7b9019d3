const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const LETTERS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** A text as it stands in a file, with the escapes of JSON resolved wherever they stand; null when there are none. */
export function resolvedText(written: string): string | null {
  if (!written.includes('\\')) return null;
  const text = written.replace(ESCAPE, (_, hex: string | undefined, letter: string) => escaped(hex, letter));
  return text === written ? null : text;
}

/** The same, with where each unit of it begins in what is written; its end comes last. */
export function resolvedWithPlaces(written: string): { text: string; places: Uint32Array } | null {
  if (!written.includes('\\')) return null;
  const places = new Uint32Array(written.length + 1);
  const parts: string[] = [];
  let units = 0;
  let at = 0;
  const copy = (to: number) => {
    parts.push(written.slice(at, to));
    while (at < to) places[units++] = at++;
  };
  for (const match of written.matchAll(ESCAPE)) {
    copy(match.index);
    parts.push(escaped(match[1], match[2] as string));
    places[units++] = at;
    at += match[0].length;
  }
  copy(written.length);
  places[units] = written.length;
  return { text: parts.join(''), places: places.subarray(0, units + 1) };
}

function escaped(hex: string | undefined, letter: string): string {
  return hex === undefined ? (LETTERS[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16));
}

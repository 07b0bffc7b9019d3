import { caseVariants } from './case-variants';

const MAX_RUN = 255;
const BACKSLASH = 0x5c;
/** A byte after which anything may come. */
const ANY = 0;
/** The short escapes of JSON by the character they stand for. */
const SHORT_ESCAPES = new Map([
  [0x22, 0x22],
  [0x5c, 0x5c],
  [0x2f, 0x2f],
  [0x08, 0x62],
  [0x0c, 0x66],
  [0x0a, 0x6e],
  [0x0d, 0x72],
  [0x09, 0x74],
]);
/** Bytes of transcripts, the most frequent first; what is not among them is rare. */
const FREQUENT = ' eatsonirlducp"mh_g:f,y0b-1.v2w3k45/8679xT}{SIEARqjzP';

/** Two bytes at which a place is looked at: the second one after a mask. */
export type Form = readonly [byte: number, next: number, mask: number];

/** A text to look for, ready for the scanner. */
export interface Needle {
  /** UTF-16 units. */
  units: number;
  /** The class of each unit of the text; units of one class count as the same. From 1. */
  classes: Uint16Array;
  /** Every unit that is of a class, and the class. */
  members: [unit: number, kind: number][];
  /** The longest piece of the text that is written as it is; empty when there is none. Letters that match in both cases are small. */
  run: Buffer;
  /** For each byte of the run the bit to set before it is compared. */
  fold: Buffer;
  /** Places of the two rarest bytes of the run. */
  rare: readonly [number, number];
  /** The run is all of the text. */
  whole: boolean;
  /** Units before the run, and units of the run. */
  before: number;
  runUnits: number;
  /** Other ways to write a character of the run, or of the text when there is no run. */
  forms: Form[];
}

/** `text` has at least one unit. */
export function needleOf(text: string, caseSensitive: boolean): Needle {
  const characters = [...text].map((character) => {
    const code = character.codePointAt(0) as number;
    return { code, variants: caseSensitive ? [code] : caseVariants(code) };
  });
  const run = longestRun(characters);
  const runText = characters
    .slice(run.from, run.to)
    .map(({ code }) => String.fromCodePoint(code))
    .join('');
  const { bytes, fold } = foldedBytes(runText, caseSensitive);
  const before = characters.slice(0, run.from).reduce((sum, { code }) => sum + unitsOf(code), 0);
  return {
    units: text.length,
    ...classesOf(characters, text.length),
    run: bytes,
    fold,
    rare: rareBytes(bytes),
    whole: runText.length === text.length,
    before,
    runUnits: runText.length,
    forms: run.to > run.from ? formsInRun(characters.slice(run.from, run.to)) : formsOfAny(characters),
  };
}

interface Character {
  code: number;
  variants: number[];
}

const unitsOf = (code: number) => (code > 0xffff ? 2 : 1);
const isLetter = (code: number) => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

/** Characters that stand in bytes as they are, but for the case of ASCII letters and rare forms that `formsInRun` knows. */
function isPlain({ code, variants }: Character): boolean {
  if (code < 0x20 || code === 0x22 || code === BACKSLASH) return false;
  if (code >= 0xd800 && code <= 0xdfff) return false;
  return code < 0x80 || variants.length === 1;
}

function longestRun(characters: readonly Character[]): { from: number; to: number } {
  let best = { from: 0, to: 0, bytes: 0 };
  for (let from = 0; from < characters.length; from++) {
    let bytes = 0;
    let to = from;
    for (; to < characters.length && isPlain(characters[to] as Character); to++) {
      const size = Buffer.byteLength(String.fromCodePoint((characters[to] as Character).code));
      if (bytes + size > MAX_RUN) break;
      bytes += size;
    }
    if (bytes > best.bytes) best = { from, to, bytes };
    from = to;
  }
  return best;
}

function foldedBytes(run: string, caseSensitive: boolean): { bytes: Buffer; fold: Buffer } {
  const bytes = Buffer.from(run);
  const fold = Buffer.alloc(bytes.length);
  if (caseSensitive) return { bytes, fold };
  for (let k = 0; k < bytes.length; k++) {
    if (!isLetter(bytes[k] as number)) continue;
    fold[k] = 0x20;
    bytes[k] = (bytes[k] as number) | 0x20;
  }
  return { bytes, fold };
}

function rareBytes(run: Buffer): readonly [number, number] {
  if (run.length === 0) return [0, 0];
  const frequency = (k: number) => {
    const byte = run[k] as number;
    if (byte >= 0xc0) return 60;
    const rank = FREQUENT.indexOf(String.fromCharCode(byte));
    return rank < 0 ? FREQUENT.length : rank;
  };
  const order = Array.from(run.keys()).sort((a, b) => frequency(b) - frequency(a));
  return [order[0] as number, order[1] ?? (order[0] as number)];
}

/** How else than plainly the characters of a run may be written, \uXXXX left out, which the scanner always looks at. */
function formsInRun(characters: readonly Character[]): Form[] {
  const forms = new Map<string, Form>();
  for (const { code, variants } of characters) {
    if (code === 0x2f) forms.set('/', [BACKSLASH, 0x2f, 0xff]);
    for (const other of variants) {
      if (code < 0x80 && other >= 0x80) forms.set(String(other), rawForm(other));
    }
  }
  return [...forms.values()];
}

/** All ways to write the character of the text that is told by the rarest bytes. */
function formsOfAny(characters: readonly Character[]): Form[] {
  const isHalf = ({ code }: Character) => code >= 0xd800 && code <= 0xdfff;
  const best = characters.find((c) => c.code >= 0x80 && !isHalf(c)) ?? characters.find((c) => !isHalf(c));
  // Half a character is never written but as \uXXXX.
  if (best === undefined) return [];
  const forms = best.variants.map(rawForm);
  const short = SHORT_ESCAPES.get(best.code);
  if (short !== undefined && short !== best.code) forms.push([BACKSLASH, short, 0xff]);
  return forms;
}

function rawForm(code: number): Form {
  const bytes = Buffer.from(String.fromCodePoint(code));
  return bytes.length === 1 ? [bytes[0] as number, ANY, 0] : [bytes[0] as number, bytes[1] as number, 0xff];
}

/** Numbers for the units of the text such that all variants of a unit have its number. */
function classesOf(
  characters: readonly Character[],
  units: number,
): { classes: Uint16Array; members: [number, number][] } {
  const kinds = new Map<number, number>();
  const same: number[] = [0];
  const find = (kind: number): number => {
    let root = kind;
    while (same[root] !== root) root = same[root] as number;
    return root;
  };
  const join = (all: number[]): number => {
    const known = all.flatMap((unit) => kinds.get(unit) ?? []).map(find);
    const kind = known[0] ?? same.push(same.length) - 1;
    for (const other of known) same[other] = kind;
    for (const unit of all) kinds.set(unit, kind);
    return kind;
  };
  const text = characters.flatMap(({ code, variants }) => {
    const written = variants.filter((other) => unitsOf(other) === unitsOf(code));
    const texts = written.map((other) => String.fromCodePoint(other));
    return Array.from({ length: unitsOf(code) }, (_, k) => join(texts.map((each) => each.charCodeAt(k))));
  });
  const classes = new Uint16Array(units);
  for (const [k, kind] of text.entries()) classes[k] = find(kind);
  return { classes, members: [...kinds].map(([unit, kind]) => [unit, find(kind)]) };
}

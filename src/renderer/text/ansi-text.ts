/**
 * Turns terminal output into segments with a style, and drops everything that is no text: cursor movement,
 * titles and links (OSC), device strings, other control bytes. A bare CR goes back to the start of the line,
 * so of a progress bar only what it showed last is kept. Pure: the caller makes text nodes of it.
 */
export interface Style {
  /** "0".."15" name a token, "#rrggbb" is a literal colour; null is the colour of the text around. */
  color: string | null;
  background: string | null;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
}

export interface Segment {
  text: string;
  style: Style;
}

const PLAIN: Style = {
  color: null,
  background: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  strike: false,
};

// CSI, OSC (ended by BEL or ST), DCS/SOS/PM/APC (ended by ST), other two-byte escapes, and C1 forms of CSI.
const ESCAPE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences are what this looks for
  /(?:\x1b\[|\x9b)([0-9:;<=>?]*)[ -/]*([@-~])|\x1b\](?:[^\x07\x1b]|\x1b(?!\\))*(?:\x07|\x1b\\|$)|\x1b[PX^_](?:[^\x1b]|\x1b(?!\\))*(?:\x1b\\|$)|(?:\x1b\[|\x9b)[0-9:;<=>?]*[ -/]*$|\x1b[ -/]*[0-~]?/g;

/** True when the text needs this module at all. */
export function hasTerminalCodes(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control bytes are what this looks for
  return /[\x00-\x08\x0b-\x1f\x7f\x9b]/.test(text);
}

const hex2 = (value: number) => Math.min(255, Math.max(0, value)).toString(16).padStart(2, '0');

function cubeColor(index: number): string {
  if (index < 16) return String(index);
  if (index >= 232) {
    const grey = hex2(8 + (index - 232) * 10);
    return `#${grey}${grey}${grey}`;
  }
  const level = (n: number) => hex2(n === 0 ? 0 : 55 + n * 40);
  const cube = index - 16;
  return `#${level(Math.floor(cube / 36))}${level(Math.floor(cube / 6) % 6)}${level(cube % 6)}`;
}

/** Reads "5;n" or "2;r;g;b" after a 38 or 48; returns the colour and how many numbers it took. */
function extendedColor(codes: number[], at: number): { color: string | null; taken: number } {
  const mode = codes[at];
  if (mode === 5) {
    const index = codes[at + 1] ?? -1;
    return { color: index >= 0 && index <= 255 ? cubeColor(index) : null, taken: 2 };
  }
  if (mode === 2) {
    const [r = 0, g = 0, b = 0] = codes.slice(at + 1, at + 4);
    return { color: `#${hex2(r)}${hex2(g)}${hex2(b)}`, taken: 4 };
  }
  return { color: null, taken: 0 };
}

function applyCode(style: Style, code: number): Style {
  if (code === 0) return PLAIN;
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 3) return { ...style, italic: true };
  if (code === 4) return { ...style, underline: true };
  if (code === 9) return { ...style, strike: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 23) return { ...style, italic: false };
  if (code === 24) return { ...style, underline: false };
  if (code === 29) return { ...style, strike: false };
  if (code === 7) return { ...style, color: style.background, background: style.color };
  if (code >= 30 && code <= 37) return { ...style, color: String(code - 30) };
  if (code === 39) return { ...style, color: null };
  if (code >= 40 && code <= 47) return { ...style, background: String(code - 40) };
  if (code === 49) return { ...style, background: null };
  if (code >= 90 && code <= 97) return { ...style, color: String(code - 82) };
  if (code >= 100 && code <= 107) return { ...style, background: String(code - 92) };
  return style;
}

function applySgr(style: Style, parameters: string): Style {
  // "38:2::r:g:b" has an empty colour space; everything else is the same with ";" or ":".
  const codes = parameters.replace(/:2::/g, ':2:').split(/[;:]/).map(Number);
  let next = style;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0;
    if (code !== 38 && code !== 48) {
      next = applyCode(next, code);
      continue;
    }
    const { color, taken } = extendedColor(codes, i + 1);
    next = code === 38 ? { ...next, color } : { ...next, background: color };
    i += taken;
  }
  return next;
}

function sameStyle(a: Style, b: Style): boolean {
  return (
    a === b ||
    (a.color === b.color &&
      a.background === b.background &&
      a.bold === b.bold &&
      a.dim === b.dim &&
      a.italic === b.italic &&
      a.underline === b.underline &&
      a.strike === b.strike)
  );
}

/** The line being written: segments, and where a CR put the pen. */
class Line {
  private parts: Segment[] = [];
  private length = 0;
  private pen = 0;

  home(): void {
    this.pen = 0;
  }

  erase(): void {
    this.parts = slice(this.parts, 0, this.pen);
    this.length = Math.min(this.length, this.pen);
  }

  backspace(): void {
    this.pen = Math.max(0, this.pen - 1);
  }

  write(text: string, style: Style): void {
    if (text === '') return;
    if (this.pen < this.length) {
      const tail = slice(this.parts, this.pen + text.length, this.length);
      this.parts = [...slice(this.parts, 0, this.pen), { text, style }, ...tail];
    } else {
      this.parts.push({ text, style });
    }
    this.pen += text.length;
    this.length = Math.max(this.length, this.pen);
  }

  take(): Segment[] {
    const taken = this.parts;
    this.parts = [];
    this.length = this.pen = 0;
    return taken;
  }
}

function slice(parts: readonly Segment[], from: number, to: number): Segment[] {
  const kept: Segment[] = [];
  let at = 0;
  for (const part of parts) {
    const text = part.text.slice(Math.max(0, from - at), Math.max(0, to - at));
    if (text) kept.push({ text, style: part.style });
    at += part.text.length;
  }
  return kept;
}

export function parseTerminalText(input: string): Segment[] {
  const out: Segment[] = [];
  const line = new Line();
  let style = PLAIN;

  const emit = (segment: Segment) => {
    const last = out.at(-1);
    if (last && sameStyle(last.style, segment.style)) last.text += segment.text;
    else out.push({ ...segment });
  };
  const endLine = () => {
    for (const segment of line.take()) emit(segment);
  };

  function writeText(text: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the control bytes that move the pen
    for (const piece of text.split(/(\r+\n|\n|\r|\x08)/)) {
      if (piece === '') continue;
      if (piece.endsWith('\n')) {
        endLine();
        emit({ text: '\n', style: PLAIN });
      } else if (piece === '\r') line.home();
      else if (piece === '\x08') line.backspace();
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what is left of them is no text
      else line.write(piece.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, ''), style);
    }
  }

  let at = 0;
  for (const match of input.matchAll(ESCAPE)) {
    writeText(input.slice(at, match.index));
    at = match.index + match[0].length;
    const [, parameters = '', final] = match;
    if (final === 'm' && !/[<=>?]/.test(parameters)) style = applySgr(style, parameters);
    // "Erase to the end of the line" is how progress bars clear what they wrote before.
    if (final === 'K' && (parameters === '' || parameters === '0')) line.erase();
    if (final === 'K' && parameters === '2') {
      line.home();
      line.erase();
    }
    if (final === 'G' && (parameters === '' || parameters === '1')) line.home();
  }
  writeText(input.slice(at));
  endLine();
  return out;
}

/** The text alone. */
export function stripTerminalCodes(input: string): string {
  return hasTerminalCodes(input)
    ? parseTerminalText(input)
        .map((segment) => segment.text)
        .join('')
    : input;
}

/** Control characters as terminals write them out: "^[" for escape, "^@" for NUL. */
export function caretNotation(input: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control bytes are what this writes out
  return input.replace(/[\x00-\x1f\x7f]/g, (byte) => `^${String.fromCharCode(byte.charCodeAt(0) ^ 0x40)}`);
}

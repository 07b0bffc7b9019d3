// A slow, plain reading of a recording for the engine to be compared with: JSON.parse and maps, no code of src.

export type Value = { [key: string]: unknown };

export interface PlainFrame {
  value: Value;
  /** The bytes of the value, without white space around them. */
  text: string;
}

export interface PlainReading {
  physicalLines: number;
  frames: PlainFrame[];
  /** What is no frame: the bytes of each piece, as Latin-1, without white space around them. */
  pieces: string[];
}

export const isObject = (value: unknown): value is Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a file; text is Latin-1, so that one character is one byte. */
export function readPlainly(bytes: Buffer): PlainReading {
  const lines = bytes.toString('latin1').split('\n');
  const reading: PlainReading = {
    physicalLines: lines.filter((line) => line.trim() !== '').length,
    frames: [],
    pieces: [],
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!.trim();
    const escapes = /^([^ -~]\[[0-9;?]*[A-Za-z])*(?=\{$)/.exec(line)?.[0];
    if (line === '') continue;
    if (escapes === undefined) readLine(reading, line);
    else {
      if (escapes !== '') reading.pieces.push(escapes);
      const end = lines.findIndex((other, i) => i > at && other === '}');
      readLine(
        reading,
        [line.slice(escapes.length), ...lines.slice(at + 1, end < 0 ? undefined : end + 1)].join('\n'),
      );
      at = end < 0 ? lines.length : end;
    }
  }
  return reading;
}

/** A whole value, or torn text that may have a whole record as its end. */
function readLine(reading: PlainReading, text: string): void {
  for (let at = 0; at >= 0; at = text.indexOf('{"', at + 1)) {
    const value = parsed(text.slice(at));
    if (value === undefined) continue;
    if (at > 0) reading.pieces.push(text.slice(0, at).trim());
    reading.frames.push({ value, text: text.slice(at) });
    return;
  }
  reading.pieces.push(text.trim());
}

function parsed(text: string): Value | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'latin1').toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

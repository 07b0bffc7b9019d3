export interface GenerateOptions {
  /** At least so many bytes are written. */
  bytes: number;
  seed?: number;
  partials?: boolean;
  /** Share of words that are not ASCII. */
  unicode?: number;
  /** Share of lines that are malformed. */
  bad?: number;
  /** A session file instead of a stream. */
  transcript?: boolean;
  write(chunk: Buffer): void;
}

export interface Generated {
  frames: number;
  badLines: number;
  bytes: number;
  kinds: Record<string, unknown>;
}

export function generateStream(options: GenerateOptions): Generated;
export function parseSize(text: string): number;

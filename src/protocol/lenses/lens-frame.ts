import type { Json } from '../json-values';

/**
 * How a row stands in its file. Both systems read physical lines, so a row that is not a whole line is something else to
 * them than it is to a reader of values.
 */
export type Standing = 'line' | 'part-of-line' | 'several-lines' | 'array-element' | 'other-encoding';

export interface LensFrame {
  /** Number of the row, from 1. */
  frame: number;
  /** The row's text, white space and line end included; null when the row is longer than a lens reads. */
  text: string | null;
  /** Bytes of the row in the file. */
  bytes: number;
  standing: Standing;
  /** The value in the text; undefined when it is no JSON. */
  value: Json;
}

/** Longer rows are not decoded: a lens says so instead. */
export const MAX_LENS_BYTES = 32 * 1024 * 1024;

/** A row as lenses take it. `valueText` is the part of the text that is the value, when it is not simply the trimmed text. */
export function lensFrame(
  frame: number,
  text: string | null,
  options: { bytes?: number; standing?: Standing; valueText?: string } = {},
): LensFrame {
  return {
    frame,
    text,
    bytes: options.bytes ?? text?.length ?? 0,
    standing: options.standing ?? 'line',
    value: text === null ? undefined : parsed(options.valueText ?? text.replace(/^\ufeff/, '')),
  };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

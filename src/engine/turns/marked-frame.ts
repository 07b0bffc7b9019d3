import { parseHead } from '../../protocol/json-head';
import { isObject, type JsonObject } from '../../protocol/json-values';
import type { FramePlace } from '../session/frame-warnings';

/** Longer frames are not parsed as a whole: what tells a line apart stands at their ends. */
const MAX_PARSED = 32 * 1024;
/** What a user line is shows in its first words and in its flags. */
const MAX_LINE_PARSED = 4 * 1024;
const END_BYTES = 4 * 1024;
const EMPTY = Buffer.alloc(0);
/** They stand behind the `data` of a progress line, which may be long. */
const CALL_ID = /"(parentToolUseID|toolUseID)"\s*:\s*"([^"\\]{1,200})"/g;
const ORIGIN = /"origin"\s*:\s*\{\s*"kind"\s*:\s*"([a-z-]{1,40})"/;
const FLAG = /"(isMeta|isSynthetic|isCompactSummary)"\s*:\s*true\b/g;

/** The frame at hand, as far as marks ask for it. One object for all frames: nothing may keep it. */
export class MarkedFrame implements FramePlace {
  row = 0;
  line = 0;
  offset = 0;
  run = 0;
  subagent = false;
  /** The frame before it is a compaction boundary. */
  afterBoundary = false;
  /** Its JSON text is the window's [from, to). */
  window: Buffer = EMPTY;
  from = 0;
  to = 0;

  /** Lets go of the window. */
  release(): void {
    this.window = EMPTY;
  }

  /** The first bytes, as characters of one byte each. */
  head(bytes: number): string {
    return this.window.toString('latin1', this.from, Math.min(this.to, this.from + bytes));
  }

  /** Its value; of a long frame the beginning, with the flags that stand behind its content. */
  parsed(): JsonObject | undefined {
    return this.parsedUpTo(MAX_PARSED);
  }

  /** The same of a line of the role user. */
  parsedLine(): JsonObject | undefined {
    return this.parsedUpTo(MAX_LINE_PARSED);
  }

  private parsedUpTo(limit: number): JsonObject | undefined {
    const { window, from, to } = this;
    if (to - from > limit) return this.ends();
    try {
      const value: unknown = JSON.parse(window.toString('utf8', from, to));
      return isObject(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  private ends(): JsonObject | undefined {
    const { window, from, to } = this;
    const head = parseHead(window.toString('utf8', from, from + END_BYTES).replace(/\ufffd$/, ''));
    if (head === undefined) return undefined;
    const tail = window.toString('utf8', to - END_BYTES, to);
    const flags = [...tail.matchAll(FLAG)].map(([, name]) => [name, true] as const);
    const ids = [...tail.matchAll(CALL_ID)].map(([, name, id]) => [name, id] as const);
    const origin = ORIGIN.exec(tail)?.[1];
    return {
      ...Object.fromEntries(ids),
      ...(origin !== undefined && { origin: { kind: origin } }),
      ...head,
      ...Object.fromEntries(flags),
    };
  }
}

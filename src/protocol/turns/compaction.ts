import { fieldOf, isObject, type JsonObject, numberOf, stringOf } from '../json-values';

/** What a compaction boundary states; null: not stated. */
export interface Compaction {
  /** "auto" or "manual", as written. */
  trigger: string | null;
  tokensBefore: number | null;
  tokensAfter: number | null;
  durationMs: number | null;
  /** Names of what it does not state although newer versions do. */
  missing: string[];
}

/** compact_metadata {pre_tokens …} on stdout, compactMetadata {preTokens …} on disk: snake case stands first. */
export function compactionOf(frame: JsonObject): Compaction {
  const snake = fieldOf(frame, 'compact_metadata');
  const meta = isObject(snake) ? snake : fieldOf(frame, 'compactMetadata');
  const figure = (...keys: string[]) => {
    for (const key of keys) {
      const value = numberOf(meta, key);
      if (value !== null && Number.isFinite(value) && value >= 0) return value;
    }
    return null;
  };
  const compaction = {
    trigger: stringOf(meta, 'trigger'),
    tokensBefore: figure('pre_tokens', 'preTokens'),
    tokensAfter: figure('post_tokens', 'postTokens'),
    durationMs: figure('duration_ms', 'durationMs'),
  };
  const missing = [
    compaction.trigger === null ? 'what triggered it' : null,
    compaction.tokensBefore === null ? 'the tokens before' : null,
    compaction.tokensAfter === null ? 'the tokens after' : null,
    compaction.durationMs === null ? 'how long it took' : null,
  ].filter((name) => name !== null);
  return { ...compaction, missing };
}

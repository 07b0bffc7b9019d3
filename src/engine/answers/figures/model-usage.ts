import { fieldOf, isObject, type Json, type JsonObject } from '../../../protocol/json-values';
import type { Session } from '../../session/session';
import { parsedOrNot, parseFrame } from '../frame/parsed-frame';
import { bounded, rounded } from '../report/sums';
import { MAX_LABEL_UNITS, type ModelUsage, type ModelUsages } from './figure-types';
import { lastResultsOfParts } from './result-terms';

const MAX_PARTS = 100;
const MAX_MODELS = 100;
/** More of a result is not parsed for this. */
const MAX_BYTES = 16 * 1024 * 1024;
/** The result of /compact states an empty modelUsage (CLI 1.0.128 and 2.0.50): then an earlier one counts. */
const MAX_EARLIER = 8;

/**
 * What the last result of each process states in `modelUsage`: the running total with subagents and compaction, added
 * up over processes and runs.
 */
export function modelUsages(session: Session, run: number | null): ModelUsages {
  const parts = lastResultsOfParts(session, run);
  const read = parts.slice(-MAX_PARTS);
  const byModel = new Map<string, ModelUsage>();
  const frames: number[] = [];
  let leftOff = parts.length - read.length;
  for (const part of read) {
    const stated = lastStated(session, part);
    if (stated === null) continue;
    frames.push(stated.row + 1);
    for (const [name, usage] of Object.entries(stated.models)) {
      const model = name.slice(0, MAX_LABEL_UNITS);
      if (byModel.has(model) || byModel.size < MAX_MODELS) add(byModel, model, usage);
      else leftOff++;
    }
  }
  return { models: [...byModel.values()], frames, leftOff };
}

/** From a result backwards within its run: the first that states the usage of any model. */
function lastStated(session: Session, result: number): { row: number; models: JsonObject } | null {
  const { results, table } = session.index;
  const run = table.run(results.rows.at(result));
  let tries = MAX_EARLIER;
  for (let at = result; at >= 0 && tries > 0; at--) {
    const row = results.rows.at(at);
    if (table.run(row) !== run) continue;
    tries--;
    if (table.length(row) > MAX_BYTES) continue;
    const models = fieldOf(parsedOrNot(parseFrame, session, row), 'modelUsage');
    if (isObject(models) && Object.keys(models).length > 0) return { row, models };
  }
  return null;
}

function add(byModel: Map<string, ModelUsage>, model: string, usage: Json): void {
  const known = byModel.get(model);
  byModel.set(model, {
    model,
    input: sum(known?.input, fieldOf(usage, 'inputTokens')),
    output: sum(known?.output, fieldOf(usage, 'outputTokens')),
    cacheRead: sum(known?.cacheRead, fieldOf(usage, 'cacheReadInputTokens')),
    cacheCreation: sum(known?.cacheCreation, fieldOf(usage, 'cacheCreationInputTokens')),
    costUsd: rounded(sum(known?.costUsd, fieldOf(usage, 'costUSD'))),
  });
}

/** Adds a number that is stated; what is none, or negative, is not. */
function sum(known: number | null | undefined, stated: Json): number | null {
  if (typeof stated !== 'number' || !(stated >= 0)) return known ?? null;
  return bounded((known ?? 0) + stated);
}

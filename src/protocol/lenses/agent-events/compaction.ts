import { fieldOf, isObject, type Json, type JsonObject } from '../../json-values';
import type { StepWriter } from '../lens';
import type { LensFrame } from '../lens-frame';
import { wholeNumber } from './whole-numbers';

const COUNTS = ['preTokens', 'postTokens', 'cumulativeDroppedTokens', 'durationMs'] as const;
const TRIGGERS: readonly Json[] = ['auto', 'manual'];

/** The strict reading: camel case only, and all five fields, or nothing. */
export function compactionBoundary({ text }: LensFrame, value: JsonObject, step: StepWriter): void {
  const metadata = fieldOf(value, 'compactMetadata');
  if (!isObject(metadata)) {
    const snake = Object.hasOwn(value, 'compact_metadata');
    step.drop(
      'frame',
      snake ? 'Only compactMetadata is read, not compact_metadata.' : 'It has no compactMetadata.',
    );
    return;
  }
  const trigger = fieldOf(metadata, 'trigger');
  const counts = COUNTS.map(
    (key) => [key, wholeNumber(text ?? '', value, ['compactMetadata', key])] as const,
  );
  const bad = counts.filter(([, count]) => count === null).map(([key]) => key as string);
  if (!TRIGGERS.includes(trigger)) bad.unshift('trigger');
  if (bad.length > 0) {
    step.drop(
      'frame',
      `All five fields must be there and right; ${bad.join(', ')} ${bad.length === 1 ? 'is' : 'are'} not.`,
    );
    return;
  }
  step.emit({ type: 'compaction_boundary', trigger, ...Object.fromEntries(counts) });
}

const snakeOf = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The corrected reading: snake before camel, null is absent, and what is there of the metadata is told. */
export function partialBoundary(value: JsonObject, step: StepWriter): void {
  const corrected: string[] = [];
  const metadata = either(value, 'compact_metadata', 'compactMetadata', corrected);
  if (!isObject(metadata)) corrected.push('The boundary is told although it states no metadata.');
  else if (!isObject(fieldOf(value, 'compactMetadata')))
    corrected.push('compact_metadata is read, as the CLI prints it.');
  const counts = COUNTS.map((key) => {
    const count = either(metadata, snakeOf(key), key, corrected);
    return [key, typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : null] as const;
  });
  const missing = counts.filter(([, count]) => count === null).map(([key]) => key as string);
  const trigger = fieldOf(metadata, 'trigger');
  if (!TRIGGERS.includes(trigger)) missing.unshift('trigger');
  if (missing.length > 0 && isObject(metadata)) {
    corrected.push(
      `The metadata is partial: ${missing.join(', ')} not stated as expected. AgentMux drops the frame.`,
    );
  }
  const stated = typeof trigger === 'string' ? trigger : null;
  const event = {
    type: 'compaction_boundary',
    trigger: stated,
    ...Object.fromEntries(counts),
    partial: missing.length > 0,
  };
  step.emit(event, { corrected });
}

function either(record: Json, snake: string, camel: string, corrected: string[]): Json {
  const first = fieldOf(record, snake) ?? undefined;
  const second = fieldOf(record, camel) ?? undefined;
  if (
    first !== undefined &&
    second !== undefined &&
    snake !== camel &&
    typeof first !== 'object' &&
    first !== second
  ) {
    corrected.push(`${snake} and ${camel} differ; ${snake} counts.`);
  }
  return first ?? second;
}

import { readFileSync } from 'node:fs';
import { isObject, type JsonObject } from '../../../../src/protocol/json-values';
import { fixtureFiles } from '../../recordings';

/** The frames of every recording that is written one frame a line, by JSON.parse alone. */
export function fixtureFrames(): { name: string; frames: JsonObject[] }[] {
  return fixtureFiles().map(({ name, path }) => ({
    name,
    frames: readFileSync(path, 'utf8').split('\n').flatMap(parsed),
  }));
}

function parsed(line: string): JsonObject[] {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? [value] : [];
  } catch {
    return [];
  }
}

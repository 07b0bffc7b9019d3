import { createHash } from 'node:crypto';
import { type JsonStyle, jsonText } from '../../../../protocol/json-text';
import { fieldOf, type JsonObject, stringOf } from '../../../../protocol/json-values';
import { GrownNumbers } from './grown-numbers';

/** The order of keys says nothing of what a call does. */
const CANONICAL: JsonStyle = {
  string: (text) => JSON.stringify(text),
  number: (value) => JSON.stringify(value) ?? 'null',
  keys: (value) => Object.keys(value).sort(),
};

/** 48 bits of a hash of the tool and the input; of a million calls two differ and agree in one file of 500. */
export function callKey(name: string, block: JsonObject): number {
  const text = `${JSON.stringify(name)}${jsonText(fieldOf(block, 'input') ?? null, CANONICAL)}`;
  return createHash('sha1').update(text).digest().readUIntBE(0, 6);
}

/** Which calls have the same tool and the same input. Calls come in the order of their records. */
export class IdenticalCalls {
  private readonly byKey = new Map<number, number>();
  private readonly groups = new GrownNumbers();
  private readonly counts: number[] = [];
  private readonly firsts: number[] = [];
  private readonly lasts: number[] = [];

  add(record: number, key: number): void {
    let group = this.byKey.get(key);
    if (group === undefined) {
      group = this.counts.push(0);
      this.byKey.set(key, group);
      this.firsts.push(record);
      this.lasts.push(record);
    }
    this.counts[group - 1] = (this.counts[group - 1] as number) + 1;
    this.lasts[group - 1] = record;
    this.groups.set(record, group);
  }

  /** Number of the group of a call, from 1; 0 when its input was not read. */
  groupOf(record: number): number {
    return this.groups.get(record);
  }

  /** How many calls are identical to this one, itself included; 0 when its input was not read. */
  count(record: number): number {
    const group = this.groupOf(record);
    return group === 0 ? 0 : (this.counts[group - 1] as number);
  }

  /** The last call so far with this key; -1 when there is none. */
  last(key: number): number {
    const group = this.byKey.get(key);
    return group === undefined ? -1 : (this.lasts[group - 1] as number);
  }

  /** The groups of at least two calls, those with the most first, and equal ones in the order of their first calls. */
  repeated(): { group: number; first: number; count: number }[] {
    const found: { group: number; first: number; count: number }[] = [];
    this.counts.forEach((count, at) => {
      if (count > 1) found.push({ group: at + 1, first: this.firsts[at] as number, count });
    });
    return found.sort((a, b) => b.count - a.count || a.first - b.first);
  }
}

/** The name that a block states, as the identity of calls has it. */
export const nameOf = (block: JsonObject) => stringOf(block, 'name') ?? '';

import { COLUMNS, type Column } from './graph-writer';
import { SAVED_CLASSES, type SavedClass } from './saved-classes';

/** What was kept does not fit the objects that it should be put in. */
export class MisfitError extends Error {}

const MAX_LENGTH = 2 ** 31;
const WORDS = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  ['-0', -0],
]);

/**
 * Puts what GraphWriter wrote into objects that were just made: they are filled in place, so that those who hold one of them
 * hold the filled one. Objects that are not there yet are made. Throws MisfitError for whatever does not fit.
 */
export class GraphReader<Context> {
  private readonly met: object[] = [];

  /** `fill` gives the next bytes beside the JSON; `context` is handed to what makes objects. */
  constructor(
    private readonly fill: (target: Uint8Array) => void,
    private readonly context: Context,
  ) {}

  /** What the node says; `target` is what stands in its place now. */
  read(node: unknown, target: unknown): unknown {
    const value = Array.isArray(node) ? this.readNode(node, target) : node;
    if (!fits(value, target)) throw new MisfitError(`${sortOf(value)} in place of ${sortOf(target)}`);
    return value;
  }

  private readNode(node: readonly unknown[], target: unknown): unknown {
    switch (node[0]) {
      case 'u':
        return undefined;
      case '#':
        return WORDS.get(String(node[1]));
      case 'r':
        return this.metAt(node[1]);
      case 'A':
        return this.readArray(node, target);
      case 'N':
        return this.readNumberArray(node, target);
      case 'L':
        return this.readList(node, target);
      case 'M':
        return this.readMap(node, target);
      case 'S':
        return this.readSet(node, target);
      case 'T':
        return this.readColumn(node);
      case 'O':
        return this.readPlain(node, target);
      case 'C':
        return this.readInstance(node, target);
      default:
        throw new MisfitError('a node of no known sort');
    }
  }

  private metAt(number: unknown): object {
    const found = this.met[Number(number)];
    if (found === undefined) throw new MisfitError('an object that was not met');
    return found;
  }

  private readArray(node: readonly unknown[], target: unknown): unknown[] {
    const array: unknown[] = Array.isArray(target) ? target : [];
    this.met.push(array);
    const before = [...array];
    array.length = 0;
    for (let at = 1; at < node.length; at++) array.push(this.read(node[at], before[at - 1]));
    return array;
  }

  private readList(node: readonly unknown[], target: unknown): unknown[] {
    const array: unknown[] = Array.isArray(target) ? target : [];
    this.met.push(array);
    const names = Array.isArray(node[1]) ? node[1].map(String) : [];
    if (names.length === 0 || names.includes('__proto__')) throw new MisfitError('a list without fields');
    array.length = 0;
    for (let at = 2; at < node.length; ) {
      const entry: Record<string, unknown> = {};
      this.met.push(entry);
      for (const name of names) entry[name] = this.read(node[at++], undefined);
      array.push(entry);
    }
    return array;
  }

  private readNumberArray(node: readonly unknown[], target: unknown): unknown[] {
    const array: unknown[] = Array.isArray(target) ? target : [];
    this.met.push(array);
    const numbers = this.readNumbers(node);
    array.length = 0;
    for (const number of numbers) array.push(number);
    return array;
  }

  private readNumbers(node: unknown): Float64Array {
    if (!Array.isArray(node) || node[0] !== 'N') throw new MisfitError('no numbers');
    const numbers = new Float64Array(lengthOf(node[1]));
    const used = lengthOf(node[2]);
    if (used > numbers.byteLength) throw new MisfitError('numbers that are too few');
    this.fill(new Uint8Array(numbers.buffer, 0, used));
    return numbers;
  }

  private readMap(node: readonly unknown[], target: unknown): Map<unknown, unknown> {
    const map: Map<unknown, unknown> = target instanceof Map ? target : new Map();
    this.met.push(map);
    map.clear();
    const first = node[1];
    if (node.length === 2 && Array.isArray(first) && first[0] === 'N') {
      const numbers = this.readNumbers(first);
      for (let at = 0; at < numbers.length; at += 2) map.set(numbers[at], numbers[at + 1]);
      return map;
    }
    for (let at = 1; at < node.length; at += 2) {
      const key = this.read(node[at], undefined);
      map.set(key, this.read(node[at + 1], undefined));
    }
    return map;
  }

  private readSet(node: readonly unknown[], target: unknown): Set<unknown> {
    const set: Set<unknown> = target instanceof Set ? target : new Set();
    this.met.push(set);
    set.clear();
    for (let at = 1; at < node.length; at++) set.add(this.read(node[at], undefined));
    return set;
  }

  private readColumn([, type, length, used]: readonly unknown[]): Column {
    const Type = Object.entries(COLUMNS).find(([name]) => name === type)?.[1];
    if (Type === undefined) throw new MisfitError('a column of no known type');
    const column = new Type(lengthOf(length));
    this.met.push(column);
    const bytes = lengthOf(used);
    if (bytes > column.byteLength) throw new MisfitError('a column that is too short');
    this.fill(new Uint8Array(column.buffer, 0, bytes));
    return column;
  }

  private readPlain(node: readonly unknown[], target: unknown): object {
    const isPlain =
      typeof target === 'object' && target !== null && Object.getPrototypeOf(target) === Object.prototype;
    const object = isPlain ? target : {};
    this.met.push(object);
    if (isPlain) this.readFields(node, 1, object, []);
    else this.readNewFields(node, object);
    return object;
  }

  private readNewFields(node: readonly unknown[], object: object): void {
    for (let at = 1; at < node.length; at += 2) {
      const value = this.read(node[at + 1], undefined);
      // Defined, not set: a key may be "__proto__".
      const field = { value, writable: true, enumerable: true, configurable: true };
      Object.defineProperty(object, String(node[at]), field);
    }
  }

  private readInstance(node: readonly unknown[], target: unknown): object {
    const saved = Object.entries(SAVED_CLASSES).find(([name]) => name === node[1])?.[1] as
      | SavedClass
      | undefined;
    if (saved === undefined) throw new MisfitError('an instance of no known class');
    const object = target instanceof saved.type ? target : saved.make?.(this.context as never);
    if (object === undefined) throw new MisfitError('an object that is not there');
    this.met.push(object);
    this.readFields(node, 2, object, saved.skip);
    saved.filled?.(object as never);
    return object;
  }

  /** All fields of the object, and no other ones. */
  private readFields(node: readonly unknown[], from: number, object: object, skip: readonly string[]): void {
    const fields = object as Record<string, unknown>;
    const names = new Set(Object.keys(object).filter((name) => !skip.includes(name)));
    for (let at = from; at < node.length; at += 2) {
      const name = String(node[at]);
      if (!names.delete(name)) throw new MisfitError(`the field ${name}`);
      const value = this.read(node[at + 1], fields[name]);
      if (value !== fields[name]) fields[name] = value;
    }
    if (names.size > 0) throw new MisfitError(`no ${[...names].join(', ')}`);
  }
}

function lengthOf(value: unknown): number {
  const length = Number(value);
  if (!Number.isSafeInteger(length) || length < 0 || length > MAX_LENGTH) throw new MisfitError('a length');
  return length;
}

/** What is nothing yet takes anything; else the sort of a value stays what it is. */
function fits(value: unknown, target: unknown): boolean {
  if (target === undefined || target === null || value === null) return true;
  if (typeof value !== typeof target) return false;
  if (typeof target !== 'object') return true;
  // A column may have become a wider one.
  if (ArrayBuffer.isView(value) && ArrayBuffer.isView(target)) return true;
  return Object.getPrototypeOf(value) === Object.getPrototypeOf(target);
}

function sortOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? String(value.constructor?.name) : typeof value;
}

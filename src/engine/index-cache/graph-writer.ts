import type { Json } from '../../protocol/json-values';
import { SAVED_NAMES, type SavedClass } from './saved-classes';

/** Arrays of numbers that are longer than this are kept as bytes. */
const SHORT_NUMBERS = 32;

/** Something of an index that nobody said how to keep. */
export class NotSavedError extends Error {}

/** The typed arrays that an index is made of. */
export type Column = (typeof COLUMNS)[keyof typeof COLUMNS]['prototype'];

export const COLUMNS = {
  Uint8Array,
  Uint16Array,
  Uint32Array,
  Int32Array,
  Float64Array,
} as const;

/**
 * Writes objects that refer to each other as JSON, and their typed arrays as bytes beside it. What is met twice is written
 * once. Nodes are arrays that begin with a letter:
 * `r` an object that was met before, `A` array, `O` plain object, `M` map, `S` set, `C` instance of a class, `T` typed array,
 * `N` array of numbers, `L` array of plain objects with the same fields, `#` a number that JSON has no word for, `u` undefined.
 */
export class GraphWriter {
  /** The bytes beside the JSON, in order: zeros at the end of a column are left out. */
  readonly pieces: Uint8Array[] = [];
  bytes = 0;
  private readonly met = new Map<object, number>();

  /** Throws NotSavedError for what cannot be kept. `path` names the place. */
  write(value: unknown, path: string): Json {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        return Number.isFinite(value) && !Object.is(value, -0) ? value : ['#', wordOf(value)];
      case 'undefined':
        return ['u'];
      case 'object':
        return value === null ? null : this.writeObject(value, path);
      default:
        throw new NotSavedError(`${path} is a ${typeof value}.`);
    }
  }

  private writeObject(value: object, path: string): Json {
    const known = this.met.get(value);
    if (known !== undefined) return ['r', known];
    this.met.set(value, this.met.size);
    if (Array.isArray(value)) return this.writeArray(value, path);
    if (value instanceof Map) {
      const entries: unknown[] = [...value].flat(1);
      return isLongNumbers(entries)
        ? ['M', this.writeNumbers(entries as number[])]
        : ['M', ...entries.map((entry, at) => this.write(entry, `${path}<${at}>`))];
    }
    if (value instanceof Set)
      return ['S', ...[...value].map((entry, at) => this.write(entry, `${path}<${at}>`))];
    if (ArrayBuffer.isView(value)) return this.writeColumn(value, path);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Object.prototype) return ['O', ...this.writeFields(value, path, [])];
    const name = SAVED_NAMES.get(value.constructor);
    if (name === undefined) throw new NotSavedError(`${path} is a ${value.constructor?.name}.`);
    return ['C', name.name, ...this.writeFields(value, path, name.saved.skip)];
  }

  private writeArray(value: readonly unknown[], path: string): Json {
    if (isLongNumbers(value)) return this.writeNumbers(value as number[]);
    const fields = sharedFields(value);
    if (fields !== null && !value.some((entry) => this.met.has(entry as object)))
      return ['L', [...fields], ...this.writeList(value as Record<string, unknown>[], fields, path)];
    return ['A', ...value.map((entry, at) => this.write(entry, `${path}[${at}]`))];
  }

  private writeList(list: Record<string, unknown>[], fields: readonly string[], path: string): Json[] {
    return list.flatMap((entry, at) => {
      this.met.set(entry, this.met.size);
      return fields.map((name) => this.write(entry[name], `${path}[${at}].${name}`));
    });
  }

  private writeFields(value: object, path: string, skip: SavedClass['skip']): Json[] {
    return Object.entries(value).flatMap(([name, field]) =>
      skip.includes(name) ? [] : [name, this.write(field, `${path}.${name}`)],
    );
  }

  private writeNumbers(numbers: readonly number[]): Json {
    return ['N', numbers.length, this.add(Float64Array.from(numbers))];
  }

  private writeColumn(value: ArrayBufferView, path: string): Json {
    const type = Object.entries(COLUMNS).find(([, column]) => value.constructor === column)?.[0];
    if (type === undefined) throw new NotSavedError(`${path} is a ${value.constructor.name}.`);
    return ['T', type, (value as Column).length, this.add(value as Column)];
  }

  private add(column: Column): number {
    const bytes = new Uint8Array(column.buffer, column.byteOffset, usedBytes(column));
    if (bytes.length > 0) this.pieces.push(bytes);
    this.bytes += bytes.length;
    return bytes.length;
  }
}

function wordOf(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function isLongNumbers(value: readonly unknown[]): boolean {
  return value.length > SHORT_NUMBERS && value.every((entry) => typeof entry === 'number');
}

/** The fields of an array that holds very many plain objects of one sort, in order; null for any other. */
function sharedFields(value: readonly unknown[]): readonly string[] | null {
  if (value.length <= SHORT_NUMBERS || new Set(value).size < value.length) return null;
  const fields = fieldsOf(value[0]);
  if (fields === null || fields.length === 0 || fields.includes('__proto__')) return null;
  const isLike = (entry: unknown) => {
    const own = fieldsOf(entry);
    return own?.length === fields.length && own.every((name, at) => name === fields[at]);
  };
  return value.every(isLike) ? fields : null;
}

function fieldsOf(value: unknown): string[] | null {
  const isPlain =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.keys(value) : null;
}

/** Bytes without the zeros at the end. */
function usedBytes({ buffer, byteOffset, byteLength }: Column): number {
  const rest = byteLength & 3;
  const end = byteLength - rest;
  if (new Uint8Array(buffer, byteOffset + end, rest).some((byte) => byte !== 0)) return byteLength;
  const words = new Uint32Array(buffer, byteOffset, end >> 2);
  let used = words.length;
  while (used > 0 && words[used - 1] === 0) used--;
  return used * 4;
}

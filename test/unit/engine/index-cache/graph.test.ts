import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GraphReader } from '../../../../src/engine/index-cache/graph-reader';
import { GraphWriter } from '../../../../src/engine/index-cache/graph-writer';
import { RowNumbers } from '../../../../src/engine/runs/row-numbers';
import { sessionOfFrames } from '../session-of';

/** Gives the bytes that a writer collected. */
function filler(pieces: readonly Uint8Array[]): (target: Uint8Array) => void {
  const bytes = Buffer.concat(pieces);
  let at = 0;
  return (target) => {
    if (at + target.length > bytes.length) throw new RangeError('no more bytes');
    target.set(bytes.subarray(at, at + target.length));
    at += target.length;
  };
}

function throughJson(value: unknown, target: unknown = undefined): unknown {
  const writer = new GraphWriter();
  const json = JSON.stringify(writer.write(value, 'value'));
  return new GraphReader(filler(writer.pieces), undefined).read(JSON.parse(json), target);
}

const numbers = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(Number.NaN, -0, Number.POSITIVE_INFINITY),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, undefined, true, ''),
    fc.string(),
    numbers,
    fc.array(numbers, { maxLength: 60 }),
    fc.uint32Array({ maxLength: 40 }),
    fc.uint16Array({ maxLength: 40 }),
    fc.float64Array({ maxLength: 10 }),
    fc.array(fc.record({ a: numbers, b: fc.option(fc.string()) }, { noNullPrototype: true }), {
      maxLength: 60,
    }),
    fc.array(tie('any'), { maxLength: 5 }),
    fc
      .dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('any'), { maxKeys: 5 })
      .map((plain) => {
        const copy = {};
        for (const [key, field] of Object.entries(plain))
          Object.defineProperty(copy, key, {
            value: field,
            enumerable: true,
            writable: true,
            configurable: true,
          });
        return copy;
      }),
    fc.array(fc.tuple(numbers, tie('any')), { maxLength: 50 }).map((entries) => new Map(entries)),
    fc.array(fc.string(), { maxLength: 5 }).map((entries) => new Set(entries)),
  ),
})).any;

describe('a graph of objects', () => {
  test('is what it was, whatever it holds', () => {
    fc.assert(
      fc.property(value, (graph) => {
        expect(throughJson(graph)).toEqual(graph);
      }),
      { numRuns: 600, seed: 20261201 },
    );
  });

  test('what is met twice is one object, also itself', () => {
    const shared = new Map([['a', 1]]);
    const graph: Record<string, unknown> = {
      one: shared,
      two: [shared],
      column: new Uint32Array([1, 0, 2, 0, 0]),
    };
    graph.self = graph;
    graph.again = graph.column;
    const read = throughJson(graph) as typeof graph;
    expect(read.self).toBe(read);
    expect(read.one).toBe((read.two as unknown[])[0]);
    expect(read.again).toBe(read.column);
    expect(read.column).toEqual(new Uint32Array([1, 0, 2, 0, 0]));
  });

  test('objects that are there are filled in place', () => {
    const rows = new RowNumbers();
    for (let row = 0; row < 100; row++) rows.push(row * 3);
    const target = { rows: new RowNumbers(), list: [0], map: new Map() };
    const { rows: kept, list, map } = target;
    throughJson({ rows, list: [1, 2], map: new Map([[1, 2]]) }, target);
    expect([target.rows, target.list, target.map]).toEqual([rows, [1, 2], new Map([[1, 2]])]);
    expect(target.rows).toBe(kept);
    expect(target.list).toBe(list);
    expect(target.map).toBe(map);
  });

  test('fields of an object of which it is not are refused', () => {
    expect(() => throughJson({ a: 1 }, { a: 1, b: 2 })).toThrow('no b');
    expect(() => throughJson({ a: 1, b: 2 }, { a: 1 })).toThrow('the field b');
    expect(() => throughJson({ a: 'x' }, { a: 1 })).toThrow('string in place of number');
    expect(() => throughJson({ a: [1] }, { a: new Map() })).toThrow('Array in place of Map');
  });

  test('hostile nodes are errors, and change nothing else', () => {
    const node = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(
          null,
          1,
          -1,
          'length',
          '__proto__',
          'constructor',
          1e12,
          'SessionIndex',
          'FrameTable',
        ),
        fc
          .tuple(
            fc.constantFrom('u', '#', 'r', 'A', 'N', 'M', 'S', 'T', 'O', 'C', 'L', 'x'),
            fc.array(tie('any'), { maxLength: 6 }),
          )
          .map(([letter, rest]) => [letter, ...rest]),
      ),
    })).any;
    fc.assert(
      fc.property(node, (hostile) => {
        const session = sessionOfFrames({ type: 'a' });
        try {
          new GraphReader(filler([]), session.index).read(hostile, { index: session.index });
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
        expect(({} as Record<string, unknown>).length).toBeUndefined();
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 500, seed: 20261202 },
    );
  });
});

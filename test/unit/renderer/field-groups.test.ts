import { describe, expect, it } from 'vitest';
import type { FieldEntry } from '../../../src/ipc/engine-contract';
import { groupFields, versionsOf } from '../../../src/renderer/detail/fields/field-groups';
import { marksBetween, readLineMarks } from '../../../src/renderer/detail/fields/field-marks';

const entry = (
  path: string,
  provenance: FieldEntry['provenance'],
  more: Partial<FieldEntry> = {},
): FieldEntry => ({
  path,
  provenance,
  types: ['string'],
  count: 1,
  publishedType: null,
  optional: null,
  since: null,
  until: null,
  explanation: '',
  notes: [],
  ...more,
});

const entries = [
  entry('type', 'reference'),
  entry('stream', 'bridge'),
  entry('usage.input_tokens', 'reference', { types: ['number'] }),
  entry('mood', 'new', { types: ['null', 'object'] }),
];
const grouped = (filter: string) =>
  groupFields(entries, filter).map((group) => [group.provenance, group.entries.map(({ path }) => path)]);

describe('the groups of fields', () => {
  it('show what is unusual first, and each group in the order of the frame', () => {
    expect(grouped('')).toEqual([
      ['new', ['mood']],
      ['bridge', ['stream']],
      ['reference', ['type', 'usage.input_tokens']],
    ]);
  });

  it('hold what matches every word: path, type and provenance, in any case', () => {
    expect(grouped('INPUT number')).toEqual([['reference', ['usage.input_tokens']]]);
    expect(grouped('bridge')).toEqual([['bridge', ['stream']]]);
    expect(grouped('usage null')).toEqual([]);
  });

  it('say versions in a few characters', () => {
    expect(versionsOf(entry('a', 'reference', { since: '2.0.0' }))).toBe('2.0.0 –');
    expect(versionsOf(entry('a', 'observed', { since: '2.0.0', until: '2.1.40' }))).toBe('2.0.0 – 2.1.40');
    expect(versionsOf(entry('a', 'observed', { since: '2.1.40', until: '2.1.40' }))).toBe('2.1.40');
    expect(versionsOf(entry('a', 'new'))).toBe('');
  });
});

describe('the marks of a shown text', () => {
  /** A text of 600,000 units whose every line is `width` long and has a mark of its own number. */
  const clientOf = (width: number, asked: number[]) => ({
    request: async (_method: string, { from, count }: { from: number; count: number }) => {
      asked.push(from);
      const first = Math.floor(from / width);
      const last = Math.ceil(Math.min(600_000, from + count) / width);
      const beginsWithin = from % width !== 0;
      const lines = Array.from({ length: last - first }, (_, k) =>
        k === 0 && beginsWithin ? -1 : first + k,
      );
      return { lines: Int16Array.from(lines), beginsWithin };
    },
  });
  const read = (width: number, page: number, pages: number, asked: number[]) =>
    readLineMarks(
      clientOf(width, asked) as never,
      { session: 1, frame: 1, shown: { total: 600_000, page, pages } },
      new AbortController().signal,
    );

  it('come slice by slice, and a line that lies in two slices counts once', async () => {
    const asked: number[] = [];
    const marks = await read(100, 0, 1, asked);
    expect(asked).toEqual([0, 262_144, 524_288]);
    expect(marks).toEqual(Array.from({ length: 6000 }, (_, line) => line));
  });

  it('of a page are those of the page alone, its first line begun before', async () => {
    const asked: number[] = [];
    const marks = await read(100, 1, 3, asked);
    expect(asked).toEqual([262_144]);
    expect(marks.slice(0, 3)).toEqual([-1, 2622, 2623]);
  });

  it('are drawn for the lines in view that have one', () => {
    const found = marksBetween([-1, 0, 2, -1, 9], entries, -20, 5);
    expect(found.map(({ line, entry: { path } }) => [line, path])).toEqual([
      [2, 'type'],
      [3, 'usage.input_tokens'],
    ]);
  });
});

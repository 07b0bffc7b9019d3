import { describe, expect, it } from 'vitest';
import { callColumns } from '../../../../../src/renderer/calls/call-cells';
import {
  COLUMN_GAP,
  type ColumnWidth,
  fitColumns,
  gridTemplate,
  ROW_SIDE,
} from '../../../../../src/renderer/components/table/fit-columns';

const used = (columns: readonly ColumnWidth[]) =>
  columns.reduce((sum, { width }) => sum + width + COLUMN_GAP, 2 * ROW_SIDE - COLUMN_GAP);
const titles = (rows: number, pixels: number) => fitColumns(callColumns(rows), pixels).map(({ id }) => id);

describe('fitColumns', () => {
  const columns = [
    { id: 'a', width: 100, givesWay: 2 },
    { id: 'b', width: 200, grows: 1 },
    { id: 'c', width: 100, givesWay: 1 },
    { id: 'd', width: 50, givesWay: 3, leaves: 100 },
  ];
  const shown = (pixels: number) => fitColumns(columns, pixels).map(({ id }) => id);

  it('leaves out those that give way first, to the pixel', () => {
    expect(shown(0)).toEqual(['b']);
    expect(shown(329)).toEqual(['b']);
    expect(shown(330)).toEqual(['b', 'c']);
    expect(shown(440)).toEqual(['a', 'b', 'c']);
    expect(shown(599)).toEqual(['a', 'b', 'c']);
    expect(shown(600)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('gives those that grow their share', () => {
    expect(gridTemplate(fitColumns(columns, 330))).toBe('minmax(200px, 1fr) 100px');
  });
});

describe('the columns of the calls', () => {
  it.each([999, 100_000, 1_000_000])('fit at every width, and only ever become more, %i rows', (rows) => {
    let before = 0;
    for (let pixels = 440; pixels < 2000; pixels++) {
      const columns = fitColumns(callColumns(rows), pixels);
      expect(used(columns)).toBeLessThanOrEqual(pixels);
      expect(columns.length).toBeGreaterThanOrEqual(before);
      before = columns.length;
    }
    expect(before).toBe(callColumns(rows).length);
  });

  it('are those that are read first in a window of 1280 pixels', () => {
    // What is left for the table there, beside the detail and its own scroll bar.
    const needed = [
      'order',
      'time',
      'tool',
      'status',
      'summary',
      'repeats',
      'duration',
      'resultBytes',
      'agent',
    ];
    expect(titles(999, 802)).toEqual(needed);
    expect(titles(999_999, 802)).toEqual(needed);
  });

  it('lose the permission first', () => {
    const all = titles(999, 2000);
    let pixels = 2000;
    while (titles(999, pixels).length === all.length) pixels--;
    expect(titles(999, pixels)).toEqual(all.filter((id) => id !== 'permission'));
  });
});

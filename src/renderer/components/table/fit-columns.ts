/** How wide a column is, and how soon it gives way. */
export interface ColumnWidth {
  /** Pixels; of a column that grows, the least. */
  width: number;
  /** Its share of what is left. */
  grows?: number;
  /** Columns with the higher number are left out first; without one it stays. */
  givesWay?: number;
  /** Pixels that have to be left for those that grow while this one is shown. */
  leaves?: number;
}

/** Between columns, and at both sides of a row. */
export const COLUMN_GAP = 10;
export const ROW_SIDE = 10;

const isStaying = ({ givesWay }: ColumnWidth) => givesWay === undefined;

/** The columns for which there is room in so many pixels, in their own order. */
export function fitColumns<C extends ColumnWidth>(columns: readonly C[], pixels: number): C[] {
  let left = pixels - 2 * ROW_SIDE + COLUMN_GAP;
  const room = ({ width }: C) => width + COLUMN_GAP;
  const shown = new Set(columns.filter(isStaying));
  for (const column of shown) left -= room(column);
  const others = columns.filter((column) => !isStaying(column));
  others.sort((a, b) => (a.givesWay as number) - (b.givesWay as number));
  for (const column of others) {
    left -= room(column);
    // What gives way sooner stays out as well, or the columns would change places as the window grows.
    if (left < (column.leaves ?? 0)) break;
    shown.add(column);
  }
  return columns.filter((column) => shown.has(column));
}

/** Their widths, as in grid-template-columns. */
export function gridTemplate(columns: readonly ColumnWidth[]): string {
  return columns
    .map(({ width, grows }) => (grows ? `minmax(${width}px, ${grows}fr)` : `${width}px`))
    .join(' ');
}

// The report as a table for people.

/** @typedef {import('./targets.mjs').Line} Line */

const HEADINGS = ['measured', 'target', 'value', '', ''];
/** The columns of numbers. */
const RIGHT = new Set([1, 2]);

/** @param {readonly Line[]} lines */
export function table(lines) {
  const cells = [HEADINGS, ...lines.map(cellsOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) =>
          RIGHT.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** @param {Line} line */
function cellsOf({ what, measured, unit, target, ok, note }) {
  const wanted =
    target === null || unit === 'yes' ? '' : `${target.at === 'most' ? '<=' : '>='} ${target.value} ${unit}`;
  const mark = ok === null ? '' : ok ? 'ok' : 'MISSED';
  return [what, wanted, measured === null ? 'failed' : valueText(measured, unit), mark, note];
}

/**
 * @param {number} value
 * @param {Line['unit']} unit
 */
function valueText(value, unit) {
  if (unit === 'yes') return value === 1 ? 'yes' : 'no';
  const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  return `${value.toFixed(digits)} ${unit}`;
}

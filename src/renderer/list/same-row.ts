import type { Row } from '../../ipc/engine-contract';

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

/** Whether two rows say the same. What has not changed keeps its object, so that nothing is drawn again for it. */
export function sameRow(a: Row, b: Row): boolean {
  if (!sameNumbers(a.links, b.links)) return false;
  for (const key of Object.keys(b) as (keyof Row)[]) {
    if (key !== 'links' && a[key] !== b[key]) return false;
  }
  return true;
}

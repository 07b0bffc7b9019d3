import { rounded } from '../answers/report/sums';
import { Stated } from '../runs/result-table';
import type { Session } from '../session/session';
import { thinned } from './thinned';
import { placeOf } from './usage-place';
import type { CostStep } from './usage-types';

/**
 * The cost after each result that states one. `total_cost_usd` is the running total of a process; a lower value than
 * before in the same run is a new process, whose costs are added (README, "How it counts").
 */
export function costSteps(session: Session, most: number): { steps: CostStep[]; leftOff: number } {
  const { results, table } = session.index;
  const stating: number[] = [];
  const totals: number[] = [];
  const last = new Map<number, number>();
  let total = 0;
  for (let result = 0; result < results.count; result++) {
    const cost = results.number(result, Stated.Cost);
    if (Number.isNaN(cost)) continue;
    const run = table.run(results.rows.at(result));
    const before = last.get(run) ?? 0;
    total += cost >= before ? cost - before : cost;
    last.set(run, cost);
    stating.push(result);
    totals.push(total);
  }
  const kept = thinned(stating.length, most, (at) => totals[at] as number);
  return {
    steps: kept.map((at) => {
      const result = stating[at] as number;
      return {
        ...placeOf(session, results.rows.at(result)),
        stated: results.number(result, Stated.Cost),
        total: rounded(totals[at] as number) as number,
      };
    }),
    leftOff: stating.length - kept.length,
  };
}

import type { FigureTerm, Report, Run } from '../../ipc/engine-contract';
import { FIGURES, type FigureName } from '../../protocol/figure-catalogue';
import { formatCost, formatCount, formatDuration, stated } from '../text/format';

type Unit = (typeof FIGURES)[FigureName]['unit'];

/** A number in its unit, or that it is not stated. */
export function formatFigure(unit: Unit, value: number | null): string {
  if (unit === 'usd') return stated(value, formatCost);
  return stated(value, unit === 'ms' ? formatDuration : formatCount);
}

const OUTCOMES: Record<Report['outcome'], string> = {
  success: 'success',
  error: 'failed',
  incomplete: 'incomplete',
  none: 'not stated',
};

export const outcomeWord = (word: string) => OUTCOMES[word as Report['outcome']] ?? word;

/** The value of a figure as the report has it: of the file, or of its last run for those that are of one run. */
export function figureOfReport(report: Report, figure: FigureName): string {
  const run: Run | undefined = report.runs.at(-1);
  const { unit } = FIGURES[figure];
  switch (figure) {
    case 'outcome':
      return outcomeWord(report.outcome);
    case 'cost':
      return formatFigure(unit, report.costUsd);
    case 'turns':
      return formatFigure(unit, run?.turns ?? null);
    case 'duration':
      return formatFigure(unit, run?.durationMs ?? null);
    case 'input':
    case 'output':
    case 'cacheRead':
    case 'cacheCreation':
      return formatFigure(unit, report.usage?.[figure] ?? null);
    default:
      return formatFigure(unit, report[figure]);
  }
}

/** What a term adds, with its sign where terms are added up. */
export function termText(unit: Unit, { value }: FigureTerm): string {
  if (value === null) return '';
  return value === 0 ? '+0' : `+${formatFigure(unit, value)}`;
}

import { type FigureQuestion, figureOf } from '../engine/answers/figures/figure';
import type { Figure, FigureTerm } from '../engine/answers/figures/figure-types';
import type { Session } from '../engine/session/session';
import { FIGURE_NAMES, type FigureName } from '../protocol/figure-catalogue';
import { visibleControls } from '../protocol/frame-summary';

const number = (n: number) => n.toLocaleString('en');

/** A figure with all its terms. */
export function wholeFigure(session: Session, question: Pick<FigureQuestion, 'figure' | 'run'>): Figure {
  return figureOf(session, { ...question, from: 0, count: Number.MAX_SAFE_INTEGER });
}

/** A name of the list, in any spelling of its words: "toolCalls", "tool-calls", "toolcalls". */
export function figureName(text: string): FigureName | null {
  const plain = (name: string) => name.replaceAll(/[-_ ]/g, '').toLowerCase();
  return FIGURE_NAMES.find((name) => plain(name) === plain(text)) ?? null;
}

/** The figure for people: the rule, a line for each frame that it comes from, and the total. */
export function textFigure(figure: Figure): string {
  const { title, terms, rule, run, modelUsage } = figure;
  const total = figure.word ?? amount(figure, figure.value);
  const lines = [`${title}: ${total}${run === null ? '' : ` (run ${run})`}`, `  ${rule}`, ''];
  const places = terms.map((term) => placeOf(figure, term));
  const width = Math.max(LABEL, ...places.map((place) => place.length + 1));
  for (const [at, term] of terms.entries())
    lines.push(`  ${(places[at] as string).padEnd(width)}${termLine(figure, term)}`);
  if (terms.length === 0) lines.push('  No frame states it.');
  else if (figure.word === null) lines.push(`  ${'total'.padEnd(width)}${total}`);
  if (modelUsage !== null && modelUsage.models.length > 0) {
    const frames = modelUsage.frames.map((frame) => number(frame)).join(', ');
    lines.push('', `By model, subagents included, as frame ${frames} states in modelUsage`);
    for (const { model, ...used } of modelUsage.models) {
      const tokens = `in ${stated(used.input)} · out ${stated(used.output)} · cache read ${stated(used.cacheRead)} · cache creation ${stated(used.cacheCreation)}`;
      lines.push(
        `  ${model} · ${tokens} · ${used.costUsd === null ? 'cost not stated' : `$${used.costUsd}`}`,
      );
    }
    if (modelUsage.leftOff > 0) lines.push(`  … and ${number(modelUsage.leftOff)} more`);
  }
  return `${lines.map(visibleControls).join('\n')}\n`;
}

const LABEL = 12;
const stated = (value: number | null) => (value === null ? 'not stated' : number(value));

/** All digits: a line of a sum must not be rounded. */
function amount({ unit }: Figure, value: number | null): string {
  if (value === null) return 'not stated';
  if (unit === 'usd') return `$${value}`;
  return unit === 'ms' ? `${number(value)} ms` : number(value);
}

/** Frames are counted by kind: a term names the first one of its kind. */
function placeOf({ figure }: Figure, { frame, value }: FigureTerm): string {
  return figure === 'frames' && (value ?? 0) > 1 ? `from frame ${frame}` : `frame ${frame}`;
}

function termLine(figure: Figure, term: FigureTerm): string {
  const parts = [
    term.value === null ? null : `+ ${amount(figure, term.value)}`,
    term.label,
    term.stated === null ? null : `states ${amount(figure, term.stated)}`,
    term.otherFrame === null ? null : `other end: frame ${term.otherFrame}`,
    term.note,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

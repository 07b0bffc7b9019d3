import { describe, expect, it } from 'vitest';
import { figureOf } from '../../../src/engine/answers/figures/figure';
import { reportOf } from '../../../src/engine/answers/report/report';
import { FIGURE_NAMES, FIGURES } from '../../../src/protocol/figure-catalogue';
import { figureOfReport, formatFigure, outcomeWord, termText } from '../../../src/renderer/panel/figure-text';
import { casePath, sessionAt } from '../engine/session-of';
import { fixtureFiles } from '../recordings';

describe('the figures of a report', () => {
  it.each(fixtureFiles().slice(0, 12))('of $name read as their answers do', ({ path }) => {
    const session = sessionAt(path);
    const report = reportOf(session);
    for (const name of FIGURE_NAMES) {
      const { value, word } = figureOf(session, { figure: name, from: 0, count: 1 });
      const { unit } = FIGURES[name];
      const text = unit === 'outcome' ? outcomeWord(word as string) : formatFigure(unit, value);
      expect(figureOfReport(report, name), name).toBe(text);
    }
  });

  it('say what is not stated', () => {
    const report = reportOf(sessionAt(casePath('041')));
    expect(
      ['cost', 'turns', 'duration', 'outcome'].map((name) => figureOfReport(report, name as 'cost')),
    ).toEqual(Array(4).fill('not stated'));
    expect(figureOfReport(report, 'cacheRead')).toBe('1,000');
  });
});

describe('a term', () => {
  const term = { label: '', frame: 1, otherFrame: null, run: 1, stated: null, note: null };
  it.each([
    ['usd', 0.25, '+$0.2500'],
    ['usd', 0, '+0'],
    ['ms', 1500, '+1.5 s'],
    ['tokens', 12_000, '+12,000'],
    ['outcome', null, ''],
  ] as const)('in %s that adds %s reads "%s"', (unit, value, text) => {
    expect(termText(unit, { ...term, value })).toBe(text);
  });
});

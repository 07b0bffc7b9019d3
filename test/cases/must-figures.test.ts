import { describe, expect, it } from 'vitest';
import { figureOf } from '../../src/engine/answers/figures/figure';
import { reportOf } from '../../src/engine/answers/report/report';
import type { Session } from '../../src/engine/session/session';
import { sessionOf } from '../unit/engine/session-of';
import { bytesOf, openCase } from './case-answers';

// The "Must" lines and the usage notes of the case sheets on figures: what adds up, from which frames, and what does not.

const ask = (session: Session, figure: 'input' | 'output' | 'cacheCreation' | 'cost') =>
  figureOf(session, { figure, from: 0, count: 100 });

describe('044: odd usage values', () => {
  const withoutResult = () =>
    sessionOf(bytesOf('044').toString('utf8').trimEnd().split('\n').slice(0, -1).join('\n'));

  it('row 6 cache creation 70, row 8 cache creation 90', () => {
    const { value, terms } = ask(withoutResult(), 'cacheCreation');
    expect(value).toBe(160);
    // The first frame is init: row 6 is frame 7.
    expect(terms.filter((term) => term.value !== 0).map((term) => [term.frame, term.value])).toEqual([
      [7, 70],
      [9, 90],
    ]);
  });

  it('negative and non-number values are left out of sums; iterations is a breakdown, not an addition', () => {
    expect(reportOf(withoutResult()).usage).toEqual({
      input: 3,
      output: 4,
      cacheRead: 0,
      cacheCreation: 160,
    });
  });

  it('the headline is that of the result frame', () => {
    const session = openCase('044');
    expect(ask(session, 'input')).toMatchObject({ value: 20, terms: [{ frame: 10, value: 20 }] });
    expect(ask(session, 'output')).toMatchObject({ value: 9, terms: [{ frame: 10, value: 9 }] });
  });
});

describe('055 and 061: what the result states beside its modelUsage', () => {
  it.each([
    ['055', 'result.usage 18/273, modelUsage 1535/2504 with the compaction', 8, [18, 273], [1535, 2504]],
    ['061', 'main thread 30/60, whole run by modelUsage 330/150', null, [30, 60], [330, 150]],
  ] as const)('%s: %s: both are shown, each with its frame', (number, _, at, main, models) => {
    const session = openCase(number);
    const last = at ?? session.index.table.rows;
    const [input, output] = [ask(session, 'input'), ask(session, 'output')];
    expect([input.value, output.value]).toEqual(main);
    for (const { terms } of [input, output]) expect(terms.map(({ frame }) => frame)).toEqual([last]);
    for (const { modelUsage } of [input, output]) {
      const sum = (key: 'input' | 'output') =>
        (modelUsage?.models ?? []).reduce((total, model) => total + (model[key] ?? 0), 0);
      expect([sum('input'), sum('output')]).toEqual(models);
      expect(modelUsage?.frames).toEqual([last]);
    }
  });
});

describe('043: a gateway without request ids', () => {
  it('the price of other-model is not stated, not 0', () => {
    const cost = ask(openCase('043'), 'cost');
    expect(cost).toMatchObject({ value: null, total: 0, modelUsage: { models: [] } });
  });

  it('the line without a message id counts by itself', () => {
    const session = openCase('043');
    const terms = ask(session, 'input').terms;
    expect(terms.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBe(58);
    expect(terms).toHaveLength(reportOf(session).apiMessages);
  });
});

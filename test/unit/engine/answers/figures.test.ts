import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../../src/engine/answer-types';
import { figureOf } from '../../../../src/engine/answers/figures/figure';
import type { Figure, FigureTerm } from '../../../../src/engine/answers/figures/figure-types';
import { reportOf } from '../../../../src/engine/answers/report/report';
import type { Session } from '../../../../src/engine/session/session';
import { FIGURE_NAMES, type FigureName } from '../../../../src/protocol/figure-catalogue';
import { captureFiles, caseFiles, fixturePath } from '../../recordings';
import { casePath, closeSessions, sessionAt, sessionOfFrames } from '../session-of';

/** Small pages first, so that their seams are met; long lists go on in large ones. */
const pageAfter = (terms: number) => (terms < 50 ? 7 : 200);

/** A figure with all its terms, asked page by page. */
function whole(session: Session, figure: FigureName, more: { run?: number; kind?: string } = {}): Figure {
  const terms: FigureTerm[] = [];
  for (;;) {
    const count = pageAfter(terms.length);
    const page = figureOf(session, { figure, ...more, from: terms.length, count });
    expect(page.from).toBe(terms.length);
    expect(page.terms).toHaveLength(Math.min(count, page.total - terms.length));
    terms.push(...page.terms);
    if (terms.length >= page.total) return { ...page, from: 0, terms };
  }
}

const sum = (terms: readonly FigureTerm[]) => terms.reduce((total, { value }) => total + (value ?? 0), 0);
const TOKENS = ['input', 'output', 'cacheRead', 'cacheCreation'] as const;
const COUNTS = [
  'frames',
  'unparsed',
  'replayedFrames',
  'toolCalls',
  'toolResults',
  'linked',
  'unansweredCalls',
  'orphanResults',
  'failedCalls',
] as const;
/** Beyond this, sums are cut off, and floating point has no single units any more. */
const EXACT = 1e12;

function expectTerms({ terms, value, figure }: Figure, reported: number | null): void {
  expect(value, figure).toBe(reported);
  if (value === null) expect(terms, figure).toEqual([]);
  else if (figure === 'cost') expect(Math.round(sum(terms) * 1e10) / 1e10, figure).toBe(value);
  else expect(sum(terms), figure).toBe(value);
}

/** Every figure is the one that the report states, and its terms add up to it. */
function expectFigures(session: Session, report: Report): void {
  for (const name of COUNTS) expectTerms(whole(session, name), report[name]);
  for (const name of TOKENS) expectTerms(whole(session, name), report.usage?.[name] ?? null);
  expectTerms(whole(session, 'cost'), report.costUsd);
  report.runs.forEach((run, at) => {
    const of = { run: at + 1 };
    expectTerms(whole(session, 'cost', of), run.costUsd);
    expectTerms(whole(session, 'turns', of), run.turns);
    expectTerms(whole(session, 'duration', of), run.durationMs);
    for (const name of TOKENS) expectTerms(whole(session, name, of), run.usage?.[name] ?? null);
    expect(whole(session, 'outcome', of).word).toBe(run.outcome);
  });
  expect(whole(session, 'outcome').word).toBe(report.outcome);
  // What is counted in runs is counted in the file.
  for (const name of COUNTS) {
    const parts = report.runs.map((_, at) => whole(session, name, { run: at + 1 }).value ?? 0);
    if (report.runs.length > 0 && report.runsLeftOff === 0)
      expect(
        parts.reduce((a, b) => a + b, 0),
        name,
      ).toBe(report[name]);
  }
  for (const [kind, count] of Object.entries(report.kinds)) {
    const frames = whole(session, 'frames', { kind });
    expect(frames.value, kind).toBe(count);
    expect(frames.terms.every(({ label }) => label === kind)).toBe(true);
  }
}

describe('figures', () => {
  it.each([...captureFiles(), ...caseFiles()])(
    'of $name are those of the report, and their terms add up',
    ({ path }) => {
      const session = sessionAt(path);
      expectFigures(session, reportOf(session));
    },
  );

  it('of any frames are those of the report, and their terms add up', () => {
    const number = fc.oneof(
      fc.double({ min: -10, max: 1e9, noNaN: true }),
      fc.constantFrom('1', null, {}, -1),
    );
    const counter = fc.oneof(fc.nat(100_000), fc.constantFrom('1', null, -4, 1.5));
    const usage = fc.record(
      { input_tokens: counter, output_tokens: counter, cache_read_input_tokens: counter },
      { requiredKeys: [] },
    );
    const frame = fc.record(
      {
        type: fc.constantFrom('user', 'assistant', 'result', 'system', 'stream_event'),
        subtype: fc.constantFrom('success', 'error_max_turns', 'init'),
        uuid: fc.constantFrom('u1', 'u2', undefined),
        session_id: fc.constantFrom('s1', 's2', null),
        claude_code_version: fc.constantFrom('2.1.0', undefined),
        is_error: fc.constantFrom(true, false, 'true'),
        total_cost_usd: number,
        num_turns: fc.integer({ min: -2, max: 50 }),
        duration_ms: fc.nat(100_000),
        usage,
        modelUsage: fc.constantFrom({}, { m: { inputTokens: 3, costUSD: 'free' } }, { __proto__x: null }, 7),
        message: fc.record({
          id: fc.constantFrom('m1', 'm2', undefined),
          usage,
          content: fc.array(
            fc.record({
              type: fc.constantFrom('text', 'tool_use', 'tool_result'),
              id: fc.constantFrom('a', 'b'),
              tool_use_id: fc.constantFrom('a', 'b', 'c'),
              is_error: fc.constantFrom(true, false),
            }),
            { maxLength: 3 },
          ),
        }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 12 }), (frames) => {
        const session = sessionOfFrames(...frames);
        const report = reportOf(session);
        if ((report.costUsd ?? 0) < EXACT) expectFigures(session, report);
        closeSessions();
      }),
      { numRuns: 300 },
    );
  });

  it('of a file without frames have no terms', () => {
    const session = sessionAt(casePath('023'));
    for (const figure of FIGURE_NAMES) expect(whole(session, figure).terms, figure).toEqual([]);
  });

  it('of a run that is not there is refused', () => {
    const session = sessionAt(casePath('041'));
    expect(() => figureOf(session, { figure: 'cost', run: 2, from: 0, count: 1 })).toThrow(
      'There is no run 2: the session has 1 so far.',
    );
  });
});

const init = { type: 'system', subtype: 'init', session_id: 'a', claude_code_version: '2.1.88' };
const result = (more: object) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  session_id: 'a',
  ...more,
});

describe('cost', () => {
  it('is the last value of every process; the others add nothing, and say why', () => {
    const costs = [0.1, 0.3, 0.05, 0.2].map((total_cost_usd) => result({ total_cost_usd }));
    const { value, terms } = whole(sessionOfFrames(init, ...costs), 'cost');
    expect(value).toBe(0.5);
    expect(terms.map((term) => [term.frame, term.value, term.stated, term.note])).toEqual([
      [2, 0, 0.1, 'Running total: frame 3 states a newer one.'],
      [3, 0.3, null, 'The process was started again after this one.'],
      [4, 0, 0.05, 'Running total: frame 5 states a newer one.'],
      [5, 0.2, null, null],
    ]);
  });
});

describe('turns', () => {
  const turns = (first: object) => {
    const session = sessionOfFrames(
      first,
      result({ num_turns: 5 }),
      result({ num_turns: 9 }),
      result({ num_turns: 3 }),
    );
    return { reported: reportOf(session).runs[0]!.turns, asked: whole(session, 'turns') };
  };

  it('add up where each result counts its own turn', () => {
    expect(turns(init)).toMatchObject({ reported: 17, asked: { value: 17, total: 3 } });
  });

  it('are a running count of the CLI versions that do not state themselves', () => {
    const { claude_code_version: _, ...old } = init;
    const { reported, asked } = turns(old);
    expect(reported).toBe(12);
    expect(asked.terms.map(({ value }) => value)).toEqual([0, 9, 3]);
  });

  it('of a recording of CLI 1.0.128 with three results are those of the last one', () => {
    const session = sessionAt(fixturePath('1.0.128/11-compact.jsonl'));
    expect(whole(session, 'turns').terms.map(({ stated, value }) => stated ?? value)).toEqual([1, 9, 10]);
    expect(reportOf(session).runs[0]!.turns).toBe(10);
  });
});

describe('tokens', () => {
  const message = (id: string, output: number) => ({
    type: 'assistant',
    session_id: 'a',
    message: { id, role: 'assistant', usage: { output_tokens: output } },
  });

  it('without results are the largest value of each message, at the frame that states it', () => {
    const session = sessionOfFrames(message('m', 1), message('m', 8), message('n', 4), message('m', 3));
    const { value, terms } = whole(session, 'output');
    expect(value).toBe(12);
    expect(terms.map((term) => [term.frame, term.value, term.note])).toEqual([
      [2, 8, 'The largest value of this message. It has 3 frames; they do not add up.'],
      [3, 4, null],
    ]);
  });

  it('with results are those of the results', () => {
    const session = sessionOfFrames(message('m', 100), result({ usage: { output_tokens: 7 } }));
    expect(whole(session, 'output').terms).toMatchObject([{ frame: 2, value: 7, label: 'result/success' }]);
  });

  it('come with what each model used, as the last result of each process states it', () => {
    const used = (inputTokens: number, costUSD: number) => ({ 'model-a': { inputTokens, costUSD } });
    const session = sessionOfFrames(
      init,
      result({ total_cost_usd: 1, modelUsage: used(10, 1) }),
      result({ total_cost_usd: 3, modelUsage: { ...used(30, 2), 'model-b': { costUSD: 1 } } }),
      result({ total_cost_usd: 0.5, modelUsage: used(5, 0.5) }),
      result({ total_cost_usd: 0.6, modelUsage: {} }),
    );
    expect(figureOf(session, { figure: 'input', from: 0, count: 1 }).modelUsage).toEqual({
      models: [
        { model: 'model-a', input: 35, output: null, cacheRead: null, cacheCreation: null, costUsd: 2.5 },
        { model: 'model-b', input: null, output: null, cacheRead: null, cacheCreation: null, costUsd: 1 },
      ],
      frames: [3, 4],
      leftOff: 0,
    });
  });
});

describe('outcome', () => {
  it('names every result, and which one decides', () => {
    const session = sessionOfFrames(init, result({ is_error: true }), result({}));
    expect(whole(session, 'outcome')).toMatchObject({
      word: 'success',
      terms: [
        { frame: 2, value: null, note: 'Failed.' },
        { frame: 3, value: null, note: 'Success. The last result: it decides.' },
      ],
    });
  });

  it('of a stream without a result names the frame where it ends', () => {
    const session = sessionOfFrames(init, { type: 'user', session_id: 'a' });
    expect(whole(session, 'outcome')).toMatchObject({ word: 'incomplete', terms: [{ frame: 2 }] });
  });
});

it('a figure of very many calls travels in small messages', () => {
  const calls = Array.from({ length: 300 }, (_, i) => ({
    type: 'assistant',
    message: { id: `m${i}`, content: [{ type: 'tool_use', id: `t${i}`, name: 'N'.repeat(5000) }] },
  }));
  const page = figureOf(sessionOfFrames(...calls), { figure: 'toolCalls', from: 100, count: 200 });
  expect(page).toMatchObject({ value: 300, total: 300, from: 100 });
  expect(JSON.stringify(page).length).toBeLessThan(200_000);
});

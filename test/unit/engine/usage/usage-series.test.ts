import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reportOf } from '../../../../src/engine/answers/report/report';
import type { Session } from '../../../../src/engine/session/session';
import { thinned } from '../../../../src/engine/usage/thinned';
import { usageSeries } from '../../../../src/engine/usage/usage-series';
import { captureFiles, caseFiles, fixtureFiles } from '../../recordings';
import { sessionAt, sessionOfFrames } from '../session-of';

const MANY = 2000;

/** What the frames of a session state of their messages, found by parsing every one of them. */
function statedByMessages(session: Session): Map<string, number[]> {
  const largest = new Map<string, number[]>();
  for (let row = 0; row < session.index.table.rows; row++) {
    let frame: { type?: string; message?: { id?: string; usage?: Record<string, number> } };
    try {
      frame = JSON.parse(session.jsonText(row).toString('utf8'));
    } catch {
      continue;
    }
    const { id, usage } = frame?.message ?? {};
    if (frame?.type !== 'assistant' || typeof id !== 'string' || id === '' || !usage) continue;
    const counters = [
      usage.input_tokens,
      usage.output_tokens,
      usage.cache_read_input_tokens,
      usage.cache_creation_input_tokens,
    ];
    const before = largest.get(id) ?? [0, 0, 0, 0];
    largest.set(
      id,
      counters.map((value, at) => Math.max(before[at] ?? 0, value ?? 0)),
    );
  }
  return largest;
}

describe.each([...fixtureFiles(), ...caseFiles()].filter(({ bytes }) => bytes < 500_000))(
  '$name',
  ({ path }) => {
    test('its totals are those of the report, and its last cost as well', () => {
      const session = sessionAt(path, { agentFiles: true });
      const series = usageSeries(session, MANY);
      const report = reportOf(session);
      expect(series.usage).toEqual(report.usage);
      expect(series.costUsd).toBe(report.costUsd);
      expect(series.costs.at(-1)?.total ?? null).toBe(report.costUsd);
      expect(series.messagesLeftOff).toBe(0);
      // What agents used is what messages used.
      const sum = (of: (message: (typeof series.messages)[number]) => number | null) =>
        series.messages.reduce((total, message) => total + (of(message) ?? 0), 0);
      const agents = (of: 'input' | 'output' | 'cacheRead' | 'cacheCreation') =>
        series.agents.reduce((total, agent) => total + agent.usage[of], 0);
      for (const counter of ['input', 'output', 'cacheRead', 'cacheCreation'] as const)
        expect(agents(counter)).toBe(sum((message) => message[counter]));
      for (const { context, input, cacheRead, cacheCreation } of series.messages) {
        const parts = [input, cacheRead, cacheCreation].filter((value) => value !== null);
        expect(context).toBe(parts.length === 0 ? null : parts.reduce((a, b) => a + b, 0));
      }
      const frames = series.messages.map(({ frame }) => frame);
      expect(frames).toEqual([...frames].sort((a, b) => a - b));
      session.close();
    });
  },
);

test('each message states the largest value of each counter, as parsing every frame tells', () => {
  const plain = captureFiles().filter(
    ({ name }) => /^2\.1\.(332|220|88)\/0[1-8]/.test(name) && !/session|agent|partial/.test(name),
  );
  expect(plain.length).toBeGreaterThan(5);
  for (const { path } of plain) {
    const session = sessionAt(path);
    const told = usageSeries(session, MANY).messages;
    for (const [input, output, cacheRead, cacheCreation] of statedByMessages(session).values()) {
      // Messages of the CLI itself state zeros and are no messages of the API.
      if (input === 0 && output === 0) continue;
      // Events of a streamed message may state more output than its whole frames.
      const found = told.filter(
        (m) => m.input === input && m.cacheRead === cacheRead && m.cacheCreation === cacheCreation,
      );
      expect(found.some((m) => (m.output ?? 0) >= (output ?? 0))).toBe(true);
    }
  }
});

test('a long session keeps its peaks, its lows and the drop of every compaction', () => {
  const message = (id: number, tokens: number) => ({
    type: 'assistant',
    message: {
      id: `m${id}`,
      role: 'assistant',
      content: [],
      usage: { input_tokens: tokens, output_tokens: 1 },
    },
    session_id: 's',
  });
  const frames: unknown[] = [];
  for (let at = 0; at < 3000; at++) {
    if (at === 1777)
      frames.push({
        type: 'system',
        subtype: 'compact_boundary',
        session_id: 's',
        compact_metadata: { trigger: 'auto', pre_tokens: 900, post_tokens: 50 },
      });
    frames.push(message(at, at === 1776 ? 900 : at === 1777 ? 50 : at === 2500 ? 5000 : 400 + (at % 7)));
  }
  const session = sessionOfFrames(...frames);
  const series = usageSeries(session, 60);
  expect(series.messages.length).toBeLessThanOrEqual(70);
  expect(series.messages.length + series.messagesLeftOff).toBe(3000);
  const contexts = series.messages.map(({ context }) => context);
  expect(contexts).toContain(5000);
  const drop = contexts.indexOf(900);
  expect(contexts[drop + 1]).toBe(50);
  expect(series.compactions).toMatchObject([
    { frame: 1778, trigger: 'auto', tokensBefore: 900, tokensAfter: 50 },
  ]);
  expect(series.peak?.context).toBe(5000);
  expect(series.largest[0]?.input).toBe(5000);
});

test('a recorded compaction is marked where it stands', () => {
  const found = captureFiles().filter(({ name }) => /compact/.test(name) && !/session|agent/.test(name));
  const marked = found.map(({ path }) => usageSeries(sessionAt(path), MANY).compactions.length);
  expect(Math.max(...marked)).toBeGreaterThan(0);
});

test('thinning keeps the extremes of any series', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer(), { minLength: 1, maxLength: 400 }),
      fc.integer({ min: 3, max: 90 }),
      (values, most) => {
        const kept = thinned(values.length, most, (at) => values[at]!);
        expect(kept.length).toBeLessThanOrEqual(most + 1);
        const told = kept.map((at) => values[at]!);
        expect(Math.max(...told)).toBe(Math.max(...values));
        expect(Math.min(...told)).toBe(Math.min(...values));
        expect(kept.at(-1)).toBe(values.length - 1);
      },
    ),
  );
});

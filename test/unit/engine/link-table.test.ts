import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportOf } from '../../../src/engine/answers/report/report';
import { type LinkCounts, LinkFlag, LinkTable } from '../../../src/engine/links/link-table';
import { closeSessions, sessionOfFrames } from './session-of';

// The table links while it reads, in one pass. The reference below has the whole history at hand and follows the
// counting rules to the letter: own run first, then across runs; the nearest earlier open call, else the next.

/** One telling of a call or a result, in file order. */
interface Told {
  call: boolean;
  /** null: the block states no id. */
  id: number | null;
  run: number;
  /** Calls only, from 1: the API message that holds it. */
  message: number;
  delta: boolean;
}

interface Call {
  /** Index of the first telling in the history. */
  at: number;
  id: number | null;
  run: number;
  result: number | null;
}

interface Result {
  at: number;
  id: number;
  run: number;
  linked: boolean;
}

interface Links {
  /** [index of the call's first telling, index of the result], in order. */
  pairs: [number, number][];
  counts: LinkCounts;
}

function reference(history: readonly Told[]): Links {
  const calls: Call[] = [];
  const results: Result[] = [];
  const named = new Map<string, Call>();
  let toolResults = 0;
  history.forEach((told, at) => {
    if (!told.call) {
      toolResults++;
      if (told.id !== null) results.push({ at, id: told.id, run: told.run, linked: false });
      return;
    }
    // Only an id names a call; without one every telling is a call of its own.
    const name = `${told.message} ${told.id}`;
    if (told.id !== null && named.has(name)) return;
    const call = { at, id: told.id, run: told.run, result: null };
    named.set(name, call);
    calls.push(call);
  });

  const linkAmong = (mayLink: (call: Call, result: Result) => boolean) => {
    const open = (call: Call, result: Result) =>
      call.result === null && call.id === result.id && mayLink(call, result);
    history.forEach((_, at) => {
      const result = results.find((one) => one.at === at && !one.linked);
      const earlier = result && calls.filter((call) => call.at < at && open(call, result)).at(-1);
      const call = calls.find((one) => one.at === at);
      const waiting = call && results.find((one) => one.at < at && !one.linked && open(call, one));
      if (result && earlier) {
        earlier.result = at;
        result.linked = true;
      } else if (call && waiting) {
        call.result = waiting.at;
        waiting.linked = true;
      }
    });
  };
  linkAmong((call, result) => call.run === result.run);
  linkAmong(() => true);

  const linked = calls.filter((call) => call.result !== null);
  const orphans = results.filter((one) => !one.linked && !calls.some((call) => call.id === one.id));
  const withoutId = toolResults - results.length;
  return {
    pairs: linked.map((call) => [call.at, call.result as number]),
    counts: {
      toolCalls: calls.length,
      toolResults,
      linked: linked.length,
      orphanResults: orphans.length + withoutId,
      unansweredCalls: calls.length - linked.length,
      failedCalls: 0,
    },
  };
}

/** What the table makes of a history: one record a telling, so records and indexes are the same numbers. */
function streamed(history: readonly Told[]): Links {
  const table = new LinkTable();
  const firstTelling = new Map<string, number>();
  history.forEach((told, row) => {
    const hash = told.id === null ? null : { a: told.id * 7919, b: told.id + 1 };
    const flags = told.delta ? LinkFlag.Delta : 0;
    const block = { row, block: 0, run: told.run, message: told.call ? told.message : 0, name: 0, flags };
    expect(told.call ? table.addCall(block, hash) : table.addResult(block, hash)).toBe(row);
    const name = `${told.message} ${told.id}`;
    if (told.call && !firstTelling.has(name)) firstTelling.set(name, row);
  });
  const pairs: [number, number][] = [];
  history.forEach((told, record) => {
    if (!told.call || table.primary(record) !== record || table.other(record) < 0) return;
    const result = table.other(record);
    expect(table.other(result)).toBe(record);
    expect(table.isResult(result)).toBe(true);
    const crossesRuns = history[record]!.run !== history[result]!.run;
    expect((table.flags(result) & LinkFlag.CrossRun) !== 0).toBe(crossesRuns);
    pairs.push([firstTelling.get(`${told.message} ${told.id}`) as number, result]);
  });
  return { pairs: pairs.sort((a, b) => a[0] - b[0]), counts: table.counts() };
}

type Step =
  | { what: 'call'; id: number | null; run: number; delta: boolean }
  | { what: 'again'; id: number; which: number; delta: boolean }
  | { what: 'result'; id: number | null; run: number };

const id = fc.oneof({ weight: 9, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.constant(null) });

const stepsOver = (runs: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      fc.record({
        what: fc.constant('call' as const),
        id,
        run: fc.nat(runs - 1),
        delta: fc.boolean(),
      }),
      fc.record({
        what: fc.constant('again' as const),
        id: fc.nat(3),
        which: fc.nat(9),
        delta: fc.boolean(),
      }),
      fc.record({ what: fc.constant('result' as const), id, run: fc.nat(runs - 1) }),
    ),
    { maxLength: 40 },
  );

/**
 * Every call step is a new message; "again" repeats any earlier call with its id, as a delta or a whole frame, in its
 * own run.
 */
function historyOf(steps: readonly Step[]): Told[] {
  const earlier = new Map<number, Told[]>();
  /** Ids whose newest call was told by deltas only. */
  const onlyDelta = new Set<number>();
  const history: Told[] = [];
  let messages = 0;
  for (const step of steps) {
    if (step.what === 'result') {
      history.push({ call: false, id: step.id, run: step.run, message: 0, delta: false });
      continue;
    }
    const known = step.what === 'again' ? (earlier.get(step.id) ?? []) : [];
    const before = step.what === 'again' ? known[step.which % known.length] : undefined;
    if (step.what === 'again' && before === undefined) continue;
    // A whole frame after an open delta is the same call whatever its message: tested by itself below.
    const afterDelta = step.id !== null && onlyDelta.has(step.id);
    const told: Told = before
      ? { ...before, delta: step.delta }
      : {
          call: true,
          id: step.id,
          run: step.what === 'call' ? step.run : 0,
          message: ++messages,
          delta: step.delta || afterDelta,
        };
    history.push(told);
    if (told.id !== null && told.delta && !before) onlyDelta.add(told.id);
    if (told.id !== null && !told.delta && told.message === (earlier.get(told.id) ?? [told]).at(-1)?.message)
      onlyDelta.delete(told.id);
    if (told.id !== null && !before) earlier.set(told.id, [...(earlier.get(told.id) ?? []), told]);
  }
  return history;
}

describe('links', () => {
  it('of one run are those of the counting rules', () => {
    fc.assert(
      fc.property(stepsOver(1), (steps) => {
        const history = historyOf(steps);
        expect(streamed(history)).toEqual(reference(history));
      }),
      { numRuns: 3000 },
    );
  });

  it('of any runs are as many as the counting rules say', () => {
    fc.assert(
      fc.property(stepsOver(3), (steps) => {
        const history = historyOf(steps);
        expect(streamed(history).counts).toEqual(reference(history).counts);
      }),
      { numRuns: 3000 },
    );
  });

  it('of runs that follow each other are those of the counting rules', () => {
    // Runs that do not alternate, and results whose call was told before. Links over runs are compared by their number
    // only: the table, which reads once, does not move a link over runs when a nearer call of another run opens later.
    fc.assert(
      fc.property(stepsOver(3), (steps) => {
        const runOf = (step: Step) => ('run' in step ? step.run : 1);
        const inTurn = [0, 1, 2].flatMap((run) => steps.filter((step) => runOf(step) === run));
        const open = new Map<number, number>();
        const messages = new Set<number>();
        const history = historyOf(inTurn).filter((told) => {
          if (told.id === null) return true;
          const calls = open.get(told.id) ?? 0;
          if (!told.call && calls === 0) return false;
          if (!told.call) open.set(told.id, calls - 1);
          else if (!messages.has(told.message)) open.set(told.id, calls + 1);
          messages.add(told.message);
          return true;
        });
        const own = ({ pairs }: Links) =>
          pairs.filter(([call, result]) => history[call]?.run === history[result]?.run);
        expect(own(streamed(history))).toEqual(own(reference(history)));
        expect(streamed(history).counts).toEqual(reference(history).counts);
      }),
      { numRuns: 3000 },
    );
  });

  it('of runs that alternate are those of the counting rules, where every result has a call of its own', () => {
    fc.assert(
      fc.property(stepsOver(3), (steps) => {
        const open = new Map<string, number>();
        const messages = new Set<number>();
        const history = historyOf(steps).filter((told) => {
          const place = `${told.run} ${told.id}`;
          const calls = open.get(place) ?? 0;
          if (!told.call && calls === 0) return false;
          if (!told.call) open.set(place, calls - 1);
          else if (!messages.has(told.message)) open.set(place, calls + 1);
          messages.add(told.message);
          return true;
        });
        expect(streamed(history)).toEqual(reference(history));
      }),
      { numRuns: 3000 },
    );
  });
});

const told = (kind: 'call' | 'result' | 'delta', run = 0, message = 0, name: number | null = 1): Told => ({
  call: kind !== 'result',
  id: name,
  run,
  message,
  delta: kind === 'delta',
});

describe('a link', () => {
  it('goes to the nearest earlier open call', () => {
    const history = [told('call', 0, 1), told('call', 0, 2), told('result'), told('result')];
    expect(streamed(history).pairs).toEqual([
      [0, 3],
      [1, 2],
    ]);
  });

  it('goes to the next call when no earlier one is open', () => {
    expect(streamed([told('result'), told('call', 0, 1), told('call', 0, 2)]).pairs).toEqual([[1, 0]]);
  });

  it('prefers the own run to a nearer call of another one', () => {
    const history = [told('call', 0, 1), told('call', 1, 2), told('result', 0)];
    expect(streamed(history).pairs).toEqual([[0, 2]]);
  });

  it('over runs goes back to a call of the own run that comes later', () => {
    const history = [told('call', 0, 1), told('result', 1), told('call', 1, 2)];
    expect(streamed(history).pairs).toEqual([[2, 1]]);
    expect(reference(history).pairs).toEqual([[2, 1]]);
  });

  it('of the own run is taken from a result of another run that came first', () => {
    const history = [told('result', 0), told('call', 1, 1), told('result', 1)];
    expect(streamed(history)).toEqual(reference(history));
    const later = [told('call', 1, 1), told('result', 0), told('result', 1)];
    expect(streamed(later)).toEqual(reference(later));
  });

  it('goes to the nearest call also when that one was given back before', () => {
    const history = [
      told('call', 0, 1),
      told('result', 1),
      told('call', 0, 2),
      told('call', 1, 3),
      told('result', 2),
    ];
    expect(streamed(history)).toEqual(reference(history));
  });

  it('is made once for a call whose whole frame has another message id than its delta', () => {
    const history = [told('delta', 0, 1), told('call', 0, 2), told('result')];
    expect(streamed(history).counts).toMatchObject({ toolCalls: 1, linked: 1, unansweredCalls: 0 });
  });

  it('is made once for a call that is told again after its id went to another message', () => {
    const once = [told('call', 0, 1), told('result'), told('call', 0, 2), told('result')];
    const copied = [...once, told('call', 1, 1), told('call', 1, 2)];
    expect(streamed(copied).counts).toMatchObject({ toolCalls: 2, linked: 2 });
  });

  it('never joins what states no id', () => {
    const history = [told('call', 0, 1, null), told('result', 0, 0, null)];
    expect(streamed(history)).toEqual({
      pairs: [],
      counts: {
        toolCalls: 1,
        toolResults: 1,
        linked: 0,
        orphanResults: 1,
        unansweredCalls: 1,
        failedCalls: 0,
      },
    });
  });

  it('of a call whose delta was answered first is that of the whole frame', () => {
    const history = [told('delta', 0, 1), told('result'), told('call', 0, 1)];
    expect(streamed(history)).toEqual(reference(history));
  });
});

describe('many ids', () => {
  it('are kept apart, and no column is lost when the table grows', () => {
    const count = 5000;
    const history = Array.from({ length: count * 2 }, (_, i) =>
      i < count ? told('call', 0, i + 1, i) : told('result', 0, 0, count * 2 - 1 - i),
    );
    const { pairs, counts } = streamed(history);
    expect(counts).toMatchObject({ toolCalls: count, linked: count, orphanResults: 0 });
    expect(pairs.every(([call, result]) => call + result === count * 2 - 1)).toBe(true);
  });
});

describe('in a file', () => {
  const call = (message: string, tool: string, session: string, delta: boolean) => {
    const block = { type: 'tool_use', id: tool, name: 'Bash', input: {} };
    return delta
      ? [
          {
            type: 'stream_event',
            event: { type: 'message_start', message: { id: message, role: 'assistant', content: [] } },
            session_id: session,
          },
          {
            type: 'stream_event',
            event: { type: 'content_block_start', index: 0, content_block: block },
            session_id: session,
          },
        ]
      : [
          {
            type: 'assistant',
            message: { id: message, role: 'assistant', content: [block] },
            session_id: session,
          },
        ];
  };
  const result = (tool: string, session: string) => ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: tool, content: 'x' }] },
    session_id: session,
  });

  it('the report counts what the rules count', () => {
    fc.assert(
      fc.property(stepsOver(2), (steps) => {
        const history = historyOf(steps).filter((one) => one.id !== null);
        if (history.length === 0) return;
        const frames = history.flatMap((one): unknown[] =>
          one.call
            ? call(`m${one.message}`, `t${one.id}`, `s${one.run}`, one.delta)
            : [result(`t${one.id}`, `s${one.run}`)],
        );
        expect(reportOf(sessionOfFrames(...frames))).toMatchObject(reference(history).counts);
        closeSessions();
      }),
      { numRuns: 200 },
    );
  });
});

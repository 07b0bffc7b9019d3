import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  callGroups,
  callPlace,
  callTable,
  readCallsNow,
} from '../../../../../src/engine/answers/call-table/call-table';
import {
  CALL_PERMISSIONS,
  CALL_SORTS,
  CALL_STATUSES,
  type CallRow,
  type CallTableView,
} from '../../../../../src/engine/answers/call-table/call-table-types';
import { sortedOrder } from '../../../../../src/engine/answers/call-table/sorted-order';
import { Session } from '../../../../../src/engine/session/session';
import { agentSession, captureFiles } from '../../../recordings';
import { closeSessions, fileOf, sessionAt, sessionOf, sessionOfFrames } from '../../session-of';

const ALL: CallTableView = { sort: 'order', descending: false, filter: {} };
const TOOLS = ['Read', 'Bash', 'grep', ''];

/** One call or result of a random recording, and what it is about. */
interface Plan {
  tool: number;
  input: number;
  end: 'ok' | 'failed' | 'unanswered' | 'orphan';
  at: number;
  took: number;
}

const plan: fc.Arbitrary<Plan> = fc.record({
  tool: fc.nat(TOOLS.length - 1),
  input: fc.nat(5),
  end: fc.constantFrom('ok', 'failed', 'unanswered', 'orphan'),
  at: fc.integer({ min: 0, max: 100_000 }),
  took: fc.integer({ min: -50, max: 5000 }),
});

function framesOf(plans: readonly Plan[]): object[] {
  return plans.flatMap(({ tool, input, end, at, took }, place) => {
    const id = `toolu_${place}`;
    const start = Date.UTC(2026, 0, 15) + at;
    // The order of keys makes no other call.
    const value = place % 2 === 0 ? { a: input, b: 'x' } : { b: 'x', a: input };
    const use = { type: 'tool_use', id, name: TOOLS[tool], input: value };
    const call = {
      type: 'assistant',
      message: { id: `msg_${place}`, role: 'assistant', content: [use] },
      timestamp: new Date(start).toISOString(),
    };
    const content = [
      { type: 'tool_result', tool_use_id: id, content: `Said ${input}`, is_error: end === 'failed' },
    ];
    const result = {
      type: 'user',
      message: { role: 'user', content },
      timestamp: new Date(start + took).toISOString(),
    };
    if (end === 'unanswered') return [call];
    return end === 'orphan' ? [result] : [call, result];
  });
}

function allRows(session: Session, view: CallTableView = ALL): CallRow[] {
  const rows: CallRow[] = [];
  for (let from = 0; ; from += 50) {
    const page = callTable(session, view, from, 50);
    rows.push(...page.rows);
    if (from + 50 >= page.total) return rows;
  }
}

/** What a row is sorted by, from the row itself; null comes last. */
function keyOf(row: CallRow, sort: CallTableView['sort']): number | string | null {
  if (sort === 'order') return row.call;
  if (sort === 'tool') return row.tool === '' ? null : row.tool.toLowerCase();
  if (sort === 'status') return CALL_STATUSES.indexOf(row.status);
  if (sort === 'duration') return row.durationMs;
  if (sort === 'repeats') return row.repeats === 0 ? null : row.repeats;
  if (sort === 'permission') return row.permission === null ? null : CALL_PERMISSIONS.indexOf(row.permission);
  return row[sort];
}

function plainSort(rows: readonly CallRow[], { sort, descending }: CallTableView): CallRow[] {
  return [...rows].sort((one, other) => {
    const [a, b] = [keyOf(one, sort), keyOf(other, sort)];
    if (a === b) return one.call - other.call;
    if (a === null) return 1;
    if (b === null) return -1;
    return (a < b ? -1 : 1) * (descending ? -1 : 1);
  });
}

function passes(row: CallRow, plans: readonly Plan[], { filter }: CallTableView, group: number): boolean {
  const own = plans[planOf(row, plans)] as Plan;
  const { tools, statuses, text } = filter;
  if (tools && !tools.includes(row.tool)) return false;
  if (statuses && !statuses.includes(row.status)) return false;
  if (filter.repeatedOnly && row.repeats < 2) return false;
  if (filter.identicalTo !== undefined) {
    const other = plans[group] as Plan;
    if (row.callFrame === null || own.tool !== other.tool || own.input !== other.input) return false;
  }
  if (text === undefined) return true;
  const place = planOf(row, plans);
  const said = row.resultFrame === null ? '' : `said ${own.input}\ntoolu_${place}`;
  const asked = row.callFrame === null ? '' : `${TOOLS[own.tool]}\ntoolu_${place}\n"a":${own.input}\n"b":"x"`;
  return `${said}\n${asked}`.toLowerCase().includes(text.toLowerCase());
}

/** Which plan a row comes from, by its first frame. */
function planOf(row: CallRow, plans: readonly Plan[]): number {
  let frame = 1;
  for (const [at, { end }] of plans.entries()) {
    if (frame === (row.callFrame ?? row.resultFrame)) return at;
    frame += end === 'unanswered' || end === 'orphan' ? 1 : 2;
  }
  throw new Error(`No plan made frame ${row.callFrame ?? row.resultFrame}.`);
}

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

describe('sorting and filtering', () => {
  afterEach(closeSessions);

  it('agrees with plain arrays', () => {
    const filters = fc.record({
      tools: maybe(fc.subarray(TOOLS, { minLength: 1 })),
      statuses: maybe(fc.subarray([...CALL_STATUSES], { minLength: 1 })),
      text: maybe(fc.constantFrom('SAID 3', 'toolu_1', '"b":"x"', 'read', 'nowhere')),
      repeatedOnly: maybe(fc.boolean()),
      same: maybe(fc.nat(30)),
    });
    const views = fc.tuple(fc.constantFrom(...CALL_SORTS), fc.boolean(), filters);
    fc.assert(
      fc.property(
        fc.array(plan, { minLength: 1, maxLength: 60 }),
        views,
        (plans, [sort, descending, wanted]) => {
          const session = sessionOfFrames(...framesOf(plans));
          callTable(session, ALL, 0, 1);
          readCallsNow(session);
          const rows = allRows(session);
          expect(rows).toHaveLength(plans.length);
          const { same, ...rest } = wanted;
          const like = same === undefined ? undefined : rows[same % rows.length];
          const identicalTo = like?.callFrame ? like.call : undefined;
          const view: CallTableView = { sort, descending, filter: { ...rest, identicalTo } };
          callTable(session, view, 0, 1);
          readCallsNow(session);
          const group = identicalTo === undefined || !like ? -1 : planOf(like, plans);
          const expected = plainSort(
            rows.filter((row) => passes(row, plans, view, group)),
            view,
          );
          const got = allRows(session, view);
          // Falling order of the file is that of the columns turned around.
          if (sort === 'order' && descending) expected.sort((a, b) => b.call - a.call);
          expect(got).toEqual(expected);
          for (const [position, row] of got.entries()) {
            const frame = (row.callFrame ?? row.resultFrame) as number;
            expect(callPlace(session, frame - 1, view).position).toBe(position);
          }
          closeSessions();
        },
      ),
      { numRuns: 150, seed: 5 },
    );
  });

  it('sorts any numbers as a compare function does, what is not stated last', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: false })), fc.boolean(), (numbers, descending) => {
        const keys = Float64Array.from(numbers);
        const plain = numbers
          .map((_, at) => at)
          .sort((a, b) => {
            const [x, y] = [numbers[a] as number, numbers[b] as number];
            if (Number.isNaN(x) || Number.isNaN(y))
              return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || a - b;
            return (x < y ? -1 : x > y ? 1 : 0) * (descending ? -1 : 1) || a - b;
          });
        expect([...sortedOrder(keys, descending)]).toEqual(plain);
      }),
      { seed: 5 },
    );
  });
});

describe('what is told at a glance', () => {
  afterEach(closeSessions);

  it('counts identical calls whatever the order of their keys, their failures, and the slowest ones', () => {
    const plans: Plan[] = [1, 2, 3, 4].map((took) => ({
      tool: 1,
      input: 3,
      end: 'failed',
      at: took * 10,
      took,
    }));
    plans.push({ tool: 1, input: 4, end: 'ok', at: 90, took: 4000 });
    plans.push({ tool: 0, input: 3, end: 'unanswered', at: 95, took: 0 });
    const session = sessionOfFrames(...framesOf(plans));
    callGroups(session);
    readCallsNow(session);
    const { repeated, groups, calls, slowest, reading } = callGroups(session);
    expect([groups, calls, reading.whole]).toEqual([1, 4, true]);
    expect(repeated[0]).toMatchObject({
      tool: 'Bash',
      summary: 'a 3',
      count: 4,
      failed: 4,
      frames: [1, 3, 5, 7],
    });
    expect(slowest.map(({ durationMs }) => durationMs)).toEqual([4000, 4, 3, 2, 1]);
    const { tools } = callTable(session, ALL, 0, 1);
    expect(tools[0]).toEqual({ tool: 'Bash', count: 5, failed: 4, totalMs: 4010, medianMs: 3 });
    expect(tools[1]).toEqual({ tool: 'Read', count: 1, failed: 0, totalMs: null, medianMs: null });
  });

  it('tells of the permission what denials, answers and results say', () => {
    const permissions = (scenario: string) => {
      const found = captureFiles().find(({ name }) => name === scenario);
      if (found === undefined) throw new Error(`There is no recording ${scenario}.`);
      const session = sessionAt(found.path);
      callTable(session, ALL, 0, 1);
      readCallsNow(session);
      return allRows(session).map(({ permission }) => permission);
    };
    expect(permissions('2.1.332/16b-control')).toContain('asked');
    expect(permissions('1.0.128/16b-control')).toContain('asked');
    const use = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls', n: 1 } };
    const assistant = { type: 'assistant', message: { id: 'm1', role: 'assistant', content: [use] } };
    const asked = (id: string | undefined) => ({
      type: 'control_request',
      request_id: 'q',
      request: {
        subtype: 'can_use_tool',
        tool_name: 'Bash',
        input: { n: 1, command: 'ls' },
        tool_use_id: id,
      },
    });
    const answered = (behavior: string) => ({
      type: 'control_response',
      response: { subtype: 'success', request_id: 'q', response: { behavior } },
    });
    const denials = { type: 'result', permission_denials: [{ tool_use_id: 't1', tool_name: 'Bash' }] };
    const of = (...frames: object[]) => {
      const session = sessionOfFrames(assistant, ...frames);
      callTable(session, ALL, 0, 1);
      readCallsNow(session);
      return allRows(session)[0]?.permission;
    };
    expect(of()).toBe(null);
    expect(of(asked('t1'))).toBe('asked');
    expect(of(asked('t1'), answered('allow'))).toBe('allowed');
    expect(of(asked(undefined), answered('deny'))).toBe('denied');
    expect(of(denials)).toBe('denied');
    expect(of({ type: 'result', permission_denials: [null, 3, { tool_use_id: {} }] })).toBe(null);
    expect(of({ type: 'control_request', request: null }, { type: 'control_response', response: [] })).toBe(
      null,
    );
  });
});

describe('a file that grows', () => {
  afterEach(closeSessions);

  it('answers at every point as the same file read once', async () => {
    const plans = fc.sample(fc.array(plan, { minLength: 40, maxLength: 40 }), {
      numRuns: 1,
      seed: 9,
    })[0] as Plan[];
    const lines = framesOf(plans).map((frame) => `${JSON.stringify(frame)}\n`);
    const path = fileOf('');
    const session = Session.open(1, path, undefined, { follow: true });
    await session.indexAll();
    const view: CallTableView = { sort: 'repeats', descending: true, filter: { text: 'said' } };
    const answersOf = (of: Session) => {
      callTable(of, view, 0, 1);
      readCallsNow(of);
      const { reading: _page, ...page } = callTable(of, view, 0, 200);
      const { reading: _groups, ...groups } = callGroups(of);
      return { page, groups, rows: allRows(of) };
    };
    for (let at = 0; at < lines.length; at += 7) {
      const text = lines.slice(at, at + 7).join('');
      // A line is cut in two, and told as if nothing more came.
      appendFileSync(path, text.slice(0, -20));
      await session.grow(Date.now());
      session.settle();
      answersOf(session);
      appendFileSync(path, text.slice(-20));
      await session.grow(Date.now());
      const once = sessionOf(lines.slice(0, at + 7).join(''));
      expect(answersOf(session)).toEqual(answersOf(once));
    }
    session.close();
  });

  it('tells the calls of subagents by their numbers', () => {
    const session = sessionAt(agentSession('2.0.50'), { agentFiles: true });
    const { agents, all } = callTable(session, ALL, 0, 1);
    expect(agents.reduce((sum, { count }) => sum + count, 0)).toBe(all);
    const first = agents.find(({ agent }) => agent > 0);
    const rows = allRows(session, { ...ALL, filter: { agents: [first?.agent ?? -1] } });
    expect(rows).toHaveLength(first?.count ?? -1);
    expect(rows.every(({ agent }) => agent === first?.agent)).toBe(true);
  });
});

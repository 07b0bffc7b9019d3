import { describe, expect, it } from 'vitest';
import { agentPage } from '../../src/engine/answers/agents/agent-page';
import { reportOf } from '../../src/engine/answers/report/report';
import { rowPage } from '../../src/engine/answers/rows/row-page';
import type { Session } from '../../src/engine/session/session';
import { casePath, sessionAt } from '../unit/engine/session-of';

// The "Must" and "Must not" lines of the case sheets on subagents.

const openCase = (number: string) => sessionAt(casePath(number));
const agentsOf = (session: Session) => agentPage(session, 0, 100).agents;
const rowsOf = (session: Session) => rowPage(session, 1, 100).rows;

/** What a user said on the main thread: prompts to subagents and tool results apart. */
const userPrompts = (session: Session) =>
  rowsOf(session).filter(({ kind, agent, results }) => kind === 'user' && agent === 0 && results === 0);

describe('061: nested subagents', () => {
  it('the tree is A(A1, A2(C1)), B(B1)', () => {
    const tree = agentsOf(openCase('061')).map(({ number, depth, parent, callFrame, resultFrame }) => ({
      number,
      depth,
      parent,
      callFrame,
      resultFrame,
    }));
    expect(tree.slice(0, 3)).toEqual([
      { number: 1, depth: 1, parent: 0, callFrame: 2, resultFrame: 15 },
      { number: 3, depth: 2, parent: 1, callFrame: 8, resultFrame: 12 },
      { number: 2, depth: 1, parent: 0, callFrame: 2, resultFrame: 13 },
    ]);
    // A1 is a call of A, C1 one of A2, B1 one of B.
    expect(agentsOf(openCase('061')).map(({ toolCalls }) => toolCalls)).toEqual([2, 1, 1, 0]);
  });

  it('the frame with parent "ghost" sits in a group of unknown parents', () => {
    expect(agentsOf(openCase('061')).at(-1)).toMatchObject({
      parent: null,
      callFrame: null,
      firstFrame: 14,
      lastFrame: 14,
      relation: { source: 'missing' },
    });
  });

  it('"do a" and "do b" are prompts to subagents, not user prompts', () => {
    const session = openCase('061');
    expect(userPrompts(session)).toEqual([]);
    const prompts = rowsOf(session).filter(({ summary }) => /^do [ab]$/.test(summary));
    expect(prompts.map(({ agent }) => agent)).toEqual([1, 2]);
  });

  it('nesting is by parent_tool_use_id, not by a stack', () => {
    const depths = rowsOf(openCase('061')).map(({ agent, agentDepth }) => [agent, agentDepth]);
    expect(depths.filter(([agent]) => agent === 3)).toEqual([
      [3, 2],
      [3, 2],
    ]);
    // The agent that A2 stands in goes on before and after it.
    expect(depths[11]).toEqual([1, 1]);
  });
});

describe('062: a task told in both layers', () => {
  it('both layers are of one task under its call', () => {
    const [entry, ...others] = agentsOf(openCase('062'));
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ agentId: 'x', callFrame: 2, status: 'completed', number: null });
  });

  it('the legacy frame without an id stays a plain row', () => {
    const legacy = rowsOf(openCase('062'))[5];
    expect(legacy).toMatchObject({ frame: 6, kind: 'task_started', agent: 0, links: [], error: false });
  });

  it('task usage is not added to the usage of the run', () => {
    const session = openCase('062');
    const result = rowsOf(session).at(-1)?.frame ?? 0;
    const { usage } = JSON.parse(session.jsonText(result - 1).toString('utf8'));
    expect(reportOf(session).usage).toMatchObject({ input: usage.input_tokens, output: usage.output_tokens });
  });
});

describe('079: sidechain lines in the session file', () => {
  it('s1 to s4 nest under k1, and the link says that it is inferred', () => {
    const session = openCase('079');
    expect(rowsOf(session).map(({ agent }) => agent)).toEqual([0, 0, 1, 1, 1, 1, 0]);
    expect(agentsOf(session)).toMatchObject([
      {
        callFrame: 2,
        resultFrame: 7,
        relation: { source: 'inferred', rule: expect.stringContaining('prompt') },
      },
    ]);
  });

  it('there is one user prompt', () => {
    expect(userPrompts(openCase('079'))).toHaveLength(1);
  });
});

describe('080: an agent file', () => {
  it('its sidechain is recognised although line 1 is no sidechain line', () => {
    const session = openCase('080');
    expect(rowsOf(session).map(({ agent }) => agent)).toEqual([0, 1, 1, 1]);
    expect(agentsOf(session)).toMatchObject([{ number: 1, agentId: 'ab12', callFrame: null }]);
  });
});

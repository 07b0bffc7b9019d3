import { expect, it } from 'vitest';
import { AgentTable } from '../../../../src/engine/agents/agent-table';

it('keeps the ids of the first subagents as texts, and none that is very long', () => {
  const agents = new AgentTable();
  expect(agents.parentText(agents.addParent({ a: -1, b: 1 }, 'x'.repeat(100_000)))).toBeNull();
  for (let at = 1; at <= 20_000; at++) agents.addParent({ a: at, b: 1 }, `toolu_${at}`);
  const [first, last] = [agents.withParent({ a: 1, b: 1 }), agents.withParent({ a: 20_000, b: 1 })];
  expect([first, last]).toEqual([2, 20_001]);
  expect(agents.parentText(first)).toBe('toolu_1');
  expect(agents.parentText(last)).toBeNull();
});

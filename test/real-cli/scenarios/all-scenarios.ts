import type { Scenario } from '../cli/scenario';
import { compactionScenarios } from './conversation/compactions';
import { plainScenarios } from './conversation/plain';
import { conversationScenarios } from './conversation/stream-input';
import { apiErrorScenarios } from './ends/api-errors';
import { cutShortScenarios } from './ends/cut-short';
import { limitScenarios } from './ends/limits-and-stops';
import { backgroundScenarios } from './tools/background';
import { hookScenarios } from './tools/hooks';
import { toolScenarios } from './tools/own-and-server-tools';
import { subagentScenarios } from './tools/subagents';

/** Every scenario, in the order of their names. */
export const allScenarios: readonly Scenario[] = [
  ...plainScenarios,
  ...subagentScenarios,
  ...apiErrorScenarios,
  ...conversationScenarios,
  ...cutShortScenarios,
  ...toolScenarios,
  ...backgroundScenarios,
  ...hookScenarios,
  ...compactionScenarios,
  ...limitScenarios,
].sort((a, b) => (a.name < b.name ? -1 : 1));

/** The scenario of a name, or of its number alone: "03" is "03-parallel". Throws when there is none. */
export function scenarioNamed(name: string): Scenario {
  const found = allScenarios.find((one) => one.name === name || one.name.startsWith(`${name}-`));
  if (found) return found;
  throw new Error(
    `There is no scenario ${name}: there are ${allScenarios.map((one) => one.name).join(', ')}.`,
  );
}

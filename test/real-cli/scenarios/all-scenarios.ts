import type { Scenario } from '../cli/scenario';
import { apiErrorScenarios } from './api-errors';
import { conversationScenarios } from './conversations';
import { cutShortScenarios } from './cut-short';
import { plainScenarios } from './plain';
import { subagentScenarios } from './subagents';

/** Every scenario, in the order of their names. */
export const allScenarios: readonly Scenario[] = [
  ...plainScenarios,
  ...subagentScenarios,
  ...apiErrorScenarios,
  ...conversationScenarios,
  ...cutShortScenarios,
].sort((a, b) => (a.name < b.name ? -1 : 1));

/** The scenario of a name, or of its number alone: "03" is "03-parallel". Throws when there is none. */
export function scenarioNamed(name: string): Scenario {
  const found = allScenarios.find((one) => one.name === name || one.name.startsWith(`${name}-`));
  if (found) return found;
  throw new Error(
    `There is no scenario ${name}: there are ${allScenarios.map((one) => one.name).join(', ')}.`,
  );
}

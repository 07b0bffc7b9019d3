import { BackendLens } from './agent-events/backend-lens';
import { AgentCorrectedLens } from './agent-events/corrected-lens';
import { PaneLens } from './agent-events/pane-lens';
import type { Lens, LensName, Reading } from './lens';
import { OpenaseAgentLens } from './openase/agent/agent-lens';
import { OpenaseChatLens } from './openase/chat/chat-lens';
import { OpenaseCorrectedLens } from './openase/corrected/corrected-lens';

const STRICT: Readonly<Record<LensName, () => Lens>> = {
  openase: () => new OpenaseAgentLens(),
  'openase-chat': () => new OpenaseChatLens(),
  'agent-events': () => new BackendLens(),
  'agent-events-pane': () => new PaneLens(),
};

/**
 * A lens at the beginning of a file. Each system has two copies of its code that differ (OpenASE's agent runtime and its
 * chat, AgentMux's backend and its pane); each is a lens of its own. The corrected reading is one for each system.
 */
export function createLens(name: LensName, reading: Reading): Lens {
  if (reading === 'strict') return STRICT[name]();
  return name.startsWith('openase') ? new OpenaseCorrectedLens() : new AgentCorrectedLens();
}

import { useCommands } from '../commands/use-commands';
import { type PanelTab, useBottomPanel } from '../stores/bottom-panel';

/** Opens the panel on a tab; when the reader is in that tab already, or pressed what opened it, closes it. */
function toggle(tab: PanelTab): void {
  const { open, tab: current, show, close } = useBottomPanel.getState();
  if (open && current === tab) close();
  else show(tab);
}

export function usePanelCommands(): void {
  useCommands({
    'view.diagnostics': { run: () => toggle('diagnostics') },
    'view.figures': { run: () => toggle('figures') },
    'view.runs': { run: () => toggle('runs') },
    'view.turns': { run: () => toggle('turns') },
    'view.tasks': { run: () => toggle('tasks') },
    'view.agents': { run: () => toggle('agents') },
    'view.spans': { run: () => toggle('spans') },
  });
}

import * as Dialog from '@radix-ui/react-dialog';
import { Command } from 'cmdk';
import './dialogs.css';
import type { CommandDefinition, CommandGroup } from './command-list';
import { keyLabel } from './keyboard';
import { registry } from './registry';

interface Props {
  open: boolean;
  isMac: boolean;
  onOpenChange(open: boolean): void;
}

const GROUPS: readonly CommandGroup[] = ['Go', 'Detail', 'Timeline', 'File', 'View', 'Run', 'Help'];

/** The commands that differ only in where their key works are one entry here. */
export function distinctCommands(group: CommandGroup): (CommandDefinition & { allKeys: string[] })[] {
  const found = new Map<string, CommandDefinition & { allKeys: string[] }>();
  for (const definition of registry.definitions) {
    if (definition.group !== group) continue;
    const known = found.get(definition.title);
    if (known) known.allKeys.push(...definition.keys);
    else found.set(definition.title, { ...definition, allKeys: [...definition.keys] });
  }
  return [...found.values()];
}

export function Palette({ open, isMac, onOpenChange }: Props) {
  const run = (id: string) => {
    onOpenChange(false);
    // After the dialog gave the focus back: the command may move it.
    setTimeout(() => registry.run(id), 0);
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-veil" />
        <Dialog.Content className="dialog palette" aria-describedby={undefined}>
          <Dialog.Title className="unseen">Run a command</Dialog.Title>
          <Command label="Run a command" loop>
            <Command.Input className="palette-input" placeholder="Run a command" />
            <Command.List className="palette-list">
              <Command.Empty className="palette-empty">No command has that name.</Command.Empty>
              {GROUPS.map((group) => (
                <Command.Group key={group} heading={group}>
                  {distinctCommands(group).map(({ id, title, allKeys }) =>
                    registry.canRun(id) && id !== 'view.palette' ? (
                      <Command.Item key={id} value={`${group} ${title}`} onSelect={() => run(id)}>
                        <span className="palette-title">{title}</span>
                        {allKeys.slice(0, 2).map((key) => (
                          <kbd key={key}>{keyLabel(key, isMac)}</kbd>
                        ))}
                      </Command.Item>
                    ) : null,
                  )}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

import * as Dialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import './dialogs.css';
import type { CommandGroup } from './command-list';
import { keyLabel } from './keyboard';
import { distinctCommands } from './palette';

interface Props {
  open: boolean;
  isMac: boolean;
  onOpenChange(open: boolean): void;
}

const COLUMNS: readonly (readonly CommandGroup[])[] = [
  ['Go'],
  ['Timeline', 'Help'],
  ['View'],
  ['Filter', 'Detail', 'File', 'Run'],
];

function Group({ group, isMac }: { group: CommandGroup; isMac: boolean }) {
  const commands = distinctCommands(group).filter(({ allKeys }) => allKeys.length > 0);
  return (
    <section>
      <h3>{group}</h3>
      <dl className="sheet-keys">
        {commands.map(({ id, title, allKeys }) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd>
              {allKeys.map((key) => (
                <kbd key={key}>{keyLabel(key, isMac)}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function ShortcutSheet({ open, isMac, onOpenChange }: Props) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-veil" />
        <Dialog.Content className="dialog sheet">
          <header>
            <Dialog.Title>Keyboard shortcuts</Dialog.Title>
            <Dialog.Close className="icon-button" aria-label="Close">
              <X size={15} aria-hidden />
            </Dialog.Close>
          </header>
          <Dialog.Description className="muted">
            Single keys work outside of text fields and the raw editor; Escape comes back to the list.
          </Dialog.Description>
          <div className="sheet-columns">
            {COLUMNS.map((groups) => (
              <div key={groups.join()}>
                {groups.map((group) => (
                  <Group key={group} group={group} isMac={isMac} />
                ))}
              </div>
            ))}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

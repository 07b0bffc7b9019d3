import * as Dialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { useState } from 'react';
import { registry } from '../commands/registry';
import { useCommands } from '../commands/use-commands';
import '../commands/dialogs.css';
import { useDelayed } from '../components/use-delayed';
import { useFacts } from '../stores/sessions';
import { formatCount, plural } from '../text/format';
import { AgentTree } from './agent-tree';
import './agents.css';
import { useAgents } from './use-agents';

interface Props {
  session: number;
  onJump(frame: number): void;
}

/** The tree of a session's subagents, over the frames. It answers the command that opens it. */
export function AgentsDialog({ session, onJump }: Props) {
  const [open, setOpen] = useState(false);
  const { report } = useFacts(session);
  useCommands({
    'go.agents': { run: () => setOpen(true), enabled: () => (report?.agents ?? 0) > 0 },
  });
  const jump = (frame: number) => {
    setOpen(false);
    onJump(frame);
  };
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-veil" />
        <Dialog.Content
          className="dialog agents"
          data-testid="agents"
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            registry.run('go.list');
          }}
          onOpenAutoFocus={(event) => {
            // The tree takes the focus when it is there.
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
        >
          <AgentsContent session={session} onJump={jump} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function AgentsContent({ session, onJump }: Props) {
  const { revision, progress } = useFacts(session);
  const { agents, total, leftOff, problem, more } = useAgents(session, revision);
  const late = useDelayed(total === null && problem === null, 150);
  const reading = progress?.state === 'indexing';
  return (
    <>
      <header>
        <Dialog.Title>Subagents</Dialog.Title>
        <span className="muted">{total === null ? '' : formatCount(total + leftOff)}</span>
        <span className="spacer" />
        <Dialog.Close className="icon-button" aria-label="Close">
          <X size={15} aria-hidden />
        </Dialog.Close>
      </header>
      <Dialog.Description className={reading ? 'agents-note' : 'unseen'}>
        {reading
          ? 'The file is still being read: there may be more, and calls that are not known yet.'
          : 'Each subagent stands below the one that called it.'}
      </Dialog.Description>
      <div className="agents-body">
        {problem !== null && (
          <p className="agents-note" role="alert">
            <span className="err" aria-hidden>
              ■
            </span>{' '}
            {problem}
          </p>
        )}
        {late && (
          <div className="detail-skeleton" role="status" aria-label="Reading the subagents">
            <i style={{ width: '60%' }} />
            <i style={{ width: '45%' }} />
          </div>
        )}
        {total === 0 && problem === null && <p className="agents-note">This session has no subagents.</p>}
        {agents.length > 0 && <AgentTree agents={agents} onJump={onJump} />}
        {total !== null && agents.length > 0 && agents.length < total && (
          <button type="button" className="button small agents-more" onClick={more}>
            Show {formatCount(Math.min(200, total - agents.length))} more of {plural(total, 'subagent')}
          </button>
        )}
        {leftOff > 0 && agents.length === total && (
          <p className="agents-note">{plural(leftOff, 'more subagent')} in this session are not listed.</p>
        )}
      </div>
      <footer className="agents-keys" aria-hidden>
        <kbd>Enter</kbd> first frame <kbd>c</kbd> its call <kbd>r</kbd> its result <kbd>Esc</kbd> close
      </footer>
    </>
  );
}

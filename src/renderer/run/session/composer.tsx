import { CornerDownLeft } from 'lucide-react';
import { useRef, useState } from 'react';
import type { LiveActivity } from '../../../ipc/engine-contract';
import type { StartedProcess } from '../../../ipc/process-contract';
import { askShell } from '../../bridge/shell';
import { useCommands } from '../../commands/use-commands';
import { tellFailure } from '../../stores/notices';
import { useProcesses } from '../../stores/processes';
import { endInput } from '../processes/process-acts';
import { messageNote } from './message-note';

/** Writes further turns to a process. What is being written stays when the session is left. */
export function Composer({ process, activity }: { process: StartedProcess; activity: LiveActivity | null }) {
  const draft = useProcesses(({ drafts }) => drafts[process.process] ?? '');
  const write = useProcesses((state) => state.write);
  const [sending, setSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useCommands({ 'run.message': { run: () => field.current?.focus() } });

  const send = async () => {
    if (sending || draft.trim() === '') return;
    setSending(true);
    try {
      await askShell('sendTurn', { process: process.process, text: draft });
      write(process.process, '');
    } catch (error) {
      tellFailure('send', error);
    } finally {
      setSending(false);
    }
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };

  return (
    <div className="composer">
      <div className="composer-line">
        <textarea
          ref={field}
          className="input"
          rows={1}
          aria-label="Message to the process"
          aria-describedby="composer-note"
          placeholder="Send a message"
          value={draft}
          readOnly={sending}
          onChange={(event) => write(process.process, event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className="button primary"
          disabled={sending || draft.trim() === ''}
          onClick={() => void send()}
        >
          <CornerDownLeft size={13} aria-hidden />
          Send
        </button>
        <button
          type="button"
          className="button"
          title="Closes its standard input: it ends after the turn. No more messages can be sent."
          onClick={() => endInput(process)}
        >
          Close input
        </button>
      </div>
      <p className="composer-note" id="composer-note">
        {messageNote(activity)}
      </p>
    </div>
  );
}

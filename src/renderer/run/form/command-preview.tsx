import { Play } from 'lucide-react';
import { keyLabel } from '../../commands/keyboard';
import { registry } from '../../commands/registry';
import { useRunForm } from '../../stores/run-form';
import { useSessions } from '../../stores/sessions';
import { CopyCommandButton } from '../copy-command-button';
import type { Planned } from './use-process-plan';

interface Props {
  planned: Planned;
  problem: string | null;
  /** The problem is that values of variables were not kept: they may have been empty. */
  valuesLost: boolean;
  canStart: boolean;
  starting: boolean;
}

/** The exact command, what was added to it and why, what stands against it, and the button that starts it. */
export function CommandPreview({ planned: { plan }, problem, valuesLost, canStart, starting }: Props) {
  const isMac = useSessions((state) => state.platform) === 'darwin';
  const commandLine = plan?.commandLine ?? '';
  return (
    <section className="run-command" aria-label="What will be started">
      {commandLine !== '' && (
        <>
          <div className="run-command-head">
            <h2>The exact command</h2>
            <CopyCommandButton commandLine={commandLine} size={14} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long command is scrolled by the keyboard */}
          <pre className="run-command-line mono" data-testid="command-line" tabIndex={0}>
            {commandLine}
          </pre>
        </>
      )}
      {plan && plan.added.length > 0 && (
        <dl className="run-added" aria-label="Added by Framescope">
          {plan.added.map(({ argument, why }) => (
            <div key={argument}>
              <dt className="mono">{argument}</dt>
              <dd>{why}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="run-start">
        <button
          type="button"
          className="button primary"
          disabled={!canStart}
          onClick={() => registry.run('run.start')}
        >
          <Play size={14} aria-hidden />
          {starting ? 'Starting' : 'Start'}
          <kbd>{keyLabel('Mod+Enter', isMac)}</kbd>
        </button>
        <div className="run-problem" role="status" data-testid="run-problem">
          {problem !== null && <Problem text={problem} valuesLost={valuesLost} />}
        </div>
      </div>
    </section>
  );
}

function Problem({ text, valuesLost }: { text: string; valuesLost: boolean }) {
  return (
    <>
      <span className="run-problem-shape" aria-hidden>
        ▲
      </span>
      <span>
        {text}
        {valuesLost && (
          <>
            {' '}
            <button type="button" className="link" onClick={() => useRunForm.setState({ lost: [] })}>
              Leave it empty
            </button>
          </>
        )}
      </span>
    </>
  );
}

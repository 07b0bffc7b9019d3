import { useEffect, useRef, useState } from 'react';
import { showWhenOpen } from '../../bridge/process-feed';
import { askShell } from '../../bridge/shell';
import { useCommands } from '../../commands/use-commands';
import { tellFailure } from '../../stores/notices';
import { formProblem, useRunForm, valueProblem } from '../../stores/run-form';
import { copyCommandLine } from '../processes/process-acts';
import { CommandPreview } from './command-preview';
import { RunFormFields } from './run-form';
import { useProcessPlan } from './use-process-plan';

/** The form, and under it the command that it makes. */
export function RunFormPane() {
  const form = useRunForm((state) => state.form);
  const lost = useRunForm((state) => state.lost);
  const planned = useProcessPlan(form);
  const pane = useRef<HTMLFormElement>(null);
  const [starting, setStarting] = useState(false);
  /** Why the last attempt failed; it goes when the form changes. */
  const [refused, setRefused] = useState<{ form: typeof form; problem: string } | null>(null);

  const { plan } = planned;
  const current = plan !== null && planned.form === form;
  const refusal = refused?.form === form ? refused.problem : null;
  const problem = formProblem(form, lost) ?? planned.failure ?? plan?.problem ?? refusal;
  const canStart =
    current && plan.commandLine !== '' && (problem === null || problem === refusal) && !starting;

  const start = async () => {
    if (!plan) return;
    setStarting(true);
    setRefused(null);
    try {
      const { commandLine } = plan;
      const { process, problem: said } = await askShell('startProcess', { form, commandLine });
      if (process !== null) showWhenOpen(process);
      else setRefused({ form, problem: said ?? 'It was not started, and no reason is known.' });
    } catch (error) {
      tellFailure('start', error);
    } finally {
      setStarting(false);
    }
  };

  useCommands({
    'run.start': { run: () => void start(), enabled: () => canStart },
    'run.copyCommand': {
      run: () => copyCommandLine(plan?.commandLine ?? ''),
      enabled: () => (plan?.commandLine ?? '') !== '',
    },
  });

  // Whoever comes to this view comes to say what is to be run.
  useEffect(() => pane.current?.querySelector<HTMLElement>('textarea')?.focus(), []);

  return (
    <form
      className="run-form"
      ref={pane}
      aria-label="Start a session"
      onSubmit={(event) => event.preventDefault()}
    >
      <RunFormFields plan={current ? plan : null} />
      <CommandPreview
        planned={planned}
        problem={problem}
        valuesLost={valueProblem(form, lost) !== null}
        canStart={canStart}
        starting={starting}
      />
    </form>
  );
}

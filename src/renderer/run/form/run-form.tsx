import type { ProcessPlan } from '../../../ipc/process-contract';
import { askShell } from '../../bridge/shell';
import { attempt } from '../../shell/use-shell-commands';
import { useRunForm } from '../../stores/run-form';
import { ClaudeFields } from './claude-fields';
import { CheckField, Field, type FormPart } from './field';
import { ProgramFields } from './program-fields';
import './run-form.css';

/** What is to be run. Nothing here starts anything. */
export function RunFormFields({ plan }: { plan: ProcessPlan | null }) {
  const form = useRunForm((state) => state.form);
  const change = useRunForm((state) => state.change);
  const isClaude = form.program === 'claude';
  return (
    <div className="run-fields">
      <ProgramFields form={form} change={change} executable={plan?.executable ?? ''} />
      <PromptField form={form} change={change} />
      <FolderField form={form} change={change} folder={plan?.folder ?? ''} />
      {isClaude && <ClaudeFields form={form} change={change} />}
      <SessionFields form={form} change={change} />
      {isClaude && <ExtraField form={form} change={change} />}
      <EnvironmentField form={form} change={change} />
    </div>
  );
}

function PromptField({ form, change }: FormPart) {
  if (form.program === 'command' && !form.conversation) return null;
  return (
    <Field
      label={form.conversation ? 'First message' : 'Prompt'}
      hint={form.conversation ? 'May be empty: it then waits for your first message.' : undefined}
    >
      {({ id, hint }) => (
        <textarea
          id={id}
          className="input run-prompt"
          rows={4}
          aria-describedby={hint}
          placeholder="What is to be done?"
          value={form.prompt}
          onChange={(event) => change({ prompt: event.target.value })}
        />
      )}
    </Field>
  );
}

function FolderField({ form, change, folder }: FormPart & { folder: string }) {
  const choose = () =>
    attempt('choose', async () => {
      const { path } = await askShell('chooseFolder', {});
      if (path !== null) change({ folder: path });
    });
  return (
    <Field label="Working folder">
      {({ id }) => (
        <div className="field-line">
          <input
            id={id}
            className="input mono"
            spellCheck={false}
            maxLength={4096}
            placeholder={folder || 'your home folder'}
            value={form.folder}
            onChange={(event) => change({ folder: event.target.value })}
          />
          <button type="button" className="button" aria-label="Choose the working folder" onClick={choose}>
            Choose
          </button>
        </div>
      )}
    </Field>
  );
}

function SessionFields({ form, change }: FormPart) {
  const isClaude = form.program === 'claude';
  return (
    <div className="field">
      <span className="field-label">Session</span>
      <div className="field-control">
        <CheckField
          label="Keep it open for further turns"
          hint={
            isClaude
              ? 'You can send messages, answer permission requests and interrupt a turn.'
              : 'The command reads stream-json from its standard input.'
          }
          checked={form.conversation}
          onChange={(conversation) => change({ conversation })}
        />
        {isClaude && (
          <CheckField
            label="Partial messages"
            hint="Messages come in pieces while they are written."
            checked={form.partial}
            onChange={(partial) => change({ partial })}
          />
        )}
      </div>
    </div>
  );
}

function ExtraField({ form, change }: FormPart) {
  return (
    <Field label="Extra arguments" hint="As in a shell, with quotes but without its operators.">
      {({ id, hint }) => (
        <input
          id={id}
          className="input mono"
          aria-describedby={hint}
          spellCheck={false}
          maxLength={32_768}
          placeholder={'--allowed-tools "Bash(git *)" Read'}
          value={form.extra}
          onChange={(event) => change({ extra: event.target.value })}
        />
      )}
    </Field>
  );
}

function EnvironmentField({ form, change }: FormPart) {
  return (
    <Field
      label="Environment"
      hint="One a line. NAME passes a variable on, NAME=value sets it. Values are not kept when the app is closed."
    >
      {({ id, hint }) => (
        <textarea
          id={id}
          className="input mono"
          rows={2}
          aria-describedby={hint}
          spellCheck={false}
          maxLength={65_536}
          placeholder="ANTHROPIC_API_KEY"
          value={form.environment}
          onChange={(event) => change({ environment: event.target.value })}
        />
      )}
    </Field>
  );
}

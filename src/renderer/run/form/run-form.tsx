import type { ProcessPlan, RunForm } from '../../../ipc/process-contract';
import { askShell } from '../../bridge/shell';
import { attempt } from '../../shell/use-shell-commands';
import { useRunForm } from '../../stores/run-form';
import { CheckField, Field } from './field';
import { PERMISSION_MODES } from './permission-modes';
import './run-form.css';

const MODELS = ['opus', 'sonnet', 'haiku'];

interface PartProps {
  form: RunForm;
  change(part: Partial<RunForm>): void;
}

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
      {isClaude && (
        <Field label="Extra arguments" hint="As in a shell, with quotes but without its operators.">
          {({ id, hint }) => (
            <input
              id={id}
              className="input mono"
              aria-describedby={hint}
              spellCheck={false}
              placeholder={'--allowed-tools "Bash(git *)" Read'}
              value={form.extra}
              onChange={(event) => change({ extra: event.target.value })}
            />
          )}
        </Field>
      )}
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
            placeholder="ANTHROPIC_API_KEY"
            value={form.environment}
            onChange={(event) => change({ environment: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}

function ProgramFields({ form, change, executable }: PartProps & { executable: string }) {
  const choose = () =>
    attempt('choose', async () => {
      const { path } = await askShell('chooseProgram', {});
      if (path !== null) change({ claudePath: path });
    });
  const isClaude = form.program === 'claude';
  return (
    <>
      <div className="field">
        <span className="field-label" id="run-program">
          Program
        </span>
        <div className="field-control">
          <div className="choice" role="radiogroup" aria-labelledby="run-program">
            {(['claude', 'command'] as const).map((program) => (
              <label key={program}>
                <input
                  type="radio"
                  name="run-program"
                  checked={form.program === program}
                  onChange={() => change({ program })}
                />
                {program === 'claude' ? 'claude' : 'Another command'}
              </label>
            ))}
          </div>
          {isClaude && (
            <div className="field-line">
              {executable || form.claudePath ? (
                <span className="run-executable mono" title={executable || form.claudePath || ''}>
                  {executable || form.claudePath}
                </span>
              ) : (
                <span className="muted">not found on PATH</span>
              )}
              <button type="button" className="button small" onClick={choose}>
                Choose the program
              </button>
              {form.claudePath !== null && (
                <button
                  type="button"
                  className="button small"
                  title="Take the one that is found on PATH"
                  onClick={() => change({ claudePath: null })}
                >
                  Use PATH
                </button>
              )}
            </div>
          )}
        </div>
      </div>
      {!isClaude && (
        <Field
          label="Command"
          hint="Any command that writes stream-json. No shell runs it: no pipes, no variables."
        >
          {({ id, hint }) => (
            <textarea
              id={id}
              className="input mono"
              rows={2}
              aria-describedby={hint}
              spellCheck={false}
              placeholder="node agent.mjs --verbose"
              value={form.command}
              onChange={(event) => change({ command: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}

function PromptField({ form, change }: PartProps) {
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

function FolderField({ form, change, folder }: PartProps & { folder: string }) {
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
            placeholder={folder || 'your home folder'}
            value={form.folder}
            onChange={(event) => change({ folder: event.target.value })}
          />
          <button type="button" className="button" onClick={choose}>
            Choose
          </button>
        </div>
      )}
    </Field>
  );
}

function ClaudeFields({ form, change }: PartProps) {
  const mode = PERMISSION_MODES.find(({ value }) => value === form.permissionMode);
  return (
    <>
      <div className="field-pair">
        <Field label="Model">
          {({ id }) => (
            <>
              <input
                id={id}
                className="input"
                list="run-models"
                spellCheck={false}
                placeholder="the CLI decides"
                value={form.model}
                onChange={(event) => change({ model: event.target.value })}
              />
              <datalist id="run-models">
                {MODELS.map((model) => (
                  <option key={model} value={model} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field label="Max turns">
          {({ id }) => (
            <input
              id={id}
              className="input"
              inputMode="numeric"
              placeholder="no limit"
              value={form.maxTurns ?? ''}
              onChange={(event) => change({ maxTurns: turnsOf(event.target.value) })}
            />
          )}
        </Field>
      </div>
      <Field label="Permission mode" hint={mode?.warning ? undefined : mode?.means}>
        {({ id, hint }) => (
          <>
            <select
              id={id}
              className="input"
              aria-describedby={mode?.warning ? `${id}-warning` : hint}
              value={form.permissionMode}
              onChange={(event) => change({ permissionMode: event.target.value })}
            >
              {PERMISSION_MODES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
              {!mode && <option value={form.permissionMode}>{form.permissionMode}</option>}
            </select>
            {mode?.warning && (
              <p className="field-warning" id={`${id}-warning`} role="alert">
                <span aria-hidden>▲</span>
                <span>{mode.warning}</span>
              </p>
            )}
          </>
        )}
      </Field>
    </>
  );
}

/** What was typed as a limit of turns: digits, else no limit. */
export function turnsOf(typed: string): number | null {
  const turns = Number.parseInt(typed.replace(/\D/g, '').slice(0, 6), 10);
  return turns >= 1 ? Math.min(turns, 100_000) : null;
}

import { askShell } from '../../bridge/shell';
import { attempt } from '../../shell/use-shell-commands';
import { Field, type FormPart } from './field';

/** Which program is started: the CLI, found or chosen, or a command of the reader's own. */
export function ProgramFields({ form, change, executable }: FormPart & { executable: string }) {
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
          {isClaude && <Executable form={form} change={change} executable={executable} />}
        </div>
      </div>
      {!isClaude && <CommandField form={form} change={change} />}
    </>
  );
}

function Executable({ form: { claudePath }, change, executable }: FormPart & { executable: string }) {
  const shown = executable || claudePath;
  const choose = () =>
    attempt('choose', async () => {
      const { path } = await askShell('chooseProgram', {});
      if (path !== null) change({ claudePath: path });
    });
  return (
    <div className="field-line">
      {shown ? (
        <span className="run-executable mono" title={shown}>
          {shown}
        </span>
      ) : (
        <span className="muted">not found on PATH</span>
      )}
      <button type="button" className="button small" onClick={choose}>
        Choose the program
      </button>
      {claudePath !== null && (
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
  );
}

function CommandField({ form, change }: FormPart) {
  return (
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
          maxLength={32_768}
          placeholder="node agent.mjs --verbose"
          value={form.command}
          onChange={(event) => change({ command: event.target.value })}
        />
      )}
    </Field>
  );
}

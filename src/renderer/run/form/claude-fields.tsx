import { Field, type FormPart } from './field';
import { PERMISSION_MODES } from './permission-modes';

const MODELS = ['opus', 'sonnet', 'haiku'];

/** What only the CLI takes. */
export function ClaudeFields({ form, change }: FormPart) {
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
                maxLength={200}
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
      <PermissionField form={form} change={change} />
    </>
  );
}

function PermissionField({ form, change }: FormPart) {
  const mode = PERMISSION_MODES.find(({ value }) => value === form.permissionMode);
  return (
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
  );
}

/** What was typed as a limit of turns: digits, else no limit. */
export function turnsOf(typed: string): number | null {
  const turns = Number.parseInt(typed.replace(/\D/g, '').slice(0, 6), 10);
  return turns >= 1 ? Math.min(turns, 100_000) : null;
}

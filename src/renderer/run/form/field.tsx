import { type ReactNode, useId } from 'react';
import type { RunForm } from '../../../ipc/process-contract';

/** What a part of the form is given. */
export interface FormPart {
  form: RunForm;
  change(part: Partial<RunForm>): void;
}

interface FieldProps {
  label: string;
  /** One short sentence under the control. */
  hint?: ReactNode;
  children(ids: { id: string; hint: string | undefined }): ReactNode;
}

/** A labelled line of the form: the name at the left, its control at the right. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-control">
        {children({ id, hint: hintId })}
        {hint && (
          <p className="field-hint" id={hintId}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

interface CheckProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange(checked: boolean): void;
}

export function CheckField({ label, hint, checked, onChange }: CheckProps) {
  const id = useId();
  return (
    <div className="field-check">
      <input
        type="checkbox"
        id={id}
        checked={checked}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}

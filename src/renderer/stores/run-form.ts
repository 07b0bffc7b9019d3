import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { type RunForm, runFormSchema } from '../../ipc/process-contract';
import { namesWithoutValue, withoutValues } from '../text/environment-lines';
import { plural } from '../text/format';

export const NEW_FORM: RunForm = {
  program: 'claude',
  claudePath: null,
  command: '',
  prompt: '',
  folder: '',
  model: '',
  permissionMode: '',
  maxTurns: null,
  extra: '',
  environment: '',
  conversation: true,
  partial: false,
};

/** Longer prompts are not kept: the page's store holds a few megabytes in all. */
const MAX_KEPT_PROMPT = 100_000;

/** What is written to disk of a form: everything but the values of variables. */
export function keptForm(form: RunForm): RunForm {
  const prompt = form.prompt.length > MAX_KEPT_PROMPT ? '' : form.prompt;
  return { ...form, prompt, environment: withoutValues(form.environment) };
}

/** A form as it was kept; null when it is none of this version. Never throws. */
export function restoredForm(kept: unknown): { form: RunForm; lost: string[] } | null {
  const parsed = runFormSchema.safeParse((kept as { form?: unknown } | null | undefined)?.form);
  if (!parsed.success) return null;
  return { form: parsed.data, lost: namesWithoutValue(parsed.data.environment) };
}

interface RunFormState {
  form: RunForm;
  /** Variables whose values were not kept over a restart. */
  lost: string[];
  change(part: Partial<RunForm>): void;
}

/** The form of the Run view. The last one is kept over restarts. */
export const useRunForm = create<RunFormState>()(
  persist(
    (set) => ({
      form: NEW_FORM,
      lost: [],
      change: (part) => set(({ form }) => ({ form: { ...form, ...part } })),
    }),
    {
      name: 'framescope-run-form',
      version: 1,
      partialize: ({ form }) => ({ form: keptForm(form) }),
      merge: (kept, state) => ({ ...state, ...restoredForm(kept) }),
    },
  ),
);

/** Why this form must not be started yet, before main is asked; null when nothing speaks against it. */
export function formProblem(form: RunForm, lost: readonly string[]): string | null {
  return promptProblem(form) ?? valueProblem(form, lost);
}

/** As the contract with main has it. */
const MAX_PROMPT = 1_000_000;

function promptProblem({ prompt }: RunForm): string | null {
  const over = prompt.length - MAX_PROMPT;
  return over > 0 ? `The prompt is ${plural(over, 'character')} longer than can be sent.` : null;
}

/** Values of variables that were not kept over a restart, and were not typed again. */
export function valueProblem(form: RunForm, lost: readonly string[]): string | null {
  const open = namesWithoutValue(form.environment).filter((name) => lost.includes(name));
  if (open.length === 0) return null;
  const [names, them, it] =
    open.length === 1
      ? [`The value of ${open[0]} was`, 'the line', 'it']
      : [`The values of ${open.join(', ')} were`, 'the lines', 'them'];
  return `${names} not kept when the app was closed. Type ${it} again, or remove ${them}.`;
}

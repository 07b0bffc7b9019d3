import { useEffect, useRef, useState } from 'react';
import type { ProcessPlan, RunForm } from '../../../ipc/process-contract';
import { askShell } from '../../bridge/shell';

/** A pause in typing this long: main looks for the program and the folder. */
const TYPING_MS = 80;

export interface Planned {
  /** The last plan; null until the first one is there. */
  plan: ProcessPlan | null;
  /** The form that it was made for: another one now means that it is out of date. */
  form: RunForm | null;
  /** Why no plan could be made. */
  failure: string | null;
}

/** What would be started, as main sees it. It is asked again when the form changes, and when the window is come back to. */
export function useProcessPlan(form: RunForm): Planned {
  const [planned, setPlanned] = useState<Planned>({ plan: null, form: null, failure: null });
  const asked = useRef(0);
  const first = useRef(true);
  useEffect(() => {
    const ask = async () => {
      const id = ++asked.current;
      try {
        const plan = await askShell('planProcess', { form });
        if (id === asked.current) setPlanned({ plan, form, failure: null });
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error);
        if (id === asked.current) setPlanned({ plan: null, form, failure });
      }
    };
    const timer = setTimeout(ask, first.current ? 0 : TYPING_MS);
    first.current = false;
    window.addEventListener('focus', ask);
    return () => {
      // An answer that is still on its way is for another form.
      asked.current++;
      clearTimeout(timer);
      window.removeEventListener('focus', ask);
    };
  }, [form]);
  return planned;
}

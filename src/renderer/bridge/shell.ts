import type { z } from 'zod';
import { type ErrorEnvelope, fromEnvelope } from '../../ipc/error-envelope';
import type { Bridge, ShellContract } from '../../ipc/shell-contract';

declare global {
  interface Window {
    framescope: Bridge;
  }
}

type Requests = ShellContract['requests'];
type Method = Exclude<keyof Requests & string, 'openDropped'>;

/** Asks the shell and throws what it answered as an error of the class it had there. */
export async function askShell<M extends Method>(
  method: M,
  input: z.input<Requests[M]['input']>,
): Promise<z.output<Requests[M]['output']>> {
  const answer = await window.framescope.request<M>(method as Exclude<M, 'openDropped'>, input);
  if ('error' in answer) throw fromEnvelope(answer.error as ErrorEnvelope);
  return answer.output;
}

export async function openDroppedFiles(files: File[]): Promise<void> {
  const answer = await window.framescope.openDropped(files);
  if ('error' in answer) throw fromEnvelope(answer.error as ErrorEnvelope);
}

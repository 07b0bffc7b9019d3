import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunForm } from '../../src/ipc/process-contract';

export const fakeCli = join(fileURLToPath(new URL('.', import.meta.url)), 'fake-cli.mjs');

/** A form that starts the stand-in for the CLI with this prompt. */
export function runForm(prompt: string, more: Partial<RunForm> = {}): RunForm {
  return {
    program: 'claude',
    claudePath: fakeCli,
    command: '',
    prompt,
    folder: '',
    model: '',
    permissionMode: '',
    maxTurns: null,
    extra: '',
    environment: '',
    conversation: false,
    partial: false,
    ...more,
  };
}

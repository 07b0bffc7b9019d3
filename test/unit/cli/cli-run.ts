import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runCli } from '../../../src/cli/commands';

export interface CliRun {
  code: number;
  out: Buffer;
  errors: string[];
}

/** Runs the command line as `framescope ARGS` would, and keeps what it prints. */
export async function cliRun(args: readonly string[], input: Uint8Array = Buffer.alloc(0)): Promise<CliRun> {
  const chunks: Buffer[] = [];
  const errors: string[] = [];
  const code = await runCli(args, {
    version: '1.2.3',
    stdin: Readable.from([input]),
    out: (chunk) => void chunks.push(Buffer.from(chunk as string)),
    error: (line) => void errors.push(line),
    captures: join(tmpdir(), 'framescope-no-captures'),
    window: null,
    interrupted: () => new AbortController().signal,
  });
  return { code, out: Buffer.concat(chunks), errors };
}

/** What a run that must go well prints. */
export async function printedBy(args: readonly string[]): Promise<Buffer> {
  const { code, out, errors } = await cliRun(args);
  if (code !== 0 || errors.length > 0) {
    throw new Error(`framescope ${args.join(' ')} ended with ${code}: ${errors.join(' | ')}`);
  }
  return out;
}

export async function parsedCli(args: readonly string[]): Promise<Record<string, unknown>> {
  return JSON.parse((await printedBy(args)).toString('utf8'));
}

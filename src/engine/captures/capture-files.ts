import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { CaptureRecord } from './capture-record';

/** The files of one capture: its frames, and what stands beside them. */
export interface CaptureFiles {
  /** Every byte of the process's standard output: `NAME.jsonl`. */
  stdout: string;
  /** Every byte of its standard error: `NAME.stderr.txt`. */
  stderr: string;
  /** Every line that was sent to its standard input: `NAME.stdin.jsonl`. */
  stdin: string;
  /** The capture's record: `NAME.run.json`. */
  record: string;
  /** When the bytes came: `NAME.arrivals`. */
  arrivals: string;
}

const STDOUT = '.jsonl';

/** The files of the capture whose standard output is at this path; null when no capture is named like that. */
export function captureFiles(stdout: string): CaptureFiles | null {
  if (!stdout.endsWith(STDOUT)) return null;
  const base = stdout.slice(0, -STDOUT.length);
  return {
    stdout,
    stderr: `${base}.stderr.txt`,
    stdin: `${base}.stdin.jsonl`,
    record: `${base}.run.json`,
    arrivals: `${base}.arrivals`,
  };
}

const optionalText = z.string().nullable();
const optionalNumber = z.number().nullable();

const recordSchema = z.object({
  framescope: z.literal('capture'),
  version: z.literal(1),
  source: z.enum(['process', 'pipe']),
  commandLine: optionalText,
  folder: optionalText,
  environment: z.array(z.string()),
  startedAt: z.number(),
  pid: optionalNumber,
  endedAt: optionalNumber,
  exitCode: optionalNumber,
  signal: optionalText,
  error: optionalText,
});

/** The capture's record; null when there is none, or when it is none of Framescope's. Never throws. */
export function readCaptureRecord(path: string): CaptureRecord | null {
  try {
    const parsed = recordSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Replaces the record as a whole, so that a reader never sees half of it. Throws what the system says. */
export function writeCaptureRecord(path: string, record: CaptureRecord): void {
  const next = `${path}.new`;
  writeFileSync(next, `${JSON.stringify(record, null, 1)}\n`, { mode: 0o600 });
  renameSync(next, path);
}

import { appendFileSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { captureFiles, writeCaptureRecord } from '../../../src/engine/captures/capture-files';
import type { CaptureRecord } from '../../../src/engine/captures/capture-record';
import { casePath } from '../engine/session-of';

/** A step of a live case, as its `steps.json` writes it (test/cases/data). */
export interface Step {
  op: 'write' | 'append' | 'truncate' | 'replace' | 'delete' | 'wait' | 'eof' | 'variant';
  data?: string;
  size?: number;
  ms?: number;
  exit?: number;
  signal?: string;
  stderr?: string;
  frames_after?: number;
}

const caseFile = (number: string, ending: string) =>
  readFileSync(casePath(number).replace(/\.jsonl$/, ending), 'utf8');

/** The steps of a case, by variant; a case without variants is one. */
export function variantsOf(number: string): Step[][] {
  const variants: Step[][] = [[]];
  for (const step of JSON.parse(caseFile(number, '.steps.json')) as Step[]) {
    if (step.op === 'variant') variants.push([]);
    else variants.at(-1)?.push(step);
  }
  return variants;
}

/** What the case's report has to say after its last step. */
export function expectationOf(number: string): Record<string, unknown> {
  const { outcomeNote, ...numbers } = JSON.parse(caseFile(number, '.expect.json'));
  return numbers;
}

/** Does to the file what the step says. */
export function play(step: Step, path: string): void {
  const bytes = Buffer.from(step.data ?? '', 'base64');
  if (step.op === 'write') writeFileSync(path, bytes);
  else if (step.op === 'append') appendFileSync(path, bytes);
  else if (step.op === 'truncate') truncateSync(path, step.size ?? 0);
  else if (step.op === 'delete') rmSync(path);
  else if (step.op === 'eof') endProcess(step, path);
  else if (step.op === 'replace') {
    writeFileSync(`${path}.next`, bytes);
    renameSync(`${path}.next`, path);
  }
}

const record: CaptureRecord = {
  framescope: 'capture',
  version: 1,
  source: 'process',
  commandLine: 'claude -p',
  folder: '/home/demo',
  environment: [],
  startedAt: 1_700_000_000_000,
  pid: process.pid,
  endedAt: null,
  exitCode: null,
  signal: null,
  error: null,
};

/** Makes the file the output of a process that runs. */
export function beginProcess(path: string): void {
  writeCaptureRecord(captureFiles(path)?.record as string, record);
}

function endProcess({ exit, signal, stderr }: Step, path: string): void {
  const files = captureFiles(path);
  if (files === null) throw new Error(`${path} is no capture.`);
  if (stderr !== undefined) writeFileSync(files.stderr, `${stderr}\n`);
  const end = { endedAt: record.startedAt + 1000, exitCode: exit ?? null, signal: signal ?? null };
  writeCaptureRecord(files.record, { ...record, ...end });
}

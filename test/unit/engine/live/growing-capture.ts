import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { rowPage } from '../../../../src/engine/answers/rows/row-page';
import {
  type CaptureFiles,
  captureFiles,
  writeCaptureRecord,
} from '../../../../src/engine/captures/capture-files';
import type { CaptureRecord } from '../../../../src/engine/captures/capture-record';
import { Session } from '../../../../src/engine/session/session';

const folder = mkdtempSync(join(tmpdir(), 'framescope-captures-'));
let count = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

export const STARTED = Date.UTC(2026, 0, 15, 9);

/** The files of a new capture whose process runs. */
export function newCapture(startedAt = STARTED): { names: CaptureFiles; record: CaptureRecord } {
  const names = captureFiles(join(folder, `capture-${count++}.jsonl`)) as CaptureFiles;
  const record: CaptureRecord = {
    framescope: 'capture',
    version: 1,
    source: 'process',
    commandLine: 'claude -p',
    folder: '/tmp',
    environment: [],
    startedAt,
    pid: 1,
    endedAt: null,
    exitCode: null,
    signal: null,
    error: null,
  };
  writeCaptureRecord(names.record, record);
  writeFileSync(names.stdout, '');
  return { names, record };
}

/** A capture that is fed by hand: no watcher, and a clock that goes on by a second with each look. */
export class GrowingCapture {
  readonly names: CaptureFiles;
  session: Session;
  now = STARTED + 10_000;
  private record: CaptureRecord;

  constructor() {
    ({ names: this.names, record: this.record } = newCapture());
    this.session = this.open();
  }

  private open(): Session {
    const options = { follow: true, captures: true };
    const session = Session.open(0, this.names.stdout, undefined, options);
    session.indexAllNow();
    session.files.capture?.caughtUp(this.now);
    session.files.capture?.refresh(this.now);
    if (this.record.endedAt !== null) session.settle();
    return session;
  }

  add(stream: 'stdout' | 'stderr' | 'stdin', bytes: string | Uint8Array): void {
    appendFileSync(this.names[stream], bytes);
  }

  /** Looks at the files, and reads what came. */
  async look(): Promise<void> {
    this.now += 1000;
    this.session.files.capture?.refresh(this.now);
    if (!(await this.session.grow(this.now))) this.reopen();
  }

  /** The process has ended. */
  async end(): Promise<void> {
    this.record = { ...this.record, endedAt: this.now, exitCode: 0 };
    writeCaptureRecord(this.names.record, this.record);
    await this.look();
    this.session.settle();
  }

  /** The engine begins anew. */
  reopen(): void {
    this.session.close();
    this.session = this.open();
  }

  close(): void {
    this.session.close();
  }

  get rows() {
    return rowPage(this.session, 1, 100_000).rows;
  }

  /** Where each row stands, in short. */
  get told(): string[] {
    return this.rows.map(({ stream, kind, summary }) => `${stream ?? 'stdout'} ${kind}: ${summary}`);
  }
}

export const said = (text: string) =>
  `${JSON.stringify({ type: 'assistant', session_id: 's', message: { id: text, role: 'assistant', content: [{ type: 'text', text }] } })}\n`;
export const prompt = (text: string) =>
  `${JSON.stringify({ type: 'user', message: { role: 'user', content: text } })}\n`;

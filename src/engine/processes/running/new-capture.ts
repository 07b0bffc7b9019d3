import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type CaptureFiles, captureFiles } from '../../captures/capture-files';

/** The files of a capture that is being written; the numbers are open files. */
export interface NewCapture {
  files: CaptureFiles;
  stdout: number;
  stderr: number;
  /** null when nothing is sent to the process. */
  stdin: number | null;
}

const LONGEST_NAME = 40;

/** `2026-11-30-101530-fix-the-parser`: when it began, in local time, and the first words of its title. */
export function captureName(title: string, startedAt: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [startedAt.getFullYear(), two(startedAt.getMonth() + 1), two(startedAt.getDate())].join('-');
  const time = [startedAt.getHours(), startedAt.getMinutes(), startedAt.getSeconds()].map(two).join('');
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  let words = '';
  for (const word of plain.match(/[a-z0-9]+/g) ?? []) {
    const longer = words === '' ? word.slice(0, LONGEST_NAME) : `${words}-${word}`;
    if (longer.length > LONGEST_NAME) break;
    words = longer;
  }
  return `${day}-${time}-${words || 'run'}`;
}

/** Makes the files, for this user only, under a name that nobody has yet. Throws what the system says. */
export function makeCapture(folder: string, name: string, withInput: boolean): NewCapture {
  return underNewName(folder, name, (files) => openAll(files, withInput));
}

/** Calls `make` for one name after another until none of the files that it makes was there. */
export function underNewName<T>(folder: string, name: string, make: (files: CaptureFiles) => T): T {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let turn = 1; ; turn++) {
    const path = join(folder, `${turn === 1 ? name : `${name}-${turn}`}.jsonl`);
    try {
      return make(captureFiles(path) as CaptureFiles);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function openAll(files: CaptureFiles, withInput: boolean): NewCapture {
  const made: { path: string; file: number }[] = [];
  const make = (path: string): number => {
    const file = openSync(path, 'ax', 0o600);
    made.push({ path, file });
    return file;
  };
  try {
    const stdout = make(files.stdout);
    const stderr = make(files.stderr);
    return { files, stdout, stderr, stdin: withInput ? make(files.stdin) : null };
  } catch (error) {
    for (const { path, file } of made) {
      closeSync(file);
      rmSync(path, { force: true });
    }
    throw error;
  }
}

/** Takes the files away again: nothing was started, so they hold nothing. */
export function discardCapture({ files, stdin }: NewCapture): void {
  if (stdin !== null) closeSync(stdin);
  for (const path of Object.values(files)) rmSync(path, { force: true });
}

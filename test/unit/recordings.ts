import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Recording {
  name: string;
  path: string;
  bytes: number;
}

function recordings(folder: string): Recording[] {
  const base = join(root, folder);
  return readdirSync(base, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .map((file) => {
      const path = join(base, file);
      return { name: relative(base, path).replace(/\.jsonl$/, ''), path, bytes: statSync(path).size };
    });
}

/** Real recordings of the CLI, by version. */
export const fixtureFiles = () => recordings('fixtures');
/** Hard inputs, each with the numbers that must be told. */
export const caseFiles = () => recordings('test/cases/data');

/** The path of a recording, such as "2.1.332/08-task.jsonl". */
export const fixturePath = (name: string) => join(root, 'fixtures', name);

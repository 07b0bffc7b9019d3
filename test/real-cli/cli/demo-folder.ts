// Where the CLI runs: a home of its own with the demo project in it, in a temp folder.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface DemoFolder {
  /** HOME of the CLI. */
  home: string;
  /** Its working folder. */
  project: string;
  /** Below it the CLI keeps what it needs for a moment. */
  temp: string;
  remove(): void;
}

const usualFiles: Record<string, string> = {
  'README.md': '# Demo project\n\nTwo lines.\n',
  'src/app.js': Array.from({ length: 30 }, (_, i) => `const line${i + 1} = ${i + 1};\n`).join(''),
};

/** Makes the folders; `files` come into the project beside the usual ones. */
export function makeDemoFolder(files: Record<string, string | Uint8Array> = {}): DemoFolder {
  // The CLI states real paths: on macOS the temp folder is a link.
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'framescope-cli-'));
  const home = join(root, 'demo');
  const project = join(home, 'project');
  const temp = join(home, 'tmp');
  mkdirSync(temp, { recursive: true });
  for (const [name, content] of Object.entries({ ...usualFiles, ...files })) {
    const path = join(project, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return { home, project, temp, remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }) };
}

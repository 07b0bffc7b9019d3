import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { until } from '../../steps/play-case';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** A window that tells which file it shows, and that is closed by a file named "close" beside that. */
const FAKE_START = `
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
const [path] = process.argv.slice(2);
const notes = process.env.WINDOW_NOTES;
writeFileSync(join(notes, 'shown'), path);
process.on('SIGTERM', () => { writeFileSync(join(notes, 'terminated'), ''); process.exit(0); });
setInterval(() => existsSync(join(notes, 'close')) && process.exit(existsSync(join(notes, 'fail')) ? 3 : 0), 10);
`;

/** The command line as it is built, in a work tree of its own whose window is a stand-in. */
export interface BuiltCli {
  /** A folder of the one test. */
  folder: string;
  start(args: readonly string[], environment?: Record<string, string>): CliProcess;
  /** Ends what still runs. */
  end(): Promise<void>;
}

/** Builds `out/main/cli.js`; `remove` takes it away again. */
export async function buildCli(): Promise<{ open(): BuiltCli; remove(): void }> {
  const tree = mkdtempSync(join(tmpdir(), 'framescope-cli-'));
  copyFileSync(join(root, 'package.json'), join(tree, 'package.json'));
  mkdirSync(join(tree, 'build'));
  writeFileSync(join(tree, 'build', 'start.mjs'), FAKE_START);
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    ssr: { noExternal: true },
    build: {
      ssr: 'src/cli/main.ts',
      outDir: join(tree, 'out', 'main'),
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { format: 'es', entryFileNames: 'cli.js' } },
    },
  });
  const program = join(tree, 'out', 'main', 'cli.js');
  return {
    open: () => openCli(program),
    remove: () => rmSync(tree, { recursive: true, force: true }),
  };
}

function openCli(program: string): BuiltCli {
  const folder = mkdtempSync(join(tmpdir(), 'framescope-live-'));
  const started: CliProcess[] = [];
  return {
    folder,
    start(args, environment = {}) {
      const child = new CliProcess(program, args, {
        PATH: process.env.PATH ?? '',
        HOME: folder,
        XDG_CONFIG_HOME: join(folder, 'config'),
        WINDOW_NOTES: folder,
        ...environment,
      });
      started.push(child);
      return child;
    },
    async end() {
      for (const child of started) await child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export class CliProcess {
  readonly child: ChildProcessWithoutNullStreams;
  out = '';
  errors = '';
  private code: number | string | null = null;

  constructor(program: string, args: readonly string[], env: Record<string, string>) {
    this.child = spawn(process.execPath, [program, ...args], { env });
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.out += text;
    });
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
    // Writing to one that has stopped reading is no failure of the test.
    this.child.stdin.on('error', () => {});
    this.child.on('close', (code, signal) => {
      this.code = code ?? signal;
    });
  }

  get hasEnded(): boolean {
    return this.code !== null;
  }

  /** The JSON lines that it printed so far. */
  lines<T>(): T[] {
    return this.out
      .slice(0, this.out.lastIndexOf('\n') + 1)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as T);
  }

  until<T>(condition: () => T | undefined | false | null): Promise<T> {
    return until(condition, () => ({ out: this.out.slice(-2000), errors: this.errors, code: this.code }));
  }

  /** Its exit code, or the name of the signal that ended it. */
  async exit(): Promise<number | string> {
    await this.until(() => this.hasEnded);
    return this.code as number | string;
  }

  async kill(): Promise<void> {
    if (this.hasEnded) return;
    this.child.kill('SIGKILL');
    await this.exit();
  }
}

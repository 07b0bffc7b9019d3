import { existsSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { Progress, Report } from '../../engine/answer-types';
import type { AgentPage } from '../../engine/answers/agents/agent-types';
import { createEngine, type Engine } from '../../engine/engine';
import { SourceError } from '../../protocol/errors';
import { reportLine } from './report-line';

export interface FollowOptions {
  /** A JSON object a line instead of a line for people. */
  json: boolean;
  /** Reads the files of subagents too. */
  agents: boolean;
  /** What the report calls the file. */
  name: string;
  /** Ends the printing. */
  stopped: AbortSignal;
  /** Returns when nothing more can come, instead of waiting for `stopped`. */
  untilEnded: boolean;
  out(chunk: string): void;
  error(line: string): void;
}

/** Changes that come faster are told together. */
const EVERY_MS = 50;
/** A report of a large session takes a while: no more than this part of the time is spent on them. */
const SHARE = 0.25;
/** As many subagents are listed. */
const MAX_AGENTS = 200;
const SESSION = 1;

/**
 * Follows a file from its start and prints a report for every change of it, until it is told to stop. A file that does not
 * exist yet is waited for. Throws SourceError when the path is no file.
 */
export async function printReports(path: string, options: FollowOptions): Promise<void> {
  const engine = createEngine({ follow: true, captures: true, agentFiles: options.agents });
  try {
    if (!existsSync(path)) options.error(`There is no file at ${options.name} yet. It is waited for.`);
    await new Promise<void>((resolve, reject) => {
      const printing = new Printing(engine, path, options, resolve, reject);
      options.stopped.addEventListener('abort', () => printing.end(), { once: true });
      engine.onProgress((progress) => printing.onProgress(progress));
      if (options.stopped.aborted) printing.end();
      else engine.open(SESSION, path).catch(reject);
    });
  } finally {
    engine.close(SESSION);
  }
}

class Printing {
  private timer: NodeJS.Timeout | undefined;
  private notBefore = 0;
  private told = '';
  /** The frames of the last report, and the generation that they are of. */
  private before: { generation: number; frames: number } | null = null;
  private over = false;

  constructor(
    private readonly engine: Engine,
    private readonly path: string,
    private readonly options: FollowOptions,
    private readonly resolve: () => void,
    private readonly reject: (error: unknown) => void,
  ) {}

  end(): void {
    this.over = true;
    clearTimeout(this.timer);
    this.resolve();
  }

  onProgress(progress: Progress): void {
    if (this.over || this.timer !== undefined) return;
    if (progress.state === 'failed') {
      this.over = true;
      this.reject(new SourceError('unreadable', this.path, progress.error ?? 'It could not be read.'));
      return;
    }
    if (!this.isNews(progress)) return;
    const wait = Math.max(0, this.notBefore - performance.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (!this.over) this.look();
    }, wait);
  }

  /** While a file is read for the first time, or again, its figures are those of a part of it: nothing to tell. */
  private isNews({ state, live }: Progress): boolean {
    return state === 'done' && live !== null;
  }

  private look(): void {
    try {
      this.tellIfNew(this.engine.handlers.progress({ session: SESSION }));
    } catch (error) {
      this.over = true;
      this.reject(error);
    }
  }

  private tellIfNew(progress: Progress): void {
    const { live, generation, rows, bytes } = progress;
    if (!this.isNews(progress) || live === null) return;
    const { state, note, pendingBytes, status } = live;
    if (!existsSync(this.path) && this.before === null) return;
    const key = JSON.stringify([generation, rows, bytes, state, note, pendingBytes, status?.sentence]);
    if (key !== this.told) {
      this.told = key;
      const start = performance.now();
      this.print(progress, live);
      const now = performance.now();
      this.notBefore = now + Math.max(EVERY_MS, (now - start) / SHARE);
    }
    if (this.options.untilEnded && state === 'ended') this.end();
  }

  private print(progress: Progress, live: NonNullable<Progress['live']>): void {
    const { handlers } = this.engine;
    const { json, name, out } = this.options;
    const report: Report = { ...handlers.report({ session: SESSION }), file: name };
    const { generation } = progress;
    const before = this.before?.generation === generation ? this.before.frames : null;
    this.before = { generation, frames: report.frames };
    if (!json) {
      out(reportLine(report, live, before, new Date()));
      return;
    }
    const { agents }: AgentPage = handlers.agents({ session: SESSION, from: 0, count: MAX_AGENTS });
    out(`${JSON.stringify({ ...report, agentTree: agents, generation, live })}\n`);
  }
}

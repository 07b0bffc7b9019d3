import { lstatSync } from 'node:fs';
import { type AgentFile, agentHead, findAgentFiles } from '../sources/agent-files';

/** More agent files than this are told of, not read. */
export const MAX_AGENT_FILES = 2000;

interface Waiting {
  file: AgentFile;
  time: number;
  bytes: number;
}

/**
 * Finds the agent files of a session one after another, so that requests are answered in between: first it looks into the
 * head of each, then it gives them in the order in which they began.
 */
export class AgentFileQueue {
  leftOff = 0;
  private unseen: AgentFile[] | null = null;
  private looked = 0;
  private waiting: Waiting[] = [];
  private sorted = false;
  /** Paths that were given, or wait to be. */
  private readonly seen = new Set<string>();
  /** Paths of files of other sessions, and which those are: a session may state its id only later. */
  private readonly strangers = new Map<string, string>();

  constructor(private readonly sessionPath: string) {}

  /** A file that was given when the index was made that is read on now. */
  wasGiven(file: AgentFile): void {
    this.seen.add(file.path);
  }

  /** Files that are new since they were looked for come next. */
  lookAgain(): void {
    this.unseen = null;
    this.looked = 0;
    this.sorted = false;
  }

  /** Bytes of the files that were found and not given yet. */
  get bytesWaiting(): number {
    return this.waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /**
   * The next file, `file: null` when it is not known yet (ask again), or null when there is no more. `isOwn` says whether
   * a session id is of this session.
   */
  next(isOwn: (session: string) => boolean): { file: AgentFile | null } | null {
    if (this.unseen === null) {
      const { files, leftOff } = findAgentFiles(this.sessionPath);
      this.unseen = files.filter(({ path }) => {
        const session = this.strangers.get(path);
        return !this.seen.has(path) && (session === undefined || isOwn(session));
      });
      this.leftOff = leftOff;
    }
    const candidate = this.unseen[this.looked++];
    if (candidate !== undefined) {
      this.look(candidate, isOwn);
      return { file: null };
    }
    if (!this.sorted) {
      this.sorted = true;
      this.waiting.sort((a, b) => a.time - b.time || (a.file.name < b.file.name ? -1 : 1));
    }
    const first = this.waiting.shift();
    return first === undefined ? null : { file: first.file };
  }

  private look(file: AgentFile, isOwn: (session: string) => boolean): void {
    let session: string | null = null;
    let time = Number.NaN;
    try {
      ({ session, time } = agentHead(file));
    } catch {
      // A file that cannot be read states no session. In the session's own folder it belongs to it all the same, and
      // reading it tells what is wrong.
    }
    if (file.layout === 'beside') {
      // A file that does not say yet whose it is may say so later.
      if (session === null) return;
      if (!isOwn(session)) {
        this.strangers.set(file.path, session);
        return;
      }
    }
    this.seen.add(file.path);
    if (this.waiting.length >= MAX_AGENT_FILES) {
      this.leftOff++;
      return;
    }
    const bytes = lstatSync(file.path, { throwIfNoEntry: false })?.size ?? 0;
    // Files without a time come last.
    this.waiting.push({ file, bytes, time: Number.isNaN(time) ? Number.MAX_VALUE : time });
  }
}

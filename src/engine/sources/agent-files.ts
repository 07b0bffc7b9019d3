import { lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseHead } from '../../protocol/json-head';
import { isObject, type JsonObject, stringOf } from '../../protocol/json-values';
import { FileSource } from './file-source';

/** Where the CLI keeps the file of a subagent: see findAgentFiles. */
export type AgentLayout = 'beside' | 'subagents';

export interface AgentFile {
  path: string;
  /** As it is shown: relative to the folder of the session file, with forward slashes. */
  name: string;
  /** What stands between "agent-" and ".jsonl". */
  agentId: string;
  layout: AgentLayout;
}

/** The agents of all sessions of a project may lie in one folder: more files than this are not looked into. */
const MAX_CANDIDATES = 20_000;
const AGENT_FILE = /^agent-(.+)\.jsonl$/;
const META_BYTES = 64 * 1024;
/** The first line of most agent files is a prompt; where it is longer than this, more is read. */
const SHORT_HEAD_BYTES = 8 * 1024;
const HEAD_BYTES = 64 * 1024;
const HEAD_LINES = 20;

/**
 * The files of a session's subagents, by where they lie: `agent-<id>.jsonl` beside the session file (CLI 2.0.50 to
 * 2.1.0, where all sessions of a project share the folder, so that only those with the same session id belong to it), and
 * `<session>/subagents/agent-<id>.jsonl` (CLI 2.1.40 and later). Only regular files below the folder of the session file
 * count, never what a symbolic link leads to.
 */
export function findAgentFiles(sessionPath: string): { files: AgentFile[]; leftOff: number } {
  const folder = dirname(sessionPath);
  const own = basename(sessionPath);
  // An agent file is no session of its own.
  if (AGENT_FILE.test(own)) return { files: [], leftOff: 0 };
  const session = own.replace(/\.jsonl$/, '');
  const found: AgentFile[] = [];
  const add = (from: string, shown: string, layout: AgentLayout) => {
    for (const name of regularFiles(from)) {
      const agentId = AGENT_FILE.exec(name)?.[1];
      if (agentId !== undefined) found.push({ path: join(from, name), name: shown + name, agentId, layout });
    }
  };
  if (session !== own && isOwnFolder(join(folder, session))) {
    const subagents = join(folder, session, 'subagents');
    if (isOwnFolder(subagents)) add(subagents, `${session}/subagents/`, 'subagents');
  }
  add(folder, '', 'beside');
  return { files: found.slice(0, MAX_CANDIDATES), leftOff: Math.max(0, found.length - MAX_CANDIDATES) };
}

function isOwnFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Names of the regular files in a folder, in order; none when it cannot be read. */
function regularFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort();
  } catch {
    return [];
  }
}

/** What the first lines of an agent file say of it. */
export interface AgentHead {
  session: string | null;
  /** Milliseconds since the Unix epoch; NaN when no line states a time. */
  time: number;
}

/** Reads the beginning of an agent file. Throws SourceError when it cannot be read. */
export function agentHead(file: AgentFile): AgentHead {
  const source = FileSource.open(file.path, true);
  try {
    const head = headOf(source, SHORT_HEAD_BYTES);
    return head.session === null || Number.isNaN(head.time) ? headOf(source, HEAD_BYTES) : head;
  } finally {
    source.close();
  }
}

function headOf(source: FileSource, limit: number): AgentHead {
  const bytes = Buffer.alloc(limit);
  const text = bytes.toString('utf8', 0, source.read(bytes, 0, limit, 0));
  const head: AgentHead = { session: null, time: Number.NaN };
  for (const line of text.split('\n', HEAD_LINES)) {
    const frame = parseHead(line.trimStart());
    head.session ??= (stringOf(frame, 'sessionId') ?? stringOf(frame, 'session_id')) || null;
    if (Number.isNaN(head.time)) head.time = Date.parse(stringOf(frame, 'timestamp') ?? '');
    if (head.session !== null && !Number.isNaN(head.time)) break;
  }
  return head;
}

/** What the `.meta.json` beside an agent file says (CLI 2.1.88 and later); null when there is none that can be read. */
export function readAgentMeta(file: AgentFile): JsonObject | null {
  let source: FileSource | null = null;
  try {
    source = FileSource.open(file.path.replace(/\.jsonl$/, '.meta.json'), true);
    const bytes = Buffer.alloc(META_BYTES);
    const value: unknown = JSON.parse(bytes.toString('utf8', 0, source.read(bytes, 0, META_BYTES, 0)));
    return isObject(value) ? value : null;
  } catch {
    return null;
  } finally {
    source?.close();
  }
}

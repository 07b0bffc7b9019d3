import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { agentPage } from '../../../../src/engine/answers/agents/agent-page';
import type { AgentEntry } from '../../../../src/engine/answers/agents/agent-types';
import type { Session, SessionOptions } from '../../../../src/engine/session/session';
import { sessionAt } from '../session-of';

const root = mkdtempSync(join(tmpdir(), 'framescope-agents-'));
let folders = 0;

afterAll(() => rmSync(root, { recursive: true, force: true }), 60_000);

/** Writes files into a new project folder and returns it. */
export function projectOf(files: Record<string, string | Uint8Array>): string {
  const folder = join(root, `project-${folders++}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

export const lines = (...frames: unknown[]) => frames.map((frame) => `${JSON.stringify(frame)}\n`).join('');

/** A wholly indexed session with the files of its subagents. */
export const withAgents = (path: string, options: SessionOptions = {}): Session =>
  sessionAt(path, { ...options, agentFiles: true });

export const agentsOf = (session: Session): AgentEntry[] => agentPage(session, 0, 5000).agents;

let uuids = 0;

/** A line of a session file. */
export function line(type: string, content: unknown, more: Record<string, unknown> = {}) {
  uuids++;
  const message =
    type === 'assistant'
      ? { id: `msg_${uuids}`, role: type, content, usage: { input_tokens: 10, output_tokens: 5 } }
      : { role: type, content };
  return {
    parentUuid: null,
    isSidechain: false,
    sessionId: 's1',
    type,
    message,
    uuid: `u${uuids}`,
    timestamp: new Date(1_790_000_000_000 + uuids * 1000).toISOString(),
    ...more,
  };
}

export const call = (id: string, input: Record<string, unknown> = {}, name = 'Task') => [
  { type: 'tool_use', id, name, input },
];
export const result = (id: string, content = 'done') => [{ type: 'tool_result', tool_use_id: id, content }];
export const agentLine = (agentId: string, type: string, content: unknown, more = {}) =>
  line(type, content, { isSidechain: true, agentId, ...more });

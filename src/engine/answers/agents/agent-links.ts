import { stringOf } from '../../../protocol/json-values';
import { AgentForm } from '../../agents/agent-table';
import type { IdHash } from '../../frames/frame-scanner';
import type { Session } from '../../session/session';
import type { SessionFile } from '../../session/session-parts';
import { AgentTally } from './agent-tally';
import type { AgentRelation } from './agent-types';
import {
  type CallFacts,
  callFacts,
  frameOf,
  type Prompt,
  promptOfFrame,
  type ResultFacts,
  resultFacts,
  type TaskFacts,
  taskFacts,
} from './call-facts';

/** The prompt of a subagent stands among its first lines. */
const PROMPT_ROWS = 30;
/** More facts than this are not kept, so that a hostile file cannot fill the memory. */
const MAX_KEPT = 5000;

interface Found extends AgentRelation {
  /** Record of the call, or -1. */
  call: number;
}

const UNSETTLED: Found = {
  call: -1,
  source: 'none',
  rule: 'The session is still being read; its call is looked for at the end.',
};

const known = new WeakMap<object, AgentLinks>();

/** What links the subagents of a session to the calls that started them. */
export function agentLinks(session: Session): AgentLinks {
  let links = known.get(session.epoch);
  if (links === undefined) {
    links = new AgentLinks(session);
    known.set(session.epoch, links);
  }
  return links;
}

export class AgentLinks {
  readonly tally: AgentTally;
  private readonly hash: IdHash = { a: 0, b: 0 };
  /** Of agents that are no Parent form, by number - 1; null until everything is indexed. */
  private settled: (Found | undefined)[] | null = null;
  /** Rows that there were when they were found. */
  private settledRows = -1;
  private readonly calls = new Map<number, CallFacts>();
  private readonly results = new Map<number, ResultFacts>();
  private tasks: { rows: number; facts: Map<string, TaskFacts> } | null = null;

  constructor(private readonly session: Session) {
    this.tally = new AgentTally(session);
  }

  /** Record of the call that started the agent, or -1. */
  readonly callOf = (agent: number): number => this.relationOf(agent).call;

  relationOf(agent: number): Found {
    const { agents, links } = this.session.index;
    if (!agents.parentHash(agent, this.hash)) return this.settle()?.[agent - 1] ?? UNSETTLED;
    const call = links.lastCallOf(this.hash);
    if (call < 0) return MISSING;
    return { ...BY_PARENT, call: links.primary(call) };
  }

  callFacts(record: number): CallFacts {
    return kept(this.calls, record, () => callFacts(this.session, record));
  }

  resultFacts(record: number): ResultFacts {
    return kept(this.results, record, () => resultFacts(this.session, record));
  }

  /** What task frames say of the call with this id. */
  taskFacts(callId: string | null): TaskFacts | undefined {
    const { taskRows } = this.tally;
    if (this.tasks?.rows !== taskRows.length) {
      this.tasks = { rows: taskRows.length, facts: taskFacts(this.session, taskRows) };
    }
    return callId === null ? undefined : this.tasks.facts.get(callId);
  }

  /** The file of an agent of the File form. */
  fileOf(agent: number): SessionFile | null {
    const { agents } = this.session.index;
    if (agents.form(agent) !== AgentForm.File) return null;
    return this.session.parts.files.find((file) => file.agent === agent) ?? null;
  }

  /** The agentId that the agent's file name or first frame states. */
  agentId(agent: number): string | null {
    const file = this.fileOf(agent);
    if (file?.file) return file.file.agentId;
    const { firstRow } = this.tally.of(agent);
    const frame = firstRow < 0 ? undefined : frameOf(this.session, firstRow);
    return stringOf(frame, 'agent_id') ?? stringOf(frame, 'agentId');
  }

  /** What the agent's own first frames ask it to do; null when they do not say it. */
  ownPrompt(agent: number): Prompt | null {
    const { table, kinds } = this.session.index;
    const { firstRow, lastRow } = this.tally.of(agent);
    if (firstRow < 0) return null;
    for (let row = firstRow; row <= Math.min(lastRow, firstRow + PROMPT_ROWS); row++) {
      if (table.parent(row) !== agent || kinds.type(table.kind(row)) !== 'user') continue;
      const prompt = promptOfFrame(frameOf(this.session, row));
      if (prompt !== null) return prompt;
    }
    return null;
  }

  /** Finds the calls of agents whose frames do not name them, once everything is indexed. */
  private settle(): (Found | undefined)[] | null {
    const { agents, table } = this.session.index;
    if (this.settledRows === table.rows || this.session.state === 'indexing') return this.settled;
    this.settledRows = table.rows;
    this.settled = [];
    this.tally.update();
    const open: number[] = [];
    const claimed = new Set<number>();
    for (let agent = 1; agent <= agents.size; agent++) {
      if (agents.form(agent) === AgentForm.Parent) continue;
      const found = this.byMeta(agent);
      if (found === null) open.push(agent);
      else this.keep(agent, found, claimed);
    }
    const byId = open.length > 0 ? this.callsByAgentId() : new Map<string, number>();
    const still = open.filter((agent) => {
      const call = byId.get(this.agentId(agent) ?? '');
      if (call === undefined) return true;
      this.keep(agent, { ...BY_RESULT, call }, claimed);
      return false;
    });
    this.settleByPrompt(still, claimed);
    return this.settled;
  }

  private keep(agent: number, found: Found, claimed: Set<number>): void {
    (this.settled as (Found | undefined)[])[agent - 1] = found;
    if (found.call >= 0) claimed.add(found.call);
  }

  /** CLI 2.1.220 and later write the id of the call into the .meta.json beside an agent file. */
  private byMeta(agent: number): Found | null {
    const id = stringOf(this.fileOf(agent)?.meta, 'toolUseId');
    if (id === null || id === '') return null;
    const { index } = this.session;
    index.hashText(id, this.hash);
    const call = index.links.lastCallOf(this.hash);
    return call < 0
      ? { ...MISSING, rule: 'Its .meta.json names a call that is not in this session.' }
      : { ...BY_META, call: index.links.primary(call) };
  }

  /** Calls of subagents by the agentId that the frame of their result states. */
  private callsByAgentId(): Map<string, number> {
    const { links } = this.session.index;
    const found = new Map<string, number>();
    for (const call of this.tally.agentCalls) {
      const result = links.other(call);
      const id = result < 0 ? null : this.resultFacts(result).agentId;
      if (id !== null && !found.has(id)) found.set(id, call);
    }
    return found;
  }

  /** Each agent takes the first call before it that nobody has and that asks for exactly what the agent was asked. */
  private settleByPrompt(agents: readonly number[], claimed: Set<number>): void {
    const { links, table } = this.session.index;
    const byPrompt = new Map<string, number[]>();
    if (agents.length > 0) {
      for (const call of this.tally.agentCalls) {
        const { prompt } = this.callFacts(call);
        if (prompt === null || claimed.has(call)) continue;
        const calls = byPrompt.get(prompt.key) ?? [];
        calls.push(call);
        byPrompt.set(prompt.key, calls);
      }
    }
    for (const agent of agents) {
      const prompt = this.ownPrompt(agent);
      const calls = (prompt === null ? undefined : byPrompt.get(prompt.key)) ?? [];
      const call = calls.find((at) => !claimed.has(at) && table.parent(links.row(at)) !== agent);
      this.keep(agent, call === undefined ? this.uncalled(agent) : { ...BY_PROMPT, call }, claimed);
    }
  }

  private uncalled(agent: number): Found {
    const layout = this.fileOf(agent)?.file?.layout;
    if (layout === 'beside') return WARMUP;
    return layout === 'subagents'
      ? UNASKED
      : { ...UNASKED, rule: 'Nothing in this session says which call started it.' };
  }
}

function kept<T>(map: Map<number, T>, key: number, make: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  if (map.size < MAX_KEPT) map.set(key, made);
  return made;
}

const BY_PARENT: AgentRelation = {
  source: 'provided',
  rule: 'Its frames state the id of the call (parent_tool_use_id).',
};
const MISSING: Found = {
  call: -1,
  source: 'missing',
  rule: 'Its frames name a call that is not in this session (parent_tool_use_id).',
};
const BY_META: AgentRelation = {
  source: 'provided',
  rule: 'The .meta.json of its file states the id of the call (toolUseId).',
};
const BY_RESULT: AgentRelation = {
  source: 'relation',
  rule: 'The result of the call states its agentId.',
};
const BY_PROMPT: AgentRelation = {
  source: 'inferred',
  rule: 'Nothing names the call; its prompt equals what this agent was asked.',
};
const UNASKED: Found = {
  call: -1,
  source: 'none',
  rule: 'No call in this session asks for it.',
};
const WARMUP: Found = {
  call: -1,
  source: 'none',
  rule: 'No call in this session asks for it: CLI 2.0.50 to 2.1.0 start such "Warmup" agents by themselves.',
};

import type { IdHash } from '../frames/frame-scanner';
import { IdTable } from '../frames/id-table';

/** By what the frames of a subagent are told from others. */
export enum AgentForm {
  /** They state the same parent_tool_use_id: the id of the call (streams, CLI 1.0.30 and later). */
  Parent,
  /** They are one chain of isSidechain lines in the session file (CLI 1.0.30 to 2.0.0). */
  Sidechain,
  /** They are a file of their own (CLI 2.0.50 and later). */
  File,
}

/** Ids that are kept as texts: a file where every frame is of another subagent must not fill the memory with them. */
const MAX_TEXTS = 10_000;
const MAX_TEXT_UNITS = 1000;

/**
 * The subagents of a session, numbered from 1 in order of first sight. What is kept here is only how their frames are
 * told apart; which call started them is found when it is asked for.
 */
export class AgentTable {
  private readonly forms: AgentForm[] = [];
  /** The hash of the parent tool id; 0 in other forms. */
  private readonly hashA: number[] = [];
  private readonly hashB: number[] = [];
  private readonly parentIds = new IdTable();
  private readonly byParent: number[] = [];
  private readonly parentTexts = new Map<number, string>();
  private lastA = 0;
  private lastB = 0;
  private lastAgent = 0;

  get size(): number {
    return this.forms.length;
  }

  form(agent: number): AgentForm {
    return this.forms[agent - 1] as AgentForm;
  }

  /** Writes the hash of the agent's parent tool id; false when its form has none. */
  parentHash(agent: number, into: IdHash): boolean {
    into.a = this.hashA[agent - 1] as number;
    into.b = this.hashB[agent - 1] as number;
    return this.form(agent) === AgentForm.Parent;
  }

  /** The parent tool id as it is written; null in other forms, and where there are very many or it is very long. */
  parentText(agent: number): string | null {
    return this.parentTexts.get(agent) ?? null;
  }

  /** A new agent, whose frames state this parent tool id. */
  addParent(id: IdHash, text: string): number {
    this.parentIds.intern(id);
    const agent = this.add(AgentForm.Parent, id);
    this.byParent.push(agent);
    if (this.parentTexts.size < MAX_TEXTS && text.length <= MAX_TEXT_UNITS) this.parentTexts.set(agent, text);
    return this.remember(id, agent);
  }

  /** The agent whose frames state this parent tool id; 0 when there is none. */
  withParent(id: IdHash): number {
    // Neighbours are mostly of the same agent.
    if (id.a === this.lastA && id.b === this.lastB && this.lastAgent > 0) return this.lastAgent;
    const at = this.parentIds.find(id);
    return at < 0 ? 0 : this.remember(id, this.byParent[at] as number);
  }

  private remember(id: IdHash, agent: number): number {
    this.lastA = id.a;
    this.lastB = id.b;
    this.lastAgent = agent;
    return agent;
  }

  /** A new agent without a parent tool id. */
  add(form: AgentForm, id: IdHash = NO_ID): number {
    this.hashA.push(id.a);
    this.hashB.push(id.b);
    return this.forms.push(form);
  }
}

const NO_ID: IdHash = { a: 0, b: 0 };

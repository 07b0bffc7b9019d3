import { LinkFlag } from '../../links/link-table';
import type { Session } from '../../session/session';

/** Tools that start a subagent: Task (0.2.126 to 2.1.40), Agent (2.1.88 and later), dispatch_agent (0.2.74). */
const AGENT_TOOLS = new Set(['Task', 'Agent', 'dispatch_agent']);
/** A stream with more of them than this is no recording of ours to tell a tree of. */
const MAX_AGENT_CALLS = 5000;
/** And more agents than this are not counted one by one. */
export const MAX_AGENTS = 5000;
const TASK_KINDS = new Set(['task_started', 'task_updated', 'task_notification']);

/** What the tables tell of one subagent, without looking at a frame. */
export interface AgentCounts {
  frames: number;
  firstRow: number;
  lastRow: number;
  /** Of its last assistant or user frame; -1 when it has none. */
  lastSpokenRow: number;
  toolCalls: number;
  failedCalls: number;
  openCalls: number;
}

export const NO_COUNTS: Readonly<AgentCounts> = {
  frames: 0,
  firstRow: -1,
  lastRow: -1,
  lastSpokenRow: -1,
  toolCalls: 0,
  failedCalls: 0,
  openCalls: 0,
};

/** Counts of the subagents of a session. Rows are looked at once each, as they come; records anew when there are more. */
export class AgentTally {
  /** By number of the agent - 1. */
  readonly counts: AgentCounts[] = [];
  /** Primary records of calls that start subagents, in order. */
  agentCalls: number[] = [];
  /** Rows that tell of a task's begin or end, in either form (`system/task_…` or `task_…`). */
  readonly taskRows: number[] = [];
  private rowsSeen = 0;
  private recordsSeen = -1;
  private readonly kindClasses: KindClass[] = [];

  constructor(private readonly session: Session) {}

  update(): void {
    const { table, links } = this.session.index;
    for (; this.rowsSeen < table.rows; this.rowsSeen++) this.addRow(this.rowsSeen);
    if (this.recordsSeen === links.count) return;
    this.recordsSeen = links.count;
    this.countCalls();
  }

  private addRow(row: number): void {
    const { table, kinds } = this.session.index;
    const kind = table.kind(row);
    const known = this.kindClasses[kind];
    const kindClass = known ?? classOf(kinds.type(kind), kinds.subtype(kind));
    if (known === undefined) this.kindClasses[kind] = kindClass;
    if (kindClass === 'task' && this.taskRows.length < MAX_AGENT_CALLS) this.taskRows.push(row);
    const agent = table.parent(row);
    if (agent === 0 || agent > MAX_AGENTS) return;
    const counts = this.counted(agent);
    if (counts.firstRow < 0) counts.firstRow = row;
    counts.lastRow = row;
    if (kinds.isFrame(kind)) counts.frames++;
    if (kindClass === 'spoken') counts.lastSpokenRow = row;
  }

  /** Counts of the agent; those of one that has no frames, or is not counted, are all 0. */
  of(agent: number): Readonly<AgentCounts> {
    return this.counts[agent - 1] ?? NO_COUNTS;
  }

  private counted(agent: number): AgentCounts {
    while (this.counts.length < agent) this.counts.push({ ...NO_COUNTS });
    return this.counts[agent - 1] as AgentCounts;
  }

  private countCalls(): void {
    const { links, table, toolNames } = this.session.index;
    for (const counts of this.counts) {
      counts.toolCalls = 0;
      counts.failedCalls = 0;
      counts.openCalls = 0;
    }
    this.agentCalls = [];
    for (let record = 0; record < links.count; record++) {
      if ((links.flags(record) & (LinkFlag.Repeat | LinkFlag.Result)) !== 0) continue;
      const name = links.name(record);
      if (name > 0 && this.agentCalls.length < MAX_AGENT_CALLS && AGENT_TOOLS.has(toolNames.text(name - 1)))
        this.agentCalls.push(record);
      const agent = table.parent(links.row(record));
      if (agent === 0 || agent > MAX_AGENTS) continue;
      const counts = this.counted(agent);
      counts.toolCalls++;
      const result = links.other(record);
      if (result < 0) counts.openCalls++;
      else if ((links.flags(result) & LinkFlag.Error) !== 0) counts.failedCalls++;
    }
  }
}

type KindClass = 'spoken' | 'task' | 'other';

function classOf(type: string, subtype: string): KindClass {
  if (type === 'assistant' || type === 'user') return 'spoken';
  return TASK_KINDS.has(type) || (type === 'system' && TASK_KINDS.has(subtype)) ? 'task' : 'other';
}

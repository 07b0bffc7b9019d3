import { type FrameScanner, type IdHash, Slot } from '../frames/frame-scanner';
import { IdTable } from '../frames/id-table';
import { AgentForm, type AgentTable } from './agent-table';

/**
 * Which subagent a line of a session file is of: lines that state an agentId are of that agent; lines that only say
 * isSidechain are of the agent of the line before them in their chain (parentUuid), and one without is the root of a new
 * one (CLI 1.0.30 to 2.0.0: fixture 1.0.60/08-task.session).
 */
export class SidechainLanes {
  private readonly lines = new IdTable();
  private readonly agentOfLine: number[] = [];
  private readonly agentIds = new IdTable();
  private readonly agentOfId: number[] = [];
  private readonly hash: IdHash = { a: 0, b: 0 };

  constructor(private readonly agents: AgentTable) {}

  agentOf(scan: FrameScanner): number {
    const agent = scan.hasText(Slot.AgentId) ? this.ofAgentId(scan) : this.ofChain(scan);
    if (scan.hasText(Slot.Uuid)) {
      scan.hash(Slot.Uuid, this.hash);
      this.agentOfLine[this.lines.intern(this.hash)] ??= agent;
    }
    return agent;
  }

  private ofAgentId(scan: FrameScanner): number {
    scan.hash(Slot.AgentId, this.hash);
    const at = this.agentIds.intern(this.hash);
    this.agentOfId[at] ??= this.agents.add(AgentForm.Sidechain);
    return this.agentOfId[at];
  }

  private ofChain(scan: FrameScanner): number {
    if (!scan.sidechain) return 0;
    if (scan.hasText(Slot.ParentUuid)) {
      scan.hash(Slot.ParentUuid, this.hash);
      const before = this.lines.find(this.hash);
      if (before >= 0) return this.agentOfLine[before] as number;
    }
    return this.agents.add(AgentForm.Sidechain);
  }
}

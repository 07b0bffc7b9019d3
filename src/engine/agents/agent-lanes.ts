import { type FrameScanner, type IdHash, Slot } from '../frames/frame-scanner';
import type { FrameTable } from '../frames/frame-table';
import type { KindTraits } from '../frames/kind-table';
import type { LinkTable } from '../links/link-table';
import type { AgentTable } from './agent-table';
import { SidechainLanes } from './sidechain-lanes';

/** Tells which subagent each frame is of, as frames are indexed. */
export class AgentLanes {
  /** Number of the subagent that the whole file at hand is of; 0 for the file that was opened. */
  agentOfPart = 0;
  private readonly sidechains: SidechainLanes;
  private readonly hash: IdHash = { a: 0, b: 0 };

  constructor(
    private readonly agents: AgentTable,
    private readonly table: FrameTable,
    private readonly links: LinkTable,
  ) {
    this.sidechains = new SidechainLanes(agents);
  }

  /** Number of the subagent that a frame is of; 0 for the main thread. */
  agentOf(scan: FrameScanner, traits: KindTraits): number {
    const slot = scan.hasText(Slot.Parent) ? Slot.Parent : Slot.ParentCamel;
    if (scan.hasText(slot)) {
      scan.hash(slot, this.hash);
      if (traits.isToolProgress) return this.agentOfCall(this.hash);
      const known = this.agents.withParent(this.hash);
      return known > 0 ? known : this.agents.addParent(this.hash, scan.text(slot) as string);
    }
    if (this.agentOfPart !== 0) return this.agentOfPart;
    return scan.sidechain || scan.has(Slot.AgentId) ? this.sidechains.agentOf(scan) : 0;
  }

  /**
   * The parent of a tool_progress frame is the call that makes progress (CLI 2.0.50 and 2.1.332, 33-progress), of any
   * tool: the frame stands where that call does.
   */
  private agentOfCall(id: IdHash): number {
    const call = this.links.lastCallOf(id);
    return call < 0 ? this.agentOfPart : this.table.parent(this.links.row(call));
  }
}

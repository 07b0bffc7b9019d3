import { FrameTrail } from '../lens';

export interface OpenBlock {
  key: string;
  /** Session and parent tool use. */
  lane: string;
  id: string;
  tool: string;
  json: string;
  trail: FrameTrail;
}

const MAX_OPEN = 256;
const MAX_UNITS = 4 * 1024 * 1024;

/** Tools whose input is still coming, by session, parent, message and index. Bounded in number and in length. */
export class OpenBlocks {
  private blocks = new Map<string, OpenBlock>();
  private units = 0;

  /** Returns blocks that had to make room. */
  open(block: Omit<OpenBlock, 'json' | 'trail'>, frame: number): OpenBlock[] {
    const given = this.blocks.size >= MAX_OPEN ? [...this.blocks.values()].slice(0, 1) : [];
    for (const { key } of given) this.take(key);
    this.take(block.key);
    const trail = new FrameTrail();
    trail.add(frame);
    this.blocks.set(block.key, { ...block, json: '', trail });
    return given;
  }

  /** Adds a piece of input; false when no tool is open there. */
  add(key: string, part: string, frame: number): boolean {
    const block = this.blocks.get(key);
    if (block === undefined) return false;
    const kept = part.slice(0, Math.max(0, MAX_UNITS - this.units));
    block.json += kept;
    this.units += kept.length;
    block.trail.add(frame);
    return true;
  }

  take(key: string): OpenBlock | undefined {
    const block = this.blocks.get(key);
    this.blocks.delete(key);
    this.units -= block?.json.length ?? 0;
    return block;
  }

  /** The blocks of these lanes, which nothing closed. */
  takeWhere(isWanted: (lane: string) => boolean): OpenBlock[] {
    const left = [...this.blocks.values()].filter(({ lane }) => isWanted(lane));
    for (const { key } of left) this.take(key);
    return left;
  }

  copy(): OpenBlocks {
    const copy = new OpenBlocks();
    copy.units = this.units;
    for (const [key, block] of this.blocks) copy.blocks.set(key, { ...block, trail: block.trail.copy() });
    return copy;
  }
}

import { RecentMap } from '../../recent-map';
import { continues } from '../agent/identity';

export interface ItemId {
  itemId: string;
  idSource: 'message' | 'event_uuid' | 'prefix' | 'synthesized';
  confidence: 'high' | 'medium' | 'low';
}

interface OpenMessage {
  blocks: number;
}

interface OpenText {
  itemId: string;
  text: string;
}

/** Longer texts are not kept to be compared with the next snapshot. */
const MAX_KEPT_TEXT = 64 * 1024;

/**
 * Ids of items by message and place of the block in it; each thread and subagent has its own open item. Bounded: the last
 * messages and threads are kept.
 */
export class BlockItems {
  private messages = new RecentMap<OpenMessage>();
  private open = new RecentMap<OpenText>();
  private count = 0;

  /** The place of the next block of a message; whole frames hold one block each since CLI 0.2.118. */
  nextPlace(messageId: string): number {
    if (messageId === '') return 0;
    const place = this.messages.get(messageId)?.blocks ?? 0;
    this.messages.set(messageId, { blocks: place + 1 });
    return place;
  }

  ofBlock(messageId: string, place: number, uuid: string, lane: string, text: string): ItemId {
    if (messageId !== '') return { itemId: `${messageId}#${place}`, idSource: 'message', confidence: 'high' };
    if (uuid !== '') return { itemId: uuid, idSource: 'event_uuid', confidence: 'medium' };
    const open = this.open.get(lane);
    const goesOn = open !== undefined && continues(open.text, text);
    const itemId = goesOn ? open.itemId : `claude-assistant-${++this.count}`;
    if (text.length <= MAX_KEPT_TEXT) this.open.set(lane, { itemId, text }, text.length);
    return { itemId, idSource: goesOn ? 'prefix' : 'synthesized', confidence: 'low' };
  }

  copy(): BlockItems {
    const copy: BlockItems = Object.assign(new BlockItems(), this);
    copy.messages = this.messages.copy();
    copy.open = this.open.copy();
    return copy;
  }
}

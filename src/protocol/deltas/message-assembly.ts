import { contentBlocks } from '../content-blocks';
import { fieldOf, isObject, type Json, type JsonObject, numberOf, stringOf } from '../json-values';
import { AssembledBlock, indexOf, withoutStart } from './assembled-block';

/** The blocks of one message are this many at most; more is no message of any model. */
const MAX_BLOCKS = 10_000;

/**
 * Puts the content blocks of one API message together from its events, in their order. The caller gives only events of
 * that message: events of other messages and of subagents come in between, and block indexes begin at 0 in each (case
 * 059). Never throws: what an event lacks is noted.
 */
export class MessageAssembly {
  readonly blocks: AssembledBlock[] = [];
  id: string | null = null;
  role: string | null = null;
  model: string | null = null;
  stopReason: string | null = null;
  /** Milliseconds until the first token as the CLI states them on message_start (`ttft_ms`, 2.1.88 on). */
  statedFirstTokenMs: number | null = null;
  /** The message_stop event came. */
  stopped = false;
  started = false;
  events = 0;
  readonly notes: string[] = [];
  /** All blocks so far are those of message_start. */
  private onlyGiven = false;
  private readonly open = new Map<number | null, AssembledBlock>();

  /** Adds the event of frame `frame`: a stream_event frame, or an API event without its wrapper. */
  add(frame: JsonObject, number: number): void {
    const inner = fieldOf(frame, 'event');
    const event: Json = isObject(inner) ? inner : frame;
    this.events++;
    // thinking_tokens frames stand between the events (2.1.220 on) and tell nothing of the content.
    if (!isObject(inner) && stringOf(frame, 'type') === 'system') return;
    switch (stringOf(event, 'type')) {
      case 'message_start':
        this.start(frame, event, number);
        break;
      case 'content_block_start':
        this.startBlock(event, number);
        break;
      case 'content_block_delta':
        this.addDelta(event, number);
        break;
      case 'content_block_stop':
        this.stopBlock(event, number);
        break;
      case 'message_delta':
        this.stopReason = stringOf(fieldOf(event, 'delta'), 'stop_reason') ?? this.stopReason;
        break;
      case 'message_stop':
        this.stop(frame, event);
        break;
      case 'ping':
        break;
      default:
        this.note(`Frame ${number} holds an event of an unknown type; see its raw form.`);
    }
  }

  /** The block that an event of this index goes to now. */
  blockAt(index: number | null): AssembledBlock | null {
    return this.open.get(index) ?? null;
  }

  private start(frame: JsonObject, event: Json, number: number): void {
    this.started = true;
    const message = fieldOf(event, 'message');
    this.id = stringOf(message, 'id');
    this.role = stringOf(message, 'role');
    this.model = stringOf(message, 'model');
    this.statedFirstTokenMs = numberOf(frame, 'ttft_ms');
    // Results of tools come as one message_start of the user with all its content (OpenASE passes them on). That of an
    // assistant is empty, or (CLI 1.0.128 and 2.0.50, fixture 07-thinking) holds a copy of what its events will tell.
    for (const block of isObject(message) ? contentBlocks(message) : []) {
      const whole = AssembledBlock.started(null, block, number);
      whole.state = 'whole';
      this.keep(whole);
    }
    this.onlyGiven = this.blocks.length > 0;
  }

  /** Blocks that the first event gave are dropped once events tell them one by one. */
  private dropGiven(): void {
    if (this.onlyGiven && this.role !== 'user') this.blocks.length = 0;
    this.onlyGiven = false;
  }

  private startBlock(event: Json, number: number): void {
    this.dropGiven();
    const index = indexOf(event);
    const before = this.open.get(index);
    if (before !== undefined) this.leave(before, `Frame ${number} starts another block at its index.`);
    const given = fieldOf(event, 'content_block');
    const block = isObject(given)
      ? AssembledBlock.started(index, given, number)
      : new AssembledBlock(index, '', number);
    if (!isObject(given)) block.note('The event that starts this block holds no block.');
    this.keep(block);
    this.open.set(index, block);
  }

  private addDelta(event: Json, number: number): void {
    const index = indexOf(event);
    const delta = fieldOf(event, 'delta');
    let block = this.open.get(index);
    if (block === undefined) {
      this.dropGiven();
      block = withoutStart(index, delta, number);
      this.keep(block);
      this.open.set(index, block);
    }
    block.addDelta(delta, number);
  }

  private stopBlock(event: Json, number: number): void {
    const index = indexOf(event);
    const block = this.open.get(index);
    if (block === undefined) {
      this.note(`Frame ${number} stops a block that no event started.`);
      return;
    }
    block.state = 'whole';
    block.lastFrame = number;
    this.open.delete(index);
  }

  /**
   * From 2.1.332 on the CLI closes a stream that broke off itself, with stop events of its own; the last one says from
   * which block on they are made up (`abandoned_blocks`).
   */
  private stop(frame: JsonObject, event: Json): void {
    this.stopped = true;
    const abandoned = fieldOf(frame, 'abandoned_blocks') ?? fieldOf(event, 'abandoned_blocks');
    const from = numberOf(abandoned, 'from_block_index');
    if (from !== null) {
      for (const block of this.blocks) {
        if (block.index === null || block.index < from) continue;
        block.state = 'abandoned';
        block.note('The stream broke off in this block: its end was made up by the CLI.');
      }
      this.note('The stream of this message broke off; the CLI closed it by itself and asks again.');
    }
    for (const block of this.open.values()) this.leave(block, 'The message ended before it.');
    this.open.clear();
  }

  private leave(block: AssembledBlock, why: string): void {
    block.state = 'unfinished';
    block.note(`This block was never stopped. ${why}`);
  }

  private keep(block: AssembledBlock): void {
    if (this.blocks.length < MAX_BLOCKS) this.blocks.push(block);
    else this.note('More blocks than any message has; the rest is in the raw form.');
  }

  private note(sentence: string): void {
    if (this.notes.length < 8 && !this.notes.includes(sentence)) this.notes.push(sentence);
  }
}

import { isCallType } from '../content-blocks';
import { fieldOf, isObject, type Json, type JsonObject, numberOf, stringOf } from '../json-values';

/** A block keeps at most this many UTF-16 units of what its deltas say; what is beyond is counted. */
const MAX_UNITS = 8 * 1024 * 1024;

/**
 * - `growing`: its stop event has not come, and the message still runs
 * - `unfinished`: the message ended, or another block took its index, before its stop event came
 * - `abandoned`: the CLI closed it itself after the API's stream broke off (2.1.332)
 * - `whole`: stopped
 */
export type BlockState = 'growing' | 'unfinished' | 'abandoned' | 'whole';

/** What a call's joined input is: `partial` may still become JSON, `broken` never will. */
export type InputState = 'none' | 'empty' | 'valid' | 'partial' | 'broken';

/** The delta that adds to the text of a block, by the delta's type. */
const TEXT_OF_DELTA: ReadonlyMap<string, string> = new Map([
  ['text_delta', 'text'],
  ['thinking_delta', 'thinking'],
  ['input_json_delta', 'partial_json'],
]);

/** What a block must be whose start never came, by its first delta. */
const TYPE_OF_DELTA: ReadonlyMap<string, string> = new Map([
  ['text_delta', 'text'],
  ['citations_delta', 'text'],
  ['thinking_delta', 'thinking'],
  ['signature_delta', 'thinking'],
  ['input_json_delta', 'tool_use'],
]);

/** One content block as its API events tell it. */
export class AssembledBlock {
  type: string;
  id: string | null = null;
  name: string | null = null;
  state: BlockState = 'growing';
  deltas = 0;
  firstFrame: number;
  lastFrame: number;
  /** UTF-16 units that did not fit. */
  cut = 0;
  citations = 0;
  signed = false;
  readonly notes: string[] = [];
  /** The block of the start event: blocks that come without deltas (results, images) are whole in it. */
  start: JsonObject | null = null;
  private parts: string[] = [];
  private units = 0;

  /** `index` is null when the events state none. */
  constructor(
    readonly index: number | null,
    type: string,
    frame: number,
  ) {
    this.type = type;
    this.firstFrame = frame;
    this.lastFrame = frame;
  }

  /** A block from its content_block_start event. */
  static started(index: number | null, block: JsonObject, frame: number): AssembledBlock {
    const started = new AssembledBlock(index, stringOf(block, 'type') ?? '', frame);
    started.start = block;
    started.id = stringOf(block, 'id');
    started.name = stringOf(block, 'name');
    started.append(stringOf(block, 'text') ?? stringOf(block, 'thinking') ?? '');
    return started;
  }

  get isCall(): boolean {
    return isCallType(this.type);
  }

  /** The text so far: of a call its input as JSON text. */
  get text(): string {
    if (this.parts.length > 1) this.parts = [this.parts.join('')];
    return this.parts[0] ?? '';
  }

  get length(): number {
    return this.units;
  }

  addDelta(delta: Json, frame: number): void {
    this.deltas++;
    this.lastFrame = frame;
    const type = stringOf(delta, 'type') ?? '';
    const key = TEXT_OF_DELTA.get(type);
    if (key !== undefined) {
      const text = stringOf(delta, key);
      if (text === null) this.note(`A ${type} without its ${key}, in frame ${frame}.`);
      else this.append(text);
      this.expect(type, frame);
    } else if (type === 'signature_delta') this.signed = true;
    else if (type === 'citations_delta') this.citations++;
    else
      this.note(
        `A delta of an unknown type (${type || 'none stated'}), in frame ${frame}; see its raw form.`,
      );
  }

  /** The state of a call's input, from its joined text. */
  get input(): InputState {
    if (!this.isCall) return 'none';
    const text = this.text.trim();
    if (text === '') {
      const given = fieldOf(this.start, 'input');
      if (isObject(given) && Object.keys(given).length > 0) return 'valid';
      return this.state === 'growing' ? 'partial' : 'empty';
    }
    try {
      JSON.parse(text);
      return 'valid';
    } catch {
      return this.state === 'whole' ? 'broken' : 'partial';
    }
  }

  note(sentence: string): void {
    if (this.notes.length < 8 && !this.notes.includes(sentence)) this.notes.push(sentence);
  }

  /** A delta that adds to another kind of block than this one still adds to it, but it is said. */
  private expect(deltaType: string, frame: number): void {
    const fits = deltaType === 'input_json_delta' ? this.isCall : TYPE_OF_DELTA.get(deltaType) === this.type;
    if (!fits) this.note(`A ${deltaType} for a block of type ${this.type || 'none'}, in frame ${frame}.`);
  }

  private append(text: string): void {
    const room = MAX_UNITS - this.units;
    const kept = text.length > room ? text.slice(0, Math.max(0, room)) : text;
    this.cut += text.length - kept.length;
    if (kept === '') return;
    this.parts.push(kept);
    this.units += kept.length;
  }
}

/** A block whose start event is missing: its type is taken from its first delta. */
export function withoutStart(index: number | null, delta: Json, frame: number): AssembledBlock {
  const type = TYPE_OF_DELTA.get(stringOf(delta, 'type') ?? '') ?? '';
  const block = new AssembledBlock(index, type, frame);
  block.note('The event that starts this block is missing; its type is taken from its first delta.');
  return block;
}

/** The `index` of an event; null when it states no whole number. */
export function indexOf(event: Json): number | null {
  const index = numberOf(event, 'index');
  return index !== null && Number.isInteger(index) && index >= 0 ? index : null;
}

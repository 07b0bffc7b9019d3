import { isBareEvent } from '../../../protocol/api-events';
import { indexOf } from '../../../protocol/deltas/assembled-block';
import { fieldOf, isObject, type Json, stringOf } from '../../../protocol/json-values';
import { parseFrame } from '../../answers/frame/parsed-frame';
import type { KindTable } from '../../frames/kind-table';
import type { Session } from '../../session/session';

/** What an API event does to the text of a block. */
export interface BlockEvent {
  what: 'starts' | 'adds' | 'ends';
  /** -1 when the event states none. */
  index: number;
  text: string;
  /** The text is a piece of JSON text: the input of a call. */
  json: boolean;
}

/** Reads the event that a row holds; null when it tells nothing of a block's text. */
export function blockEvent(session: Session, row: number): BlockEvent | null {
  const frame = parseFrame(session, row);
  const inner = fieldOf(frame, 'event');
  const event: Json = isObject(inner) ? inner : (frame ?? null);
  const index = indexOf(event) ?? -1;
  switch (stringOf(event, 'type')) {
    case 'content_block_start': {
      const block = fieldOf(event, 'content_block');
      const text = stringOf(block, 'text') ?? stringOf(block, 'thinking') ?? '';
      return { what: 'starts', index, text, json: false };
    }
    case 'content_block_delta':
      return addition(fieldOf(event, 'delta'), index);
    case 'content_block_stop':
      return { what: 'ends', index, text: '', json: false };
    default:
      return null;
  }
}

function addition(delta: Json, index: number): BlockEvent | null {
  const type = stringOf(delta, 'type');
  const json = type === 'input_json_delta';
  const key = type === 'text_delta' ? 'text' : type === 'thinking_delta' ? 'thinking' : 'partial_json';
  if (key === 'partial_json' && !json) return null;
  const text = stringOf(delta, key);
  return text === null ? null : { what: 'adds', index, text, json };
}

/** Tells by their numbers which kinds are API events. */
export class EventKinds {
  private readonly known: boolean[] = [];

  constructor(private readonly kinds: KindTable) {}

  has(kind: number): boolean {
    const known = this.known[kind];
    if (known !== undefined) return known;
    const type = this.kinds.type(kind);
    const is = type === 'stream_event' || isBareEvent(type);
    this.known[kind] = is;
    return is;
  }
}

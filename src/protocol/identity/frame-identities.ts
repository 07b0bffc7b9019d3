import { contentBlocks, isCallType, isResultType } from '../content-blocks';
import { kindOf, NO_TYPE } from '../frame-kinds';
import { fieldOf, isObject, type Json, type JsonObject, stringOf } from '../json-values';
import { eventIdentity, type FramePlace } from './event-id';
import type { Identity } from './identity';
import { isStated } from './key-pairs';
import { STATED_KEYS, type StatedKey } from './stated-keys';

/** A frame can hold thousands of calls; more ids than this are not listed. */
const MAX_IDENTITIES = 200;

/** Every id that a frame has or points to, its own one first. */
export function identitiesOf(frame: JsonObject, place: FramePlace): { list: Identity[]; leftOff: number } {
  const all = [eventIdentity(frame, place), ...statedIdentities(frame)];
  return { list: all.slice(0, MAX_IDENTITIES), leftOff: Math.max(0, all.length - MAX_IDENTITIES) };
}

/** The ids that keys of the frame state, without its own one. */
export function statedIdentities(frame: JsonObject): Identity[] {
  const kind = kindOf(stringOf(frame, 'type') || NO_TYPE, stringOf(frame, 'subtype') ?? '');
  const found: Identity[] = [];
  for (const key of STATED_KEYS) {
    if (key.only !== undefined && !key.only.test(kind)) continue;
    if (key.except?.test(kind)) continue;
    addStated(found, frame, key);
  }
  addBlockIds(found, frame);
  return withoutRepeats(found);
}

/** The first path that states a usable id counts; of an array each element does. */
function addStated(found: Identity[], frame: JsonObject, key: StatedKey): void {
  for (const path of key.paths) {
    const before = found.length;
    for (const { value, source } of valuesAt(frame, path.split('.'), '')) {
      if (typeof value !== 'string' || !isStated(value)) continue;
      found.push({
        name: key.name,
        as: key.as,
        value,
        role: key.role,
        source,
        confidence: key.role === 'relation' ? 'relation' : 'provided',
        rule: null,
      });
    }
    if (found.length > before) return;
  }
}

function valuesAt(value: Json, path: readonly string[], before: string): { value: Json; source: string }[] {
  const [step, ...rest] = path;
  if (step === undefined) return [{ value, source: before }];
  const isList = step.endsWith('[]');
  const key = isList ? step.slice(0, -2) : step;
  const field = fieldOf(value, key);
  const source = before === '' ? key : `${before}.${key}`;
  if (!isList) return field === undefined ? [] : valuesAt(field, rest, source);
  if (!Array.isArray(field)) return [];
  return field.flatMap((part, index) => valuesAt(part, rest, `${source}[${index}]`));
}

/** A call states its own id, a result the id of the call it answers. */
function addBlockIds(found: Identity[], frame: JsonObject): void {
  const at = blocksPath(frame);
  contentBlocks(frame).forEach((block, index) => {
    const type = stringOf(block, 'type') ?? '';
    const isCall = isCallType(type);
    if (!isCall && !isResultType(type)) return;
    const key = isCall ? 'id' : 'tool_use_id';
    const value = stringOf(block, key);
    if (value === null || !isStated(value)) return;
    found.push({
      name: 'tool call',
      as: isCall ? 'tool call' : 'result of',
      value,
      role: isCall ? 'group' : 'relation',
      source: `${at.replace('#', String(index))}.${key}`,
      confidence: isCall ? 'provided' : 'relation',
      rule: null,
    });
  });
}

/** Where contentBlocks takes the blocks from; # stands for the number of the block. */
function blocksPath(frame: JsonObject): string {
  const event = fieldOf(frame, 'event');
  if (isObject(event))
    return isObject(fieldOf(event, 'content_block')) ? 'event.content_block' : 'event.message.content[#]';
  if (isObject(fieldOf(frame, 'content_block'))) return 'content_block';
  return isObject(fieldOf(frame, 'message')) ? 'message.content[#]' : 'content[#]';
}

function withoutRepeats(found: readonly Identity[]): Identity[] {
  const seen = new Set<string>();
  return found.filter(({ as, value }) => {
    const key = `${as} ${value}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

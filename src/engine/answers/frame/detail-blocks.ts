import { blockMeaning, blockSummary } from '../../../protocol/blocks/block-kinds';
import { pictureOf } from '../../../protocol/blocks/picture';
import {
  contentOf,
  inputSummary,
  isCallType,
  isResultType,
  type Path,
  placedBlocks,
} from '../../../protocol/content-blocks';
import { fieldOf, isObject, type Json, type JsonObject, stringOf } from '../../../protocol/json-values';
import { joined } from '../../../protocol/kinds/phrases';
import type { DetailBlock } from '../../answer-types';
import { cutText, prettyText } from './calls';

export const MAX_BLOCK_UNITS = 20_000;
const MAX_BLOCKS = 60;
/** All blocks of a frame share this: the answer travels in one message of less than 1 MB. */
const MAX_ANSWER_UNITS = 300_000;
export const MAX_TITLE_UNITS = 200;
/** Longer strings are no facts but blocks. */
export const MAX_FACT_UNITS = 400;
/** Blocks inside blocks; deeper ones are shown as data. */
const MAX_DEPTH = 3;

/** The content of a frame, block by block, and its nested and long fields. */
export function blocksOf(frame: JsonObject): DetailBlock[] {
  const list = new BlockList();
  const content = contentOf(frame);
  if (typeof content === 'string') list.add(() => textBlock('string', 'text', content));
  for (const { block, path } of placedBlocks(frame)) addBlock(list, block, { path, depth: 0 });
  if (Array.isArray(content)) {
    const others = content.filter((item: Json) => !isObject(item));
    if (others.length > 0)
      list.add(() => jsonBlock('content', 'elements that are no content blocks', others));
  }
  const result = stringOf(frame, 'result');
  if (result !== null) list.add(() => textBlock('result', 'result', result));
  if (content !== undefined && typeof content !== 'string' && !Array.isArray(content)) {
    list.add(() => jsonBlock('content', 'content (not a list of blocks)', content));
  }
  for (const key of Object.keys(frame)) {
    const value = frame[key];
    if (key === 'content' || key === 'usage' || (key === 'result' && result !== null)) continue;
    if (key === 'message' && isObject(value)) continue;
    if (typeof value === 'object' && value !== null) list.add(() => jsonBlock(key, key, value));
    else if (typeof value === 'string' && value.length > MAX_FACT_UNITS) {
      list.add(() => textBlock(key, key, value));
    }
  }
  return list.shortened();
}

/** Blocks as far as they are shown; the others are counted and never made. */
class BlockList {
  private readonly blocks: DetailBlock[] = [];
  private left = 0;

  add(make: () => DetailBlock): void {
    if (this.blocks.length < MAX_BLOCKS) this.blocks.push(make());
    else this.left++;
  }

  /** Counts a block that there is no room for; false when there is. */
  skips(): boolean {
    if (this.blocks.length < MAX_BLOCKS) return false;
    this.left++;
    return true;
  }

  shortened(): DetailBlock[] {
    const limit = Math.floor(MAX_ANSWER_UNITS / this.blocks.length);
    const shown = this.blocks.map((block) => {
      const body = cutText(block.body.text, limit);
      return {
        ...block,
        type: block.type.slice(0, MAX_TITLE_UNITS),
        title: block.title.slice(0, MAX_TITLE_UNITS),
        body: { text: body.text, cut: block.body.cut + body.cut },
      };
    });
    if (this.left > 0) shown.push(note(`${this.left.toLocaleString('en')} more blocks are in the raw form.`));
    return shown;
  }
}

interface BlockPlace {
  /** Steps from the frame to the block. */
  path: Path;
  depth: number;
}

function addBlock(list: BlockList, block: JsonObject, place: BlockPlace): void {
  if (list.skips()) return;
  const type = stringOf(block, 'type') ?? '';
  const inside = place.depth > 0;
  const meaning =
    blockMeaning(type) ?? 'No published type and no recording has blocks of this kind: it is shown as it is.';
  const add = (made: DetailBlock, error = false) =>
    list.add(() => ({ ...made, type, meaning, inside, error }));
  if (isResultType(type)) addResult(list, block, place, add);
  else if (type === 'document') addDocument(list, block, place, add);
  else if (type === 'search_result')
    addParts(list, block, 'content', { ...place, title: blockSummary(block) }, add);
  else add(singleBlock(type, block, place.path));
}

/** A block that holds no others. */
function singleBlock(type: string, block: JsonObject, path: Path): DetailBlock {
  if (isCallType(type)) return callBlock(type, block);
  if (type === 'image') return imageBlock(type, block, path);
  // Of thinking that is not included, only the signature is there.
  const text = TEXT_KEYS.has(type) ? stringOf(block, TEXT_KEYS.get(type) as string) : null;
  if (text !== null && (text !== '' || type === 'text')) return textBlock(type, type, text);
  if (blockMeaning(type) === null) return jsonBlock(type, type === '' ? 'block without a type' : type, block);
  return { ...note(blockSummary(block)), title: type };
}

/** Where blocks that are a text hold it. */
const TEXT_KEYS: ReadonlyMap<string, string> = new Map([
  ['text', 'text'],
  ['thinking', 'thinking'],
  ['compaction', 'content'],
]);

type Add = (made: DetailBlock, error?: boolean) => void;

function callBlock(type: string, block: JsonObject): DetailBlock {
  const input = fieldOf(block, 'input');
  const name = joined([stringOf(block, 'server_name'), stringOf(block, 'name') || 'unnamed tool']);
  const title = `${name} ${inputSummary(input).slice(0, 80)}`.trim();
  return typeof input === 'string' ? textBlock(type, title, input) : jsonBlock(type, title, input ?? null);
}

function addResult(list: BlockList, block: JsonObject, place: BlockPlace, add: Add): void {
  const content = fieldOf(block, 'content');
  const error = fieldOf(block, 'is_error') === true;
  const title = error ? 'failed result' : 'result';
  const addFailing: Add = (made) => add(made, error);
  if (content === undefined || content === null || content === '') {
    addFailing({ ...note(blockSummary(block)), title });
  } else if (typeof content === 'string' || Array.isArray(content)) {
    addParts(list, block, 'content', { ...place, title }, addFailing);
  } else {
    const words = isObject(content) ? joined([title, blockSummary(block).slice(0, 80)]) : title;
    addFailing(jsonBlock('', words, content));
    const page = fieldOf(content, 'content');
    if (stringOf(page, 'type') === 'document') {
      addInside(list, page, { path: [...place.path, 'content', 'content'], depth: place.depth + 1 });
    }
  }
}

/**
 * The text of a list of parts as one body, and every part that is no text as a block inside it. Parts that are a line each,
 * such as the pages that a search found, are listed.
 */
function addParts(
  list: BlockList,
  block: JsonObject,
  key: string,
  place: BlockPlace & { title: string },
  add: Add,
): void {
  const { title } = place;
  const content = fieldOf(block, key);
  if (typeof content === 'string') add(textBlock('', title, content));
  else if (!Array.isArray(content)) add(jsonBlock('', title, content ?? null));
  else if (content.length === 0) add({ ...note('empty'), title });
  else if (content.every(isListed)) {
    add(textBlock('', title, content.map((part) => blockSummary(part as JsonObject)).join('\n')));
  } else {
    const rest = content.findIndex((part) => textOfPart(part) === null);
    const texts = rest < 0 ? content : content.slice(0, rest);
    const text = texts.map((part) => textOfPart(part)).join('\n');
    if (texts.length === 0) add({ ...note(''), title });
    else add(text === '' ? { ...note('empty'), title } : textBlock('', title, text));
    for (let at = texts.length; at < content.length; at++) {
      addInside(list, content[at], { path: [...place.path, key, at], depth: place.depth + 1 });
    }
  }
}

const LISTED = new Set(['web_search_result', 'tool_reference']);
const isListed = (part: Json) => LISTED.has(stringOf(part, 'type') ?? '');

/** A string, or an object with a text that is no block of another type. */
function textOfPart(part: Json): string | null {
  if (typeof part === 'string') return part;
  const type = stringOf(part, 'type');
  return type === null || type === 'text' ? stringOf(part, 'text') : null;
}

function addInside(list: BlockList, part: Json, place: BlockPlace): void {
  if (isObject(part) && place.depth <= MAX_DEPTH) addBlock(list, part, place);
  else list.add(() => ({ ...jsonBlock('part', 'part', part ?? null), inside: true }));
}

function imageBlock(type: string, block: JsonObject, path: Path): DetailBlock {
  const picture = pictureOf(block);
  if ('sentence' in picture) return { ...note(picture.sentence), title: type };
  const { media, words, data } = picture.drawn;
  return {
    ...note(words),
    title: words,
    form: 'image',
    image: { path, media, units: data.length },
  };
}

function addDocument(list: BlockList, block: JsonObject, place: BlockPlace, add: Add): void {
  const source = fieldOf(block, 'source');
  const name = stringOf(block, 'title');
  const form = stringOf(source, 'type');
  const title = joined([name, stringOf(source, 'media_type')]) || 'document';
  const address = stringOf(source, 'url') ?? stringOf(source, 'file_id');
  if (form === 'text') add(textBlock('', title, stringOf(source, 'data') ?? ''));
  else if (form === 'content' && isObject(source)) {
    const inner = { path: [...place.path, 'source'], depth: place.depth, title };
    addParts(list, source, 'content', inner, add);
  } else {
    const words =
      address === null ? blockSummary(block) : `The document lies at ${address}. It is not fetched.`;
    add({ ...note(words), title: name ?? 'document' });
  }
}

/** A text as it is. */
export function textBlock(type: string, title: string, text: string): DetailBlock {
  return { ...note(''), type, title, form: 'text', body: cutText(text, MAX_BLOCK_UNITS) };
}

function jsonBlock(type: string, title: string, value: Json): DetailBlock {
  return { ...note(''), type, title, form: 'json', body: cutText(prettyText(value), MAX_BLOCK_UNITS) };
}

/** A sentence of ours in place of a content. */
export function note(sentence: string): DetailBlock {
  return {
    type: 'note',
    title: '',
    form: 'note',
    body: { text: sentence, cut: 0 },
    error: false,
    meaning: null,
    inside: false,
    image: null,
  };
}

import { fieldOf, isObject, type Json, type JsonObject } from '../../../json-values';
import { readString } from './field-readers';
import { foldedField, trimSpace } from './go-json';

/** A content block as OpenASE keeps it. */
export interface MessageBlock {
  /** Place among the content, from 1. */
  place: number;
  kind: string;
  id: string;
  name: string;
  input: JsonObject;
  text: string;
  toolUseId: string;
  content: Json;
  isError: boolean;
}

/** The blocks of a message, or why there are none. */
export type ParsedBlocks = { blocks: MessageBlock[]; skipped: number[] } | { none: string };

/** An element that is no object spoils the whole content; a null one is an object without keys. */
export function parseBlocks(message: Json): ParsedBlocks {
  if (message === undefined) return { none: 'the frame has no message' };
  const content = foldedField(message, 'content');
  if (!isObject(message)) return { none: 'the message is no object' };
  if (content === undefined || content === null) return { none: 'the message has no content' };
  if (typeof content === 'string') return { none: 'the content is a string, and only an array has blocks' };
  if (!Array.isArray(content)) return { none: 'the content is no array' };
  if (content.length === 0) return { none: 'the content is empty' };
  const wrong = content.findIndex((item) => item !== null && !isObject(item));
  if (wrong >= 0)
    return { none: `element ${wrong + 1} of the content is no object, which spoils all of them` };
  const blocks: MessageBlock[] = [];
  const skipped: number[] = [];
  content.forEach((item: Json, index) => {
    const kind = readString(item, 'type');
    if (kind === '') skipped.push(index + 1);
    else blocks.push(blockOf(item, kind, index + 1));
  });
  if (blocks.length === 0) return { none: 'no block of the content has a type' };
  return { blocks, skipped };
}

function blockOf(item: Json, kind: string, place: number): MessageBlock {
  const input = fieldOf(item, 'input');
  return {
    place,
    kind,
    id: readString(item, 'id'),
    name: readString(item, 'name'),
    input: isObject(input) ? input : {},
    text: readString(item, 'text'),
    toolUseId: readString(item, 'tool_use_id'),
    content: fieldOf(item, 'content'),
    isError: fieldOf(item, 'is_error') === true,
  };
}

const CALL_KINDS = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use']);
export const isCallBlock = ({ kind }: MessageBlock) => CALL_KINDS.has(kind);

/** The text of a tool result: text parts trimmed and joined by a blank line; anything else is "". */
export function toolResultText(content: Json): string {
  if (typeof content === 'string') return trimSpace(content);
  if (Array.isArray(content)) {
    const parts = content.map((item: Json) =>
      typeof item === 'string' ? trimSpace(item) : textOfPart(item),
    );
    return parts.filter((part) => part !== '').join('\n\n');
  }
  return textOfPart(content);
}

const textOfPart = (part: Json) => (readString(part, 'type') === 'text' ? readString(part, 'text') : '');

const COMMAND_TOOLS = new Set(['functions.exec_command', 'exec_command', 'bash']);

/** The command of a call, "" when its tool is none that runs commands or it states none. */
export function commandOf(tool: string, input: Json): string {
  return COMMAND_TOOLS.has(trimSpace(tool).toLowerCase()) ? readString(input, 'cmd', 'command') : '';
}

/** OpenASE's heuristic: both marks somewhere in the text. */
export function looksLikeDiff(text: string): boolean {
  return text.includes('diff --git ') && text.includes('\n@@ ');
}

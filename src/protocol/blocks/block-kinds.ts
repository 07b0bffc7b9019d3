import { inputSummary, isCallType, isResultType, resultText } from '../content-blocks';
import { jsonText } from '../json-text';
import { fieldOf, type Json, type JsonObject, stringOf } from '../json-values';
import { joined, listed, wordOf } from '../kinds/phrases';
import { base64Bytes } from './base64';

/** A kind of content block: what it is, and what it says of itself in one line. */
export interface BlockKind {
  type: string;
  /** One plain sentence for people. */
  meaning: string;
  /** With `partial` the end of the block may be missing. */
  summary(block: JsonObject, partial: boolean): string;
}

const ofCall = (block: JsonObject) => inputSummary(fieldOf(block, 'input'));

function ofResult(block: JsonObject, partial: boolean): string {
  const content = fieldOf(block, 'content');
  if (content === undefined || content === null) return 'no content';
  const text = resultText(content);
  if (text !== null) return text === '' ? 'empty' : text;
  if (Array.isArray(content)) {
    if (content.length === 0) return 'empty';
    const titles = listed('found', content, 'title') ?? listed('tools', content, 'tool_name');
    return titles ?? content.map((part) => partWord(part, partial)).join(' ');
  }
  return ofResultObject(content);
}

const partWord = (part: Json, partial: boolean) =>
  stringOf(part, 'type') === 'image'
    ? ofSource(part as JsonObject, partial)
    : `[${stringOf(part, 'type') ?? 'unknown'}]`;

/** What tools of the API answer: an object with a type of its own, an error code, or the output of a program. */
function ofResultObject(content: unknown): string {
  const error = joined([wordOf(content, 'error_code'), wordOf(content, 'error_message')]);
  if (error !== '') return error;
  const code = wordOf(content, 'return_code');
  const output = [
    stringOf(content, 'stdout'),
    stringOf(content, 'stderr'),
    stringOf(content, 'url'),
    listed('tools', fieldOf(content, 'tool_references'), 'tool_name'),
  ].find((part) => part !== null && part !== '');
  if (code !== null || output !== undefined)
    return joined([output ?? null, code === null ? null : `exit code ${code}`]);
  return jsonText(content);
}

function ofThinking(block: JsonObject): string {
  const thinking = stringOf(block, 'thinking') ?? '';
  if (thinking !== '') return thinking;
  return stringOf(block, 'signature') ? 'thinking not included (signed)' : 'empty thinking';
}

/** Media type and size of what a picture or a document is made of; an address is named, never fetched. */
function ofSource(block: JsonObject, partial: boolean): string {
  const source = fieldOf(block, 'source');
  const media = stringOf(source, 'media_type') ?? stringOf(block, 'mimeType') ?? stringOf(source, 'type');
  const data = stringOf(source, 'data') ?? stringOf(block, 'data');
  const size =
    data === null || partial || stringOf(source, 'type') === 'text'
      ? ''
      : `, ${base64Bytes(data).toLocaleString('en')} bytes`;
  const name = joined([stringOf(block, 'title'), stringOf(source, 'url'), stringOf(source, 'file_id')]);
  const words = media === null ? '' : ` ${media}`;
  return `[${stringOf(block, 'type')}${words}${size}]${name === '' ? '' : ` ${name}`}`;
}

const said =
  (...keys: readonly string[]) =>
  (block: JsonObject) =>
    joined(keys.map((key) => wordOf(block, key))) || `[${stringOf(block, 'type')}]`;

function ofFallback(block: JsonObject): string {
  const from = wordOf(fieldOf(block, 'from'), 'model') ?? 'a model';
  const to = wordOf(fieldOf(block, 'to'), 'model') ?? 'another one';
  return joined([`${from} → ${to}`, wordOf(fieldOf(block, 'trigger'), 'type')]);
}

function ofToolChange(block: JsonObject): string {
  const tool = fieldOf(block, 'tool');
  return (
    joined([wordOf(tool, 'name'), wordOf(tool, 'type'), wordOf(tool, 'server_name')]) ||
    `[${stringOf(block, 'type')}]`
  );
}

function kind(type: string, meaning: string, summary: BlockKind['summary']): BlockKind {
  return { type, meaning, summary };
}

const result = (type: string, meaning: string) => kind(type, meaning, ofResult);

/**
 * Block types of the published Messages API (as of CLI 2.1.332), of MCP, and those that stand inside results. The CLI
 * passes unknown ones through unchanged.
 */
export const BLOCK_KINDS: readonly BlockKind[] = [
  kind('text', 'Words of the model, of the person, or of a tool.', (block) => stringOf(block, 'text') ?? ''),
  kind(
    'thinking',
    'What the model thought before it answered. The signature lets the API check it later.',
    ofThinking,
  ),
  kind(
    'redacted_thinking',
    'Thinking that the API has encrypted: only the API can read it.',
    () => 'redacted thinking',
  ),
  kind('tool_use', 'The model calls a tool of the CLI or of an MCP server.', ofCall),
  kind('server_tool_use', 'The model calls a tool that the API runs itself.', ofCall),
  kind('mcp_tool_use', 'The model calls a tool of an MCP server through the API.', ofCall),
  result('tool_result', 'What a tool answered.'),
  result('mcp_tool_result', 'What a tool of an MCP server answered through the API.'),
  result('web_search_tool_result', 'What a web search by the API found.'),
  result('web_fetch_tool_result', 'A page that the API fetched.'),
  result('code_execution_tool_result', 'What came of code that ran in the container of the API.'),
  result('bash_code_execution_tool_result', 'What came of a command that ran in the container of the API.'),
  result(
    'text_editor_code_execution_tool_result',
    'What came of reading or changing a file in the container of the API.',
  ),
  result('tool_search_tool_result', 'Tools that a search by the API found.'),
  result('advisor_tool_result', 'What another model advised.'),
  kind('image', 'A picture.', ofSource),
  kind('document', 'A document, such as a PDF file or a text.', ofSource),
  kind('audio', 'A sound of an MCP tool.', ofSource),
  kind('container_upload', 'A file in the container of the API.', said('file_id')),
  kind('tool_reference', 'A tool that can be called from here on.', said('tool_name')),
  kind('search_result', 'A passage that was found, with its source.', said('title', 'source')),
  kind(
    'web_search_result',
    'A page that a web search found. Its content is encrypted.',
    said('title', 'url', 'page_age'),
  ),
  kind('web_fetch_result', 'A page that was fetched.', said('url', 'retrieved_at')),
  kind('code_execution_output', 'A file that code wrote in the container of the API.', said('file_id')),
  kind(
    'bash_code_execution_output',
    'A file that a command wrote in the container of the API.',
    said('file_id'),
  ),
  kind(
    'resource',
    'A resource of an MCP server.',
    (block) =>
      joined([wordOf(fieldOf(block, 'resource'), 'uri'), wordOf(fieldOf(block, 'resource'), 'text')]) ||
      '[resource]',
  ),
  kind('resource_link', 'The address of a resource of an MCP server.', said('name', 'uri')),
  kind('compaction', 'A summary that the API itself made of the conversation.', said('content')),
  kind('fallback', 'Another model takes over from here.', ofFallback),
  kind('mcp_tool_listing', 'The tools of an MCP server.', (block) =>
    joined([wordOf(block, 'mcp_server_name'), listed('tools', fieldOf(block, 'tools'), 'name')]),
  ),
  kind('tool_addition', 'A tool was added in the middle of the conversation.', ofToolChange),
  kind('tool_removal', 'A tool was taken away in the middle of the conversation.', ofToolChange),
];

const BY_TYPE: ReadonlyMap<string, BlockKind> = new Map(BLOCK_KINDS.map((entry) => [entry.type, entry]));

/** What blocks of a type are; null for a type that nobody knows. */
export function blockMeaning(type: string): string | null {
  return BY_TYPE.get(type)?.meaning ?? null;
}

/** One line for a content block, without the tool's name. With `partial`, its end may be missing. */
export function blockSummary(block: JsonObject, partial = false): string {
  const type = stringOf(block, 'type') ?? '';
  const known = BY_TYPE.get(type);
  if (known !== undefined) return known.summary(block, partial);
  if (isCallType(type)) return ofCall(block);
  if (isResultType(type)) return ofResult(block, partial);
  return stringOf(block, 'text') ?? `[${type === '' ? 'block without a type' : type}]`;
}

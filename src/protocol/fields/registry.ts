import observedData from './data/observed.json';
import publishedData from './data/published.json';
import type { FieldSource } from './field-kind';
import { type JsonType, segmentsOf } from './field-path';

/** A path of a published type file. */
export interface PublishedField {
  /** The path as it is published: blocks without their type, keys of maps as `<key>`. */
  path: string;
  /** As the type files write it, such as "string" or "('allow' | 'deny')"; long unions end in "...". */
  type: string;
  optional: boolean;
  /** The first CLI version whose types declare it. */
  since: string;
  /** The last one that does; null when the newest types still do. */
  until: string | null;
}

/** A path seen in recordings. */
export interface ObservedField {
  first: string;
  last: string;
  types: JsonType[];
}

/** A node of a tree of paths: what is known of it, and what is below it by segment. See data/README.md. */
type Tree = { readonly [segment: string]: Node };
type Node = string | readonly [string, Tree];

interface PublishedData {
  versions: string[];
  types: string[];
  kinds: { [kind: string]: [string, Tree] };
}

type ObservedSection = 'stream' | 'disk' | 'streamResults' | 'diskResults';
type ObservedData = { versions: string[] } & Record<ObservedSection, { [kind: string]: Tree }>;

const published = publishedData as unknown as PublishedData;
const observed = observedData as unknown as ObservedData;

export const newestRecorded = observed.versions.at(-1) as string;
const firstPublished = published.versions[0] as string;

const own = <T>(table: { readonly [key: string]: T }, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
const infoOf = (node: Node) => (typeof node === 'string' ? node : node[0]);
const below = (node: Node | undefined): Tree =>
  node === undefined || typeof node === 'string' ? {} : node[1];

// ---- published ------------------------------------------------------------------------------------------

/** Events and answers of all subtypes are published as one kind. */
const publishedKind = (kind: string) =>
  kind.startsWith('stream_event/')
    ? 'stream_event'
    : kind.startsWith('control_response/')
      ? 'control_response'
      : kind;

export const isPublishedKind = (kind: string) => own(published.kinds, publishedKind(kind)) !== undefined;

export type PublishedMatch =
  | { match: 'declared'; field: PublishedField }
  /** Below a field whose type says nothing of its inside, such as `unknown` or a map of anything. */
  | { match: 'inside'; field: PublishedField }
  | { match: 'none' };

const NONE: PublishedMatch = { match: 'none' };

/** What the published types say of a path of this kind. */
export function publishedField(kind: string, path: string): PublishedMatch {
  const name = publishedKind(kind);
  const entry = own(published.kinds, name);
  if (entry === undefined) return NONE;
  let tree = entry[1];
  let at = '';
  let node: Node | undefined;
  for (const segment of segmentsOf(path)) {
    const parent = node;
    const plain = segment.startsWith('[') ? '[]' : segment;
    const anyKey = at === '' ? '<key>' : '.<key>';
    const isKey = own(tree, plain) === undefined && !plain.startsWith('[');
    const step = isKey ? anyKey : plain;
    node = own(tree, step);
    if (node === undefined || (isKey && saysNothing(typeOf(infoOf(node))))) {
      return parent !== undefined && isOpen(parent)
        ? { match: 'inside', field: decode(entry, at, parent) }
        : NONE;
    }
    at += step;
    tree = below(node);
  }
  return node === undefined || infoOf(node) === ''
    ? NONE
    : { match: 'declared', field: decode(entry, at, node) };
}

/** The published fields right below a path: what an object there may and has to hold. */
export function publishedBelow(kind: string, path: string): PublishedField[] {
  const entry = own(published.kinds, publishedKind(kind));
  if (entry === undefined) return [];
  let tree = entry[1];
  for (const segment of segmentsOf(path)) {
    tree = below(own(tree, segment.startsWith('[') ? '[]' : segment));
  }
  return Object.keys(tree).flatMap((segment) => {
    const node = tree[segment] as Node;
    const isKey = !segment.startsWith('[') && !/^\.?(?:<key>|\*)$/.test(segment);
    return isKey && infoOf(node) !== '' ? [decode(entry, path + segment, node)] : [];
  });
}

const typeOf = (info: string) => published.types[Number.parseInt(info, 10)] ?? '';

const saysNothing = (type: string) => /^(?:opaque|unknown)\b/.test(type);

/**
 * Whether anything may stand below. A named type whose fields the type files do not list has `.*` below it too, beside
 * `| object` when some of its forms are listed: of those, what is not listed counts as not published.
 */
function isOpen(node: Node): boolean {
  const type = typeOf(infoOf(node));
  if (/\bunknown\b(?!')/.test(type)) return true;
  return own(below(node), '.*') !== undefined && !/\| object$/.test(type);
}

function decode(entry: [string, Tree], path: string, node: Node): PublishedField {
  const [type = '', span = ''] = infoOf(node).split(' ');
  const [since, until] = (span === '' ? entry[0] : span).split('-');
  return {
    path,
    type: typeOf(type),
    optional: type.endsWith('?'),
    since: published.versions[Number(since)] ?? firstPublished,
    until: until === undefined ? null : (published.versions[Number(until)] ?? null),
  };
}

// ---- observed -------------------------------------------------------------------------------------------

const LETTERS: Record<string, JsonType> = {
  s: 'string',
  n: 'number',
  b: 'boolean',
  o: 'object',
  a: 'array',
  z: 'null',
};

export const isObservedKind = (source: FieldSource, kind: string) =>
  own(observed[source], kind) !== undefined;

/** What recordings of this source show at a path of this kind; null when nothing. */
export function observedField(source: FieldSource, kind: string, path: string): ObservedField | null {
  return seenAt(own(observed[source], kind), path);
}

const resultsOf = (source: FieldSource) => observed[source === 'stream' ? 'streamResults' : 'diskResults'];

/** Tools of MCP servers share one table: what their results hold is up to the server. */
export const isMcpTool = (tool: string) => tool.startsWith('mcp__');

export const isRecordedTool = (source: FieldSource, tool: string) =>
  own(resultsOf(source), tool) !== undefined;

/** The same for a path inside of what a tool adds to its result; `path` is "" for the whole. */
export function observedResult(source: FieldSource, tool: string, path: string): ObservedField | null {
  const table = own(resultsOf(source), isMcpTool(tool) ? 'mcp__*' : tool);
  return seenAt(table, path === '' ? '(whole)' : path);
}

/** The tools whose recorded results have this path. */
export function toolsWithResult(source: FieldSource, path: string): string[] {
  return Object.keys(resultsOf(source)).filter((tool) => observedResult(source, tool, path) !== null);
}

function seenAt(table: Tree | undefined, path: string): ObservedField | null {
  if (table === undefined) return null;
  let tree = table;
  let node: Node | undefined;
  for (const segment of segmentsOf(path)) {
    node = own(tree, segment);
    if (node === undefined) return null;
    tree = below(node);
  }
  const [letters = '', strip = ''] = node === undefined ? [] : infoOf(node).split(' ');
  if (strip === '') return null;
  const seen = observed.versions.filter((_, index) => hasVersion(strip, index));
  return {
    first: seen[0] as string,
    last: seen.at(-1) as string,
    types: [...letters].map((letter) => LETTERS[letter] as JsonType),
  };
}

/** `strip` is a hexadecimal number with one bit a version, the oldest lowest. */
function hasVersion(strip: string, index: number): boolean {
  const digit = strip.at(-1 - Math.floor(index / 4));
  return digit !== undefined && ((Number.parseInt(digit, 16) >> (index % 4)) & 1) === 1;
}

// ---- versions -------------------------------------------------------------------------------------------

/** Below 0: `a` is the older CLI version. Words after the numbers ("2.1.88-beta") do not count. */
export function compareVersions(a: string, b: string): number {
  const [x, y] = [a, b].map((version) => version.split('.').map((part) => Number.parseInt(part, 10) || 0));
  for (let k = 0; k < 3; k++) {
    const by = (x?.[k] ?? 0) - (y?.[k] ?? 0);
    if (by !== 0) return by;
  }
  return 0;
}

/** Whether the types published for this CLI version declare the field. */
export function isDeclaredFor(field: PublishedField, version: string): boolean {
  return (
    compareVersions(version, field.since) >= 0 &&
    (field.until === null || compareVersions(version, field.until) <= 0)
  );
}

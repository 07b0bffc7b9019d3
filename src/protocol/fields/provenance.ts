import { blockMeaning } from '../blocks/block-kinds';
import { bridgeExtension, bridgeKind, isTranslatedKind } from './bridge-extensions';
import type { FieldKind, FieldSource } from './field-kind';
import { segmentsOf, TOOL_RESULT_FIELDS } from './field-path';
import {
  isDeclaredFor,
  isMcpTool,
  isObservedKind,
  isPublishedKind,
  isRecordedTool,
  newestRecorded,
  type ObservedField,
  observedField,
  observedResult,
  type PublishedField,
  publishedField,
  toolsWithResult,
} from './registry';

/**
 * "reference": in the published types. "bridge": added by programs between the CLI and its reader. "observed": seen in
 * recordings, not published. "new": neither. "opaque": inside of something that belongs to a tool, a server or the
 * user, and is no part of the protocol.
 */
export type Provenance = 'reference' | 'bridge' | 'observed' | 'new' | 'opaque';

export interface FieldContext extends FieldKind {
  /** The tool whose result the frame holds, for the inside of tool_use_result; null when it is not known. */
  tool: string | null;
  /** Of the run; null when it is not known. */
  cliVersion: string | null;
}

export interface FieldOrigin {
  provenance: Provenance;
  published: PublishedField | null;
  observed: ObservedField | null;
  /** Plain sentences for the reader. */
  explanation: string;
}

/** Where a field of a frame comes from. */
export function provenanceOf(context: FieldContext, path: string): FieldOrigin {
  const { kind, source, form } = context;
  if (isTranslatedKind(kind)) return bridge(bridgeKind(context) as string);
  const inside = insideToolResult(path);
  if (inside !== null) return toolResultOrigin(context, inside);
  // The registry knows an event of the API as a part of its stream_event frame.
  const at = form === 'bare event' ? `event.${path}` : path;
  const stranger = unknownBlock(context, at);
  if (stranger !== null) return unknown(stranger);
  const published = publishedField(kind, at);
  const other: FieldSource = source === 'stream' ? 'disk' : 'stream';
  const seenHere = observedField(source, kind, at);
  const observed = seenHere ?? observedField(other, kind, at);
  const where = seenHere === null ? other : source;
  if (form !== 'own' && path === 'type') return bridge(bridgeKind(context) as string);
  if (published.match === 'declared') {
    const sentences = [
      publishedSentence(published.field, context),
      observed === null ? '' : seen(observed, where),
    ];
    return {
      provenance: 'reference',
      published: published.field,
      observed,
      explanation: explain([formSentence(context), ...sentences]),
    };
  }
  if (observed !== null) {
    const sentences = [unpublishedSentence(context, at), seen(observed, where)];
    return {
      provenance: 'observed',
      published: null,
      observed,
      explanation: explain([formSentence(context), ...sentences]),
    };
  }
  const why = bridgeExtension(kind, path);
  if (why !== null) return bridge(why);
  if (published.match === 'inside') {
    return {
      provenance: 'opaque',
      published: null,
      observed: null,
      explanation: `Inside of ${published.field.path}, which is published as ${published.field.type}: anything may stand there.`,
    };
  }
  return unknown(newSentence(context));
}

/** The published types name no block kinds in paths, so a block that nobody knows would pass for a published one. */
function unknownBlock({ kind, source }: FieldContext, path: string): string | null {
  for (const { 0: segment, index } of path.matchAll(/\[([^\]]+)\]/g)) {
    const type = segment.slice(1, -1);
    const block = path.slice(0, index + segment.length);
    const other: FieldSource = source === 'stream' ? 'disk' : 'stream';
    if (blockMeaning(type) !== null) continue;
    if (observedField(source, kind, block) !== null || observedField(other, kind, block) !== null) continue;
    return `Inside of a block of the kind ${type}, which no published type and no recording up to ${newestRecorded} has.`;
  }
  return null;
}

// ---- what a tool adds to its result ---------------------------------------------------------------------

/** The path within tool_use_result or toolUseResult; null for every other path, and for the field itself. */
function insideToolResult(path: string): string | null {
  const [first = '', second] = segmentsOf(path);
  if (!TOOL_RESULT_FIELDS.has(first) || second === undefined) return null;
  return path.slice(first.length + (second.startsWith('.') ? 1 : 0));
}

function toolResultOrigin({ source, tool }: FieldContext, path: string): FieldOrigin {
  const other: FieldSource = source === 'stream' ? 'disk' : 'stream';
  if (tool === null) {
    const tools = toolsWithResult(source, path);
    if (tools.length === 0) {
      return opaque(
        'The tool that this result is of is not known, and no recorded tool has this in its results.',
      );
    }
    const observed = observedResult(source, tools[0] as string, path);
    const named = `${tools.slice(0, 3).join(', ')}${tools.length > 3 ? ' and others' : ''}`;
    return seenResult(
      observed as ObservedField,
      source,
      `The tool that this result is of is not known. Recorded results of ${named} have it.`,
    );
  }
  const seenHere = observedResult(source, tool, path);
  const observed = seenHere ?? observedResult(other, tool, path);
  if (observed !== null)
    return seenResult(
      observed,
      seenHere === null ? other : source,
      `Not in the published types: results of ${isMcpTool(tool) ? 'MCP tools' : tool} are published as "unknown".`,
    );
  if (isMcpTool(tool))
    return opaque('What an MCP server adds to a result is its own, and no part of the protocol.');
  if (isRecordedTool(source, tool) || isRecordedTool(other, tool)) {
    return unknown(`Recorded results of ${tool} up to ${newestRecorded} do not have it.`);
  }
  return unknown(`No recording up to ${newestRecorded} has a result of the tool ${tool}.`);
}

const seenResult = (observed: ObservedField, where: FieldSource, sentence: string): FieldOrigin => ({
  provenance: 'observed',
  published: null,
  observed,
  explanation: explain([sentence, seen(observed, where)]),
});

// ---- sentences ------------------------------------------------------------------------------------------

function explain(sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

const bare = (provenance: Provenance) => (explanation: string) => ({
  provenance,
  published: null,
  observed: null,
  explanation,
});
const bridge: (why: string) => FieldOrigin = bare('bridge');
const unknown: (why: string) => FieldOrigin = bare('new');
const opaque: (why: string) => FieldOrigin = bare('opaque');

function formSentence({ form, kind }: FieldContext): string {
  if (form === 'flattened') return `In the bridge form of ${kind}.`;
  return form === 'bare event' ? 'In an event without its stream_event frame.' : '';
}

function publishedSentence(field: PublishedField, { source, cliVersion }: FieldContext): string {
  const span =
    field.until === null
      ? `Published since ${field.since}`
      : `Published from ${field.since} to ${field.until}, not later`;
  const type = shortType(field.type);
  const sentence = `${span} (${field.optional ? `${type}, optional` : type}).`;
  if (source === 'disk')
    return `${sentence} That is for the stream; of session files no types are published.`;
  if (cliVersion === null || isDeclaredFor(field, cliVersion)) return sentence;
  return `${sentence} The types for this run's version, ${cliVersion}, do not declare it.`;
}

const MAX_TYPE_UNITS = 120;

const shortType = (type: string) =>
  type.length > MAX_TYPE_UNITS ? `${type.slice(0, MAX_TYPE_UNITS)}…` : type;

function unpublishedSentence({ kind, source }: FieldContext, path: string): string {
  if (source === 'disk') {
    const twin = snakeCase(path);
    const published = twin === path ? null : publishedField(kind, twin);
    return published?.match === 'declared'
      ? `The form in session files of ${twin}, which is published for the stream.`
      : 'Of session files no types are published.';
  }
  return isPublishedKind(kind)
    ? 'Not in the published types for this path.'
    : `No types are published for ${kind}.`;
}

const snakeCase = (path: string) => path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function seen(observed: ObservedField, where: FieldSource): string {
  const { first, last, types } = observed;
  const place = where === 'disk' ? 'session files' : 'recordings';
  const span = first === last ? `of ${first}` : `from ${first} to ${last}`;
  return `Seen in ${place} ${span} (${types.join(', ')}).`;
}

function newSentence({ kind, source }: FieldContext): string {
  if (isPublishedKind(kind) || isObservedKind('stream', kind) || isObservedKind('disk', kind)) {
    return `Not in the published types, and in no recording of ${kind} up to ${newestRecorded}.`;
  }
  return source === 'disk'
    ? `No recording up to ${newestRecorded} has a line of the kind ${kind}.`
    : `The kind ${kind} is not in the published types, and in no recording up to ${newestRecorded}.`;
}

import type { JsonObject } from '../json-values';
import { childPath } from './field-path';
import type { FieldContext } from './provenance';
import { mismatch, shapeOf } from './published-type';
import { isDeclaredFor, type PublishedField, publishedBelow, publishedField } from './registry';
import { type Field, walkFields } from './walk-fields';

/** Where a frame differs from what the published types say of it. It is a fact about the frame, never an error. */
export interface ConformanceNote {
  path: string;
  code: 'wrong-type' | 'missing-field';
  sentence: string;
}

interface Group {
  count: number;
  objects: number;
}

/** One note a path and code is enough: what differs once mostly differs in every element. */
type Notes = Map<string, ConformanceNote>;

/**
 * Compares a frame with the types that are published for its kind and, when it is known, for the CLI version of its
 * run. Session files have no published types, and what bridges write is not bound by them: neither gets notes.
 */
export function conformanceOf(frame: JsonObject, context: FieldContext): ConformanceNote[] {
  if (context.source === 'disk' || context.form !== 'own') return [];
  const notes: Notes = new Map();
  const groups = new Map<string, Group>([['', { count: 1, objects: 1 }]]);
  const declared = new Map<string, PublishedField | null>();
  walkFields(frame, (field) => {
    const { path, type } = field;
    const group = groups.get(path) ?? { count: 0, objects: 0 };
    group.count++;
    if (type === 'object') group.objects++;
    groups.set(path, group);
    let published = declared.get(path);
    if (published === undefined) {
      const found = publishedField(context.kind, path);
      published = found.match === 'declared' && isInForce(found.field, context) ? found.field : null;
      declared.set(path, published);
    }
    if (published !== null) noteType(notes, field, published);
  });
  // What a version had to have can only be said of a known one: streams state theirs since 2.0.50.
  if (context.cliVersion === null) return [...notes.values()];
  for (const [path, group] of groups) {
    if (group.objects > 0) noteMissing(notes, groups, path, group.objects, context);
  }
  return [...notes.values()];
}

function noteType(notes: Notes, { path, value }: Field, published: PublishedField): void {
  if (notes.has(path)) return;
  const shape = shapeOf(published.type);
  const wrong = shape === null ? null : mismatch(shape, value);
  if (wrong === null) return;
  notes.set(path, {
    path,
    code: 'wrong-type',
    sentence: `Published as ${published.type}; here it ${wrong}.`,
  });
}

function noteMissing(
  notes: Notes,
  groups: ReadonlyMap<string, Group>,
  path: string,
  objects: number,
  context: FieldContext,
): void {
  const fields = publishedBelow(context.kind, path);
  if (fields.some(isDiscriminator) || isMixed(context.kind, path)) return;
  for (const field of fields) {
    // A field that may be null may as well be absent: the two are read the same.
    if (field.optional || /\bnull\b/.test(field.type)) continue;
    if (!isInForce(field, context)) continue;
    const name = field.path.slice(field.path.lastIndexOf('.') + 1);
    const missing = childPath(path, name);
    const there = groups.get(missing)?.count ?? 0;
    if (there >= objects || notes.has(missing)) continue;
    const where = objects === 1 ? 'this frame' : `${objects - there} of ${objects} places`;
    notes.set(missing, {
      path: missing,
      code: 'missing-field',
      sentence: `Published as required (${field.type}); it is missing in ${where}.`,
    });
  }
}

/**
 * Objects that may be one of several: what is required depends on which it is, and the registry has all of them in
 * one. Its `type` (or `kind`, `subtype`) tells them apart.
 */
function isDiscriminator({ path, type }: PublishedField): boolean {
  return /(?:^|\.)(?:type|kind|subtype|source|behavior)$/.test(path) && /'[^']*' \| |\.\.\.$/.test(type);
}

function isMixed(kind: string, path: string): boolean {
  if (path === '') return false;
  const found = publishedField(kind, path);
  return found.match !== 'declared' || !/^(?:object|\(object \| null\))$/.test(found.field.type);
}

const isInForce = (field: PublishedField, { cliVersion }: FieldContext) =>
  cliVersion === null || isDeclaredFor(field, cliVersion);

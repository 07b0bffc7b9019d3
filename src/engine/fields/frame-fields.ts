import { conformanceOf } from '../../protocol/fields/conformance';
import { fieldKindOf } from '../../protocol/fields/field-kind';
import { keyLines } from '../../protocol/fields/key-lines';
import { type FieldContext, type FieldOrigin, provenanceOf } from '../../protocol/fields/provenance';
import { type Field, walkFields } from '../../protocol/fields/walk-fields';
import type { JsonObject } from '../../protocol/json-values';
import { prettyJson } from '../../protocol/pretty-json';
import type { FieldEntry, FieldList, FieldMarks } from '../answer-types';
import type { FrameTexts } from '../answers/frame/frame-text';
import { parseFrame } from '../answers/frame/parsed-frame';
import { RowFlag } from '../frames/frame-table';
import type { Session } from '../session/session';

/** Fields of longer frames are not told apart: that would hold up other answers for too long. */
const MAX_FIELD_BYTES = 8 * 1024 * 1024;
/** A recorded frame has at most a few hundred paths. The list travels in one message of less than 1 MB. */
const MAX_ENTRIES = 1000;
const MAX_ANSWER_UNITS = 300_000;
const KEPT_FRAMES = 2;

/** All fields of a frame, and where in its pretty text each key stands. */
export interface FrameFields extends FieldList {
  /** Of every key of the pretty text that has an entry: the first unit of its line, in order. */
  starts: number[];
  /** The number of its entry in the list. */
  numbers: number[];
}

const none = (missing: string): FrameFields => ({
  kind: '',
  entries: [],
  leftOff: 0,
  missing,
  starts: [],
  numbers: [],
});

/** The fields of one row. `pretty`: its pretty text, if it is at hand. Throws SourceError when its bytes are gone. */
export function fieldsOfFrame(session: Session, row: number, pretty?: string | null): FrameFields {
  const { table } = session.index;
  if ((table.flags(row) & RowFlag.Unparsed) !== 0) return none('This piece is no JSON object.');
  if (session.index.isStderr(row))
    return none('A line of stderr is text of the process, no frame: it has no fields.');
  if (table.length(row) > MAX_FIELD_BYTES) {
    return none('This frame is longer than 8 MB: its fields are not told apart.');
  }
  const frame = parseFrame(session, row);
  const text = pretty ?? prettyJson(session.jsonText(row).toString('utf8'));
  if (frame === undefined || text === null) {
    return none('This frame is no strict JSON, so its fields cannot be told apart.');
  }
  const context = contextOf(session, row, frame);
  const entries = new Entries(context);
  const starts: number[] = [];
  const numbers: number[] = [];
  keyLines(text, ({ start, path, type }) => {
    const number = entries.add(path, type);
    if (number < 0) return;
    starts.push(start);
    numbers.push(number);
  });
  // Array elements have no key to mark; one that nobody knows, such as a block of a new type, is told all the same.
  walkFields(frame, ({ path, type, isElement }) => {
    if (isElement) entries.addElement(path, type);
  });
  for (const { path, sentence } of conformanceOf(frame, context)) entries.addNote(path, sentence);
  return {
    kind: context.kind,
    entries: entries.listed,
    leftOff: entries.leftOff,
    missing: null,
    starts,
    numbers,
  };
}

/** The paths of one frame as they are found. */
class Entries {
  readonly listed: FieldEntry[] = [];
  leftOff = 0;
  private units = 0;
  /** Number in the list; -1: not listed. */
  private readonly numbers = new Map<string, number>();
  private readonly isKnownElement = new Map<string, boolean>();

  constructor(private readonly context: FieldContext) {}

  add(path: string, type: Field['type']): number {
    let number = this.numbers.get(path);
    if (number === undefined) {
      number = this.list(path, provenanceOf(this.context, path));
      this.numbers.set(path, number);
    }
    const entry = this.listed[number];
    if (entry === undefined) return -1;
    entry.count++;
    if (!entry.types.includes(type)) entry.types.push(type);
    return number;
  }

  addElement(path: string, type: Field['type']): void {
    let known = this.isKnownElement.get(path);
    if (known === undefined) {
      known = provenanceOf(this.context, path).provenance !== 'new';
      this.isKnownElement.set(path, known);
    }
    if (!known) this.add(path, type);
  }

  addNote(path: string, sentence: string): void {
    let number = this.numbers.get(path);
    if (number === undefined) {
      number = this.list(path, provenanceOf(this.context, path));
      this.numbers.set(path, number);
    }
    this.listed[number]?.notes.push(sentence);
  }

  private list(path: string, origin: FieldOrigin): number {
    const { provenance, published, observed, explanation } = origin;
    if (provenance === 'opaque') return -1;
    this.units += path.length + explanation.length;
    if (this.listed.length >= MAX_ENTRIES || this.units > MAX_ANSWER_UNITS) {
      this.leftOff++;
      return -1;
    }
    const entry: FieldEntry = {
      path,
      provenance,
      types: [],
      count: 0,
      publishedType: published?.type ?? null,
      optional: published?.optional ?? null,
      since: published?.since ?? observed?.first ?? null,
      until: published === null ? (observed?.last ?? null) : published.until,
      explanation,
      notes: [],
    };
    return this.listed.push(entry) - 1;
  }
}

function contextOf(session: Session, row: number, frame: JsonObject): FieldContext {
  const { table, runs } = session.index;
  return {
    ...fieldKindOf(frame),
    tool: toolOfResult(session, row),
    cliVersion: runs.runs[table.run(row)]?.cliVersion ?? null,
  };
}

/** The tool that the first result of a row answers: what the CLI adds to the frame is shaped by that tool. */
export function toolOfResult(session: Session, row: number): string | null {
  const { links, table, toolNames } = session.index;
  for (let record = table.firstBlock(row) - 1; record >= 0 && record < links.count; record++) {
    if (links.row(record) !== row) return null;
    if (!links.isResult(record)) continue;
    const call = links.other(record);
    const name = call >= 0 ? links.name(call) : 0;
    return name > 0 ? toolNames.text(name - 1) : null;
  }
  return null;
}

/** The fields of the frames that were asked for last: list and marks of one frame come in several answers. */
export class FieldAnswers {
  private readonly kept: { row: number; bytes: number; fields: FrameFields }[] = [];

  constructor(
    private readonly session: Session,
    private readonly texts: FrameTexts,
  ) {}

  list(row: number): FieldList {
    const { kind, entries, leftOff, missing } = this.fields(row);
    return { kind, entries, leftOff, missing };
  }

  /** Marks for the lines of units [from, from + count) of the pretty text. */
  marks(row: number, from: number, count: number): FieldMarks {
    const { starts, numbers, missing } = this.fields(row);
    const text = missing === null ? (this.texts.prettyText(row) ?? '') : '';
    const end = Math.min(from + count, text.length);
    if (from >= end) return { lines: new Int16Array(0), beginsWithin: false };
    const lines: number[] = [];
    let next = firstAtOrAfter(starts, from);
    let line = from;
    const beginsWithin = from > 0 && text[from - 1] !== '\n';
    if (beginsWithin) {
      lines.push(-1);
      line = lineAfter(text, from);
    }
    for (; line < end; line = lineAfter(text, line)) {
      const isMarked = starts[next] === line;
      lines.push(isMarked ? (numbers[next] as number) : -1);
      if (isMarked) next++;
    }
    return { lines: Int16Array.from(lines), beginsWithin };
  }

  private fields(row: number): FrameFields {
    const bytes = this.session.index.table.length(row);
    const known = this.kept.find((entry) => entry.row === row && entry.bytes === bytes);
    if (known !== undefined) return known.fields;
    const pretty = bytes > MAX_FIELD_BYTES ? null : this.texts.prettyText(row);
    const fields = fieldsOfFrame(this.session, row, pretty);
    this.kept.unshift({ row, bytes, fields });
    this.kept.length = Math.min(this.kept.length, KEPT_FRAMES);
    return fields;
  }
}

/** Where the next line begins; past the end after the last one. */
function lineAfter(text: string, at: number): number {
  const newline = text.indexOf('\n', at);
  return newline < 0 ? text.length + 1 : newline + 1;
}

function firstAtOrAfter(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

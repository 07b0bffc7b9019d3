import type { Call, Row } from '../../../../src/engine/answer-types';
import {
  diagnosticGroups,
  diagnosticPage,
} from '../../../../src/engine/answers/diagnostics/diagnostic-groups';
import { callsOf } from '../../../../src/engine/answers/frame/calls';
import { reportOf } from '../../../../src/engine/answers/report/report';
import { rowOf } from '../../../../src/engine/answers/rows/row-page';
import { createTextSearch } from '../../../../src/engine/search/text-search';
import type { Session } from '../../../../src/engine/session/session';
import { contentBlocks } from '../../../../src/protocol/content-blocks';
import type {
  FilterNode,
  FilterTerm,
  FilterValue,
  Range,
  TextTerm,
} from '../../../../src/protocol/filter/filter-ast';
import type { StateWord } from '../../../../src/protocol/filter/filter-words';
import { familyOf, kindOf, NO_TYPE } from '../../../../src/protocol/frame-kinds';
import { isObject, type Json, type JsonObject, stringOf } from '../../../../src/protocol/json-values';
import { kindOfFrame } from '../../../../src/protocol/kinds/catalogue';

const FOLDED = { unfolded: false, open: [] };

/** What is known of one row without any set or column: its answer, its frame as JSON.parse reads it, its calls. */
export interface SlowRow {
  row: Row;
  frame: JsonObject | undefined;
  calls: Call[];
  isFolded: boolean;
  offset: number;
  run: number;
  type: string;
  subtype: string;
  messageIds: string[];
}

/** Whether an expression is true of a row, asked row by row: the engine's columns have to come to the same. */
export class SlowReference {
  readonly rows: SlowRow[];
  private readonly problems = new Set<number>();
  private readonly runs;
  private readonly texts = new Map<string, Set<number>>();

  constructor(private readonly session: Session) {
    const { table } = session.index;
    this.rows = Array.from({ length: table.rows }, (_, row) => slowRow(session, row));
    for (const { code } of diagnosticGroups(session).groups)
      for (let from = 0; ; from += 200) {
        const { diagnostics } = diagnosticPage(session, code, from, 200);
        for (const { frame } of diagnostics) if (frame !== null) this.problems.add(frame);
        if (diagnostics.length < 200) break;
      }
    this.runs = reportOf(session).runs;
    const byMessage = new Map<number, string>();
    this.rows.forEach(({ frame }, row) => {
      const message = table.message(row);
      const id = idOfMessage(frame);
      if (message !== 0 && id !== null && !byMessage.has(message)) byMessage.set(message, id);
    });
    this.rows.forEach(({ messageIds }, row) => {
      const id = byMessage.get(table.message(row));
      if (id !== undefined) messageIds.push(id);
    });
  }

  matches(node: FilterNode): number[] {
    return this.rows.flatMap((slow, row) => (this.isTrue(node, slow, row) ? [row] : []));
  }

  private isTrue(node: FilterNode, slow: SlowRow, row: number): boolean {
    switch (node.op) {
      case 'and':
        return node.parts.every((part) => this.isTrue(part, slow, row));
      case 'or':
        return node.parts.some((part) => this.isTrue(part, slow, row));
      case 'not':
        return !this.isTrue(node.part, slow, row);
      case 'is':
        return node.states.some((state) => this.isInState(state, slow));
      case 'text':
        return this.rowsWithText(node).has(row);
      default:
        return this.isTerm(node, slow, row);
    }
  }

  private isInState(state: StateWord, { row, frame, calls, isFolded, type, subtype }: SlowRow): boolean {
    const own = (call: Call) => call.resultFrame === row.frame || call.callFrame === row.frame;
    switch (state) {
      case 'error':
        return row.error;
      case 'unparsed':
        return row.unparsed;
      case 'new':
        return !row.unparsed && row.stream === null && familyOf(type, subtype) === 'new';
      case 'call':
        return row.calls > 0;
      case 'result':
        return row.results > 0;
      case 'linked':
        return calls.some(({ callFrame, resultFrame }) => callFrame !== null && resultFrame !== null);
      case 'unlinked':
        return row.unlinked;
      case 'orphan':
        return calls.some((call) => call.status === 'orphan' && own(call));
      case 'unanswered':
        return calls.some((call) => call.status === 'unanswered' && own(call));
      case 'failed':
        return calls.some(({ status }) => status === 'failed');
      case 'replay':
        return row.replay;
      case 'sidechain':
        return frame?.isSidechain === true;
      case 'inferred':
        return row.timeSource === 'inherited' || row.timeSource === 'none';
      case 'folded':
        return isFolded;
      case 'problem':
        return this.problems.has(row.frame);
      case 'abandoned':
        return row.offBranch;
      case 'stderr':
      case 'stdin':
        return row.stream === state;
      case 'main':
        return row.agent === 0;
      case 'agent':
        return row.agent !== 0;
    }
  }

  private isTerm(term: Exclude<FilterTerm, { op: 'is' | 'text' }>, slow: SlowRow, at: number): boolean {
    const { row, frame, calls } = slow;
    if (term.op === 'range') {
      const firstTime = this.session.progress.firstTime ?? Number.NaN;
      const numbers: (number | null)[] = {
        size: () => [row.bytes],
        frame: () => [row.frame],
        line: () => [row.line],
        offset: () => [slow.offset],
        time: () => [row.time],
        gap: () => [at === 0 ? null : minus(row.time, this.rows[at - 1]!.row.time)],
        duration: () => calls.map(({ durationMs }) => durationMs),
      }[term.key]();
      return numbers.some((number) => number !== null && isInRanges(number, term.ranges, firstTime));
    }
    if (frame !== undefined && term.op === 'field')
      return valuesAt(frame, term.path).some((value) => isValue(value, term.values));
    if (term.op === 'field') return false;
    const any = (texts: readonly (string | null)[]) =>
      texts.some((text) => text !== null && term.values.some((value) => isText(text, value)));
    const isFrame = frame !== undefined;
    switch (term.key) {
      case 'kind':
        return any([
          slow.type,
          kindOf(slow.type, slow.subtype),
          ...(isFrame ? contentBlocks(frame).map((block) => blockWord(block, term.values)) : []),
          isFrame ? formOf(frame, term.values) : null,
        ]);
      case 'tool':
        return any(calls.map(({ name, callFrame }) => (callFrame === null ? null : name)));
      case 'has':
        return isFrame && term.values.some(({ text }) => valuesAt(frame, text).length > 0);
      case 'model': {
        const event = isFrame && isObject(frame.event) ? frame.event : undefined;
        return (
          isFrame && any([frame, frame.message, event?.message].map((place) => stringOf(place, 'model')))
        );
      }
      case 'id':
        return isFrame && idsOf(slow).some((id) => isId(id, term.values));
      case 'run':
        return (
          this.runs[slow.run] !== undefined && term.values.some(({ text }) => Number(text) === slow.run + 1)
        );
      case 'agent':
        return term.values.some(({ text }) => Number(text) === row.agent);
      case 'session':
        return any([this.runs[slow.run]?.sessionId ?? null]);
      case 'version':
        return any([this.runs[slow.run]?.cliVersion ?? null]);
    }
  }

  private rowsWithText(term: TextTerm): Set<number> {
    const { kind, text, caseSensitive, flags } = term;
    const key = JSON.stringify([kind, text, caseSensitive, flags]);
    let rows = this.texts.get(key);
    if (rows === undefined) {
      const found = new Set<number>();
      const pattern = { kind, text, caseSensitive, ...(flags !== '' && { flags }) };
      const search = createTextSearch(this.session, pattern, (row) => found.add(row));
      while (search.step());
      rows = found;
      this.texts.set(key, rows);
    }
    return rows;
  }
}

function slowRow(session: Session, at: number): SlowRow {
  const { table, kinds } = session.index;
  const row = rowOf(session, at);
  const parsed = row.unparsed || row.stream === 'stderr' ? undefined : parsedOf(session, at);
  const isStrict = parsed !== undefined;
  const type = isStrict ? stringOf(parsed, 'type') || NO_TYPE : kinds.type(table.kind(at));
  const subtype = isStrict ? (stringOf(parsed, 'subtype') ?? '') : kinds.subtype(table.kind(at));
  return {
    row,
    frame: parsed,
    calls: callsOf(session, at),
    isFolded: rowOf(session, at, FOLDED).fold === 'inside',
    offset: table.offset(at),
    run: table.run(at),
    type,
    subtype: type === NO_TYPE ? '' : subtype,
    messageIds: [],
  };
}

function parsedOf(session: Session, row: number): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(session.jsonText(row).toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const minus = (a: number | null, b: number | null) => (a === null || b === null ? null : a - b);

function isInRanges(value: number, ranges: readonly Range[], zero: number): boolean {
  return ranges.some(({ min, max }) => {
    const low = min === null ? Number.NEGATIVE_INFINITY : min.value + (min.relative ? zero : 0);
    const high = max === null ? Number.POSITIVE_INFINITY : max.value + (max.relative ? zero : 0);
    return (min?.open ? value > low : value >= low) && (max?.open ? value < high : value <= high);
  });
}

function isText(text: string, value: FilterValue): boolean {
  if (value.quoted) return text === value.text;
  const parts = value.text.toLowerCase().split('*');
  const pattern = parts.map((part) =>
    part.replace(/[^a-z0-9]/gu, (c) => `\\u{${c.codePointAt(0)!.toString(16)}}`),
  );
  return new RegExp(`^${pattern.join('[^]*')}$`, 'u').test(text.toLowerCase());
}

const hasStar = (values: readonly FilterValue[]) =>
  values.some(({ text, quoted }) => !quoted && text.includes('*'));

const isId = (id: string, values: readonly FilterValue[]) =>
  values.some((value) => (hasStar(values) ? isText(id, value) : id === value.text));

/** Every value that stands at a path, element by element. */
function valuesAt(frame: JsonObject, path: string): Json[] {
  let values: { value: Json; name: string }[] = [{ value: frame, name: '' }];
  for (const segment of path.match(/\[[^\]]*\]|[^.[\]]+/g) ?? []) {
    values = values.flatMap(({ value, name }) => {
      if (segment.startsWith('[')) {
        const type = segment.slice(1, -1);
        const elements: Json[] = Array.isArray(value) ? value : [];
        return elements
          .filter((element) => type === '' || stringOf(element, 'type') === type)
          .map((element) => ({ value: element, name: '' }));
      }
      if (!isObject(value)) return [];
      if (Object.hasOwn(value, segment)) return [{ value: value[segment], name: segment }];
      if (segment !== '<key>' || name !== 'modelUsage') return [];
      return Object.keys(value).map((key) => ({ value: value[key], name: '<key>' }));
    });
  }
  return values.map(({ value }) => value);
}

function isValue(value: Json, values: readonly FilterValue[]): boolean {
  if (typeof value === 'object' && value !== null) return false;
  const usable = typeof value === 'string' ? values : values.filter(({ quoted }) => !quoted);
  return usable.some((wanted) => isText(String(value), wanted));
}

/** Values with a star or a slash are those of frames only. */
function blockWord(block: JsonObject, values: readonly FilterValue[]): string | null {
  const type = stringOf(block, 'type') ?? '';
  const named = values.some(
    ({ text, quoted }) =>
      !text.includes('/') && (quoted ? text === type : text.toLowerCase() === type.toLowerCase()),
  );
  return named ? type : null;
}

function formOf(frame: JsonObject, values: readonly FilterValue[]): string | null {
  const type = stringOf(frame, 'type') ?? '';
  if (!values.some(({ text }) => text.startsWith(`${type}/`))) return null;
  return kindOfFrame(type, stringOf(frame, 'subtype') ?? '', frame).kind?.name ?? null;
}

function idOfMessage(frame: JsonObject | undefined): string | null {
  const event = isObject(frame?.event) ? frame.event : undefined;
  return stringOf(frame?.message ?? event?.message, 'id');
}

function idsOf({ frame, messageIds }: SlowRow): string[] {
  if (frame === undefined) return [];
  const blocks = contentBlocks(frame).map((block) => {
    const type = stringOf(block, 'type') ?? '';
    if (type.endsWith('tool_use')) return stringOf(block, 'id');
    return type.endsWith('tool_result') ? stringOf(block, 'tool_use_id') : null;
  });
  return [stringOf(frame, 'uuid'), idOfMessage(frame), ...messageIds, ...blocks].filter(
    (id) => id !== null && id !== '',
  ) as string[];
}

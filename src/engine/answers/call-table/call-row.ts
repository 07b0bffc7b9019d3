import { contentBlocks, inputSummary, resultText } from '../../../protocol/content-blocks';
import { oneLine } from '../../../protocol/frame-summary';
import { fieldOf, type JsonObject, stringOf } from '../../../protocol/json-values';
import type { Session } from '../../session/session';
import { frameOf } from '../agents/call-facts';
import { turnOfRow } from '../turns/turn-page';
import type { CallColumns } from './call-columns';
import type { CallRow } from './call-table-types';
import type { CallWork } from './reading/call-work';

const MAX_NAME_UNITS = 200;

/** Rows for an answer: only their frames are read, each once. */
export function callRows(
  session: Session,
  columns: CallColumns,
  work: CallWork,
  places: ArrayLike<number>,
): CallRow[] {
  const frames = new Map<number, JsonObject | undefined>();
  const blockOf = (record: number): JsonObject | undefined => {
    const { links } = session.index;
    const row = links.row(record);
    if (!frames.has(row)) frames.set(row, frameOf(session, row));
    return contentBlocks(frames.get(row))[links.block(record)];
  };
  return Array.from(places, (at) => callRow(session, columns, work, at, blockOf));
}

function callRow(
  session: Session,
  columns: CallColumns,
  work: CallWork,
  at: number,
  blockOf: (record: number) => JsonObject | undefined,
): CallRow {
  const { links, toolNames } = session.index;
  const call = columns.call[at] as number;
  const result = columns.result[at] as number;
  const name = columns.name[at] as number;
  const block = blockOf(columns.record(at));
  return {
    call: columns.record(at),
    tool: name === 0 ? '' : oneLine(toolNames.text(name - 1).slice(0, MAX_NAME_UNITS)),
    summary: summaryOf(block, call >= 0),
    status: columns.statusOf(at),
    callFrame: call < 0 ? null : links.row(call) + 1,
    resultFrame: result < 0 ? null : links.row(result) + 1,
    time: numberOrNull(columns.time[at]),
    timeInferred: columns.timeInferred(at),
    durationMs: numberOrNull(columns.duration[at]),
    durationInferred: columns.durationInferred(at),
    callBytes: numberOrNull(columns.callBytes[at]),
    resultBytes: numberOrNull(columns.resultBytes[at]),
    permission: work.facts.permissions.of(call, result),
    agent: columns.agent[at] as number,
    run: columns.run[at] as number,
    turn: turnOfRow(session, links.row(columns.record(at)))?.number ?? null,
    repeats: call < 0 ? 0 : work.facts.identical.count(call),
  };
}

/** One line of what a call asks, or of what a result without its call says. */
export function summaryOf(block: JsonObject | undefined, isCall: boolean): string {
  if (!isCall) return oneLine(resultText(fieldOf(block, 'content')) ?? '');
  const input = fieldOf(block, 'input');
  // CLI 2.1.220 and 2.1.332 keep input that is no JSON here.
  return oneLine(stringOf(fieldOf(input, '__unparsedToolInput'), 'raw') ?? inputSummary(input));
}

const numberOrNull = (value: number | undefined) =>
  value === undefined || Number.isNaN(value) ? null : value;

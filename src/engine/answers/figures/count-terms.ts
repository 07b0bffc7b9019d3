import type { FigureName } from '../../../protocol/figure-catalogue';
import { RowFlag } from '../../frames/frame-table';
import { LinkFlag } from '../../links/link-table';
import type { Session } from '../../session/session';
import { type FigureTerm, MAX_LABEL_UNITS, type Terms } from './figure-types';

/** Which records of the link table make each count; the same tests as LinkTable.counts has. */
const LINK_TESTS = {
  toolCalls: ({ result }: Record) => !result,
  toolResults: ({ result }: Record) => result,
  linked: ({ result, open }: Record) => !result && !open,
  unansweredCalls: ({ result, open }: Record) => !result && open,
  orphanResults: ({ result, open, idHasCall }: Record) => result && open && !idHasCall(),
  failedCalls: ({ result, open, error }: Record) => result && !open && error,
} satisfies Partial<{ [name in FigureName]: (record: Record) => boolean }>;

interface Record {
  result: boolean;
  open: boolean;
  error: boolean;
  idHasCall(): boolean;
}

export type LinkFigure = keyof typeof LINK_TESTS;

export const isLinkFigure = (figure: FigureName): figure is LinkFigure => figure in LINK_TESTS;

/** Tool calls and results: one term each. */
export function linkTerms(session: Session, figure: LinkFigure, run: number | null): Terms {
  const { links, table } = session.index;
  const counts = (record: number) => {
    const flags = links.flags(record);
    if ((flags & LinkFlag.Repeat) !== 0) return false;
    if (run !== null && table.run(links.row(record)) !== run) return false;
    return LINK_TESTS[figure]({
      result: (flags & LinkFlag.Result) !== 0,
      open: links.other(record) < 0,
      error: (flags & LinkFlag.Error) !== 0,
      idHasCall: () => links.idHasCall(record),
    });
  };
  return counted(links.count, counts, (record) => linkTerm(session, record));
}

function linkTerm(session: Session, record: number): FigureTerm {
  const { links, table, toolNames } = session.index;
  const row = links.row(record);
  const other = links.other(record);
  const name = links.name(links.isResult(record) && other >= 0 ? other : record);
  const tool = name === 0 ? '' : toolNames.text(name - 1).slice(0, MAX_LABEL_UNITS);
  return {
    label: tool || (links.isResult(record) ? 'Tool result' : 'Unnamed tool'),
    frame: row + 1,
    otherFrame: other < 0 ? null : links.row(other) + 1,
    run: table.run(row) + 1,
    value: 1,
    stated: null,
    note: null,
  };
}

/** Rows that carry a flag: unparsed pieces, replays. */
export function flaggedRows(session: Session, flag: RowFlag, run: number | null): Terms {
  const { table } = session.index;
  const counts = (row: number) => (table.flags(row) & flag) !== 0 && (run === null || table.run(row) === run);
  return counted(table.rows, counts, (row) => rowTerm(session, row));
}

/** The frames of one kind. */
export function framesOfKind(session: Session, kind: string, run: number | null): Terms {
  const { table, kinds } = session.index;
  const wanted = new Set<number>();
  for (let at = 0; at < kinds.size; at++) {
    if (kinds.isFrame(at) && kinds.text(at).slice(0, MAX_LABEL_UNITS) === kind) wanted.add(at);
  }
  const counts = (row: number) =>
    wanted.has(table.kind(row)) && !isSent(session, row) && (run === null || table.run(row) === run);
  return counted(wanted.size === 0 ? 0 : table.rows, counts, (row) => rowTerm(session, row));
}

/** What was sent to a process is no frame of its output. */
function isSent({ index: { table } }: Session, row: number): boolean {
  return (table.flags(row) & RowFlag.Sent) !== 0;
}

function rowTerm(session: Session, row: number): FigureTerm {
  const { table, kinds } = session.index;
  const kind = table.kind(row);
  const label = kinds.isUnparsed(kind) ? kinds.subtype(kind) : kinds.text(kind);
  return {
    label: label.slice(0, MAX_LABEL_UNITS),
    frame: row + 1,
    otherFrame: null,
    run: table.run(row) + 1,
    value: 1,
    stated: null,
    note: null,
  };
}

/** Frames by kind: one term a kind, with its first frame; the most frequent first. */
export function kindTerms(session: Session, run: number | null): Terms {
  const { table, kinds } = session.index;
  const frames = new Float64Array(kinds.size);
  const first = new Float64Array(kinds.size).fill(-1);
  for (let row = 0; row < table.rows; row++) {
    const kind = table.kind(row);
    if (!kinds.isFrame(kind) || isSent(session, row) || (run !== null && table.run(row) !== run)) continue;
    frames[kind] = (frames[kind] as number) + 1;
    if (first[kind] === -1) first[kind] = row;
  }
  const seen = [...frames.keys()].filter((kind) => (frames[kind] as number) > 0);
  seen.sort((a, b) => (frames[b] as number) - (frames[a] as number));
  return {
    value: seen.reduce((sum, kind) => sum + (frames[kind] as number), 0),
    total: seen.length,
    page: (from, count) =>
      seen.slice(from, from + count).map((kind) => ({
        ...rowTerm(session, first[kind] as number),
        value: frames[kind] as number,
      })),
  };
}

/** Counts all of 0 … size - 1 that pass, and tells a page of them in a second pass. */
function counted(size: number, counts: (at: number) => boolean, term: (at: number) => FigureTerm): Terms {
  let total = 0;
  for (let at = 0; at < size; at++) if (counts(at)) total++;
  return {
    value: total,
    total,
    page(from, count) {
      const found: FigureTerm[] = [];
      let before = 0;
      for (let at = 0; at < size && found.length < count; at++) {
        if (counts(at) && before++ >= from) found.push(term(at));
      }
      return found;
    },
  };
}

import type { FilterValue, Range } from '../../../protocol/filter/filter-ast';
import type { StateWord } from '../../../protocol/filter/filter-words';
import { linkProblemOf } from '../../answers/diagnostics/link-diagnostics';
import { unendedRows } from '../../answers/diagnostics/message-diagnostics';
import { turnDiagnostics } from '../../answers/turns/turn-figures';
import { conversationOf, isOffBranch } from '../../conversation/conversation';
import { RowFlag } from '../../frames/frame-table';
import { LinkFlag } from '../../links/link-table';
import type { Session } from '../../session/session';
import { rangeMatcher } from './column-terms';
import { type ColumnLeaf, TableLeaf } from './leaf';
import { valueMatcher } from './value-match';

/** Rows that hold a call or a result of which something is true. A later row may change what is true of it. */
class LinkLeaf extends TableLeaf {
  constructor(
    private readonly session: Session,
    private readonly isWanted: (record: number) => boolean,
  ) {
    super();
  }

  protected stateNow(): number {
    return this.session.index.links.count;
  }

  protected decideAll(rows: number): void {
    const { links } = this.session.index;
    for (let record = 0; record < links.count; record++) {
      const row = links.row(record);
      if (row < rows && this.isWanted(record)) this.bits.add(row);
    }
  }
}

/** Calls of some tools, and their results: the name is looked up once for each tool. */
export function toolLeaf(session: Session, values: readonly FilterValue[]): ColumnLeaf {
  const { links, toolNames } = session.index;
  const isWanted = valueMatcher(values);
  /** By name of a tool: 1 it is wanted, 2 it is not. */
  let lookup = new Uint8Array(64);
  return new LinkLeaf(session, (record) => {
    const name = links.name(callOf(session, record));
    if (name === 0) return false;
    if (name >= lookup.length) {
      const larger = new Uint8Array(Math.max(name + 1, lookup.length * 2));
      larger.set(lookup);
      lookup = larger;
    }
    lookup[name] ||= isWanted(toolNames.text(name - 1)) ? 1 : 2;
    return lookup[name] === 1;
  });
}

/** The call that a record is of, or the record itself where there is none. */
function callOf({ index: { links } }: Session, record: number): number {
  const primary = links.primary(record);
  if (!links.isResult(primary)) return primary;
  const call = links.other(primary);
  return call < 0 ? primary : call;
}

/** Calls, and their results, that took a time in one of the ranges. */
export function durationLeaf(session: Session, ranges: readonly Range[]): ColumnLeaf {
  const { links, table } = session.index;
  const isIn = rangeMatcher(ranges);
  return new LinkLeaf(session, (record) => {
    const primary = links.primary(record);
    const other = links.other(primary);
    if (other < 0) return false;
    const [call, result] = links.isResult(primary) ? [other, primary] : [primary, other];
    return isIn(table.time(links.row(result)) - table.time(links.row(call)));
  });
}

/** A state that links or other tables tell. */
export function tableStateLeaf(session: Session, state: StateWord): ColumnLeaf {
  const { links } = session.index;
  const other = (record: number) => links.other(links.primary(record));
  switch (state) {
    case 'linked':
      return new LinkLeaf(session, (record) => other(record) >= 0);
    case 'unlinked':
      return new LinkLeaf(
        session,
        (record) => (links.flags(record) & LinkFlag.Repeat) === 0 && other(record) < 0,
      );
    case 'orphan':
      return new LinkLeaf(session, (record) => linkProblemOf(session, record) === 'orphan-result');
    case 'unanswered':
      return new LinkLeaf(session, (record) => linkProblemOf(session, record) === 'unanswered-call');
    case 'failed':
      return new LinkLeaf(session, (record) => {
        const end = other(record);
        if (end < 0) return false;
        const result = links.isResult(end) ? end : links.primary(record);
        return (links.flags(result) & LinkFlag.Error) !== 0;
      });
    case 'abandoned':
      return new AbandonedLeaf(session);
    default:
      return new ProblemLeaf(session);
  }
}

/** Rows on a branch of the conversation that was given up. Which one that is can change with every line. */
class AbandonedLeaf extends TableLeaf {
  constructor(private readonly session: Session) {
    super();
  }

  protected stateNow(): unknown {
    return conversationOf(this.session);
  }

  protected decideAll(rows: number): void {
    const conversation = conversationOf(this.session);
    if (conversation === null) return;
    for (let row = 0; row < rows; row++) if (isOffBranch(conversation, row)) this.bits.add(row);
  }
}

/** Rows that a diagnostic names; what is only known at the end of the file is a problem as far as it is read. */
class ProblemLeaf extends TableLeaf {
  private facts: unknown[] = [];
  private changes = 0;

  constructor(private readonly session: Session) {
    super();
  }

  protected stateNow(): number {
    const { session } = this;
    const { links, messages, table } = session.index;
    const facts = [table.rows, links.count, messages.unended, session.state, conversationOf(session)];
    if (facts.some((fact, at) => fact !== this.facts[at])) this.changes++;
    this.facts = facts;
    return this.changes;
  }

  protected decideAll(rows: number): void {
    const { session, bits } = this;
    const { links, table } = session.index;
    const add = (row: number) => {
      if (row >= 0 && row < rows) bits.add(row);
    };
    for (let row = 0; row < rows; row++) if ((table.flags(row) & RowFlag.Diagnostic) !== 0) bits.add(row);
    for (let record = 0; record < links.count; record++)
      if (linkProblemOf(session, record) !== null) add(links.row(record));
    for (const row of conversationOf(session)?.problems.rows ?? []) add(row);
    for (const row of unendedRows(session)) add(row);
    for (const { frame } of turnDiagnostics(session)) if (frame !== null) add(frame - 1);
  }
}

import type { FilterNode, FilterTerm, TextTerm } from '../../protocol/filter/filter-ast';
import type { Session } from '../session/session';
import { agentLeaf, rangeLeaf, runLeaf, stateLeaf } from './terms/column-terms';
import { FieldLeaf, HasLeaf, IdLeaf, kindLeaf, ModelLeaf } from './terms/frame-terms';
import { ColumnLeaf, FrameLeaf, type Leaf } from './terms/leaf';
import { durationLeaf, tableStateLeaf, toolLeaf } from './terms/table-terms';
import { TextLeaf } from './terms/text-leaf';

/** An expression on one session: a tree whose leaves know of every row whether they are true of it. */
export type Plan =
  | { op: 'and' | 'or'; parts: Plan[] }
  | { op: 'not'; part: Plan }
  | { op: 'leaf'; leaf: Leaf; known: FrameLeaf['known'] | null };

/** The leaves of a plan by what they cost. */
export interface Leaves {
  columns: ColumnLeaf[];
  frames: FrameLeaf[];
  texts: TextLeaf[];
}

/** `wanted`: whether the text terms matter for a row. Throws InvalidRequestError. */
export function planOf(
  session: Session,
  node: FilterNode,
  wanted: (row: number) => boolean,
): { plan: Plan; leaves: Leaves } {
  const leaves: Leaves = { columns: [], frames: [], texts: [] };
  const planned = (part: FilterNode): Plan => {
    switch (part.op) {
      case 'and':
      case 'or':
        return { op: part.op, parts: part.parts.map(planned) };
      case 'not':
        return { op: 'not', part: planned(part.part) };
      case 'is':
        return { op: 'or', parts: part.states.map((state) => leafPlan(stateOf(session, state), leaves)) };
      default:
        return leafPlan(leafOf(session, part, wanted), leaves);
    }
  };
  return { plan: planned(node), leaves };
}

const stateOf = (session: Session, state: Parameters<typeof stateLeaf>[1]) =>
  stateLeaf(session, state) ?? tableStateLeaf(session, state);

function leafPlan(leaf: ColumnLeaf | FrameLeaf | TextLeaf, leaves: Leaves): Plan {
  if (leaf instanceof ColumnLeaf) leaves.columns.push(leaf);
  else if (leaf instanceof FrameLeaf) leaves.frames.push(leaf);
  else leaves.texts.push(leaf);
  return { op: 'leaf', leaf, known: leaf instanceof ColumnLeaf ? null : leaf.known };
}

type PlainTerm = Exclude<FilterTerm, { op: 'is' }>;

function leafOf(
  session: Session,
  term: PlainTerm,
  wanted: (row: number) => boolean,
): ColumnLeaf | FrameLeaf | TextLeaf {
  if (term.op === 'text') return new TextLeaf(session, term satisfies TextTerm, wanted);
  if (term.op === 'field') return new FieldLeaf(session, term.path, term.values);
  if (term.op === 'range')
    return term.key === 'duration'
      ? durationLeaf(session, term.ranges)
      : rangeLeaf(session, term.key, term.ranges);
  switch (term.key) {
    case 'kind':
      return kindLeaf(session, term.values);
    case 'tool':
      return toolLeaf(session, term.values);
    case 'id':
      return new IdLeaf(session, term.values);
    case 'model':
      return new ModelLeaf(session, term.values);
    case 'has':
      return new HasLeaf(session, term.values);
    case 'agent':
      return agentLeaf(session, term.values);
    default:
      return runLeaf(session, term.key, term.values);
  }
}

/** Of 32 rows those of which the expression is surely true. */
export function surely(plan: Plan, at: number): number {
  switch (plan.op) {
    case 'leaf':
      return plan.leaf.bits.words[at] ?? 0;
    case 'not':
      return ~perhaps(plan.part, at);
    case 'and': {
      let word = -1;
      for (const part of plan.parts) {
        word &= surely(part, at);
        if (word === 0) break;
      }
      return word;
    }
    case 'or': {
      let word = 0;
      for (const part of plan.parts) word |= surely(part, at);
      return word;
    }
  }
}

/** Of 32 rows those of which the expression may be true, as far as it is known. */
export function perhaps(plan: Plan, at: number): number {
  switch (plan.op) {
    case 'leaf': {
      const bits = plan.leaf.bits.words[at] ?? 0;
      return plan.known === null ? bits : bits | ~(plan.known.words[at] ?? 0);
    }
    case 'not':
      return ~surely(plan.part, at);
    case 'and': {
      let word = -1;
      for (const part of plan.parts) {
        word &= perhaps(part, at);
        if (word === 0) break;
      }
      return word;
    }
    case 'or': {
      let word = 0;
      for (const part of plan.parts) word |= perhaps(part, at);
      return word;
    }
  }
}

import type { Identity } from '../../../protocol/identity/identity';
import type { Family } from '../../answer-types';

/** One frame in a list of related ones. */
export interface RelatedFrame {
  frame: number;
  family: Family;
  kind: string;
  detail: string;
  strong: string;
  summary: string;
}

/** Frames that stand in one relation to the frame at hand. */
export interface Relation {
  /** What they are to it, in words: "parent", "children", "same task". */
  title: string;
  /** The id that binds them; null when it is not one id. */
  value: string | null;
  /** Why these frames: one plain sentence. */
  how: string;
  /** True when no key states the relation: `how` names the rule. */
  inferred: boolean;
  /** How many there are; with `atLeast` the file was not searched to its ends. */
  count: number;
  atLeast: boolean;
  first: number | null;
  last: number | null;
  /** The nearest ones, in the order of the file. */
  frames: RelatedFrame[];
}

/** How far the file was searched for ids that the index does not keep. */
export interface SearchExtent {
  fromFrame: number;
  toFrame: number;
  frames: number;
  /** The whole file was searched. */
  complete: boolean;
}

/** What a frame is called, and which frames it belongs with. */
export interface FrameLinks {
  identities: Identity[];
  identitiesLeftOff: number;
  relations: Relation[];
  /** null: the file was not searched, because that was not asked for or there was no id to search. */
  search: SearchExtent | null;
}

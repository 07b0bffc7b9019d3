import type { ListKey, RangeKey, StateWord } from './filter-words';

/** Where something stands in the expression, in text units; `to` is the first one behind it. */
export interface Span {
  from: number;
  to: number;
}

/** One of the values of a term. In quotes it is exactly this text; else case is ignored and * stands for any text. */
export interface FilterValue extends Span {
  text: string;
  quoted: boolean;
}

/** `kind:assistant,user`: any of the values. */
export interface ListTerm extends Span {
  op: 'list';
  key: Exclude<ListKey, 'is'>;
  values: FilterValue[];
}

/** `is:error,unparsed`: any of the states. */
export interface StateTerm extends Span {
  op: 'is';
  states: StateWord[];
}

/** One end of a range. `relative`: counted from the first time of the session. */
export interface Bound {
  value: number;
  relative: boolean;
  /** The value itself is not in the range. */
  open: boolean;
}

/** null: the range has no end on this side. Sizes and offsets are bytes, times and durations milliseconds. */
export interface Range {
  min: Bound | null;
  max: Bound | null;
}

/** `size:>100k`, `frame:10..50`: in any of the ranges. */
export interface RangeTerm extends Span {
  op: 'range';
  key: RangeKey;
  ranges: Range[];
}

/** `message.stop_reason=end_turn,max_tokens`: the field has any of the values. */
export interface FieldTerm extends Span {
  op: 'field';
  path: string;
  values: FilterValue[];
}

/** A text or a regular expression in the bytes of a frame. */
export interface TextTerm extends Span {
  op: 'text';
  kind: 'text' | 'regex';
  text: string;
  caseSensitive: boolean;
  /** Of a regular expression, without `i`. */
  flags: string;
}

export type FilterTerm = ListTerm | StateTerm | RangeTerm | FieldTerm | TextTerm;

/** All of the parts; without any it is true of every row. */
export interface AndNode extends Span {
  op: 'and';
  parts: FilterNode[];
}

export interface OrNode extends Span {
  op: 'or';
  parts: FilterNode[];
}

export interface NotNode extends Span {
  op: 'not';
  part: FilterNode;
}

export type FilterNode = AndNode | OrNode | NotNode | FilterTerm;

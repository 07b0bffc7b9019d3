import type { FigureName, FigureUnit } from '../../../protocol/figure-catalogue';

/** One frame (or kind, or API message) that a figure comes from. */
export interface FigureTerm {
  label: string;
  frame: number | null;
  /** The other end of a call or result. */
  otherFrame: number | null;
  /** Number of the run it belongs to, from 1. */
  run: number;
  /** What it adds to the figure: the values of all terms add up to it. null for an outcome, which is no sum. */
  value: number | null;
  /** What the frame itself states, where that is not what it adds. */
  stated: number | null;
  note: string | null;
}

/** What the last result of a process says of one model, subagents included. null is not stated. */
export interface ModelUsage {
  model: string;
  input: number | null;
  output: number | null;
  cacheRead: number | null;
  cacheCreation: number | null;
  costUsd: number | null;
}

export interface ModelUsages {
  models: ModelUsage[];
  /** The result frames that state it. */
  frames: number[];
  /** Parts (runs, and processes of a run) and models that were not read, because there are very many. */
  leftOff: number;
}

export interface Figure {
  figure: FigureName;
  title: string;
  unit: FigureUnit;
  /** The figure as the report has it; null when nothing states it, and for an outcome. */
  value: number | null;
  /** An outcome in a word; null for numbers. */
  word: string | null;
  rule: string;
  /** Number of the run that was asked for, from 1; null is the whole file. */
  run: number | null;
  /** How many terms there are, and those of the page that was asked for. */
  total: number;
  from: number;
  terms: FigureTerm[];
  /** Beside cost and tokens; null for other figures. */
  modelUsage: ModelUsages | null;
}

/** All terms of a figure, to be told page by page. */
export interface Terms {
  value: number | null;
  word?: string;
  total: number;
  page(from: number, count: number): FigureTerm[];
}

export const MAX_LABEL_UNITS = 200;

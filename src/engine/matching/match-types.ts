/**
 * Rows that match an expression of the filter language (README, "Filter and search"). A filter and a search are the same
 * question: one hides the other rows, the other marks these. Frame numbers start at 1, as everywhere.
 */
export interface MatchState {
  /** The expression as it was asked for. */
  expression: string;
  /** Rows that were looked at, from the first on. */
  scanned: number;
  /** Rows of these that match, those that are folded away included. */
  matched: number;
  /** Every row that is indexed was looked at. Rows that come later are looked at as they come. */
  done: boolean;
  /** Why it ended before the last row, in one sentence, such as a regular expression that takes too long; else null. */
  stopped: string | null;
}

export interface MatchProgress extends MatchState {
  session: number;
  generation: number;
}

/** The next frame that matches, in the order of the file. */
export interface NextMatch {
  /** null when there is none among the rows that were looked at. */
  frame: number | null;
  /** Which of the matches it is, counted from 1; 0 without one. */
  ordinal: number;
  /** The search went past the end (or the beginning) and on from there. */
  wrapped: boolean;
  state: MatchState;
}

/** Where the texts of an expression stand in a form of one frame: UTF-16 units [from, to) of the whole text, in order. */
export interface FrameMatches {
  /** from, to, from, to, … */
  ranges: number[];
  /** Hits that are not listed, because there are more than the list holds. */
  leftOff: number;
  /** A text that the frame holds only together with other events of its message, such as a word cut by deltas. */
  spread: { firstFrame: number; lastFrame: number } | null;
}

/** How often each kind and tool occurs, and how often among the rows that match. */
export interface Facets {
  /** In order of first sight. `kind` is what "kind:" takes: type, or type/subtype. */
  kinds: { kind: string; family: string; rows: number; matched: number }[];
  /** Tools by number of calls, most first; at most 200. `matched`: calls that stand in rows that match. */
  tools: { tool: string; calls: number; failed: number; matched: number }[];
  toolsLeftOff: number;
  state: MatchState | null;
}

import type { Usage } from '../answer-types';
import type { ModelUsages } from '../answers/figures/figure-types';

/** Where something stands: time is null when nothing before it states one, and inferred when it is not its own. */
export interface UsagePlace {
  frame: number;
  time: number | null;
  inferred: boolean;
}

/** What one API message states: the largest value of each counter; null is not stated. */
export interface MessageUsage extends UsagePlace {
  /** Number of the subagent; 0 is the main thread. */
  agent: number;
  input: number | null;
  output: number | null;
  cacheRead: number | null;
  cacheCreation: number | null;
  /** What the model was given: input, cache read and cache creation together; null when none is stated. */
  context: number | null;
}

/** Cost as it stands after a result: results state a running total of their process, and processes add up. */
export interface CostStep extends UsagePlace {
  /** As the result states it. */
  stated: number;
  total: number;
}

export interface CompactionMark extends UsagePlace {
  agent: number;
  trigger: string | null;
  tokensBefore: number | null;
  tokensAfter: number | null;
}

/** Sums of messages, each counted once. */
export interface AgentUsage {
  agent: number;
  messages: number;
  /** The first of its messages. */
  frame: number;
  usage: Usage;
}

export interface UsageSeries {
  /** Everything that is there now was read. */
  settled: boolean;
  /** In the order of the file; of very many those that keep every peak, every low and what lies around a compaction. */
  messages: MessageUsage[];
  messagesLeftOff: number;
  costs: CostStep[];
  costsLeftOff: number;
  compactions: CompactionMark[];
  compactionsLeftOff: number;
  /** As the report states them: null is not stated. */
  usage: Usage | null;
  costUsd: number | null;
  /** The message with the largest context of the main thread, or of any when that states none. */
  peak: MessageUsage | null;
  /** The messages with most tokens, most first. */
  largest: MessageUsage[];
  agents: AgentUsage[];
  agentsLeftOff: number;
  models: ModelUsages;
  /** Tokens that fit into the context of the model, as the last result says; of several models the largest. */
  contextWindow: number | null;
}

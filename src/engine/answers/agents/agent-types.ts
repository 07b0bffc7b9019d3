import type { Usage } from '../../answer-types';

/**
 * How a subagent ended. "unanswered": its call has no result; "unknown": nothing that is recorded tells.
 */
export type AgentStatus = 'completed' | 'failed' | 'stopped' | 'running' | 'unanswered' | 'unknown';

/**
 * How its call is known. "provided": the agent's own frames or file name the call; "relation": another frame names both;
 * "inferred": by a rule, which is told; "missing": a call is named that is not in this session; "none": no call is named
 * anywhere.
 */
export type RelationSource = 'provided' | 'relation' | 'inferred' | 'missing' | 'none';

export interface AgentRelation {
  source: RelationSource;
  /** One plain sentence. */
  rule: string;
}

/** One subagent of a session. Frame numbers are those of rows; null is "not in this session" or "not stated". */
export interface AgentEntry {
  /** As in Row.agent; null when none of its frames are in this session. */
  number: number | null;
  /** 1 for one that the main thread called. */
  depth: number;
  /** Number of the subagent that called it, 0 for the main thread; null when its call is not known. */
  parent: number | null;
  agentId: string | null;
  /** Such as "general-purpose"; "" when nothing states it. */
  type: string;
  description: string;
  /** The first line of what it was asked. */
  prompt: string;
  callFrame: number | null;
  resultFrame: number | null;
  firstFrame: number | null;
  lastFrame: number | null;
  frames: number;
  toolCalls: number;
  failedCalls: number;
  /** What its messages state, each message once. */
  usage: Usage | null;
  /** What its result or task frame states. */
  totalTokens: number | null;
  durationMs: number | null;
  /** "stated": in its result or task frame; "inferred": from the times of its frames. */
  durationSource: 'stated' | 'inferred';
  status: AgentStatus;
  /** Why the status is what it is: one plain sentence. */
  statusRule: string;
  /** No frame and no file states it. */
  statusInferred: boolean;
  /** The agent file, relative to the folder of the file that was opened; null when it has none. */
  file: string | null;
  relation: AgentRelation;
  /** The CLI started it by itself: "Warmup" agents of 2.0.50 to 2.1.0, and others that no call names. */
  unasked: boolean;
}

/** Subagents in the order of the tree: each one before those that it called. */
export interface AgentPage {
  total: number;
  /** Subagents that are counted by nothing, because there are more than the tree holds. */
  leftOff: number;
  agents: AgentEntry[];
}

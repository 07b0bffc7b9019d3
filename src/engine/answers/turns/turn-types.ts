import type { TaskFacts } from '../../../protocol/turns/task-events';
import type { TurnOutcome } from '../../../protocol/turns/turn-outcomes';
import type { Usage } from '../../answer-types';

export type { TaskStatus } from '../../../protocol/turns/task-events';
export type { TurnOutcome } from '../../../protocol/turns/turn-outcomes';

export interface Turn {
  /** From 1, by the frame that it begins with. */
  number: number;
  sessionId: string | null;
  outcome: TurnOutcome;
  firstFrame: number;
  lastFrame: number;
  promptFrame: number | null;
  /** The beginning of its prompt, in one line; null when the recording does not hold it. */
  prompt: string | null;
  resultFrame: number | null;
  /** What the result says, in one line; of a turn that failed its reason. */
  says: string | null;
  /** num_turns of its result. */
  modelTurns: number | null;
  /** Its own part of the running total. */
  costUsd: number | null;
  usage: Usage | null;
  /** "result": its result states it; "messages": the sum over its API messages. */
  usageSource: 'result' | 'messages';
  durationMs: number | null;
  /** True when no result states the duration: it is the time between its first and last frame. */
  durationInferred: boolean;
}

export interface TurnPage {
  total: number;
  turns: Turn[];
}

export interface TaskInfo extends TaskFacts {
  id: string;
  callFrame: number | null;
  /** The frame that states the status. */
  statusFrame: number;
  events: number;
  /** The first of its frames; "taskEvents" gives any of them. */
  firstEvents: TaskEventPlace[];
}

export interface TaskEventPlace {
  frame: number;
  /** Such as "started" or "notification". */
  kind: string;
}

export interface TaskEventPage {
  events: TaskEventPlace[];
}

export interface TaskPage {
  total: number;
  tasks: TaskInfo[];
}

export interface TaskCounts {
  total: number;
  running: number;
  failed: number;
}

export interface SessionTitle {
  text: string;
  source: 'custom title' | 'title by the model' | 'summary' | 'first prompt';
  frame: number;
}

/** What is known of the end of a run that did not end well. */
export interface RunEnd {
  /** The last frame of the run and its time, of a run without a result. */
  lastActivity: { frame: number; time: number | null } | null;
  /** The last call that has no result, of a run that did not succeed. */
  lastRunning: { frame: number; tool: string; id: string } | null;
  /** The user stopped its last turn. */
  interrupted: boolean;
  /** The session id of the run that answers calls of this one. */
  continuedAs: string | null;
}

/** What a report says of turns, prompts and tasks. */
export interface TurnFigures {
  title: SessionTitle | null;
  /** Prompts that the user typed or queued; lines that the CLI wrote in the name of the user are none. */
  userPrompts: number;
  /** Messages that the API answered with, subagents included; those that the CLI made itself are none. */
  apiMessages: number;
  turnCount: number;
  tasks: TaskCounts;
}

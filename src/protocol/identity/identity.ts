/** What an id is the id of. Two ids of the same name are comparable: equal texts mean the same thing. */
export type IdentityName =
  | 'event'
  | 'session'
  | 'message'
  | 'tool call'
  | 'task'
  | 'run'
  | 'control request'
  | 'API request'
  | 'agent'
  | 'hook'
  | 'hook callback'
  | 'progress'
  | 'turn'
  | 'thread'
  | 'prompt'
  | 'command'
  | 'elicitation'
  | 'conversation';

/**
 * "event": the id of this very frame. "relation": the id of something else that this frame points to. "group": an id
 * that several frames share, such as that of a message, a task, or a call and its result.
 */
export type IdentityRole = 'event' | 'relation' | 'group';

/**
 * "provided": the frame states it as its own. "relation": the frame states it, of something else. "inferred": no key
 * states it; `rule` says how it was made.
 */
export type Confidence = 'provided' | 'relation' | 'inferred';

export interface Identity {
  name: IdentityName;
  /** How this frame is bound to it, in words: "event", "parent", "supersedes", "result of". */
  as: string;
  value: string;
  role: IdentityRole;
  /** The path of the key that states it; for an inferred one what it was made from. */
  source: string;
  confidence: Confidence;
  /** Why it can be relied on although no key states it; null when one does. */
  rule: string | null;
}

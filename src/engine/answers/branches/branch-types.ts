/** One branch of the conversation of a session file: what was said after a prompt that took the place of another. */
export interface ConversationBranch {
  /** It leads to the last line of the file; the others were abandoned. */
  current: boolean;
  /** The last frame that it shares with the branch it parts from; null when it begins with the file. */
  forkFrame: number | null;
  /** The first prompt that is its own, and the beginning of its text; null when it has none. */
  promptFrame: number | null;
  prompt: string;
  /** First and last of its own frames, how many there are, and the time from one to the other. */
  firstFrame: number;
  leafFrame: number;
  frames: number;
  firstTime: number | null;
  leafTime: number | null;
}

/** The conversation tree of a session file. */
export interface ConversationTree {
  branches: ConversationBranch[];
  /** Branches that are counted but not listed. */
  branchesLeftOff: number;
  /** Where the main conversation begins or is taken up without a known parent, and the subagents that stand inline. */
  roots: number;
  sidechainRoots: number;
}

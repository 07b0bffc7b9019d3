/** What is known of a line. */
export enum Line {
  /** It has a uuid and takes part in the tree; a replayed line does not. */
  Node = 1 << 0,
  /** It belongs to a subagent (isSidechain): those trees stand apart. */
  Side = 1 << 1,
  /** A user line that may be a prompt. */
  Prompt = 1 << 2,
  /** Its parentUuid is null, as that of the first line of a conversation is. */
  Begins = 1 << 3,
  /** It has no parentUuid key, or is the boundary of a compaction: it goes on from the line before (cases 056 and 076). */
  GoesOn = 1 << 4,
}

export const NO_PARENT = -1;

/** Work in steps: whoever runs it decides what is done between two of them. */
export type Steps<T> = Generator<void, T>;

/** After so many rows a step ends: about a millisecond. */
export const isPause = (row: number) => (row & 0x7fff) === 0x7fff;

/** Runs all steps at once. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The lines of a file, by row. */
export interface Lines {
  rows: number;
  /** Bits of Line. */
  line: Uint8Array;
  /** Row of the parent, or NO_PARENT. Changed by the tree: cycles are cut and roots attached. */
  parent: Int32Array;
  /** Number of the session that a row belongs to. */
  run(row: number): number;
}

export interface Branch {
  /** The last row that it shares with the branch it parts from; -1 for the one that parts from none. */
  forkRow: number;
  /** The first prompt that is its own; -1 when it has none. */
  promptRow: number;
  /** Its own lines, without those that it shares. */
  firstRow: number;
  leafRow: number;
  lines: number;
}

export interface Cycle {
  /** The earliest row of the cycle, where it is cut. */
  row: number;
  rows: number;
}

export interface Tree {
  cycles: Cycle[];
  /** The current one first, then the abandoned ones in the order of their prompts; empty when there is no conversation. */
  branches: Branch[];
  /** How many there are; beyond MAX_BRANCHES they share the last place of the list. */
  branchCount: number;
  /** Number of the branch that the last line of the file stands on; -1 when there is none. */
  current: number;
  /** Number of each row's branch, -1 for rows that stand apart; null when there is one branch at most. */
  branchOf: Int32Array | null;
  /** Roots of the main conversation, as the file states them, and of subagents. */
  roots: number;
  sideRoots: number;
}

const isNode = (line: number) => (line & Line.Node) !== 0;
/** The row stands for a line of the main conversation. */
const isMain = (line: number) => (line & (Line.Node | Line.Side)) === Line.Node;
const isPrompt = (line: number) =>
  (line & (Line.Node | Line.Side | Line.Prompt)) === (Line.Node | Line.Prompt);

/** A file with more rewinds than this was not written by a person; each branch that is kept costs an object. */
const MAX_BRANCHES = 10_000;

/** Demoting lines that turn out to be no prompts brings others beside each other; this often at most. */
const MAX_ROUNDS = 16;

/**
 * Builds the tree of a conversation from the parent of each line, in time and memory that grow with the number of lines;
 * nothing recurses, so chains of millions are no trouble.
 *
 * Only prompts make branches: two of them whose nearest prompt above is the same cannot stand in one conversation, so the
 * one was abandoned for the other (a rewind). Lines that fork without that belong together: parallel calls and their
 * results (case 073), progress and hooks beside an answer (case 074). `isTyped` looks into the line of a row that may be
 * a prompt; it is asked only for those that stand beside each other.
 */
export function* buildTree(lines: Lines, isTyped: (row: number) => boolean): Steps<Tree> {
  const order = new Int32Array(lines.rows);
  const cycles = yield* cutCycles(lines, order);
  const { roots, sideRoots, last } = yield* attachRoots(lines, order);
  const tree: Tree = { cycles, branches: [], branchCount: 0, current: -1, branchOf: null, roots, sideRoots };
  if (last < 0) return tree;
  const nodes = yield* parentsFirst(lines, order);
  const { above, beside } = yield* findPrompts(lines, order.subarray(0, nodes), isTyped);
  if (!beside) return { ...tree, branches: [yield* onlyBranch(lines)], branchCount: 1, current: 0 };
  const forks = new Forks(lines, above, last);
  yield* forks.part();
  yield* forks.spread(order.subarray(0, nodes));
  return { ...tree, ...forks.result() };
}

/** Makes the earliest line of each cycle a root. `walk` is room for a number a row, all 0. */
function* cutCycles({ rows, line, parent }: Lines, walk: Int32Array): Steps<Cycle[]> {
  const cycles: Cycle[] = [];
  for (let row = 0; row < rows; row++) {
    if (isPause(row)) yield;
    if (!isNode(line[row] as number)) continue;
    let at = row;
    for (; at >= 0 && walk[at] === 0; at = parent[at] as number) walk[at] = row + 1;
    if (at < 0 || walk[at] !== row + 1) continue;
    let first = at;
    let length = 1;
    for (let next = parent[at] as number; next !== at; next = parent[next] as number) {
      first = Math.min(first, next);
      length++;
    }
    parent[first] = NO_PARENT;
    cycles.push({ row: first, rows: length });
  }
  return cycles.sort((a, b) => a.row - b.row);
}

/**
 * Writes the nodes into `order`, each behind its parent, and returns how many there are. The chain above a line waits at
 * the end of `order`, which is not used yet.
 */
function* parentsFirst({ rows, line, parent }: Lines, order: Int32Array): Steps<number> {
  const seen = new Uint8Array(rows);
  let count = 0;
  for (let row = 0; row < rows; row++) {
    if (isPause(row)) yield;
    if (!isNode(line[row] as number)) continue;
    let top = rows;
    for (let at = row; at >= 0 && seen[at] === 0; at = parent[at] as number) {
      seen[at] = 1;
      order[--top] = at;
    }
    for (; top < rows; top++) order[count++] = order[top] as number;
  }
  return count;
}

/**
 * Puts each tree of the main conversation behind the line before it in the file: a compaction, a parent that is not in the
 * file, a line without the key or a cut cycle begins a tree, but no other conversation (case 076). Only a prompt that
 * states null, where the session began with null before, begins anew: it goes where that beginning is. A tree is put
 * behind lines of trees that begin earlier, so no cycle comes of it.
 */
function* attachRoots(
  lines: Lines,
  order: Int32Array,
): Steps<{ roots: number; sideRoots: number; last: number }> {
  const { rows, line, parent } = lines;
  const nodes = yield* parentsFirst(lines, order);
  const root = new Int32Array(rows);
  let sideRoots = 0;
  for (let i = 0; i < nodes; i++) {
    if (isPause(i)) yield;
    const row = order[i] as number;
    const up = parent[row] as number;
    root[row] = up < 0 ? row : (root[up] as number);
    if (up < 0 && !isMain(line[row] as number)) sideRoots++;
  }
  const attached = new Uint8Array(rows);
  const beginnings = new Map<number, number>();
  let roots = 0;
  let last = -1;
  for (let row = 0; row < rows; row++) {
    if (isPause(row)) yield;
    if (!isMain(line[row] as number)) continue;
    const top = root[row] as number;
    if (attached[top] === 0) {
      attached[top] = 1;
      parent[top] = placeOfRoot(lines, top, last, beginnings);
      if (isMain(line[top] as number) && ((line[top] as number) & Line.GoesOn) === 0) roots++;
    }
    last = row;
  }
  return { roots, sideRoots, last };
}

function placeOfRoot(lines: Lines, root: number, before: number, beginnings: Map<number, number>): number {
  const line = lines.line[root] as number;
  if (!isMain(line) || (line & Line.Begins) === 0) return before;
  const run = lines.run(root);
  const beginning = beginnings.get(run);
  if (beginning === undefined) {
    beginnings.set(run, before);
    return before;
  }
  return isPrompt(line) ? beginning : before;
}

/**
 * For each row the nearest prompt above it, or -1, and whether any two stand beside each other. Lines that are no prompts
 * lose the mark where it matters.
 */
function* findPrompts(
  lines: Lines,
  order: Int32Array,
  isTyped: (row: number) => boolean,
): Steps<{ above: Int32Array; beside: boolean }> {
  const { rows, line, parent } = lines;
  const above = new Int32Array(rows).fill(-1);
  const siblings = new Uint32Array(rows + 1);
  const typed = new Uint8Array(rows);
  for (let round = 0; ; round++) {
    siblings.fill(0);
    let beside = false;
    for (let i = 0; i < order.length; i++) {
      if (isPause(i)) yield;
      const row = order[i] as number;
      const up = parent[row] as number;
      above[row] = up < 0 ? -1 : isPrompt(line[up] as number) ? up : (above[up] as number);
      if (isPrompt(line[row] as number)) {
        const group = (above[row] as number) + 1;
        siblings[group] = (siblings[group] as number) + 1;
        if ((siblings[group] as number) > 1) beside = true;
      }
    }
    if (!beside || round === MAX_ROUNDS) return { above, beside };
    let demoted = 0;
    for (let i = 0; i < order.length; i++) {
      if (isPause(i)) yield;
      const row = order[i] as number;
      if (!isPrompt(line[row] as number) || typed[row] !== 0) continue;
      if ((siblings[(above[row] as number) + 1] as number) < 2) continue;
      typed[row] = 1;
      // Each look reads the file.
      yield;
      if (isTyped(row)) continue;
      line[row] = (line[row] as number) & ~Line.Prompt;
      demoted++;
    }
    if (demoted === 0) return { above, beside };
  }
}

/** All lines of the main conversation, where no prompt stands beside another. */
function* onlyBranch({ rows, line }: Lines): Steps<Branch> {
  const branch = newBranch();
  for (let row = 0; row < rows; row++) {
    if (isPause(row)) yield;
    if (isMain(line[row] as number)) addLine(branch, row, isPrompt(line[row] as number));
  }
  return branch;
}

/** Rows have to come in the order of the file. */
function addLine(branch: Branch, row: number, prompt: boolean): void {
  if (branch.lines++ === 0) branch.firstRow = row;
  branch.leafRow = row;
  if (prompt && branch.promptRow < 0) branch.promptRow = row;
}

/** Prompts that stand beside each other, and the branches that they begin. */
class Forks {
  private readonly branches: Branch[] = [newBranch()];
  /** Branch + 1 of rows whose branch does not follow from their parent. */
  private readonly own: Int32Array;
  private readonly branchOf: Int32Array;
  private count = 1;

  constructor(
    private readonly lines: Lines,
    private readonly above: Int32Array,
    private readonly last: number,
  ) {
    this.own = new Int32Array(lines.rows);
    this.branchOf = new Int32Array(lines.rows).fill(-1);
  }

  /** Gives each abandoned prompt, and the lines that lead only to it, a branch of its own. */
  *part(): Steps<void> {
    const { line, rows } = this.lines;
    const goesOn = this.whereEachGoesOn();
    yield;
    // Lines that a prompt which goes on stands behind are no longer free to be another branch's.
    const taken = new Uint8Array(rows);
    for (let row = 0; row < rows; row++) {
      if (isPause(row)) yield;
      if (isPrompt(line[row] as number) && goesOn[this.group(row)] === row + 1) this.takeAbove(row, taken, 0);
    }
    for (let row = 0; row < rows; row++) {
      if (isPause(row)) yield;
      if (!isPrompt(line[row] as number) || goesOn[this.group(row)] === row + 1) continue;
      this.count++;
      const isKept = this.branches.length < MAX_BRANCHES;
      const branch = isKept ? this.branches.push(newBranch()) : this.branches.length;
      this.own[row] = branch;
      const fork = this.takeAbove(row, taken, branch);
      if (isKept) (this.branches[branch - 1] as Branch).forkRow = fork;
    }
  }

  private group(row: number): number {
    return (this.above[row] as number) + 1;
  }

  /**
   * Of the prompts below one prompt, the one that the conversation goes on with, as row + 1: that which leads to the last
   * line of the file, else the latest.
   */
  private whereEachGoesOn(): Uint32Array {
    const { line, rows } = this.lines;
    const goesOn = new Uint32Array(rows + 1);
    for (let row = 0; row < rows; row++) if (isPrompt(line[row] as number)) goesOn[this.group(row)] = row + 1;
    for (let at = this.nearestPrompt(this.last); at >= 0; at = this.above[at] as number)
      goesOn[this.group(at)] = at + 1;
    return goesOn;
  }

  private nearestPrompt(row: number): number {
    return isPrompt(this.lines.line[row] as number) ? row : (this.above[row] as number);
  }

  /** Takes the free lines between a prompt and the one above it. Returns the first that is not free, or -1. */
  private takeAbove(row: number, taken: Uint8Array, branch: number): number {
    const { parent } = this.lines;
    const stop = this.above[row] as number;
    let at = parent[row] as number;
    for (; at >= 0 && at !== stop && taken[at] === 0; at = parent[at] as number) {
      taken[at] = 1;
      this.own[at] = branch;
    }
    return at;
  }

  /** Every other line is on the branch of its parent. */
  *spread(order: Int32Array): Steps<void> {
    const { line, parent } = this.lines;
    for (let i = 0; i < order.length; i++) {
      if (isPause(i)) yield;
      const row = order[i] as number;
      const up = parent[row] as number;
      const own = this.own[row] as number;
      const branch = own > 0 ? own - 1 : up < 0 ? 0 : Math.max(0, this.branchOf[up] as number);
      this.branchOf[row] = branch;
    }
    for (let row = 0; row < this.lines.rows; row++) {
      if (isPause(row)) yield;
      const bits = line[row] as number;
      if (!isMain(bits)) this.branchOf[row] = -1;
      else addLine(this.branches[this.branchOf[row] as number] as Branch, row, isPrompt(bits));
    }
  }

  result(): Pick<Tree, 'branches' | 'branchCount' | 'current' | 'branchOf'> {
    return {
      branches: this.branches,
      branchCount: this.count,
      current: 0,
      branchOf: this.count > 1 ? this.branchOf : null,
    };
  }
}

function newBranch(): Branch {
  return { forkRow: -1, promptRow: -1, firstRow: -1, leafRow: -1, lines: 0 };
}

/**
 * A conversation tree by the plain definitions, on objects and with sets: slow, and short enough to be believed.
 * Lines are told by their number; null is no parent.
 */
export interface PlainLine {
  node: boolean;
  side: boolean;
  prompt: boolean;
  begins: boolean;
  goesOn: boolean;
  parent: number | null;
  run: number;
}

export interface PlainBranch {
  fork: number | null;
  prompt: number | null;
  lines: number[];
}

export function plainTree(lines: readonly PlainLine[]) {
  const parents = new Map<number, number | null>();
  for (const [at, line] of lines.entries()) if (line.node) parents.set(at, line.parent);
  const main = (at: number) => lines[at]!.node && !lines[at]!.side;
  const isPrompt = (at: number) => main(at) && lines[at]!.prompt;
  const pathOf = (at: number) => {
    const path = [at];
    for (let up = parents.get(at) ?? null; up !== null; up = parents.get(up) ?? null) {
      if (path.includes(up)) return { path, back: up };
      path.push(up);
    }
    return { path, back: null };
  };

  const cycles = new Map<number, number>();
  for (const at of parents.keys()) {
    const { path, back } = pathOf(at);
    if (back === null) continue;
    const round = path.slice(path.indexOf(back));
    cycles.set(Math.min(...round), round.length);
    parents.set(Math.min(...round), null);
  }

  const rootOf = (at: number) => pathOf(at).path.at(-1)!;
  const trees = new Map<number, number[]>();
  for (const at of parents.keys()) trees.set(rootOf(at), [...(trees.get(rootOf(at)) ?? []), at]);
  const sideRoots = [...trees.keys()].filter((root) => !main(root)).length;
  const withMain = [...trees]
    .map(([root, members]) => ({ root, first: Math.min(...members.filter(main)) }))
    .filter(({ first }) => Number.isFinite(first))
    .sort((a, b) => a.first - b.first);
  const beginnings = new Map<number, number | null>();
  for (const { root, first } of withMain) {
    const before = [...lines.keys()].filter((at) => at < first && main(at)).at(-1) ?? null;
    const { run, begins } = lines[root]!;
    const anew = main(root) && begins && beginnings.has(run) && isPrompt(root);
    parents.set(root, anew ? beginnings.get(run)! : before);
    if (main(root) && begins && !beginnings.has(run)) beginnings.set(run, before);
  }
  const roots = withMain.filter(({ root }) => main(root) && !lines[root]!.goesOn).length;

  const last = [...lines.keys()].filter(main).at(-1) ?? null;
  const branchOf = new Map<number, number>();
  const branches: PlainBranch[] = [];
  if (last === null) return { cycles, roots, sideRoots, branches, branchOf };
  const above = (at: number) => pathOf(at).path.slice(1).find(isPrompt) ?? null;
  const prompts = [...lines.keys()].filter(isPrompt);
  const current = new Set(pathOf(last).path);
  const goesOn = (at: number) => {
    const beside = prompts.filter((other) => above(other) === above(at));
    return (beside.find((other) => current.has(other)) ?? beside.at(-1)) === at;
  };
  const between = (at: number) => {
    const { path } = pathOf(at);
    const stop = above(at);
    return path.slice(1, stop === null ? undefined : path.indexOf(stop));
  };
  const taken = new Set(prompts.filter(goesOn).flatMap(between));
  const own = new Map<number, number>();
  branches.push({ fork: null, prompt: null, lines: [] });
  for (const at of prompts.filter((prompt) => !goesOn(prompt))) {
    const number = branches.length;
    const free: number[] = [];
    for (const up of between(at)) {
      if (taken.has(up)) break;
      free.push(up);
    }
    for (const up of free) taken.add(up);
    for (const line of [at, ...free]) own.set(line, number);
    branches.push({ fork: parents.get(free.at(-1) ?? at) ?? null, prompt: null, lines: [] });
  }
  for (const at of parents.keys()) {
    if (!main(at)) continue;
    const owner = pathOf(at).path.find((up) => own.has(up));
    branchOf.set(at, owner === undefined ? 0 : own.get(owner)!);
    const branch = branches[branchOf.get(at)!]!;
    branch.lines.push(at);
  }
  for (const branch of branches) {
    branch.lines.sort((a, b) => a - b);
    branch.prompt = branch.lines.find(isPrompt) ?? null;
  }
  return { cycles, roots, sideRoots, branches, branchOf };
}

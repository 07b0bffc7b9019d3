import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Set for every process that is started, to the path of its capture. Its children inherit it, wherever they go. */
export const CAPTURE_VARIABLE = 'FRAMESCOPE_CAPTURE';

export interface TreeRoot {
  /** The started process; it leads a group and a session of its own, of the same number. */
  pid: number;
  /** It was not reaped yet, so the number still means it. */
  alive: boolean;
  capture: string;
}

export interface TreeMember {
  pid: number;
  group: number;
}

interface Listed extends TreeMember {
  parent: number;
  marked: boolean;
}

/**
 * Who lives of a started process: itself, its group, its descendants, and on Linux whoever carries its mark, also after
 * leaving the group and losing the parent. Numbers are used again by the system: without the process itself, a group
 * counts only when a marked one is in it, where marks can be read.
 */
export function livingTree(root: TreeRoot): TreeMember[] {
  const listed = process.platform === 'linux' ? listFromProc(root.capture) : listFromPs();
  const canMark = process.platform === 'linux';
  const sure = root.alive || !canMark || listed.some(({ marked, group }) => marked && group === root.pid);
  const members = new Set<number>();
  for (const { pid, group, marked } of listed) {
    if (marked || (sure && group === root.pid) || (root.alive && pid === root.pid)) members.add(pid);
  }
  // Parents may stand behind their children in the list.
  for (let before = -1; before !== members.size; ) {
    before = members.size;
    for (const { pid, parent } of listed) if (members.has(parent)) members.add(pid);
  }
  members.delete(process.pid);
  return listed.filter(({ pid }) => members.has(pid));
}

function listFromProc(capture: string): Listed[] {
  const mark = `${CAPTURE_VARIABLE}=${capture}\0`;
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    const stat = contentOf(`/proc/${name}/stat`);
    // The name in brackets may hold anything, brackets too.
    const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === undefined || state === '' || state === 'Z' || state === 'X') return [];
    const marked = `\0${contentOf(`/proc/${name}/environ`)}`.includes(`\0${mark}`);
    return [{ pid, parent: Number(parent), group: Number(group), marked }];
  });
}

/** Empty for what is gone, and for what belongs to others. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function listFromPs(): Listed[] {
  try {
    const text = execFileSync('/bin/ps', ['-axo', 'pid=,ppid=,pgid=,state='], { encoding: 'utf8' });
    return text.split('\n').flatMap((line) => {
      const [pid, parent, group, state = ''] = line.trim().split(/\s+/);
      if (!pid || state.startsWith('Z')) return [];
      return [{ pid: Number(pid), parent: Number(parent), group: Number(group), marked: false }];
    });
  } catch {
    return [];
  }
}

/** How often new children of what is being killed are looked for. */
const KILL_ROUNDS = 5;

/**
 * Sends a signal to the whole tree; a kill is repeated while there is somebody left. Never throws: who is gone is gone.
 */
export function signalTree(root: TreeRoot, signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    if (root.alive) taskkill(root.pid, signal === 'SIGKILL');
    return;
  }
  for (let round = 0; round < (signal === 'SIGKILL' ? KILL_ROUNDS : 1); round++) {
    const members = livingTree(root);
    if (members.length === 0) return;
    // The group at once: a shell that is told before its child would go on with its next command.
    const inGroup = root.alive && send(-root.pid, signal);
    // An interrupt is what the terminal's Ctrl+C does, which reaches the group only.
    if (inGroup && signal === 'SIGINT') return;
    for (const { pid, group } of members) if (!inGroup || group !== root.pid) send(pid, signal);
  }
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Without /F it asks windows to close, which a program of the console may not hear. */
function taskkill(pid: number, force: boolean): void {
  try {
    execFileSync('taskkill', ['/PID', String(pid), '/T', ...(force ? ['/F'] : [])], { stdio: 'ignore' });
  } catch {
    // It says so when there is nobody left.
  }
}

import { oneLine, summarize } from '../../../protocol/frame-summary';
import { conversationOf } from '../../conversation/conversation';
import type { Branch } from '../../conversation/conversation-tree';
import type { Session } from '../../session/session';
import { isLong, parsedOrNot, parseFrameHead } from '../frame/parsed-frame';
import type { ConversationBranch, ConversationTree } from './branch-types';

/** A list of more branches helps nobody; each costs a look into the file. */
const MAX_BRANCHES = 200;

/** The branches of a session file; null for a stream, and while the file is indexed. */
export function conversationTree(session: Session): ConversationTree | null {
  const conversation = conversationOf(session);
  if (conversation === null) return null;
  const { branches, branchCount, roots, sideRoots, current } = conversation;
  const listed = branches
    .map((branch, number) => ({ branch, number }))
    .filter(({ branch }) => branch.lines > 0)
    .slice(0, MAX_BRANCHES);
  return {
    branches: listed.map(({ branch, number }) => branchOf(session, branch, number === current)),
    branchesLeftOff: branchCount - listed.length,
    roots,
    sidechainRoots: sideRoots,
  };
}

function branchOf(session: Session, branch: Branch, current: boolean): ConversationBranch {
  const { promptRow, forkRow, firstRow, leafRow, lines } = branch;
  return {
    current,
    forkFrame: forkRow < 0 ? null : forkRow + 1,
    promptFrame: promptRow < 0 ? null : promptRow + 1,
    prompt: promptRow < 0 ? '' : promptText(session, promptRow),
    firstFrame: firstRow + 1,
    leafFrame: leafRow + 1,
    frames: lines,
    firstTime: timeOf(session, firstRow),
    leafTime: timeOf(session, leafRow),
  };
}

function promptText(session: Session, row: number): string {
  const frame = parsedOrNot(parseFrameHead, session, row);
  return frame === undefined ? '' : oneLine(summarize('user', '', frame, isLong(session, row)).text);
}

function timeOf(session: Session, row: number): number | null {
  const time = session.index.table.time(row);
  return Number.isNaN(time) ? null : time;
}

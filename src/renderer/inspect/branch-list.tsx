import { useEffect, useRef, useState } from 'react';
import type { ConversationBranch, ConversationTree } from '../../ipc/engine-contract';
import type { EngineClient } from '../bridge/engine-port';
import { useCommands } from '../commands/use-commands';
import { Popup } from '../components/popup';
import { type Problem, problemOf } from '../detail/problem-note';
import { formatCount, formatDuration, plural } from '../text/format';
import './branch-list.css';

/** The count in the status bar, which the list opens beside. */
export const BRANCH_COUNT_ID = 'status-branches';

interface Props {
  client: EngineClient | null;
  session: number;
  /** How many branches there are, as the report says; null where there is no conversation. */
  branches: number | null;
  revision: number;
  onJump(frame: number): void;
}

/** The branches of the conversation, when they are asked for: the current one and those that a rewind left behind. */
export function BranchList({ client, session, branches, revision, onJump }: Props) {
  const [open, setOpen] = useState(false);
  const several = branches !== null && branches > 1;
  useCommands({
    'go.branches': { run: () => setOpen((before) => !before), enabled: () => several && client !== null },
  });
  const anchor = open && several ? document.getElementById(BRANCH_COUNT_ID) : null;
  if (anchor === null || !client) return null;
  return (
    <Popup anchor={anchor} label="Branches of the conversation" onClose={() => setOpen(false)}>
      <Branches
        client={client}
        session={session}
        revision={revision}
        onJump={(frame) => {
          setOpen(false);
          onJump(frame);
        }}
      />
    </Popup>
  );
}

interface BranchesProps {
  client: EngineClient;
  session: number;
  revision: number;
  onJump(frame: number): void;
}

function Branches({ client, session, revision, onJump }: BranchesProps) {
  const [tree, setTree] = useState<ConversationTree | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision means asking again
  useEffect(() => {
    const controller = new AbortController();
    client.request('conversation', { session }, controller).then(setTree, (error: unknown) => {
      if (!controller.signal.aborted) setProblem(problemOf(error));
    });
    return () => controller.abort();
  }, [client, session, revision]);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (tree) list.current?.querySelector<HTMLElement>('[aria-current="true"], button')?.focus();
  }, [tree]);
  if (problem) return <p className="branches-note">{problem.text}</p>;
  if (!tree) return <p className="branches-note">Reading the branches.</p>;
  return (
    <ul className="branches" ref={list}>
      {tree.branches.map((branch) => (
        <BranchLine key={branch.leafFrame} branch={branch} onJump={onJump} />
      ))}
      {tree.branchesLeftOff > 0 && (
        <li className="branches-note">{formatCount(tree.branchesLeftOff)} more branches are not listed.</li>
      )}
    </ul>
  );
}

function BranchLine({ branch, onJump }: { branch: ConversationBranch; onJump(frame: number): void }) {
  const { current, forkFrame, promptFrame, prompt, firstFrame, leafFrame, frames, firstTime, leafTime } =
    branch;
  const lasted = firstTime !== null && leafTime !== null ? leafTime - firstTime : null;
  return (
    <li className="branch">
      <button
        type="button"
        className="branch-prompt"
        aria-current={current ? 'true' : undefined}
        onClick={() => onJump(promptFrame ?? firstFrame)}
      >
        <span className={current ? 'branch-state current' : 'branch-state'}>
          <span aria-hidden>{current ? '●' : '⎇'}</span> {current ? 'current' : 'abandoned'}
        </span>
        <span className="branch-text">{prompt === '' ? 'no prompt of its own' : prompt}</span>
      </button>
      <p className="branch-facts">
        <span>
          {plural(frames, 'frame')}
          {lasted !== null && `, ${formatDuration(lasted)}`}
        </span>
        {forkFrame !== null && <Jump says="parts after" frame={forkFrame} onJump={onJump} />}
        <Jump says="ends with" frame={leafFrame} onJump={onJump} />
      </p>
    </li>
  );
}

function Jump({ says, frame, onJump }: { says: string; frame: number; onJump(frame: number): void }) {
  return (
    <span>
      {says}{' '}
      <button type="button" className="link" onClick={() => onJump(frame)}>
        #{formatCount(frame)}
      </button>
    </span>
  );
}

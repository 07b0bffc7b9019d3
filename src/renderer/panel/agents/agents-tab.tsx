import { useDelayed } from '../../components/use-delayed';
import { useFacts } from '../../stores/sessions';
import { formatCount, plural } from '../../text/format';
import type { PanelProps } from '../bottom-panel';
import { AgentTree } from './agent-tree';
import './agents.css';
import { useAgents } from './use-agents';

const PAGE = 200;

/** The subagents of a session, each below the one that called it; an entry goes to its frames. */
export function AgentsTab({ session, client, onJump }: PanelProps) {
  const { revision, progress, report } = useFacts(session);
  const { agents, total, leftOff, problem, more } = useAgents(client, session, revision, report);
  const late = useDelayed(total === null && problem === null, 150);
  if (problem !== null) {
    return (
      <p className="panel-note" role="alert">
        <span className="err" aria-hidden>
          ■
        </span>{' '}
        {problem}
      </p>
    );
  }
  if (total === null) {
    return late && <p className="panel-note">{client ? 'Collecting…' : 'The engine is not there to ask.'}</p>;
  }
  if (total === 0) return <p className="panel-note">This session has no subagents.</p>;
  return (
    <>
      <div className="lines-head agents-head" aria-hidden>
        <span>status</span>
        <span>subagent</span>
        <span>calls</span>
        <span className="num">tokens</span>
        <span className="num">duration</span>
        <span className="agent-links">frames</span>
      </div>
      <div className="panel-scroll">
        <AgentTree agents={agents} onJump={onJump} />
        {agents.length < total && (
          <button type="button" className="button small agents-more" onClick={more}>
            Show {formatCount(Math.min(PAGE, total - agents.length))} more of {plural(total, 'subagent')}
          </button>
        )}
        {leftOff > 0 && agents.length === total && (
          <p className="panel-note">{plural(leftOff, 'more subagent')} in this session are not listed.</p>
        )}
      </div>
      <p className="page-bar agents-keys">
        {progress?.state === 'indexing' && (
          <span>The file is still being read: there may be more, and calls that are not known yet.</span>
        )}
        <span className="agents-key">
          <kbd>Enter</kbd> first frame
        </span>
        <span className="agents-key">
          <kbd>c</kbd> its call
        </span>
        <span className="agents-key">
          <kbd>r</kbd> its result
        </span>
      </p>
    </>
  );
}

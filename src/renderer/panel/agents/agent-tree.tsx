import { useEffect, useRef, useState } from 'react';
import type { AgentEntry } from '../../../ipc/engine-contract';
import {
  type AgentSection,
  agentName,
  callsText,
  durationText,
  STATUS_MARK,
  sectionsOf,
  tokensText,
} from './agent-words';

interface Props {
  agents: readonly AgentEntry[];
  onJump(frame: number): void;
}

const MAX_INDENT = 12;
const firstOf = (agent: AgentEntry) => agent.firstFrame ?? agent.callFrame;
const keyOf = (agent: AgentEntry) =>
  `${agent.number} ${agent.callFrame} ${agent.agentId} ${agent.description}`;

/** Where a key moves the focus; null for one that does not. */
function placeAfter(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return at + 1;
  if (key === 'ArrowUp') return at - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** The frame that a key goes to: null when there is none, undefined for another key. */
function frameFor(key: string, agent: AgentEntry): number | null | undefined {
  if (key === 'Enter') return firstOf(agent);
  if (key === 'c') return agent.callFrame;
  return key === 'r' ? agent.resultFrame : undefined;
}

/** Subagents with those that they called below them. One of them has the focus; the arrows move it. */
export function AgentTree({ agents, onJump }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const sections = sectionsOf(agents);
  const order = sections.flatMap((section) => section.agents);
  const [current, setCurrent] = useState(0);
  const at = Math.min(current, order.length - 1);

  const go = (to: number) => {
    const next = Math.max(0, Math.min(order.length - 1, to));
    setCurrent(next);
    root.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[next]?.focus();
  };
  // The panel was opened before the tree was there: the focus waits on its body.
  useEffect(() => {
    const waiting = document.activeElement;
    if (waiting?.id === 'panel-body' && waiting.contains(root.current))
      root.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, []);
  const jump = (frame: number | null) => frame !== null && onJump(frame);
  const onKeyDown = (event: React.KeyboardEvent) => {
    const agent = order[at];
    if (!agent || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && (event.target as Element).closest('button')) return;
    const to = placeAfter(event.key, at, order.length);
    const frame = frameFor(event.key, agent);
    if (to === null && frame === undefined) return;
    event.preventDefault();
    if (to !== null) go(to);
    else jump(frame ?? null);
  };

  let place = 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the trees inside
    <div className="agents-trees" ref={root} onKeyDown={onKeyDown}>
      {sections.map((section) => {
        const from = place;
        place += section.agents.length;
        return (
          <Section
            key={section.title}
            section={section}
            alone={sections.length === 1}
            current={at - from}
            onFocus={(index) => setCurrent(from + index)}
            onJump={jump}
          />
        );
      })}
    </div>
  );
}

interface SectionProps {
  section: AgentSection;
  alone: boolean;
  /** Place of the item that Tab comes to; outside of the section it is in another one. */
  current: number;
  onFocus(index: number): void;
  onJump(frame: number | null): void;
}

function Section({ section, alone, current, onFocus, onJump }: SectionProps) {
  return (
    <>
      {!alone && <h3 className="agents-section">{section.title}</h3>}
      <div role="tree" aria-label={section.title}>
        {section.agents.map((agent, index) => (
          <AgentItem
            key={keyOf(agent)}
            agent={agent}
            current={index === current}
            onFocus={() => onFocus(index)}
            onJump={onJump}
          />
        ))}
      </div>
    </>
  );
}

const untitled = ({ unasked }: AgentEntry) =>
  unasked ? 'started by the CLI itself' : 'no description stated';

interface ItemProps {
  agent: AgentEntry;
  current: boolean;
  onFocus(): void;
  onJump(frame: number | null): void;
}

function AgentItem({ agent, current, onFocus, onJump }: ItemProps) {
  const mark = STATUS_MARK[agent.status];
  const tokens = tokensText(agent);
  const duration = durationText(agent);
  const title = agent.description || agent.prompt;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree listens to Enter
    <div
      role="treeitem"
      aria-level={agent.depth}
      aria-selected={current}
      tabIndex={current ? 0 : -1}
      className="agent-item"
      data-line
      aria-current={current ? 'true' : undefined}
      onFocus={onFocus}
      onClick={() => onJump(firstOf(agent))}
    >
      <span className={`agent-status ${mark.tone}`} title={agent.statusRule}>
        <span aria-hidden>{mark.shape}</span>{' '}
        {agent.statusInferred ? <i className="inferred">~{agent.status}</i> : agent.status}
      </span>
      <div className="agent-what" style={{ paddingLeft: (Math.min(agent.depth, MAX_INDENT) - 1) * 18 }}>
        <span className="agent-name">{agentName(agent)}</span>
        <span className="agent-title" title={agent.prompt || title || undefined}>
          {agent.type && <b>{agent.type} </b>}
          {title || <span className="muted">{untitled(agent)}</span>}
        </span>
      </div>
      <span className={agent.failedCalls > 0 ? 'agent-calls err' : 'agent-calls'}>{callsText(agent)}</span>
      <span className="agent-figure num" title={tokens.says || undefined}>
        {tokens.text}
      </span>
      <span className="agent-figure num" title={duration.says || undefined}>
        {duration.text}
      </span>
      <span className="agent-links">
        <FrameLink label="call" frame={agent.callFrame} onJump={onJump} />
        <FrameLink label="result" frame={agent.resultFrame} onJump={onJump} />
      </span>
      <Known agent={agent} />
    </div>
  );
}

function FrameLink({
  label,
  frame,
  onJump,
}: {
  label: string;
  frame: number | null;
  onJump(frame: number): void;
}) {
  if (frame === null) return null;
  return (
    <button
      type="button"
      className="link"
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation();
        onJump(frame);
      }}
    >
      {label} #{frame}
    </button>
  );
}

/** How the relation is known is said where it is not plain: whatever is inferred says so and names its rule. */
function Known({ agent }: { agent: AgentEntry }) {
  const { source, rule } = agent.relation;
  const plain = source === 'provided' || source === 'relation';
  if (plain && agent.file === null) return null;
  return (
    <p className="agent-known">
      {!plain && (
        <span>
          {source === 'inferred' ? 'Call inferred. ' : ''}
          {rule}
        </span>
      )}
      {agent.file !== null && (
        <span className="mono" title={agent.file}>
          {agent.file.replace(/^.*\//, '')}
        </span>
      )}
    </p>
  );
}

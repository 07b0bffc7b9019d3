import { useState } from 'react';
import type { Diagnostic, DiagnosticGroup, Severity } from '../../ipc/engine-contract';
import { ProblemNote } from '../detail/problem-note';
import { tellFailure } from '../stores/notices';
import { formatCount, plural } from '../text/format';
import { SEVERITY_SHAPE } from '../text/severity';
import type { PanelProps } from './bottom-panel';
import { countsBySeverity, type DiagnosticFilter, shownLines } from './diagnostic-filter';
import { Lines } from './lines';
import { useAnswer } from './use-answer';

const PAGE = 200;
/** A short group is open at once: there is room for it, and one step less. */
const OPEN_UP_TO = 5;
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];
const NAMES: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'note' };
const NOTHING: ReadonlySet<Severity> = new Set();

const withOrWithout = <T,>(set: ReadonlySet<T>, one: T): ReadonlySet<T> => {
  const changed = new Set(set);
  if (!changed.delete(one)) changed.add(one);
  return changed;
};

export function DiagnosticsTab({ session, client, report, onJump }: PanelProps) {
  const { answer, problem } = useAnswer(client, `diagnostics ${session}`, report, (engine, signal) =>
    engine.request('diagnostics', { session }, { signal }),
  );
  const { loadedOf, askMore } = useMore(session, client, report);
  const [filter, setFilter] = useState<DiagnosticFilter>({ hidden: NOTHING, text: '' });
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());

  if (problem) return <ProblemNote problem={problem} />;
  if (!answer) {
    return <p className="panel-note">{client ? 'Collecting…' : 'The engine is not there to ask.'}</p>;
  }
  if (answer.total === 0) return <NothingToReport />;
  const groups = answer.groups.flatMap((group) => {
    const loaded = loadedOf(group);
    const lines = shownLines(group, loaded, filter);
    return lines === null ? [] : [{ group, lines, left: group.count - loaded.length }];
  });
  return (
    <>
      <Filter groups={answer.groups} filter={filter} onChange={setFilter} />
      {groups.length === 0 && <p className="panel-note">No diagnostic passes the filter.</p>}
      <Lines label="Diagnostics" className="panel-scroll">
        {groups.map(({ group, lines, left }) => {
          const openAtFirst = group.count <= OPEN_UP_TO || filter.text.trim() !== '';
          return (
            <Group
              key={group.code}
              group={group}
              lines={lines}
              left={left}
              open={toggled.has(group.code) !== openAtFirst}
              onToggle={() => setToggled(withOrWithout(toggled, group.code))}
              onMore={() => void askMore(group)}
              onJump={onJump}
            />
          );
        })}
      </Lines>
    </>
  );
}

/** Pages beyond the examples of a group, as far as they were asked for. A new report makes them void. */
function useMore(session: number, client: PanelProps['client'], report: PanelProps['report']) {
  const [more, setMore] = useState<{ of: unknown; pages: Record<string, Diagnostic[]> }>({
    of: null,
    pages: {},
  });
  const loadedOf = ({ code, examples }: DiagnosticGroup) => [
    ...examples,
    ...(more.of === report ? (more.pages[code] ?? []) : []),
  ];
  const askMore = async (group: DiagnosticGroup) => {
    const { code } = group;
    try {
      const from = loadedOf(group).length;
      const page = await client?.request('diagnosticFrames', { session, code, from, count: PAGE });
      if (!page) return;
      setMore(({ of, pages }) => {
        const known = of === report ? pages : {};
        return { of: report, pages: { ...known, [code]: [...(known[code] ?? []), ...page.diagnostics] } };
      });
    } catch (error) {
      tellFailure('diagnostics', error);
    }
  };
  return { loadedOf, askMore };
}

function NothingToReport() {
  return (
    <p className="panel-note" data-testid="no-diagnostics">
      <span className="ok" aria-hidden>
        ●
      </span>{' '}
      Nothing to report: every piece of this file is a frame, every call has its result, and nothing
      contradicts itself.
    </p>
  );
}

interface GroupProps {
  group: DiagnosticGroup;
  lines: readonly Diagnostic[];
  /** Diagnostics of the group that were not asked for yet. */
  left: number;
  open: boolean;
  onToggle(): void;
  onMore(): void;
  onJump(frame: number): void;
}

function Group({ group, lines, left, open, onToggle, onMore, onJump }: GroupProps) {
  return (
    <li>
      <GroupLine group={group} open={open} onToggle={onToggle} />
      {open && (
        <>
          <Meaning group={group} />
          <ul>
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a group never change places
              <DiagnosticLine key={at} line={line} onJump={onJump} />
            ))}
            {left > 0 && (
              <li>
                <button type="button" data-line className="panel-line panel-more link" onClick={onMore}>
                  Show {formatCount(Math.min(PAGE, left))} more of {formatCount(left)}
                </button>
              </li>
            )}
          </ul>
        </>
      )}
    </li>
  );
}

interface FilterProps {
  groups: readonly DiagnosticGroup[];
  filter: DiagnosticFilter;
  onChange(filter: DiagnosticFilter): void;
}

function Filter({ groups, filter, onChange }: FilterProps) {
  const counts = countsBySeverity(groups);
  return (
    <div className="panel-filter">
      <input
        type="search"
        aria-label="Filter the diagnostics"
        placeholder="Filter by text"
        spellCheck={false}
        value={filter.text}
        onChange={({ target }) => onChange({ ...filter, text: target.value })}
      />
      {SEVERITIES.map((severity) => (
        <button
          key={severity}
          type="button"
          className={`severity-toggle ${severity}`}
          aria-pressed={!filter.hidden.has(severity)}
          disabled={counts[severity] === 0}
          onClick={() => onChange({ ...filter, hidden: withOrWithout(filter.hidden, severity) })}
        >
          <span aria-hidden>{SEVERITY_SHAPE[severity]}</span> {plural(counts[severity], NAMES[severity])}
        </button>
      ))}
    </div>
  );
}

const NORMAL_TAGS = { yes: 'normal', sometimes: 'can be normal', no: null } as const;

function GroupLine({ group, open, onToggle }: { group: DiagnosticGroup; open: boolean; onToggle(): void }) {
  const { severity, title, count, normal, code } = group;
  const tag = NORMAL_TAGS[normal];
  return (
    <button
      type="button"
      data-line
      className="panel-line panel-group"
      aria-expanded={open}
      data-code={code}
      onClick={onToggle}
    >
      <span className="panel-twisty" aria-hidden>
        {open ? '▾' : '▸'}
      </span>
      <span className={severity} aria-hidden>
        {SEVERITY_SHAPE[severity]}
      </span>
      <span className="unseen">{NAMES[severity]}: </span>
      <span className="panel-title">{title}</span>
      <span className="panel-count">{formatCount(count)}</span>
      {tag && <span className="panel-tag">{tag}</span>}
      <span className="panel-code mono">{code}</span>
    </button>
  );
}

function Meaning({ group: { reason, normalWhen, advice } }: { group: DiagnosticGroup }) {
  return (
    <p className="panel-meaning">
      {reason} {advice}
      {normalWhen && <> Normal when {normalWhen}.</>}
    </p>
  );
}

function DiagnosticLine({ line, onJump }: { line: Diagnostic; onJump(frame: number): void }) {
  const { frame, message } = line;
  if (frame === null) {
    return (
      <li className="panel-line panel-leaf">
        <span className="panel-frame muted">file</span>
        <span className="panel-message">{message}</span>
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        data-line
        className="panel-line panel-leaf"
        title={`${message} (line ${line.line}, offset ${line.offset})`}
        onClick={() => onJump(frame)}
      >
        <span className="panel-frame mono">#{frame}</span>
        <span className="panel-message">{message}</span>
      </button>
    </li>
  );
}

import { ChevronDown, Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Report } from '../../ipc/engine-contract';
import type { EngineState, OpenSession } from '../../ipc/shell-contract';
import { keyLabel } from '../commands/keyboard';
import { registry } from '../commands/registry';
import { Logo } from '../components/logo';
import { Popup } from '../components/popup';
import { liveStateOf, statesOutcome } from '../live/live-state';
import { type SessionFacts, tabName, useFacts, useSessions } from '../stores/sessions';
import './session-bar.css';
import { closeSession } from './use-shell-commands';

interface SessionMark {
  mark: string;
  says: string;
  /** Beside the name, while there is something to say of the moment. */
  word?: string;
}

/** How a tab says what came of a session: a shape, a colour and words. */
export function markOf(
  session: Pick<OpenSession, 'error'>,
  { progress, report }: Pick<SessionFacts, 'progress' | 'report'>,
  engine: EngineState,
): SessionMark {
  if (session.error !== null || progress?.state === 'failed')
    return { mark: 'err', says: 'could not be read' };
  if (!progress || progress.state === 'indexing') {
    const down = engine === 'failed' || engine === 'restarting';
    return down ? { mark: 'warn', says: 'stopped' } : { mark: 'busy', says: 'being read' };
  }
  if (progress.state === 'cancelled') return { mark: 'warn', says: 'not read to the end' };
  const live = liveStateOf(progress);
  if (live && !statesOutcome(live, report)) return { mark: live.mark, says: live.title, word: live.word };
  const word = live?.word ?? (progress.live?.state === 'missing' ? 'file gone' : undefined);
  return { ...outcomeMark(report), ...(word !== undefined && { word }) };
}

function outcomeMark(report: Report | null): { mark: string; says: string } {
  if (!report) return { mark: 'none', says: '' };
  if (report.outcome === 'error') return { mark: 'err', says: 'failed' };
  if (report.outcome === 'incomplete') return { mark: 'warn', says: 'incomplete' };
  if (report.outcome === 'success') return { mark: 'ok', says: 'success' };
  return { mark: 'none', says: 'outcome not stated' };
}

function SessionTab({ session, active }: { session: OpenSession; active: boolean }) {
  const facts = useFacts(session.session);
  const activate = useSessions((state) => state.activate);
  const name = useSessions((state) => tabName(session, state.sessions));
  const tab = useRef<HTMLDivElement>(null);
  const engine = useSessions((state) => state.engine.state);
  const { mark, says, word } = markOf(session, facts, engine);
  const version = facts.report?.runs.at(-1)?.cliVersion ?? '';
  // Tabs get wider when their version is known, new ones push, the window shrinks: the active one stays in view.
  const others = useSessions((state) => state.sessions.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: these change where the tab is
  useEffect(() => {
    if (!active) return;
    const show = () => tab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    show();
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  }, [active, version, word, others]);
  return (
    <div
      ref={tab}
      className={active ? 'session-tab on' : 'session-tab'}
      role="presentation"
      onAuxClick={(event) => event.button === 1 && closeSession(session.session)}
    >
      <button
        type="button"
        role="tab"
        id={`session-tab-${session.session}`}
        aria-selected={active}
        aria-controls="session-panel"
        tabIndex={active ? 0 : -1}
        title={facts.report?.title ? `${facts.report.title.text}\n${session.path}` : session.path}
        onClick={() => activate(session.session)}
      >
        <span className={`outcome-mark ${mark}`} aria-hidden />
        <span className="session-label">
          <span className="session-name">{name}</span>
          {word ? <small className="session-word">{word}</small> : version && <small>{version}</small>}
        </span>
        {says && <span className="unseen">, {says}</span>}
      </button>
      {/* For the mouse only: from the keyboard the command "Close this session" closes the tab. */}
      <button
        type="button"
        className="session-close"
        data-testid="close-session"
        aria-hidden
        tabIndex={-1}
        title={`Close ${session.name}`}
        onClick={() => closeSession(session.session)}
      >
        <X size={13} aria-hidden />
      </button>
    </div>
  );
}

/** Must agree with .session-open in session-bar.css. */
const MENU_WIDTH = 34;

/** Every open session by its name, where the tabs have no room for them. */
function SessionMenu() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const sessions = useSessions((state) => state.sessions);
  const active = useSessions((state) => state.active);
  const activate = useSessions((state) => state.activate);
  return (
    <>
      <button
        type="button"
        className="session-open"
        aria-label="All open sessions"
        title="All open sessions"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor((open) => (open ? null : currentTarget))}
      >
        <ChevronDown size={16} aria-hidden />
      </button>
      {anchor && (
        <Popup anchor={anchor} label="All open sessions" onClose={() => setAnchor(null)}>
          {sessions.map((session) => (
            <SessionItem
              key={session.session}
              session={session}
              active={session.session === active}
              onChoose={() => {
                setAnchor(null);
                activate(session.session);
              }}
            />
          ))}
        </Popup>
      )}
    </>
  );
}

function SessionItem({
  session,
  active,
  onChoose,
}: {
  session: OpenSession;
  active: boolean;
  onChoose(): void;
}) {
  const facts = useFacts(session.session);
  const engine = useSessions((state) => state.engine.state);
  const name = useSessions((state) => tabName(session, state.sessions));
  const { mark, says } = markOf(session, facts, engine);
  return (
    <button type="button" aria-current={active} title={session.path} onClick={onChoose}>
      <span className={`outcome-mark ${mark}`} aria-hidden />
      <span className="session-name">{name}</span>
      {says && <span className="unseen">, {says}</span>}
    </button>
  );
}

export function SessionBar({ isMac }: { isMac: boolean }) {
  const sessions = useSessions((state) => state.sessions);
  const active = useSessions((state) => state.active);
  const list = useRef<HTMLDivElement>(null);
  const count = sessions.length;
  const [overflows, setOverflows] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new tab may be one too many
  useEffect(() => {
    const element = list.current;
    if (!element) return setOverflows(false);
    // The button of the list takes room itself: without it the tabs would fit again, and so on.
    const measure = () =>
      setOverflows((before) => element.scrollWidth > element.clientWidth + (before ? MENU_WIDTH : 0));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [count]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Delete' && active !== null) return closeSession(active);
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0 || event.altKey) return;
    event.preventDefault();
    registry.run(by > 0 ? 'view.nextSession' : 'view.previousSession');
    const next = useSessions.getState().active;
    list.current?.querySelector<HTMLElement>(`#session-tab-${next}`)?.focus();
  };

  return (
    <header className="session-bar">
      <div className="session-logo">
        <Logo />
      </div>
      {sessions.length > 0 && (
        <div
          className="session-tabs"
          role="tablist"
          aria-label="Open sessions"
          tabIndex={-1}
          ref={list}
          onKeyDown={onKeyDown}
          onWheel={({ deltaY }) => {
            if (list.current) list.current.scrollLeft += deltaY;
          }}
        >
          {sessions.map((session) => (
            <SessionTab key={session.session} session={session} active={session.session === active} />
          ))}
        </div>
      )}
      {overflows && <SessionMenu />}
      <button
        type="button"
        className="session-open"
        aria-label="Open a recording"
        title={`Open a recording (${keyLabel('Mod+o', isMac)})`}
        onClick={() => registry.run('file.open')}
      >
        <Plus size={16} aria-hidden />
      </button>
      <span className="spacer" />
      <button type="button" className="command-box" onClick={() => registry.run('view.palette')}>
        <span>Run a command</span>
        <span className="spacer" />
        <kbd>{keyLabel('Mod+k', isMac)}</kbd>
      </button>
    </header>
  );
}

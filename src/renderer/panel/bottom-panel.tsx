import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Report } from '../../ipc/engine-contract';
import type { EngineClient } from '../bridge/engine-port';
import { registry } from '../commands/registry';
import { useSelectedInView } from '../components/use-selected-in-view';
import { PANEL_TABS, type PanelTab, useBottomPanel } from '../stores/bottom-panel';
import { formatCount } from '../text/format';
import { SpansTab } from '../timeline/spans/spans-tab';
import { AgentsTab } from './agents/agents-tab';
import { DiagnosticsTab } from './diagnostics-tab';
import { FiguresTab } from './figures-tab';
import './panel.css';
import { RunsTab } from './runs-tab';
import { TasksTab } from './turns/tasks-tab';
import './turns/turns.css';
import { TurnsTab } from './turns/turns-tab';

export interface PanelProps {
  session: number;
  client: EngineClient | null;
  report: Report | null;
  onJump(frame: number): void;
}

const TITLES: Record<PanelTab, string> = {
  diagnostics: 'Diagnostics',
  figures: 'Figures',
  runs: 'Runs',
  turns: 'Turns',
  tasks: 'Tasks',
  agents: 'Subagents',
  spans: 'Spans',
};

function countOf(tab: PanelTab, report: Report | null): number | null {
  if (!report || tab === 'figures' || tab === 'spans') return null;
  switch (tab) {
    case 'runs':
      return report.runs.length + report.runsLeftOff;
    case 'turns':
      return report.turnCount;
    case 'tasks':
      return report.tasks.total;
    case 'agents':
      return report.agents;
    default:
      return report.diagnostics.length + report.diagnosticsLeftOff;
  }
}

/** Closes the panel and gives the focus back to the list. */
function leave(): void {
  useBottomPanel.getState().close();
  registry.run('go.list');
}

/** Under the list: what is to be said of the file, from which frames its figures come, and its runs. */
export function BottomPanel(props: PanelProps) {
  const { session, report } = props;
  const tab = useBottomPanel((state) => state.tab);
  const wantsFocus = useBottomPanel((state) => state.wantsFocus);
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!wantsFocus) return;
    useBottomPanel.getState().tookFocus();
    const body = panel.current?.querySelector<HTMLElement>('[role="tabpanel"]');
    const lines = [...(body?.querySelectorAll<HTMLElement>('[data-line]') ?? [])];
    const current = lines.find((line) => line.getAttribute('aria-current') === 'true');
    const target = current ?? lines[0] ?? body;
    target?.focus({ preventScroll: true });
    // Only after the panel has its size it shows whether the line has to be scrolled to.
    const frame = requestAnimationFrame(() => target?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [wantsFocus]);

  return (
    <section
      ref={panel}
      className="panel"
      aria-label="Panel"
      data-testid="bottom-panel"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        leave();
      }}
    >
      <header className="panel-head">
        <Tabs tab={tab} report={report} />
        <button type="button" className="icon-button" aria-label="Close the panel" onClick={leave}>
          <X size={14} aria-hidden />
        </button>
      </header>
      <div
        className="panel-body"
        role="tabpanel"
        id="panel-body"
        aria-labelledby={`panel-tab-${tab}`}
        tabIndex={-1}
      >
        {tab === 'diagnostics' && <DiagnosticsTab key={session} {...props} />}
        {tab === 'figures' && <FiguresTab key={session} {...props} />}
        {tab === 'runs' && <RunsTab {...props} />}
        {tab === 'turns' && <TurnsTab key={session} {...props} />}
        {tab === 'tasks' && <TasksTab key={session} {...props} />}
        {tab === 'agents' && <AgentsTab key={session} {...props} />}
        {tab === 'spans' && <SpansTab key={session} {...props} />}
      </div>
    </section>
  );
}

function Tabs({ tab, report }: { tab: PanelTab; report: Report | null }) {
  const list = useRef<HTMLDivElement>(null);
  useSelectedInView(list, tab);
  const choose = useBottomPanel((state) => state.chooseTab);
  const onKeyDown = (event: React.KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0 || event.altKey) return;
    event.preventDefault();
    const next = PANEL_TABS[(PANEL_TABS.indexOf(tab) + by + PANEL_TABS.length) % PANEL_TABS.length];
    if (!next) return;
    choose(next);
    list.current?.querySelector<HTMLElement>(`#panel-tab-${next}`)?.focus();
  };
  return (
    <div className="panel-tabs" role="tablist" aria-label="Panel" ref={list}>
      {PANEL_TABS.map((name) => {
        const count = countOf(name, report);
        return (
          <button
            key={name}
            type="button"
            role="tab"
            id={`panel-tab-${name}`}
            aria-selected={name === tab}
            aria-controls="panel-body"
            tabIndex={name === tab ? 0 : -1}
            onClick={() => choose(name)}
            onKeyDown={onKeyDown}
          >
            {TITLES[name]}
            {count !== null && count > 0 && <span className="panel-tab-count">{formatCount(count)}</span>}
          </button>
        );
      })}
    </div>
  );
}

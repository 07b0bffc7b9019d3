import { type Ref, useRef } from 'react';
import type { Row } from '../../ipc/engine-contract';
import type { EngineClient } from '../bridge/engine-port';
import { useCommands } from '../commands/use-commands';
import { useDelayed } from '../components/use-delayed';
import { useSelectedInView } from '../components/use-selected-in-view';
import type { RowChanges } from '../inspect/use-row-changes';
import { type DetailTab, useLayout } from '../stores/layout';
import { CallTab } from './call/call-tab';
import { copyExactText } from './raw/copy-exact';
import './detail.css';
import { DetailHeader } from './detail-header';
import { FieldsTab } from './fields/fields-tab';
import { useFrameFields } from './fields/use-frame-fields';
import { LensesTab } from './lenses/lenses-tab';
import { LinksTab } from './links/links-tab';
import { useFrameLinks } from './links/use-frame-links';
import { ProblemNote } from './problem-note';
import { RawTab } from './raw/raw-tab';
import { StreamedMessageView } from './summary/streamed-message';
import { SummaryTab } from './summary/summary-tab';
import { useFrameDetail } from './use-frame-detail';

interface Props {
  session: number;
  frame: number | null;
  /** From the list: there before the detail is. */
  row: Row | undefined;
  client: EngineClient | null;
  /** The engine is gone for good: what is not here yet will not come. */
  stopped: boolean;
  revision: number;
  /** What became of the frame since it is selected, while its file goes on. */
  changes: RowChanges;
  onJump(frame: number): void;
  ref: Ref<HTMLDivElement>;
}

const TITLES: Record<DetailTab, string> = {
  summary: 'Summary',
  call: 'Call',
  raw: 'Raw',
  fields: 'Fields',
  links: 'Links',
  lenses: 'Lenses',
};

export function DetailPane({ session, frame, row, client, stopped, revision, changes, onJump, ref }: Props) {
  const known = revision + changes.facts;
  const written = revision + changes.bytes;
  const { loaded, loading, problem } = useFrameDetail(client, session, frame, known);
  const wantedTab = useLayout((state) => state.tab);
  const setTab = useLayout((state) => state.setTab);
  const current = loaded?.session === session && loaded.frame === frame;
  const late = useDelayed(frame !== null && !current, 150);
  // The frame before stays on screen for the blink of an eye that the next one takes.
  // A problem takes its place: under an error the old text would pass for what the file holds.
  const shown = !problem && (current || (!late && loaded?.session === session)) ? loaded : null;
  const calls = shown?.calls ?? [];
  const hasCalls = shown ? calls.length > 0 : row !== undefined && row.calls + row.results > 0;
  // Of the frame that is selected, also while the one before is still on screen: its key must not be lost.
  const willHaveCalls = row ? row.calls + row.results > 0 : hasCalls;
  const tabs: DetailTab[] = [
    'summary',
    ...(hasCalls ? (['call'] as const) : []),
    'raw',
    'fields',
    'links',
    'lenses',
  ];
  const tab = tabs.includes(wantedTab) ? wantedTab : 'summary';
  const links = useFrameLinks(client, session, shown?.frame ?? null, known, tab === 'links');

  const fields = useFrameFields(client, session, shown?.frame ?? null, written);
  const fieldCount = fields.list?.entries.length ?? 0;

  useCommands({
    'detail.summary': { run: () => setTab('summary') },
    'detail.call': { run: () => setTab('call'), enabled: () => willHaveCalls },
    'detail.raw': { run: () => setTab('raw') },
    'detail.fields': { run: () => setTab('fields') },
    'detail.links': { run: () => setTab('links') },
    'detail.lenses': { run: () => setTab('lenses') },
    'detail.copy': {
      run: () => client && frame !== null && void copyExactText(client, session, frame),
      enabled: () => client !== null && frame !== null,
    },
  });

  const headRow = shown?.detail.row ?? row;
  return (
    <section
      ref={ref}
      className="detail"
      aria-label="Frame detail"
      aria-busy={loading}
      data-testid="frame-detail"
      data-frame={current ? loaded.frame : undefined}
      tabIndex={-1}
    >
      {headRow ? (
        <DetailHeader row={headRow} calls={calls} facts={shown?.detail.facts ?? []} onJump={onJump} />
      ) : (
        <div className="detail-head" />
      )}
      <Tabs
        tabs={tabs}
        tab={tab}
        counts={{
          call: calls.length > 1 ? calls.length : 0,
          fields: fieldCount,
          links: links.links?.relations.length ?? 0,
        }}
        onTab={setTab}
      />
      <div
        className="detail-body"
        role="tabpanel"
        id="detail-panel"
        aria-labelledby={`detail-tab-${tab}`}
        tabIndex={tab === 'raw' ? -1 : 0}
      >
        {problem && <ProblemNote problem={problem} />}
        {frame === null && <p className="detail-note">Select a frame to see what is inside it.</p>}
        {!shown && late && !problem && (stopped ? <DetailStopped /> : <DetailSkeleton />)}
        {shown && tab === 'summary' && (
          <SummaryTab
            client={client}
            session={session}
            detail={shown.detail}
            onJump={onJump}
            streamed={
              shown.detail.streamed && (
                <StreamedMessageView
                  client={client}
                  session={session}
                  frame={shown.frame}
                  revision={known + changes.events}
                  whole={!shown.detail.streamed.isEvent}
                  onJump={onJump}
                />
              )
            }
          />
        )}
        {shown && tab === 'call' && (
          <CallTab client={client} session={session} frame={shown.frame} calls={calls} onJump={onJump} />
        )}
        {shown && tab === 'links' && <LinksTab load={links} onJump={onJump} />}
        {shown && tab === 'raw' && (
          <RawTab
            client={client}
            session={session}
            detail={shown.detail}
            fields={fields.list}
            revision={written}
          />
        )}
        {shown && tab === 'fields' && fields.problem && <ProblemNote problem={fields.problem} />}
        {shown && tab === 'fields' && fields.list && <FieldsTab key={shown.frame} list={fields.list} />}
        {shown && tab === 'lenses' && (
          <LensesTab
            client={client}
            session={session}
            frame={shown.frame}
            revision={written}
            onJump={onJump}
          />
        )}
      </div>
    </section>
  );
}

function DetailStopped() {
  return (
    <p className="detail-note" role="status">
      <span aria-hidden>▲</span> The engine stopped before it read this frame.
    </p>
  );
}

function DetailSkeleton() {
  return (
    <div className="detail-skeleton" role="status" aria-label="Reading the frame">
      <i style={{ width: '60%' }} />
      <i style={{ width: '85%' }} />
      <i style={{ width: '45%' }} />
    </div>
  );
}

interface TabsProps {
  tabs: DetailTab[];
  tab: DetailTab;
  /** Shown beside the titles; 0: not shown. */
  counts: Partial<Record<DetailTab, number>>;
  onTab(tab: DetailTab): void;
}

function Tabs({ tabs, tab, counts, onTab }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  useSelectedInView(list, tab);
  const onKeyDown = (event: React.KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0 || event.altKey) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
    if (!next) return;
    onTab(next);
    list.current?.querySelector<HTMLElement>(`#detail-tab-${next}`)?.focus();
  };
  return (
    <div className="detail-tabs" role="tablist" aria-label="Frame detail" ref={list}>
      {tabs.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`detail-tab-${name}`}
          aria-selected={name === tab}
          aria-controls="detail-panel"
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onTab(name)}
          onKeyDown={onKeyDown}
        >
          {TITLES[name]} {(counts[name] ?? 0) > 0 && <span className="detail-tab-count">{counts[name]}</span>}
        </button>
      ))}
    </div>
  );
}

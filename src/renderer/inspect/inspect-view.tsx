import {
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import type { Row } from '../../ipc/engine-contract';
import type { OpenSession } from '../../ipc/shell-contract';
import { setFilterRange } from '../bridge/list-filter';
import { setOpen, showFrame } from '../bridge/list-places';
import { rowPagesOf } from '../bridge/session-feed';
import { DetailPane } from '../detail/detail-pane';
import { FilterBar } from '../filter/filter-bar';
import { HiddenNote, NoMatch, useHiddenFrame } from '../filter/hidden-frame';
import { ValueMenu } from '../filter/values/value-menu';
import { FindBar } from '../find/find-bar';
import { useTextMarks } from '../find/text-marks';
import { useFindBar } from '../find/use-find';
import { FrameList } from '../list/frame-list';
import type { ListView } from '../list/list-view';
import type { RowSource } from '../list/row-source';
import type { Place } from '../list/scroll-map';
import { FollowPill } from '../live/follow-pill';
import { LiveAnnouncer } from '../live/live-announcer';
import { listHearing, useListFollows } from '../live/use-following';
import { useLiveNote } from '../live/use-live-note';
import { BottomPanel } from '../panel/bottom-panel';
import { usePanelCommands } from '../panel/use-panel-commands';
import { NoFramesYet } from '../run/session/no-frames-yet';
import { RunBar } from '../run/session/run-bar';
import { RunDock } from '../run/session/run-dock';
import { useBottomPanel } from '../stores/bottom-panel';
import { followingOf, useFollowing } from '../stores/following';
import { useLayout } from '../stores/layout';
import { useProcessOfSession } from '../stores/processes';
import { useSelection } from '../stores/selection';
import { useFacts, useSessions } from '../stores/sessions';
import { BranchList } from './branch-list';
import { FileBanner } from './file-banner';
import { EmptyFile, type EmptyProps, SessionFailed, SessionLoading } from './file-states';
import './inspect.css';
import { InspectTimeline } from './inspect-timeline';
import { OutcomeStrip } from './outcome-strip';
import { tellFolding, useFoldCommands } from './use-fold-commands';
import { useInspectCommands } from './use-inspect-commands';
import { useReturn } from './use-return';
import { useRowChanges } from './use-row-changes';
import { stoppedSentence } from './verdict';

const PANES = 'inspect';
const LIST_PANES = 'inspect list';
const NO_LINKS: ReadonlySet<number> = new Set();

/** Where each list stood when it was left. Not shown anywhere, so no store. */
const places = new WeakMap<RowSource, Place>();

function useRow(source: RowSource, frame: number | null): Row | undefined {
  const read = () => (frame === null ? undefined : source.get(source.positionOf(frame) ?? 0));
  return useSyncExternalStore(source.onChange, read);
}

export function InspectView({ session }: { session: OpenSession }) {
  /** Goes to a frame, while there are frames. */
  const jump = useRef<(frame: number) => void>(() => {});
  return (
    <div className="inspect-session">
      <SessionBody session={session} jump={jump} />
      {/* Beside all that the session may look like: what is being written stays when its first frame comes. */}
      <RunDock session={session.session} onJump={(frame) => jump.current(frame)} />
    </div>
  );
}

interface BodyProps {
  session: OpenSession;
  jump: RefObject<(frame: number) => void>;
}

function SessionBody({ session, jump }: BodyProps) {
  const facts = useFacts(session.session);
  const engine = useSessions((state) => state.engine.state);
  if (session.error !== null) return <SessionFailed session={session} message={session.error} />;
  const { progress } = facts;
  // A file that is read again keeps its rows on screen until the new ones are there.
  const hasRows = rowPagesOf(session.session).total > 0;
  if (!progress || (progress.state === 'indexing' && progress.rows === 0 && !hasRows)) {
    const stopped = engine === 'failed' ? stoppedSentence(engine, { state: 'indexing' }) : null;
    if (stopped !== null) return <SessionFailed session={session} message={stopped} />;
    return <SessionLoading />;
  }
  if (progress.rows === 0 && progress.state === 'failed') {
    return <SessionFailed session={session} message={progress.error ?? 'The file could not be read.'} />;
  }
  if (progress.rows === 0) return <NoFrames session={session} progress={progress} report={facts.report} />;
  return <Frames session={session} jump={jump} />;
}

/** The file holds nothing: what that means depends on whether somebody is about to write it. */
function NoFrames({ session, progress, report }: EmptyProps) {
  const process = useProcessOfSession(session.session);
  const waits = process !== null && process.state !== 'ended';
  return (
    <div className="inspect">
      <RunBar session={session.session} />
      <div className="inspect-panes">
        {waits ? <NoFramesYet /> : <EmptyFile session={session} progress={progress} report={report} />}
      </div>
    </div>
  );
}

function Frames({ session: { session }, jump: jumpFromOutside }: BodyProps) {
  const source = rowPagesOf(session);
  const { report, progress, live, revision } = useFacts(session);
  const client = useSessions((state) => state.client);
  const engine = useSessions((state) => state.engine.state);
  const stopped = stoppedSentence(engine, progress);
  const frame = useSelection(({ trails }) => trails[session]?.frame ?? null);
  const select = useSelection((state) => state.step);
  const jump = useSelection((state) => state.jump);
  const [view, setView] = useState<ListView | null>(null);
  const detail = useRef<HTMLDivElement>(null);
  const hidden = useHiddenFrame(live ? client : null, session, source, frame);
  const row = useRow(source, frame) ?? hidden?.row;
  const changes = useRowChanges(row);
  const linked = useMemo(() => (row && row.links.length > 0 ? new Set(row.links) : NO_LINKS), [row]);

  const total = progress?.rows ?? 0;
  const settled = progress !== null && progress.state !== 'indexing';
  useEffect(() => {
    if (total === 0) return;
    if (frame === null) select(session, 1);
    // The file was read again, and has become shorter.
    else if (settled && frame > total) {
      const { sticks, asked } = followingOf(session);
      select(session, total);
      if (sticks) useFollowing.getState().stick(session, asked);
    }
  }, [frame, total, settled, session, select]);
  // While a file is read again, the selected frame may be one that the engine has not come to yet.
  const reached = live && (frame === null || frame <= total);

  const jumpTo = useCallback(
    (target: number) => {
      jump(session, target);
      void showFrame(session, target).then((position) => view?.reveal(position, 'center'), tellFolding);
    },
    [jump, session, view],
  );
  useEffect(() => {
    jumpFromOutside.current = jumpTo;
  }, [jumpFromOutside, jumpTo]);
  const openDetail = useCallback(
    () => detail.current?.querySelector<HTMLElement>('[role="tabpanel"]')?.focus(),
    [],
  );

  useReturn(session, view);
  usePanelCommands();
  useInspectCommands({ session, source, view, row, jumpTo, openDetail });
  const find = useFindBar(session, jumpTo, () => view?.focus());
  useTextMarks(detail, reached && engine !== 'failed' ? client : null, session, frame);
  useFoldCommands(session, view, row);
  useListFollows(session, view, progress);
  useLiveNote(session, progress);
  const hearing = useMemo(() => listHearing(session), [session]);

  const panelOpen = useBottomPanel((state) => state.open);
  const panes = useLayout((state) => state.panes[PANES]);
  const panelSize = useLayout((state) => state.panes[LIST_PANES]?.panel ?? 36);
  const setPanes = useLayout((state) => state.setPanes);
  return (
    <div className="inspect">
      <LiveAnnouncer session={session} progress={progress} />
      <OutcomeStrip
        session={session}
        client={live && engine !== 'failed' ? client : null}
        report={report}
        progress={progress}
        stopped={stopped}
        onJump={jumpTo}
      />
      <RunBar session={session} />
      <FileBanner report={report} progress={progress} />
      <BranchList
        client={client}
        session={session}
        branches={report?.branches ?? null}
        revision={revision}
        onJump={(target) => {
          jumpTo(target);
          view?.focus();
        }}
      />
      <InspectTimeline
        session={session}
        client={live && engine !== 'failed' ? client : null}
        progress={progress}
        rows={source}
        frame={frame}
        row={row}
        stopped={engine === 'failed'}
        hits={find.marked}
        onSelect={jumpTo}
        onToList={() => view?.focus()}
        onFilterRange={(term) => void setFilterRange(session, term)}
      >
        <Group
          className="inspect-panes"
          orientation="horizontal"
          defaultLayout={panes}
          onLayoutChanged={(sizes, { isUserInteraction }) => isUserInteraction && setPanes(PANES, sizes)}
        >
          <Panel id="list" minSize="360px" defaultSize="62%">
            <Group
              className="list-panes"
              orientation="vertical"
              onLayoutChanged={(sizes, { isUserInteraction }) =>
                isUserInteraction && setPanes(LIST_PANES, sizes)
              }
            >
              <Panel id="rows" minSize="90px">
                <div className="list-column">
                  <FilterBar
                    session={session}
                    client={live && engine !== 'failed' ? client : null}
                    progress={progress}
                    row={row}
                    onLeave={() => view?.focus()}
                  />
                  {hidden && frame !== null && (
                    <HiddenNote
                      session={session}
                      frame={frame}
                      onShow={() => {
                        jumpTo(frame);
                        view?.focus();
                      }}
                    />
                  )}
                  <div className="list-place">
                    <FrameList
                      source={source}
                      selected={frame}
                      linked={linked}
                      place={places.get(source)}
                      onSelect={(target) => select(session, target)}
                      onOpen={openDetail}
                      onFold={(target, open) => void setOpen(session, target, open).catch(tellFolding)}
                      onView={setView}
                      {...hearing}
                      onLeave={(left, place) => places.set(left, place)}
                    />
                    <NoMatch session={session} source={source} onClear={() => view?.focus()} />
                    {find.open && (
                      <FindBar
                        session={session}
                        asked={find.asked}
                        onGo={find.go}
                        onOnly={find.onlyThese}
                        onClose={find.close}
                      />
                    )}
                    <FollowPill session={session} progress={progress} />
                  </div>
                </div>
              </Panel>
              {panelOpen && (
                <>
                  <Separator className="pane-handle" aria-label="Resize the panel" />
                  <Panel id="panel" minSize="110px" defaultSize={`${panelSize}%`}>
                    <BottomPanel
                      session={session}
                      client={live && engine !== 'failed' ? client : null}
                      report={report}
                      onJump={jumpTo}
                    />
                  </Panel>
                </>
              )}
            </Group>
          </Panel>
          <Separator className="pane-handle" aria-label="Resize the detail" />
          <Panel id="detail" minSize="300px" defaultSize="38%">
            <DetailPane
              ref={detail}
              session={session}
              frame={frame}
              row={row}
              client={reached && engine !== 'failed' ? client : null}
              stopped={engine === 'failed'}
              revision={revision}
              changes={changes}
              onJump={jumpTo}
            />
            <ValueMenu
              key={`${session} ${frame}`}
              session={session}
              client={reached && engine !== 'failed' ? client : null}
              frame={frame}
              row={row}
              detail={detail}
            />
          </Panel>
        </Group>
      </InspectTimeline>
    </div>
  );
}

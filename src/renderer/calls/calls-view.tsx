import { useCallback, useMemo, useRef } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import type { CallRow, CallSort, Progress } from '../../ipc/engine-contract';
import type { OpenSession } from '../../ipc/shell-contract';
import { VirtualTable, type VirtualTableHandle } from '../components/table/virtual-table';
import { useDelayed } from '../components/use-delayed';
import { ProblemNote } from '../detail/problem-note';
import { SessionFailed, SessionLoading } from '../inspect/file-states';
import { isFiltered, useCallView, useCallViews } from '../stores/call-views';
import { useLayout } from '../stores/layout';
import { openInInspect } from '../stores/open-in-inspect';
import { useSelection } from '../stores/selection';
import { useFacts, useSessions } from '../stores/sessions';
import { useView } from '../stores/view';
import { formatCount, plural } from '../text/format';
import { callCells, callColumns } from './call-cells';
import { CallDetail } from './call-detail';
import { CallFilterRow } from './call-filter-row';
import { CallHighlights } from './call-highlights';
import { readingWords } from './call-words';
import './calls-view.css';
import { useCallCommands } from './use-call-commands';
import { useCallSelection } from './use-call-selection';
import { type CallTableData, useCallTable } from './use-call-table';

const PANES = 'calls';

/** The calls of a session, linked to their results, as one table. */
export function CallsView({ session }: { session: OpenSession }) {
  const { progress } = useFacts(session.session);
  return (
    <div className="calls-view">
      <h1 className="unseen">Calls of {session.name}</h1>
      {session.error !== null ? (
        <SessionFailed session={session} message={session.error} />
      ) : progress === null ? (
        <SessionLoading />
      ) : (
        <Calls session={session.session} progress={progress} />
      )}
    </div>
  );
}

function Calls({ session, progress }: { session: number; progress: Progress }) {
  const { live } = useFacts(session);
  const client = useSessions((state) => state.client);
  const engine = useSessions((state) => state.engine.state);
  const view = useCallView(session);
  const { filter, sortBy, clear } = useCallViews.getState();
  const table = useRef<VirtualTableHandle>(null);
  const input = useRef<HTMLInputElement>(null);
  const asked = live && engine !== 'failed' ? client : null;
  const facts = `${progress.generation} ${progress.rows} ${progress.bytes} ${progress.state}`;
  const data = useCallTable(asked, session, view, facts);
  const selection = useCallSelection(asked, session, view, data, table);
  const { selected, move } = selection;
  const open = useCallback((frame: number) => openInInspect(session, frame), [session]);
  const total = data.page?.total ?? 0;
  const columns = useMemo(() => callColumns(progress.rows), [progress.rows]);
  useCallCommands({ session, ...selection, table, input, open });

  const panes = useLayout((state) => state.panes[PANES]);
  const setPanes = useLayout((state) => state.setPanes);
  const showSlow = (row: CallRow) => {
    clear(session);
    useCallViews.getState().order(session, 'duration');
    const frame = row.callFrame ?? row.resultFrame;
    if (frame !== null) useSelection.getState().step(session, frame);
  };
  if (data.page?.all === 0 && progress.state !== 'indexing') return <NoCalls rows={progress.rows} />;
  return (
    <>
      <CallHighlights
        groups={data.groups}
        identicalTo={view.filter.identicalTo}
        onGroup={(identicalTo) => filter(session, { identicalTo })}
        onSlow={showSlow}
      />
      <CallFilterRow
        page={data.page}
        view={view}
        input={input}
        onFilter={(part) => filter(session, part)}
        onClear={() => clear(session)}
      />
      <Group
        className="calls-panes"
        orientation="horizontal"
        defaultLayout={panes}
        onLayoutChanged={(sizes, { isUserInteraction }) => isUserInteraction && setPanes(PANES, sizes)}
      >
        <Panel id="calls" minSize="440px" defaultSize="66%">
          <Table
            data={data}
            total={total}
            isFiltered={isFiltered(view)}
            stopped={engine === 'failed'}
            onClear={() => clear(session)}
          >
            <VirtualTable
              ref={table}
              label="Tool calls"
              columns={columns}
              total={total}
              sort={{ column: view.sort, descending: view.descending }}
              selected={selected.position}
              cellsOf={(position, shown) => {
                const row = data.rowAt(position);
                return row && callCells(row, progress.firstTime, shown);
              }}
              rowClassOf={(position) => data.rowAt(position)?.status ?? ''}
              onSort={(column) => sortBy(session, column as CallSort)}
              onSelect={(position) => move(() => position)}
              onOpen={(position) => {
                const row = data.rowAt(position);
                const frame = row?.callFrame ?? row?.resultFrame;
                if (frame) open(frame);
              }}
              onRange={data.onRange}
            />
          </Table>
        </Panel>
        <Separator className="pane-handle" aria-label="Resize the call detail" />
        <Panel id="call" minSize="260px" defaultSize="34%">
          <CallDetail client={asked} session={session} row={selected.row} onOpen={open} />
        </Panel>
      </Group>
    </>
  );
}

interface TableProps {
  data: CallTableData;
  total: number;
  isFiltered: boolean;
  stopped: boolean;
  onClear(): void;
  children: React.ReactNode;
}

/** The table, or what stands in its place, over one line that counts. */
function Table({ data, total, isFiltered: filtered, stopped, onClear, children }: TableProps) {
  const { page, problem, isOld } = data;
  const late = useDelayed(page === null && problem === null, 150);
  const words = useMemo(() => page && readingWords(page.reading), [page]);
  // Until the rows on screen are those of the new filter they are counted as what they are.
  const isPart = page !== null && (isOld ? total < page.all : filtered);
  if (problem) return <ProblemNote problem={problem} />;
  if (page === null) {
    if (stopped) return <p className="detail-note">The engine is not there to ask.</p>;
    return late ? <p className="detail-note">Collecting the calls…</p> : null;
  }
  return (
    <div className="calls-table" aria-busy={isOld} data-testid="call-table">
      {total === 0 && page.all > 0 ? (
        <div className="calls-none">
          <p>
            None of {plural(page.all, 'call')} passes the filter{page.reading.whole ? '' : ' so far'}.
          </p>
          <button type="button" className="button" onClick={onClear}>
            Show all
          </button>
        </div>
      ) : (
        children
      )}
      <p className="calls-count" role="status">
        {isPart ? `${formatCount(total)} of ${plural(page.all, 'call')}` : plural(page.all, 'call')}
        {words !== null && <span className="muted"> · {words}</span>}
      </p>
    </div>
  );
}

function NoCalls({ rows }: { rows: number }) {
  const show = useView((state) => state.show);
  return (
    <div className="calls-none" data-testid="no-calls">
      <h2>No tool was called</h2>
      <p>
        {rows === 0
          ? 'There is no frame in this file yet.'
          : `None of its ${plural(rows, 'frame')} holds a call or a result.`}
      </p>
      <button type="button" className="button" onClick={() => show('inspect')}>
        Show the frames
      </button>
    </div>
  );
}

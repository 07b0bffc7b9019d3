import type { Diagnostic, Progress, Report, Severity } from '../../ipc/engine-contract';
import type { FigureName } from '../../protocol/figure-catalogue';
import { registry } from '../commands/registry';
import { BRANCH_COUNT_ID } from '../inspect/branch-list';
import { stoppedSentence } from '../inspect/verdict';
import { FileEnd } from '../live/live-end';
import { liveStateOf } from '../live/live-state';
import { useBottomPanel } from '../stores/bottom-panel';
import { useListings } from '../stores/listings';
import { useActiveSession, useFacts, useSessions } from '../stores/sessions';
import {
  formatBytes,
  formatCost,
  formatCount,
  formatPercent,
  isStated,
  plural,
  stated,
} from '../text/format';
import { SEVERITY_SHAPE, worstSeverity } from '../text/severity';
import './status-bar.css';

interface CountProps {
  id?: string;
  command: string;
  text: string;
  says: string;
  tone: 'warn' | 'err' | 'plain';
  /** The figure that it is: asked for by the context menu, because a press goes to the next one. */
  figure?: FigureName;
}

const SHAPES = { warn: '▲', err: '■', plain: '' } as const;

/** A count that leads to what it counts. */
function Count({ id, command, text, says, tone, figure }: CountProps) {
  return (
    <button
      type="button"
      id={id}
      className={`status-count ${tone}`}
      title={figure ? `${says}. Right click: from which frames?` : says}
      onClick={() => registry.run(command)}
      onContextMenu={() => figure && useBottomPanel.getState().ask(figure)}
    >
      {SHAPES[tone] && <span aria-hidden>{SHAPES[tone]} </span>}
      {text}
    </button>
  );
}

/** A figure that is no problem: it tells from which frames it comes. */
function Asked({ figure, children }: { figure: FigureName; children: string }) {
  return (
    <button
      type="button"
      className="status-count plain"
      title="From which frames?"
      onClick={() => useBottomPanel.getState().ask(figure)}
    >
      {children}
    </button>
  );
}

const SEVERITY_TONE: Record<Severity, string> = { error: 'err', warning: 'warn', info: 'info' };

/** Opens and closes the panel that says what they are. */
function DiagnosticCount({ diagnostics, leftOff }: { diagnostics: Diagnostic[]; leftOff: number }) {
  const open = useBottomPanel((state) => state.open && state.tab === 'diagnostics');
  const worst = worstSeverity(diagnostics);
  return (
    <button
      type="button"
      className={`status-count ${SEVERITY_TONE[worst]}`}
      title="Show or hide the diagnostics (p)"
      aria-expanded={open}
      onClick={() => registry.run('view.diagnostics')}
    >
      <span aria-hidden>{SEVERITY_SHAPE[worst]} </span>
      {plural(diagnostics.length + leftOff, 'diagnostic')}
    </button>
  );
}

/** How many events the list does not show one by one, and the way to see them. */
function FoldedCount({ session, folded }: { session: number | null; folded: number }) {
  const unfolded = useListings(({ shown }) => shown[session ?? -1]?.listing.unfolded ?? false);
  if (folded === 0) return null;
  return (
    <Count
      command="list.toggleAllFolds"
      text={unfolded ? 'all unfolded' : `${formatCount(folded)} folded`}
      says={
        unfolded
          ? 'Fold the API events of each message under its first one (O)'
          : 'API events are folded under the first one of their message. List every one (O)'
      }
      tone="plain"
    />
  );
}

/** Only where there are any: most recordings have no tasks. */
function TaskCount({ tasks }: { tasks: Report['tasks'] }) {
  if (tasks.total === 0) return null;
  const states = [
    tasks.failed > 0 && `${formatCount(tasks.failed)} failed`,
    tasks.running > 0 && `${formatCount(tasks.running)} running`,
  ].filter(Boolean);
  return (
    <Count
      command="view.tasks"
      text={[plural(tasks.total, 'task'), ...states].join(', ')}
      says="Show or hide the tasks (T)"
      tone={tasks.failed > 0 ? 'warn' : 'plain'}
    />
  );
}

/** `isLive`: the session goes on, so a call without a result may still get one. */
function Counts({ report, isLive }: { report: Report; isLive: boolean }) {
  const unlinked = report.unansweredCalls + report.orphanResults;
  const diagnostics = report.diagnostics.length + report.diagnosticsLeftOff;
  return (
    <>
      {report.unparsed > 0 ? (
        <Count
          command="filter.unparsed"
          text={`${formatCount(report.unparsed)} unparsed`}
          says="Show only unparsed pieces, or all frames again; u goes to the next one"
          tone="warn"
          figure="unparsed"
        />
      ) : (
        <Asked figure="unparsed">0 unparsed</Asked>
      )}
      {report.agents > 0 && (
        <Count
          command="view.agents"
          text={plural(report.agents, 'subagent')}
          says="Show or hide the tree of subagents (a)"
          tone="plain"
        />
      )}
      {report.failedCalls > 0 && (
        <Count
          command="filter.failed"
          text={plural(report.failedCalls, 'failed call')}
          says="Show only failed calls, or all frames again; e goes to the next error"
          tone="err"
          figure="failedCalls"
        />
      )}
      {diagnostics > 0 && (
        <DiagnosticCount diagnostics={report.diagnostics} leftOff={report.diagnosticsLeftOff} />
      )}
      {unlinked > 0 && (
        <Count
          command="filter.unlinked"
          text={[
            report.unansweredCalls > 0 &&
              plural(report.unansweredCalls, isLive ? 'open call' : 'unanswered call'),
            report.orphanResults > 0 && plural(report.orphanResults, 'orphan result'),
          ]
            .filter(Boolean)
            .join(', ')}
          says="Show only calls and results without their other end, or all frames again; l goes to the next one"
          tone={isLive && report.orphanResults === 0 ? 'plain' : 'warn'}
          figure={report.unansweredCalls > 0 ? 'unansweredCalls' : 'orphanResults'}
        />
      )}
      {report.branches !== null && report.branches > 1 && (
        <Count
          id={BRANCH_COUNT_ID}
          command="go.branches"
          text={plural(report.branches, 'branch', 'branches')}
          says="List the branches of the conversation (b)"
          tone="plain"
        />
      )}
      <TaskCount tasks={report.tasks} />
      {report.replayedFrames > 0 && (
        <Asked figure="replayedFrames">{`${formatCount(report.replayedFrames)} replayed`}</Asked>
      )}
    </>
  );
}

function Usage({ report }: { report: Report }) {
  const { usage } = report;
  return (
    <div className="status-usage">
      <span>{report.format === 'unknown' ? 'format unknown' : report.format}</span>
      <Asked figure="cost">{isStated(report.costUsd) ? formatCost(report.costUsd) : 'cost not stated'}</Asked>
      <Asked figure="input">
        {usage === null
          ? 'tokens not stated'
          : `tokens in ${stated(usage.input, formatCount)} · out ${stated(usage.output, formatCount)} · cache ${stated(
              usage.cacheRead + usage.cacheCreation,
              formatCount,
            )}`}
      </Asked>
    </div>
  );
}

function IndexState({
  progress,
  stopped,
  report,
}: {
  progress: Progress;
  stopped: boolean;
  report: Report | null;
}) {
  const percent = formatPercent(progress.bytes, progress.totalBytes);
  if (progress.state === 'done') return <FileEnd progress={progress} capture={report?.capture ?? null} />;
  if (progress.state === 'failed') return <span className="err">■ reading failed at {percent}</span>;
  if (progress.state === 'cancelled') {
    return (
      <Count command="file.reload" text={`stopped at ${percent}`} says="Read this file again" tone="warn" />
    );
  }
  if (stopped) {
    return (
      <Count command="file.reload" text={`stopped at ${percent}`} says="Read this file again" tone="warn" />
    );
  }
  return (
    <>
      <span>indexing {percent}</span>
      <button type="button" className="status-cancel" onClick={() => registry.run('file.cancelIndex')}>
        Cancel
      </button>
    </>
  );
}

export function StatusBar() {
  const active = useSessions((state) => state.active);
  const engine = useSessions((state) => state.engine);
  const appVersion = useSessions((state) => state.appVersion);
  const { progress, report } = useFacts(active);
  const failed = useActiveSession()?.error != null;
  const stopped = stoppedSentence(engine.state, progress) !== null;
  const indexing = progress?.state === 'indexing' && !stopped;
  // An error page is up: there is nothing that counts would be of.
  const nothingRead =
    failed ||
    (progress?.rows === 0 && (progress.state === 'failed' || (stopped && progress.state === 'indexing')));
  return (
    <footer className="status" data-testid="status-bar" data-index-state={progress?.state ?? 'none'}>
      {indexing && (
        <div
          className="status-progress"
          role="progressbar"
          aria-label="Indexing"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.floor((100 * progress.bytes) / Math.max(1, progress.totalBytes))}
          style={{ transform: `scaleX(${progress.bytes / Math.max(1, progress.totalBytes)})` }}
        />
      )}
      {progress?.rows === 0 && progress.state === 'done' ? (
        // Nothing that a count could lead to.
        <>
          <span>0 frames</span>
          <span>{formatBytes(progress.totalBytes)}</span>
          <span className="spacer" />
          <IndexState progress={progress} stopped={stopped} report={report} />
        </>
      ) : progress && !nothingRead ? (
        <>
          <Asked figure="frames">
            {plural(report && progress.state !== 'indexing' ? report.frames : progress.rows, 'frame')}
          </Asked>
          <FoldedCount session={active} folded={progress.folded} />
          <span>{formatBytes(progress.totalBytes)}</span>
          {report && <Counts report={report} isLive={liveStateOf(progress) !== null} />}
          {report ? <Usage report={report} /> : <span className="spacer" />}
          <IndexState progress={progress} stopped={stopped} report={report} />
        </>
      ) : (
        <>
          <span>{nothingRead ? 'not opened' : active === null ? 'no recording open' : 'opening'}</span>
          <span className="spacer" />
          {engine.state === 'starting' && <span>engine starting</span>}
          {engine.state === 'failed' && <span className="err">■ engine stopped</span>}
          {appVersion && <span>Framescope {appVersion}</span>}
        </>
      )}
    </footer>
  );
}

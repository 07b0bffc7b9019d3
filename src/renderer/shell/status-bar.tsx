import { useState } from 'react';
import type { Diagnostic, Progress, Report, Severity } from '../../ipc/engine-contract';
import { registry } from '../commands/registry';
import { Popup } from '../components/popup';
import { BRANCH_COUNT_ID } from '../inspect/branch-list';
import { stoppedSentence } from '../inspect/verdict';
import { useListings } from '../stores/listings';
import { useActiveSession, useFacts, useSessions } from '../stores/sessions';
import {
  formatBytes,
  formatCost,
  formatCount,
  formatDuration,
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
}

const SHAPES = { warn: '▲', err: '■', plain: '' } as const;

/** A count that leads to what it counts. */
function Count({ id, command, text, says, tone }: CountProps) {
  return (
    <button
      type="button"
      id={id}
      className={`status-count ${tone}`}
      title={says}
      onClick={() => registry.run(command)}
    >
      {SHAPES[tone] && <span aria-hidden>{SHAPES[tone]} </span>}
      {text}
    </button>
  );
}

const SEVERITY_TONE: Record<Severity, string> = { error: 'err', warning: 'warn', info: 'info' };
const MAX_LINES = 8;

/** Leads to the frames that diagnostics name; where they name none, it says them. */
function DiagnosticCount({ diagnostics, leftOff }: { diagnostics: Diagnostic[]; leftOff: number }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const count = diagnostics.length + leftOff;
  const worst = worstSeverity(diagnostics);
  const nowhere = leftOff === 0 && diagnostics.every(({ frame }) => frame === null);
  return (
    <>
      <button
        type="button"
        className={`status-count ${SEVERITY_TONE[worst]}`}
        title={nowhere ? 'Show what they say' : 'Go to the next frame with a diagnostic (d)'}
        aria-expanded={nowhere ? anchor !== null : undefined}
        onClick={({ currentTarget }) => {
          if (!nowhere) registry.run('go.nextDiagnostic');
          else setAnchor((open) => (open ? null : currentTarget));
        }}
      >
        <span aria-hidden>{SEVERITY_SHAPE[worst]} </span>
        {plural(count, 'diagnostic')}
      </button>
      {anchor && nowhere && (
        <Popup anchor={anchor} label="Diagnostics of this file" onClose={() => setAnchor(null)}>
          <ul className="popup-lines">
            {diagnostics.slice(0, MAX_LINES).map(({ code, severity, offset, message }) => (
              <li key={`${code} ${offset}`}>
                <span className={severity} aria-hidden>
                  {SEVERITY_SHAPE[severity]}
                </span>
                {message}
              </li>
            ))}
            {count > MAX_LINES && <li className="muted">{formatCount(count - MAX_LINES)} more</li>}
          </ul>
        </Popup>
      )}
    </>
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

function Counts({ report }: { report: Report }) {
  const unlinked = report.unansweredCalls + report.orphanResults;
  const diagnostics = report.diagnostics.length + report.diagnosticsLeftOff;
  return (
    <>
      {report.unparsed > 0 ? (
        <Count
          command="go.nextUnparsed"
          text={`${formatCount(report.unparsed)} unparsed`}
          says="Go to the next unparsed piece (u)"
          tone="warn"
        />
      ) : (
        <span>0 unparsed</span>
      )}
      {report.agents > 0 && (
        <Count
          command="go.agents"
          text={plural(report.agents, 'agent')}
          says="Show the tree of subagents (a)"
          tone="plain"
        />
      )}
      {report.failedCalls > 0 && (
        <Count
          command="go.nextError"
          text={plural(report.failedCalls, 'failed call')}
          says="Go to the next error (e)"
          tone="err"
        />
      )}
      {diagnostics > 0 && (
        <DiagnosticCount diagnostics={report.diagnostics} leftOff={report.diagnosticsLeftOff} />
      )}
      {unlinked > 0 && (
        <Count
          command="go.nextUnlinked"
          text={[
            report.unansweredCalls > 0 && plural(report.unansweredCalls, 'unanswered call'),
            report.orphanResults > 0 && plural(report.orphanResults, 'orphan result'),
          ]
            .filter(Boolean)
            .join(', ')}
          says="Go to the next call or result without its other end (l)"
          tone="warn"
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
      {report.replayedFrames > 0 && <span>{formatCount(report.replayedFrames)} replayed</span>}
    </>
  );
}

function Usage({ report }: { report: Report }) {
  const { usage } = report;
  return (
    <div className="status-usage">
      <span>{report.format === 'unknown' ? 'format unknown' : report.format}</span>
      <span>{isStated(report.costUsd) ? formatCost(report.costUsd) : 'cost not stated'}</span>
      <span>
        {usage === null
          ? 'tokens not stated'
          : `tokens in ${stated(usage.input, formatCount)} · out ${stated(usage.output, formatCount)} · cache ${stated(
              usage.cacheRead + usage.cacheCreation,
              formatCount,
            )}`}
      </span>
    </div>
  );
}

function IndexState({ progress, stopped }: { progress: Progress; stopped: boolean }) {
  const percent = formatPercent(progress.bytes, progress.totalBytes);
  if (progress.state === 'done') return <span>indexed in {formatDuration(progress.elapsedMs)}</span>;
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
      {progress && !nothingRead ? (
        <>
          <span>
            {plural(report && progress.state !== 'indexing' ? report.frames : progress.rows, 'frame')}
          </span>
          <FoldedCount session={active} folded={progress.folded} />
          <span>{formatBytes(progress.totalBytes)}</span>
          {report && <Counts report={report} />}
          {report ? <Usage report={report} /> : <span className="spacer" />}
          <IndexState progress={progress} stopped={stopped} />
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

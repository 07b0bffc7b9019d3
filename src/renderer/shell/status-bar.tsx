import type { Progress, Report } from '../../ipc/engine-contract';
import { registry } from '../commands/registry';
import { useActiveSession, useFacts, useSessions } from '../stores/sessions';
import { formatBytes, formatCost, formatCount, formatDuration, formatPercent, plural } from '../text/format';
import './status-bar.css';

interface CountProps {
  command: string;
  text: string;
  says: string;
  tone: 'warn' | 'err' | 'plain';
}

const SHAPES = { warn: '▲', err: '■', plain: '' } as const;

/** A count that leads to what it counts. */
function Count({ command, text, says, tone }: CountProps) {
  return (
    <button
      type="button"
      className={`status-count ${tone}`}
      title={says}
      onClick={() => registry.run(command)}
    >
      {SHAPES[tone] && <span aria-hidden>{SHAPES[tone]} </span>}
      {text}
    </button>
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
      {report.failedCalls > 0 && (
        <Count
          command="go.nextError"
          text={plural(report.failedCalls, 'failed call')}
          says="Go to the next error (e)"
          tone="err"
        />
      )}
      {diagnostics > 0 && (
        <Count
          command="go.nextDiagnostic"
          text={plural(diagnostics, 'diagnostic')}
          says="Go to the next frame with a diagnostic (d)"
          tone="warn"
        />
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
      {report.replayedFrames > 0 && <span>{formatCount(report.replayedFrames)} replayed</span>}
    </>
  );
}

function Usage({ report }: { report: Report }) {
  const { usage } = report;
  return (
    <>
      <span>
        {usage === null
          ? 'tokens not stated'
          : `tokens in ${formatCount(usage.input)} · out ${formatCount(usage.output)} · cache ${formatCount(
              usage.cacheRead + usage.cacheCreation,
            )}`}
      </span>
      <span>{formatCost(report.costUsd)}</span>
      <span>{report.format === 'unknown' ? 'format unknown' : report.format}</span>
    </>
  );
}

function IndexState({ progress }: { progress: Progress }) {
  const percent = formatPercent(progress.bytes, progress.totalBytes);
  if (progress.state === 'done') return <span>indexed in {formatDuration(progress.elapsedMs)}</span>;
  if (progress.state === 'failed') return <span className="err">■ reading failed at {percent}</span>;
  if (progress.state === 'cancelled') {
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
  const indexing = progress?.state === 'indexing';
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
      {progress ? (
        <>
          <span>{plural(report && !indexing ? report.frames : progress.rows, 'frame')}</span>
          <span>{formatBytes(progress.totalBytes)}</span>
          {report && <Counts report={report} />}
          <span className="spacer" />
          {report && <Usage report={report} />}
          <IndexState progress={progress} />
        </>
      ) : (
        <>
          <span>{failed ? 'not opened' : active === null ? 'no recording open' : 'opening'}</span>
          <span className="spacer" />
          {engine.state === 'starting' && <span>engine starting</span>}
          {engine.state === 'failed' && <span className="err">■ engine stopped</span>}
          {appVersion && <span>Framescope {appVersion}</span>}
        </>
      )}
    </footer>
  );
}

import type { Report } from '../../ipc/engine-contract';
import { formatCount, plural } from '../text/format';

type Capture = NonNullable<Report['capture']>;

/** "was killed by SIGKILL", "ended with exit code 1"; null while it runs, and where its record does not say. */
export function processEnd({ exitCode, signal, endedAt }: Capture): string | null {
  if (signal !== null) return `was ${signal === 'SIGKILL' ? 'killed' : 'ended'} by ${signal}`;
  if (exitCode !== null) return `ended with exit code ${formatCount(exitCode)}`;
  return endedAt === null ? null : 'ended, and its exit code is not stated';
}

/** Its process ended as one does that has done its work. */
export const endedWell = ({ exitCode, signal }: Capture): boolean =>
  signal === null && (exitCode === null || exitCode === 0);

/** Why there is no result, as far as the process tells; null where it tells nothing. */
export function endWithoutResult(capture: Capture | null, running: string): string | null {
  if (capture === null) return null;
  if (capture.error !== null) return capture.error;
  const end = processEnd(capture);
  if (end === null) return null;
  return `The process ${end} before it wrote a result${running}.${stderrWords(capture)}`;
}

export const stderrWords = ({ stderrLines }: Capture): string =>
  stderrLines === 0 ? '' : ` It wrote ${plural(stderrLines, 'line')} to stderr.`;

/** It did not do its work, or did not say so, and wrote something to stderr. */
export function endedBadly(report: Report | null): boolean {
  const capture = report?.capture ?? null;
  if (!report || capture === null || capture.stderrLines === 0 || processEnd(capture) === null) return false;
  return report.outcome !== 'success' || !endedWell(capture);
}

import type { Report } from '../../engine/answer-types';
import type { LiveFile } from '../../engine/live/live-types';
import { visibleControls } from '../../protocol/frame-summary';

const number = (n: number) => n.toLocaleString('en');
const counted = (n: number, one: string) => `${number(n)} ${one}${n === 1 ? '' : 's'}`;

/** What a followed session has come to, in one line as `tail -f` would print it. `before`: frames that were there then. */
export function reportLine(report: Report, live: LiveFile, before: number | null, now: Date): string {
  const more = before === null ? 0 : report.frames - before;
  const open = live.status?.openCalls.map(({ name }) => name) ?? [];
  const parts = [
    `${counted(report.frames, 'frame')}${more > 0 ? ` (+${number(more)})` : ''}`,
    report.unparsed > 0 ? counted(report.unparsed, 'unparsed piece') : null,
    counted(report.toolCalls, 'tool call'),
    report.failedCalls > 0 ? `${number(report.failedCalls)} failed` : null,
    open.length > 0 ? `open: ${open.join(', ')}` : null,
    live.status === null ? `outcome ${report.outcome}` : live.status.sentence.replace(/\.$/, ''),
    report.costUsd === null ? null : `$${report.costUsd}`,
    endOf(report),
    live.note,
  ];
  const time = now.toTimeString().slice(0, 8);
  return `${time}  ${visibleControls(parts.filter((part) => part !== null).join(' · '))}\n`;
}

/** How the process of a capture ended; null while it runs, and when nobody knows. */
function endOf({ capture }: Report): string | null {
  if (capture === null || capture.endedAt === null) return null;
  if (capture.error !== null) return capture.error;
  if (capture.signal !== null) return `ended by ${capture.signal}`;
  return capture.exitCode === null ? null : `exit code ${capture.exitCode}`;
}

import type { ReactNode } from 'react';
import type { CallRow, CallSort } from '../../ipc/engine-contract';
import type { TableColumn } from '../components/table/virtual-table';
import { TONE_SHAPE } from '../inspect/verdict';
import { formatCount, formatDuration, formatRelative, isStated, NOT_STATED, stated } from '../text/format';
import { PERMISSION_WORDS, STATUS_WORDS, toolWord } from './call-words';

const column = (
  id: CallSort | 'summary' | 'frames',
  title: string,
  hint: string,
  align?: 'right',
): TableColumn => ({
  id,
  title,
  hint,
  sortable: id !== 'summary' && id !== 'frames',
  ...(align && { align }),
});

export const CALL_COLUMNS: readonly TableColumn[] = [
  column('order', '#', 'Frame of the call; of a result without a call, its own', 'right'),
  column('time', 'time', 'Time of the call since the first stated one', 'right'),
  column('tool', 'tool', 'Name of the tool'),
  column('status', 'status', 'Whether there is a result, and whether it says is_error'),
  column('summary', 'input', 'The part of the input that says most'),
  column('repeats', 'same', 'Calls with the same tool and the same input', 'right'),
  column('permission', 'permission', 'What the file says of the permission'),
  column('agent', 'by', 'Main thread or subagent'),
  column('run', 'turn', 'Turn in the file; sorts by run', 'right'),
  column('duration', 'duration', 'From the call to its result', 'right'),
  column('callBytes', 'call bytes', 'Bytes of the frame that holds the call', 'right'),
  column('resultBytes', 'result bytes', 'Bytes of the frame that holds the result', 'right'),
  column('frames', 'result', 'Frame of the result', 'right'),
];

export const CALL_WIDTHS = '52px 78px 104px 96px minmax(120px, 1fr) 44px 80px 66px 40px 76px 74px 84px 56px';

/** The cells of a row, in the order of the columns. */
export function callCells(row: CallRow, firstTime: number | null): ReactNode[] {
  const { tone, word, hint } = STATUS_WORDS[row.status];
  const frame = row.callFrame ?? row.resultFrame;
  return [
    frame === null ? '' : formatCount(frame),
    <Time key="time" row={row} firstTime={firstTime} />,
    <span key="tool" className={row.tool === '' ? 'muted' : 'calls-tool'} title={row.tool}>
      {row.callFrame === null ? NOT_STATED : toolWord(row.tool)}
    </span>,
    <span key="status" className={`calls-${tone}`} title={hint}>
      <span aria-hidden>{TONE_SHAPE[tone]}</span> {word}
    </span>,
    <span key="summary" className="calls-summary" title={row.summary}>
      {row.summary}
    </span>,
    row.repeats > 1 ? (
      <span key="same" className="calls-warn">
        {formatCount(row.repeats)}×
      </span>
    ) : (
      ''
    ),
    <Permission key="permission" row={row} />,
    row.agent === 0 ? muted('main') : `agent ${row.agent}`,
    row.turn === null ? muted('none') : row.turn,
    <Duration key="duration" row={row} />,
    stated(row.callBytes, formatCount),
    stated(row.resultBytes, formatCount),
    row.resultFrame === null ? muted('none') : `#${formatCount(row.resultFrame)}`,
  ];
}

const muted = (word: string) => <span className="muted">{word}</span>;

function Time({ row, firstTime }: { row: CallRow; firstTime: number | null }) {
  if (row.time === null || firstTime === null) return <span className="muted">{NOT_STATED}</span>;
  const text = formatRelative(row.time - firstTime);
  if (!row.timeInferred) return text;
  return (
    <span className="inferred" title="Its frame states no time; this is that of the frames before it">
      ~{text}
    </span>
  );
}

function Duration({ row }: { row: CallRow }) {
  if (!isStated(row.durationMs)) return <span className="muted">{NOT_STATED}</span>;
  const text = formatDuration(row.durationMs);
  if (!row.durationInferred) return text;
  return (
    <span className="inferred" title="At least one of its two times is inferred">
      ~{text}
    </span>
  );
}

function Permission({ row: { permission } }: { row: CallRow }) {
  if (permission === null) return <span className="muted">{NOT_STATED}</span>;
  const { tone, hint } = PERMISSION_WORDS[permission];
  return (
    <span className={`calls-${tone}`} title={hint}>
      <span aria-hidden>{TONE_SHAPE[tone]}</span> {permission}
    </span>
  );
}

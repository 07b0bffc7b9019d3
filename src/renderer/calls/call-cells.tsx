import type { ReactNode } from 'react';
import type { CallRow, CallSort } from '../../ipc/engine-contract';
import type { TableColumn } from '../components/table/virtual-table';
import { TONE_SHAPE } from '../inspect/verdict';
import { formatCount, formatDuration, formatRelative, isStated, NOT_STATED } from '../text/format';
import { PERMISSION_WORDS, STATUS_WORDS, toolWord } from './call-words';

type ColumnId = CallSort | 'summary' | 'frames';
type Shape = Pick<TableColumn, 'align' | 'grows' | 'givesWay' | 'leaves'>;

const UNSORTED: ReadonlySet<ColumnId> = new Set(['summary', 'frames']);

const column = (id: ColumnId, title: string, width: number, hint: string, shape?: Shape): TableColumn => ({
  id,
  title,
  width,
  hint,
  sortable: !UNSORTED.has(id),
  ...shape,
});

const DIGIT_PX = 7;
/** What is worth a column only where the input, which is what people read, has enough. */
const spare = (givesWay: number) => ({ givesWay, leaves: 130 });

/** In the order of what is read first. The numbers of frames are as wide as those of so many rows. */
export function callColumns(rows: number): TableColumn[] {
  const digits = formatCount(Math.max(rows, 999)).length * DIGIT_PX + 4;
  return [
    column('order', '#', digits + 6, 'Frame of the call; of a result without a call, its own', {
      align: 'right',
    }),
    column('time', 'time', 70, 'Time of the call since the first stated one', {
      align: 'right',
      givesWay: 2,
    }),
    column('tool', 'tool', 72, 'Name of the tool', { grows: 0.35 }),
    column('status', 'status', 90, 'Whether there is a result, and whether it says is_error'),
    column('summary', 'input', 150, 'The part of the input that says most', { grows: 1 }),
    column('repeats', 'same', 40, 'Calls with the same tool and the same input', {
      align: 'right',
      givesWay: 3,
    }),
    column('permission', 'permission', 76, 'What the file says of the permission', spare(9)),
    column('duration', 'duration', 78, 'From the call to its result', { align: 'right', givesWay: 1 }),
    column('callBytes', 'call bytes', 74, 'Bytes of the frame that holds the call', {
      align: 'right',
      ...spare(7),
    }),
    column('resultBytes', 'result bytes', 76, 'Bytes of the frame that holds the result', {
      align: 'right',
      givesWay: 5,
    }),
    column('frames', 'result', digits + 10, 'Frame of the result', { align: 'right', ...spare(8) }),
    column('agent', 'by', 54, 'Main thread or subagent', { givesWay: 4 }),
    column('run', 'turn', 38, 'Turn in the file; sorts by run', { align: 'right', ...spare(6) }),
  ];
}

/** The cells of a row. What is refused is told in front of the input while the permission has no column. */
export function callCells(
  row: CallRow,
  firstTime: number | null,
  shown: ReadonlySet<string>,
): Record<ColumnId, ReactNode> {
  const { tone, word, hint } = STATUS_WORDS[row.status];
  const frame = row.callFrame ?? row.resultFrame;
  return {
    order: frame === null ? '' : formatCount(frame),
    time: <Time row={row} firstTime={firstTime} />,
    tool: (
      <span className={row.tool === '' ? 'muted' : 'calls-tool'} title={row.tool}>
        {row.callFrame === null ? NOT_STATED : toolWord(row.tool)}
      </span>
    ),
    status: (
      <span className={`calls-${tone}`} title={hint}>
        <span aria-hidden>{TONE_SHAPE[tone]}</span> {word}
      </span>
    ),
    summary: (
      <span className="calls-summary" title={row.summary}>
        {row.permission === 'denied' && !shown.has('permission') && (
          <span className="calls-denied" title={PERMISSION_WORDS.denied.hint}>
            denied
          </span>
        )}
        <Summary text={row.summary} />
      </span>
    ),
    repeats: row.repeats > 1 ? <span className="calls-warn">{formatCount(row.repeats)}×</span> : '',
    permission: <Permission row={row} />,
    duration: <Duration row={row} />,
    callBytes: <Bytes bytes={row.callBytes} />,
    resultBytes: <Bytes bytes={row.resultBytes} />,
    frames: row.resultFrame === null ? muted('none') : `#${formatCount(row.resultFrame)}`,
    agent: row.agent === 0 ? muted('main') : `agent ${row.agent}`,
    run: row.turn === null ? muted('none') : row.turn,
  };
}

const muted = (word: string) => <span className="muted">{word}</span>;
const notStated = <span className="calls-not-stated">{NOT_STATED}</span>;

const FOLDER = /^(?:[a-z]:)?[\\/]\S*(?=[\\/][^\\/]+$)/i;

/** Of a path that is too long the name of the file stays, which says more than where it begins. */
function Summary({ text }: { text: string }) {
  const folder = FOLDER.exec(text)?.[0];
  if (folder === undefined || /\s/.test(text)) return <span className="calls-line">{text}</span>;
  return (
    <>
      <span className="calls-line">{folder}</span>
      <span className="calls-file">{text.slice(folder.length)}</span>
    </>
  );
}

function Bytes({ bytes }: { bytes: number | null }) {
  return isStated(bytes) ? formatCount(bytes) : notStated;
}

function Time({ row, firstTime }: { row: CallRow; firstTime: number | null }) {
  if (row.time === null || firstTime === null) return notStated;
  const text = formatRelative(row.time - firstTime);
  if (!row.timeInferred) return text;
  return (
    <span className="inferred" title="Its frame states no time; this is that of the frames before it">
      ~{text}
    </span>
  );
}

function Duration({ row }: { row: CallRow }) {
  if (!isStated(row.durationMs)) return notStated;
  const text = formatDuration(row.durationMs);
  if (!row.durationInferred) return text;
  return (
    <span className="inferred" title="At least one of its two times is inferred">
      ~{text}
    </span>
  );
}

function Permission({ row: { permission } }: { row: CallRow }) {
  if (permission === null) return notStated;
  const { tone, hint } = PERMISSION_WORDS[permission];
  return (
    <span className={`calls-${tone}`} title={hint}>
      <span aria-hidden>{TONE_SHAPE[tone]}</span> {permission}
    </span>
  );
}

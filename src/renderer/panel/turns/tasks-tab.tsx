import { useState } from 'react';
import { MAX_TURNS_PER_PAGE, type TaskEventPlace, type TaskInfo } from '../../../ipc/engine-contract';
import { ProblemNote } from '../../detail/problem-note';
import { TONE_SHAPE } from '../../inspect/verdict';
import { tellFailure } from '../../stores/notices';
import { formatCount, formatDuration, shortId, stated } from '../../text/format';
import type { PanelProps } from '../bottom-panel';
import { Lines } from '../lines';
import { Num } from '../token-cells';
import { useAnswer } from '../use-answer';
import { PageBar } from './page-bar';
import { TASK_WORDS } from './turn-text';

/** Every task of the file, of both forms of task frames; a line opens to its frames. */
export function TasksTab({ session, client, report, onJump }: PanelProps) {
  const [from, setFrom] = useState(0);
  const { answer, problem } = useAnswer(client, `tasks ${session} ${from}`, report, (engine, signal) =>
    engine.request('tasks', { session, from, count: MAX_TURNS_PER_PAGE }, { signal }),
  );
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  /** Events beyond the first ones, of the report that they were asked for. */
  const [more, setMore] = useState<{ of: unknown; events: Record<string, TaskEventPlace[]> }>({
    of: null,
    events: {},
  });
  if (problem) return <ProblemNote problem={problem} />;
  if (!answer)
    return <p className="panel-note">{client ? 'Collecting…' : 'The engine is not there to ask.'}</p>;
  if (answer.total === 0)
    return <p className="panel-note">No frame of this file tells of a task in the background.</p>;

  const eventsOf = ({ id, firstEvents }: TaskInfo) => [
    ...firstEvents,
    ...(more.of === report ? (more.events[id] ?? []) : []),
  ];
  const askMore = async (task: TaskInfo) => {
    try {
      const known = eventsOf(task);
      const page = await client?.request('taskEvents', {
        session,
        task: task.id,
        from: known.length,
        count: MAX_TURNS_PER_PAGE,
      });
      if (!page) return;
      const added = [...known.slice(task.firstEvents.length), ...page.events];
      setMore((before) => ({
        of: report,
        events: { ...(before.of === report ? before.events : {}), [task.id]: added },
      }));
    } catch (error) {
      tellFailure('tasks', error);
    }
  };
  const toggle = (id: string) => {
    const changed = new Set(open);
    if (!changed.delete(id)) changed.add(id);
    setOpen(changed);
  };
  return (
    <>
      <div className="lines-head tasks-head" aria-hidden>
        <span />
        <span>status</span>
        <span>task</span>
        <span>what for</span>
        <span className="wide-only">last tool</span>
        <span className="num">tokens</span>
        <span className="num">duration</span>
        <span className="num">frames</span>
      </div>
      <Lines label="Tasks" className="panel-scroll">
        {answer.tasks.map((task) => (
          <Task
            key={task.id}
            task={task}
            open={open.has(task.id)}
            events={eventsOf(task)}
            onToggle={() => toggle(task.id)}
            onMore={() => void askMore(task)}
            onJump={onJump}
          />
        ))}
      </Lines>
      <PageBar
        what="Tasks"
        from={from}
        shown={answer.tasks.length}
        total={answer.total}
        page={MAX_TURNS_PER_PAGE}
        onFrom={setFrom}
      />
    </>
  );
}

interface TaskProps {
  task: TaskInfo;
  open: boolean;
  events: TaskEventPlace[];
  onToggle(): void;
  onMore(): void;
  onJump(frame: number): void;
}

function Task({ task, open, events, onToggle, onMore, onJump }: TaskProps) {
  const { tone, word } = task.status
    ? TASK_WORDS[task.status]
    : { tone: 'none' as const, word: 'not stated' };
  const left = task.events - events.length;
  return (
    <>
      <li>
        <button
          type="button"
          data-line
          className="panel-line task-line"
          aria-expanded={open}
          title={task.id}
          onClick={onToggle}
        >
          <span className="panel-twisty" aria-hidden>
            {open ? '▾' : '▸'}
          </span>
          <span className={tone}>
            <span aria-hidden>{TONE_SHAPE[tone]}</span> {word}
          </span>
          <span className="mono">{shortId(task.id)}</span>
          <span className="turn-prompt" title={task.description ?? task.summary ?? undefined}>
            {task.description ?? task.summary ?? 'not stated'}
          </span>
          <span className={task.lastTool === null ? 'wide-only muted' : 'wide-only'}>
            {task.lastTool ?? 'not stated'}
          </span>
          <Num>{stated(task.tokens, formatCount)}</Num>
          <Num>{stated(task.durationMs, formatDuration)}</Num>
          <Num>{formatCount(task.events)}</Num>
        </button>
      </li>
      {open && (
        <>
          {task.summary !== null && <TaskNote label="says" value={task.summary} />}
          {task.outputFile !== null && <TaskNote label="output file, not opened" value={task.outputFile} />}
          {task.callFrame !== null && (
            <Place frame={task.callFrame} what={`call ${task.callId ?? ''}`} onJump={onJump} />
          )}
          {events.map(({ frame, kind }) => (
            <Place key={frame} frame={frame} what={kind} onJump={onJump} />
          ))}
          {left > 0 && (
            <li>
              <button type="button" data-line className="panel-line task-event" onClick={onMore}>
                Show {formatCount(Math.min(left, MAX_TURNS_PER_PAGE))} more of {formatCount(left)}
              </button>
            </li>
          )}
        </>
      )}
    </>
  );
}

function TaskNote({ label, value }: { label: string; value: string }) {
  return (
    <li className="panel-line task-event">
      <span className="muted">{label}</span>
      <span className="turn-prompt" title={value}>
        {value}
      </span>
    </li>
  );
}

function Place({ frame, what, onJump }: { frame: number; what: string; onJump(frame: number): void }) {
  return (
    <li>
      <button type="button" data-line className="panel-line task-event" onClick={() => onJump(frame)}>
        <span className="panel-frame">#{frame}</span>
        <span>{what}</span>
      </button>
    </li>
  );
}

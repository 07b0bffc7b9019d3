import { FileQuestion, FileX2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Progress, Report } from '../../ipc/engine-contract';
import type { OpenSession } from '../../ipc/shell-contract';
import { registry } from '../commands/registry';
import { useDelayed } from '../components/use-delayed';
import { formatBytes, plural } from '../text/format';
import './file-states.css';
import { endWithoutResult } from './process-end';

function OpenOther({ primary }: { primary: boolean }) {
  return (
    <button
      type="button"
      className={primary ? 'button primary' : 'button'}
      onClick={() => registry.run('file.open')}
    >
      Open another file
    </button>
  );
}

interface StateProps {
  icon: ReactNode;
  title: string;
  text: string;
  path: string;
  children: ReactNode;
}

function FileState({ icon, title, text, path, children }: StateProps) {
  return (
    <div className="file-state" data-testid="file-state">
      {icon}
      <h2>{title}</h2>
      <p>{text}</p>
      {!text.includes(path) && <p className="file-state-path mono">{path}</p>}
      <div className="file-state-actions">{children}</div>
    </div>
  );
}

export function SessionFailed({ session, message }: { session: OpenSession; message: string }) {
  return (
    <FileState
      icon={<FileX2 size={36} strokeWidth={1.4} aria-hidden />}
      title={`${session.name} could not be opened`}
      text={message}
      path={session.path}
    >
      <OpenOther primary />
      <button type="button" className="button" onClick={() => registry.run('file.reload')}>
        Try again
      </button>
    </FileState>
  );
}

export interface EmptyProps {
  session: OpenSession;
  progress: Progress;
  report: Report | null;
}

/** Nothing to show yet, or never: which of the two is what the reader wants to know. */
function emptyWords({ totalBytes: bytes, live }: Progress, capture: Report['capture']): [string, string] {
  const end = capture && endWithoutResult(capture, '');
  if (live?.state === 'missing') {
    return [
      'There is no file at this path',
      'Its frames appear here as soon as it is written. Nothing has to be opened again.',
    ];
  }
  if (end) return ['No frame was written', end];
  if (live && live.pendingBytes > 0) {
    return [
      'The first line is being written',
      `Its ${plural(live.pendingBytes, 'byte')} have no line end yet. ${TO_COME}`,
    ];
  }
  if (bytes > 0) {
    const text = `Its ${formatBytes(bytes)} are line ends and spaces, so there is no frame to show.`;
    return ['This file holds nothing but blank lines', live ? `${text} ${TO_COME}` : text];
  }
  if (live?.state === 'watching') {
    return [
      'This file is empty',
      `It has no bytes yet. ${TO_COME} A recording stays like this when the program that should have written it never started, or could not write.`,
    ];
  }
  return [
    'This file is empty',
    'It has no bytes. A recording looks like this when the program that should have written it never started, or could not write.',
  ];
}

const TO_COME = 'Frames appear here as they are written.';

export function EmptyFile({ session, progress, report }: EmptyProps) {
  const [title, text] = emptyWords(progress, report?.capture ?? null);
  return (
    <FileState
      icon={<FileQuestion size={36} strokeWidth={1.4} aria-hidden />}
      title={title}
      text={text}
      path={session.path}
    >
      <OpenOther primary />
      <button type="button" className="button" onClick={() => registry.run('file.reload')}>
        Read it again
      </button>
    </FileState>
  );
}

const SKELETON_ROWS = Array.from({ length: 14 }, (_, i) => ({ id: i, width: 30 + ((i * 37) % 45) }));

/** First rows come within a few frames: nothing is drawn before that would look late. */
export function SessionLoading() {
  const late = useDelayed(true, 150);
  return (
    <div className="skeleton" role="status" aria-label="Opening the file">
      {late && SKELETON_ROWS.map(({ id, width }) => <i key={id} style={{ width: `${width}%` }} />)}
    </div>
  );
}

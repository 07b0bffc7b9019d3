import { FileQuestion, FileX2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OpenSession } from '../../ipc/shell-contract';
import { registry } from '../commands/registry';
import { useDelayed } from '../components/use-delayed';
import { formatBytes } from '../text/format';
import './file-states.css';

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

export function EmptyFile({ session, bytes }: { session: OpenSession; bytes: number }) {
  const empty = bytes === 0;
  return (
    <FileState
      icon={<FileQuestion size={36} strokeWidth={1.4} aria-hidden />}
      title={empty ? 'This file is empty' : 'This file holds nothing but blank lines'}
      text={
        empty
          ? 'It has no bytes. A recording looks like this when the program that should have written it never started, or could not write.'
          : `Its ${formatBytes(bytes)} are line ends and spaces, so there is no frame to show.`
      }
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

import { CancelledError, EngineStoppedError, SourceError } from '../../protocol/errors';
import { registry } from '../commands/registry';

export interface Problem {
  text: string;
  /** The file is not what was indexed any more: reading it again helps. */
  changed: boolean;
}

/** What is told of a failed request; null for one that was cancelled, and for an engine that others tell of. */
export function problemOf(error: unknown): Problem | null {
  if (error instanceof CancelledError || error instanceof EngineStoppedError) return null;
  return {
    text: error instanceof Error ? error.message : String(error),
    changed: error instanceof SourceError && error.problem === 'changed-while-reading',
  };
}

/** A file that changed is nothing that went wrong here, so it is told calmly and with the next step. */
export function ProblemNote({ problem: { text, changed } }: { problem: Problem }) {
  return (
    <div className={changed ? 'detail-note' : 'detail-note err'} role="status" data-testid="problem-note">
      <p>
        <span aria-hidden>{changed ? '▲' : '■'}</span> {text}
      </p>
      {changed && (
        <button type="button" className="button small" onClick={() => registry.run('file.reload')}>
          Read this file again
        </button>
      )}
    </div>
  );
}

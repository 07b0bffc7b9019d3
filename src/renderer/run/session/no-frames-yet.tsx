import { LoaderCircle } from 'lucide-react';

/** A process was started, and has written nothing yet. */
export function NoFramesYet() {
  return (
    <div className="file-state" data-testid="no-frames-yet" role="status">
      <LoaderCircle size={36} strokeWidth={1.4} aria-hidden />
      <h2>Waiting for the first frame</h2>
      <p>The process was started, and has written nothing yet. Its frames are shown as they come.</p>
    </div>
  );
}

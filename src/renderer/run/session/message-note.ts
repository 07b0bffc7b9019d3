import type { LiveActivity } from '../../../ipc/engine-contract';

/** What becomes of a message that is sent now. */
export function messageNote(activity: LiveActivity | null): string {
  switch (activity) {
    case 'running':
    case 'stalled':
    case 'retrying':
    case 'rate-limited':
      // Seen in recordings from CLI 2.0 on; 1.0.60 still gave two results.
      return 'A turn is running: what you send is folded into it, and both share one result.';
    case 'waiting-for-permission':
      return 'It waits for your answer above. What you send is folded into the turn that follows.';
    default:
      return 'Enter sends, Shift+Enter begins a new line.';
  }
}

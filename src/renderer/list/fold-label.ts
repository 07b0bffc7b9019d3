import type { Row } from '../../ipc/engine-contract';
import { formatCount } from '../text/format';

type Folding = Pick<Row, 'fold' | 'events' | 'kind'>;

/**
 * What stands strong in a row with others folded under it: the count of them. The events of a message and the retries of
 * a request count the row itself; the summary of a compaction is another row than its boundary.
 */
export function foldLabel({ fold, events, kind, detail }: Folding & Pick<Row, 'detail'>): string | null {
  if ((fold !== 'closed' && fold !== 'open') || kind === 'assistant') return null;
  if (kind !== 'system') return `${formatCount(events)} events`;
  if (detail === 'compact_boundary') return events === 2 ? 'summary' : `${formatCount(events - 1)} summaries`;
  return `${formatCount(events)} retries`;
}

/** Progress lines are counted beside the kind of a call: its name and input stay what is read first. */
export function progressLabel({ fold, events, kind }: Folding): string | null {
  if ((fold !== 'closed' && fold !== 'open') || kind !== 'assistant') return null;
  return events === 2 ? '1 progress line' : `${formatCount(events - 1)} progress lines`;
}

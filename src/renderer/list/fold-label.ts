import type { Row } from '../../ipc/engine-contract';
import { formatCount } from '../text/format';

/**
 * What stands strong in a row with others folded under it: the count of them. The events of a message and the retries of
 * a request count the row itself; progress lines of a call and the summary of a compaction are others than it.
 */
export function foldLabel(row: Pick<Row, 'fold' | 'events' | 'kind' | 'detail' | 'strong'>): string | null {
  const { fold, events, kind, detail, strong } = row;
  if (fold !== 'closed' && fold !== 'open') return null;
  if (kind === 'assistant') return [strong, counted(events - 1, 'progress line')].filter(Boolean).join(' · ');
  if (kind !== 'system') return `${formatCount(events)} events`;
  if (detail === 'compact_boundary') return events === 2 ? 'summary' : counted(events - 1, 'summary');
  return `${formatCount(events)} retries`;
}

function counted(count: number, name: string): string {
  const many = name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`;
  return `${formatCount(count)} ${count === 1 ? name : many}`;
}

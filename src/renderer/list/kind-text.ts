import type { Row } from '../../ipc/engine-contract';
import { progressLabel } from './fold-label';

export interface KindText {
  kind: string;
  /** "agent 2"; "" on the main thread. */
  lane: string;
  detail: string;
  /** All of it in the words of the frame: what the column says shorter. */
  whole: string;
}

/** Events of a stream differ in the ends of their long names, which a narrow column would cut. */
function shortEvent(event: string, hasLane: boolean): string {
  const short = event.replace(/^message_(?=.)/, 'msg ');
  // Beside the lane of a subagent there is less room.
  return short.replace(/^content_block_(?=.)/, hasLane ? '' : 'block ');
}

/** What the kind column says of a row: its kind, its lane when it is of a subagent, and what kind of that kind. */
export function kindText(
  row: Pick<Row, 'kind' | 'detail' | 'agent' | 'calls' | 'results' | 'fold' | 'events'>,
): KindText {
  const { kind, detail, agent, calls, results, fold } = row;
  const lane = agent > 0 ? `agent ${agent}` : '';
  const isEvent = kind === 'stream_event';
  // The row stands for the whole message, not for its first event alone.
  if (fold === 'closed' && kind !== 'system' && kind !== 'assistant')
    return {
      kind: isEvent ? 'stream' : kind,
      lane,
      detail: 'message',
      whole: [kind, 'message', lane].filter((part) => part !== '').join(' · '),
    };
  const progress = progressLabel(row);
  // Calls and results have a mark beside the kind; a lane needs the room more than their words do.
  const saidByMark = agent > 0 && calls + results > 0;
  return {
    kind: isEvent ? 'stream' : kind,
    lane,
    detail: progress ?? (isEvent ? shortEvent(detail, agent > 0) : saidByMark ? '' : detail),
    whole: [kind, detail, lane, progress ?? ''].filter((part) => part !== '').join(' · '),
  };
}

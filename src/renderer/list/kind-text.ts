import type { Row, SideStream } from '../../ipc/engine-contract';
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

/** What stands beside the output of a process, in the words of who runs it. */
const STREAM_KINDS: Record<SideStream, string> = { stderr: 'stderr', stdin: 'sent' };
const STREAM_MEANS: Record<SideStream, string> = {
  stderr: 'What the process wrote to its error output',
  stdin: 'What was sent to the process on its input',
};

/** "stderr"; "sent user": a line that was sent is mostly a frame itself. */
function streamText(stream: SideStream, kind: string, detail: string): KindText {
  const own = STREAM_KINDS[stream];
  const of = [kind, detail].filter((part) => part !== '' && part !== own && part !== stream);
  return { kind: own, lane: '', detail: of.join(' · '), whole: [STREAM_MEANS[stream], ...of].join(' · ') };
}

/** What the kind column says of a row: its kind, its lane when it is of a subagent, and what kind of that kind. */
export function kindText(
  row: Pick<Row, 'kind' | 'detail' | 'agent' | 'calls' | 'results' | 'fold' | 'events' | 'stream'>,
): KindText {
  const { kind, detail, agent, calls, results, fold, stream } = row;
  if (stream !== null) return streamText(stream, kind, detail);
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

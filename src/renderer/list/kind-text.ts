import type { Row } from '../../ipc/engine-contract';

export interface KindText {
  kind: string;
  detail: string;
  /** All of it in the words of the frame: what the column says shorter. */
  whole: string;
}

/** Events of a stream differ in the ends of their long names, which a narrow column would cut. */
const shortDetail = (detail: string) => detail.replace(/^content_block_(?=.)/, 'block ');

/** What the kind column says of a row: its kind, its lane when it is of a subagent, and what kind of that kind. */
export function kindText({ kind, detail, agent }: Pick<Row, 'kind' | 'detail' | 'agent'>): KindText {
  const lane = agent > 0 ? `agent ${agent}` : '';
  const short = agent > 0 ? shortDetail(detail).replace(/^block (?=delta$)/, '') : shortDetail(detail);
  const join = (...parts: string[]) => parts.filter((part) => part !== '').join(' · ');
  return {
    kind: kind === 'stream_event' ? 'stream' : kind,
    detail: join(lane, short),
    whole: join(kind, detail, lane),
  };
}

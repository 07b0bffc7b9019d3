import type { Call, Fact, Row } from '../../ipc/engine-contract';
import { kindText } from '../list/kind-text';
import { arrivalWords } from '../list/row-node';
import { formatCount, formatDuration, formatExactClock, isStated, plural, shortId } from '../text/format';

interface Props {
  row: Row;
  calls: Call[];
  facts: Fact[];
  onJump(frame: number): void;
}

/** The link to the other end, as a sentence: "answers Agent #3", "result in #32". */
function otherEnd(row: Row, calls: Call[]): { text: string; frame: number } | null {
  const answered = calls.find((call) => call.resultFrame === row.frame && call.callFrame !== null);
  if (answered?.callFrame) {
    return { text: `answers ${answered.name || 'call'} #${answered.callFrame}`, frame: answered.callFrame };
  }
  const made = calls.find((call) => call.callFrame === row.frame && call.resultFrame !== null);
  if (made?.resultFrame) return { text: `result in #${made.resultFrame}`, frame: made.resultFrame };
  const frame = row.links[0];
  return frame === undefined ? null : { text: `other end #${frame}`, frame };
}

function distance(row: Row, call: Call | undefined): { text: string; inferred: boolean } | null {
  if (!call || !isStated(call.durationMs)) return null;
  const sure = call.durationInferred ? '~' : '';
  const to = call.resultFrame === row.frame ? 'after its call' : 'to its result';
  return { text: `${sure}${formatDuration(call.durationMs)} ${to}`, inferred: call.durationInferred };
}

function missingEnd(row: Row, calls: Call[]): string | null {
  if (!row.unlinked) return null;
  if (calls.some((call) => call.status === 'orphan')) return 'its call is not in this file';
  if (calls.some((call) => call.status === 'unanswered')) return 'no result in this file';
  return null;
}

export function DetailHeader({ row, calls, facts, onJump }: Props) {
  const { kind, detail } = row.stream === null ? row : kindText(row);
  const title = detail ? `${kind} · ${detail}` : kind;
  const came = row.timeSource === 'arrival' && row.time !== null ? formatExactClock(row.time) : '';
  const link = otherEnd(row, calls);
  const missing = link ? null : missingEnd(row, calls);
  const call = calls.length === 1 ? calls[0] : undefined;
  const apart = distance(row, call);
  const id = call?.id || facts.find(({ label }) => label === 'uuid')?.value;
  return (
    <header className="detail-head">
      <div className="detail-title">
        <i
          className={row.stream ? `bar-mark ${row.stream}` : 'bar-mark'}
          style={{ background: `var(--k-${row.stream ?? row.family})` }}
        />
        <h2 title={title} tabIndex={-1}>
          {title}
        </h2>
        <span className="muted detail-place">
          frame {formatCount(row.frame)}
          <span className="detail-line">, line {formatCount(row.line)}</span>
        </span>
        <span className="spacer" />
        {link && (
          <>
            <kbd aria-hidden>x</kbd>
            <button
              type="button"
              className="link detail-link"
              title={link.text}
              onClick={() => onJump(link.frame)}
            >
              {link.text}
            </button>
          </>
        )}
        {missing && (
          <span className="detail-missing" title={missing}>
            <span aria-hidden>▲</span> {missing}
          </span>
        )}
      </div>
      <div className="detail-meta mono">
        <span>offset {formatCount(row.offset)}</span>
        <span>{plural(row.bytes, 'byte')}</span>
        {came !== '' && <span title={arrivalWords(row.time)}>arrived at {came}</span>}
        {apart && <span className={apart.inferred ? 'inferred' : ''}>{apart.text}</span>}
        {row.invalidUtf8 && <span className="detail-missing">has bytes that are no UTF-8</span>}
        {id && <span title={id}>{shortId(id)}</span>}
      </div>
    </header>
  );
}

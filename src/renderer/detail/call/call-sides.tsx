import type { Call } from '../../../ipc/engine-contract';
import { formatCount } from '../../text/format';
import './call-sides.css';
import { BlockBody } from '../summary/summary-tab';

const STATUS = {
  ok: { shape: '●', tone: 'ok', text: 'answered' },
  failed: { shape: '■', tone: 'err', text: 'failed' },
  unanswered: { shape: '▲', tone: 'warn', text: 'no result' },
} as const;

interface GroupProps {
  group: NonNullable<Call['parallel']>;
  onJump(frame: number): void;
}

/** The calls that the model made at once, with the way to each. */
export function ParallelGroup({ group: { size, calls }, onJump }: GroupProps) {
  return (
    <div className="parallel">
      <span className="muted">one of {formatCount(size)} calls made at once</span>
      <ul aria-label="Calls made at once">
        {calls.map(({ frame, name, status, current }, index) => {
          const { shape, tone, text } = STATUS[status];
          const words = (
            <>
              <span className={`call-status ${tone}`} aria-hidden>
                {shape}
              </span>{' '}
              {name} #{frame}
              <span className="unseen">, {text}</span>
            </>
          );
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: one frame may hold several of them
            <li key={index} title={text}>
              {current ? (
                <span className="parallel-current">{words}</span>
              ) : (
                <button type="button" className="link" onClick={() => onJump(frame)}>
                  {words}
                </button>
              )}
            </li>
          );
        })}
        {size > calls.length && <li className="muted">{formatCount(size - calls.length)} more</li>}
      </ul>
    </div>
  );
}

/** What the tool gave beside the result that the model saw. */
export function ResultSides({ call: { errorOutput, saved } }: { call: Call }) {
  return (
    <>
      {saved && (
        <p className="block-note">
          {saved.isPreview ? 'The model saw this preview. ' : ''}
          The whole result ({saved.size ?? 'size not stated'}) was saved to{' '}
          <span className="mono call-path">{saved.path}</span>:{' '}
          {saved.found === null ? (
            <strong>file not found here</strong>
          ) : (
            <>
              found beside this file as <span className="mono call-path">{saved.found}</span>, not opened
            </>
          )}
          .
        </p>
      )}
      {errorOutput && (
        <>
          <h4 className="side-title">
            error output
            <span className="muted">
              {errorOutput.seen ? 'the model saw it as well' : 'the model did not see it'}
            </span>
          </h4>
          <BlockBody form="text" text={errorOutput.text.text} cut={errorOutput.text.cut} />
        </>
      )}
    </>
  );
}

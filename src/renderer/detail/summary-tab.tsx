import type { DetailBlock, Diagnostic, Fact, FrameDetail } from '../../ipc/engine-contract';
import { TerminalText } from '../components/terminal-text';
import { useLayout } from '../stores/layout';
import { formatCount } from '../text/format';
import { SEVERITY_SHAPE } from '../text/severity';

interface Props {
  detail: FrameDetail;
  /** The message that the frame's events tell; shown below what the frame itself says. */
  streamed?: React.ReactNode;
  onJump(frame: number): void;
}

export function SummaryTab({ detail, streamed, onJump }: Props) {
  const others = detail.messageFrames.filter((frame) => frame !== detail.row.frame);
  return (
    <div className="summary">
      {detail.diagnostics.map((diagnostic) => (
        <DiagnosticLine key={`${diagnostic.code} ${diagnostic.offset}`} diagnostic={diagnostic} />
      ))}
      {(detail.facts.length > 0 || others.length > 0) && (
        <dl className="facts">
          {detail.facts.map((fact, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat
            <FactLine key={index} fact={fact} onJump={onJump} />
          ))}
          {others.length > 0 && (
            <div>
              <dt>same message</dt>
              <dd className="fact-frames">
                {others.map((frame) => (
                  <button key={frame} type="button" className="link" onClick={() => onJump(frame)}>
                    #{frame}
                  </button>
                ))}
              </dd>
            </div>
          )}
        </dl>
      )}
      {detail.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
        <Block key={index} block={block} />
      ))}
      {streamed}
    </div>
  );
}

function DiagnosticLine({ diagnostic }: { diagnostic: Diagnostic }) {
  return (
    <p className={`diagnostic ${diagnostic.severity}`} title={diagnostic.code}>
      <span className="diagnostic-shape">
        <span aria-hidden>{SEVERITY_SHAPE[diagnostic.severity]}</span>
        <span className="unseen">{diagnostic.severity}: </span>
      </span>
      <span>{diagnostic.message}</span>
    </p>
  );
}

function FactLine({ fact, onJump }: { fact: Fact; onJump(frame: number): void }) {
  const { frame } = fact;
  return (
    <div>
      <dt>{fact.label}</dt>
      <dd>
        {frame === null ? (
          fact.value
        ) : (
          <button type="button" className="link" onClick={() => onJump(frame)}>
            {fact.value}
          </button>
        )}
      </dd>
    </div>
  );
}

function Block({ block }: { block: DetailBlock }) {
  return (
    <section className={block.error ? 'block err' : 'block'}>
      <h3>
        {block.error && <span aria-hidden>■ </span>}
        <span className="block-type">{block.type}</span>
        {block.title && block.title !== block.type && <span className="block-title">{block.title}</span>}
      </h3>
      <BlockBody form={block.form} text={block.body.text} cut={block.body.cut} />
    </section>
  );
}

interface BodyProps {
  form: DetailBlock['form'];
  text: string;
  cut: number;
}

export function BlockBody({ form, text, cut }: BodyProps) {
  const setTab = useLayout((state) => state.setTab);
  if (form === 'note') return <p className="block-note">{text}</p>;
  return (
    <>
      {text === '' ? (
        <p className="block-note">empty text</p>
      ) : (
        <pre className={form === 'json' ? 'block-body mono' : 'block-body'}>
          <TerminalText text={text} />
        </pre>
      )}
      {cut > 0 && (
        <p className="block-cut">
          {formatCount(cut)} more characters.{' '}
          <button type="button" className="link" onClick={() => setTab('raw')}>
            Open Raw
          </button>
        </p>
      )}
    </>
  );
}

import type { ReactNode } from 'react';
import type { DetailBlock, Diagnostic, Fact, FrameDetail, KindFacts } from '../../../ipc/engine-contract';
import type { EngineClient } from '../../bridge/engine-port';
import { TerminalText } from '../../components/terminal-text';
import { factPath } from '../../filter/values/value-terms';
import { useLayout } from '../../stores/layout';
import { formatCount } from '../../text/format';
import { SEVERITY_SHAPE } from '../../text/severity';
import { BlockImage } from './block-image';

interface Props {
  client: EngineClient | null;
  session: number;
  detail: FrameDetail;
  /** The message that the frame's events tell; above the JSON of an event, which is but a piece of it. */
  streamed?: React.ReactNode;
  onJump(frame: number): void;
}

export function SummaryTab({ client, session, detail, streamed, onJump }: Props) {
  const { frame: own } = detail.row;
  const streamedFirst = detail.streamed?.isEvent ?? false;
  const others = detail.messageFrames.filter((frame) => frame !== own);
  return (
    <div className="summary">
      {detail.diagnostics.map((diagnostic, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a frame may have two diagnostics of one code
        <DiagnosticLine key={index} diagnostic={diagnostic} />
      ))}
      {detail.about && <About about={detail.about} />}
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
      {streamedFirst && streamed}
      {detail.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
        <Block key={index} block={block}>
          {block.image && (
            <BlockImage
              client={client}
              session={session}
              frame={own}
              image={block.image}
              words={block.body.text}
            />
          )}
        </Block>
      ))}
      {!streamedFirst && streamed}
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
      <dd data-filter-path={frame === null ? (factPath(fact.label) ?? undefined) : undefined}>
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

/** What frames of this kind are: a sentence, then who writes them and which versions have them. */
function About({ about }: { about: KindFacts }) {
  const where = [about.direction, about.versions].filter((part) => part !== null).join(' · ');
  return (
    <div className="about" data-testid="about-kind">
      <p>{about.meaning}</p>
      {where !== '' && <p className="muted">{where}</p>}
    </div>
  );
}

/** A block; a picture comes as its child. What blocks of its type are is said where nothing else tells it. */
function Block({ block, children }: { block: DetailBlock; children: ReactNode }) {
  const { type, title, form, body, meaning } = block;
  const ownTitle = title !== '' && title !== type;
  const classes = ['block', block.error && 'err', block.inside && 'inside'].filter(Boolean).join(' ');
  return (
    <section className={classes}>
      <h3>
        {block.error && <span aria-hidden>■ </span>}
        <span className="block-type" title={meaning ?? undefined}>
          {type}
        </span>
        {ownTitle && <span className="block-title">{title}</span>}
      </h3>
      {meaning !== null && !ownTitle && form !== 'text' && <p className="block-meaning">{meaning}</p>}
      {form === 'image' ? children : <BlockBody form={form} text={body.text} cut={body.cut} />}
    </section>
  );
}

interface BodyProps {
  form: Exclude<DetailBlock['form'], 'image'>;
  text: string;
  cut: number;
}

export function BlockBody({ form, text, cut }: BodyProps) {
  const setTab = useLayout((state) => state.setTab);
  if (form === 'note') return text === '' ? null : <p className="block-note">{text}</p>;
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

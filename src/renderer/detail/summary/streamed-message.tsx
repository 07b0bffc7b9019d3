import type { StreamedBlock, StreamedMessage } from '../../../ipc/engine-contract';
import type { EngineClient } from '../../bridge/engine-port';
import { TerminalText } from '../../components/terminal-text';
import { formatCount, formatDuration, plural } from '../../text/format';
import { ProblemNote } from '../problem-note';
import './streamed-message.css';
import { useStreamedMessage } from './use-streamed-message';

interface Props {
  client: EngineClient | null;
  session: number;
  frame: number;
  revision: number;
  /** The selected frame is a whole one: blocks that say the same as it are not written out again. */
  whole: boolean;
  onJump(frame: number): void;
}

/** The message that the selected frame is a part of, put together from its API events. */
export function StreamedMessageView({ client, session, frame, revision, whole, onJump }: Props) {
  const loaded = useStreamedMessage(client, session, frame, revision);
  if (loaded?.problem) return <ProblemNote problem={loaded.problem} />;
  const message = loaded?.message;
  if (!message) return null;
  return (
    <section className="streamed" aria-label="Message put together from its events" data-testid="streamed">
      <h3>
        <span className="block-title">Message from {plural(message.events, 'event')}</span>
        <FrameLink frame={message.firstFrame} onJump={onJump} />
        {message.lastFrame !== message.firstFrame && (
          <>
            <span className="muted">to</span>
            <FrameLink frame={message.lastFrame} onJump={onJump} />
          </>
        )}
      </h3>
      <p className="streamed-facts">
        {message.role && message.role !== 'assistant' && <span>role {message.role}</span>}
        <span>
          {message.firstTokenMs === null
            ? 'time to first token not stated'
            : `first token after ${formatDuration(message.firstTokenMs)}`}
        </span>
        {message.longestGap && message.longestGap.ms > 0 && (
          <span>
            longest pause {formatDuration(message.longestGap.ms)}, before{' '}
            <FrameLink frame={message.longestGap.frame} onJump={onJump} />
          </span>
        )}
        <span>{message.stopReason ? `stop reason ${message.stopReason}` : 'stop reason not stated'}</span>
      </p>
      <Notes notes={message.notes} />
      {message.blocks.map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
        <Block key={place} block={block} brief={whole && block.agrees === true} onJump={onJump} />
      ))}
      {message.blocks.length === 0 && <p className="block-note">No content block came in these events.</p>}
      {message.blocksLeftOff > 0 && (
        <p className="block-note">{plural(message.blocksLeftOff, 'more block')} in the raw frames.</p>
      )}
    </section>
  );
}

function FrameLink({ frame, onJump }: { frame: number; onJump(frame: number): void }) {
  return (
    <button type="button" className="link" onClick={() => onJump(frame)}>
      #{frame}
    </button>
  );
}

function Notes({ notes }: { notes: StreamedMessage['notes'] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="call-notes">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

const STATES: Record<StreamedBlock['state'], { shape: string; tone: string; text: string }> = {
  whole: { shape: '●', tone: 'ok', text: 'whole' },
  growing: { shape: '○', tone: 'muted', text: 'still growing' },
  unfinished: { shape: '▲', tone: 'warn', text: 'unfinished' },
  abandoned: { shape: '▲', tone: 'warn', text: 'broken off' },
};

interface BlockProps {
  block: StreamedBlock;
  brief: boolean;
  onJump(frame: number): void;
}

function Block({ block, brief, onJump }: BlockProps) {
  const broken = block.input === 'broken';
  const state = broken ? { shape: '■', tone: 'err', text: 'input is no JSON' } : STATES[block.state];
  return (
    <section className={broken ? 'block err' : 'block'}>
      <h3>
        <span className="block-type">
          {block.index === null ? '' : `${block.index} `}
          {block.type || 'no type'}
        </span>
        {block.name && <span className="block-title">{block.name}</span>}
        <span className={`call-status ${state.tone}`}>
          <span aria-hidden>{state.shape}</span> {state.text}
        </span>
        {block.deltas > 0 && <span className="muted">{plural(block.deltas, 'delta')}</span>}
        <span className="spacer" />
        <WholeFrame block={block} onJump={onJump} />
      </h3>
      <Notes notes={block.notes} />
      {!brief && <BlockText block={block} />}
    </section>
  );
}

function WholeFrame({ block, onJump }: { block: StreamedBlock; onJump(frame: number): void }) {
  if (block.wholeFrame === null) return <span className="muted">no whole frame</span>;
  const says = block.agrees === null ? 'told whole in' : block.agrees ? 'same in' : 'differs from';
  return (
    <span className={block.agrees === false ? 'call-status warn' : 'muted'}>
      {block.agrees === false && <span aria-hidden>▲ </span>}
      {says} <FrameLink frame={block.wholeFrame} onJump={onJump} />
    </span>
  );
}

/** What was there when the selected delta had come stands out from what came after it. */
function BlockText({ block }: { block: StreamedBlock }) {
  const { text, cut } = block.text;
  if (text === '') return <p className="block-note">{emptyNote(block)}</p>;
  const mono = block.input === 'none' ? '' : ' mono';
  const soFar = block.soFar ?? text.length;
  return (
    <>
      <pre className={`block-body${mono}`}>
        <TerminalText text={text.slice(0, soFar)} />
        {soFar < text.length && (
          <span className="streamed-later" title="This came after the selected frame.">
            <TerminalText text={text.slice(soFar)} />
          </span>
        )}
      </pre>
      {cut > 0 && <p className="block-cut">{formatCount(cut)} more characters in the raw frames.</p>}
    </>
  );
}

function emptyNote({ type, input, state }: StreamedBlock): string {
  if (input === 'empty') return 'empty input';
  if (input === 'partial') return 'no input yet';
  if (type === 'thinking') return 'thinking not included';
  return state === 'growing' ? 'nothing yet' : 'empty';
}

import type { LensAnswer } from '../../../ipc/engine-contract';
import {
  LENS_NAMES,
  LENS_TITLES,
  type LensName,
  READINGS,
  type Reading,
} from '../../../protocol/lenses/lens';
import type { EngineClient } from '../../bridge/engine-port';
import { useCommands } from '../../commands/use-commands';
import { useDelayed } from '../../components/use-delayed';
import { useLayout } from '../../stores/layout';
import { formatCount, plural } from '../../text/format';
import { ProblemNote } from '../problem-note';
import { DroppedList, EventCard } from './lens-parts';
import './lenses.css';
import { useLens } from './use-lens';

interface Props {
  client: EngineClient | null;
  session: number;
  frame: number;
  revision: number;
  onJump(frame: number): void;
}

/** What another system derives from the frame: its events, what it dropped, and why. */
export function LensesTab({ client, session, frame, revision, onJump }: Props) {
  const lens = useLayout((state) => state.lens);
  const reading = useLayout((state) => state.reading);
  const setLens = useLayout((state) => state.setLens);
  const setReading = useLayout((state) => state.setReading);
  const { answer, current, problem } = useLens(client, { session, frame, lens, reading }, revision);
  const late = useDelayed(!current, 150);
  const shown = current || !late ? answer : null;

  useCommands({
    'detail.nextLens': { run: () => setLens(after(lens)) },
    'detail.lensStrict': { run: () => setReading('strict') },
    'detail.lensCorrected': { run: () => setReading('corrected') },
  });

  return (
    <div
      className="lenses"
      data-testid="lenses-view"
      data-state={current && answer?.state === 'ready' ? 'ready' : 'loading'}
    >
      <div className="raw-bar">
        <LensChoice lens={lens} onLens={setLens} />
        <ReadingChoice reading={reading} onReading={setReading} />
      </div>
      <p className="lens-hint">{hint(lens, reading)}</p>
      {problem && <ProblemNote problem={problem} />}
      {!problem && shown?.state === 'ready' && <Derived answer={shown} onJump={onJump} />}
      {!problem && shown?.state === 'reading' && <OnItsWay answer={shown} />}
    </div>
  );
}

const after = (lens: LensName) => LENS_NAMES[(LENS_NAMES.indexOf(lens) + 1) % LENS_NAMES.length] ?? lens;

function hint(lens: LensName, reading: Reading): string {
  const whose = LENS_TITLES[lens];
  if (reading === 'strict') return `Exactly what ${whose} derives from this frame, its bugs included.`;
  const system = lens.startsWith('openase') ? 'OpenASE' : 'AgentMux';
  return `The sensible reading of this frame in the events of ${system}. Each event says what was corrected.`;
}

function LensChoice({ lens, onLens }: { lens: LensName; onLens(lens: LensName): void }) {
  return (
    <label className="lens-choice">
      <span className="unseen">Lens</span>
      <select value={lens} onChange={(event) => onLens(event.target.value as LensName)}>
        {LENS_NAMES.map((name) => (
          <option key={name} value={name}>
            {LENS_TITLES[name]}
          </option>
        ))}
      </select>
    </label>
  );
}

function ReadingChoice({ reading, onReading }: { reading: Reading; onReading(reading: Reading): void }) {
  return (
    <fieldset className="segments">
      <legend className="unseen">Reading</legend>
      {READINGS.map((name) => (
        <button key={name} type="button" aria-pressed={name === reading} onClick={() => onReading(name)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}

function Derived({ answer, onJump }: { answer: LensAnswer; onJump(frame: number): void }) {
  const { events, eventsLeftOff, dropped, droppedLeftOff, lens } = answer;
  return (
    <div className="lens-body">
      {events.length === 0 ? (
        <p className="lens-none">
          {LENS_TITLES[lens]} emits nothing for this frame{dropped.length > 0 ? ':' : '.'}
        </p>
      ) : (
        <h3 className="lens-heading">{plural(events.length + eventsLeftOff, 'event')}</h3>
      )}
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events have no identity but their place
        <EventCard key={`${answer.frame} ${index}`} event={event} onJump={onJump} />
      ))}
      {eventsLeftOff > 0 && <p className="muted">{plural(eventsLeftOff, 'more event')} of this frame.</p>}
      {dropped.length > 0 && (
        <DroppedList dropped={dropped} leftOff={droppedLeftOff} alone={events.length === 0} />
      )}
    </div>
  );
}

/** A lens has to read the file from its beginning: how far it is. */
function OnItsWay({ answer }: { answer: LensAnswer }) {
  const { lens, readTo, frame } = answer;
  return (
    <div className="lens-body" role="status">
      <p className="lens-none">
        What {LENS_TITLES[lens]} derives depends on all frames before this one. It has read{' '}
        {formatCount(readTo)} of {formatCount(frame)}.
      </p>
      <progress className="lens-progress" aria-label="Frames read" max={frame} value={readTo} />
    </div>
  );
}

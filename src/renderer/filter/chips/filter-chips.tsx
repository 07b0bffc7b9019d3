import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Facets } from '../../../ipc/engine-contract';
import { setWordState } from '../../../protocol/filter/filter-edit';
import { filterErrorOf } from '../../../protocol/filter/filter-parser';
import { Popup } from '../../components/popup';
import { useFilters } from '../../stores/filters';
import { formatCount } from '../../text/format';
import { type Chip, chipsOf, fitChips, NEXT_STATE } from './chips';

/** The box keeps at least so much, and "more" its place. */
const BOX_PX = 330;
const MORE_PX = 74;

interface Props {
  session: number;
  facets: Facets;
  bar: RefObject<HTMLDivElement | null>;
  onText(text: string): void;
}

/** Kinds and tools with their counts: a press shows only them, the next one leaves them out, the third one shows all. */
export function FilterChips({ session, facets, bar, onText }: Props) {
  const text = useFilters(({ sessions }) => sessions[session]?.text ?? '');
  const [room, setRoom] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const measure = () => setRoom(Math.max(0, element.clientWidth - BOX_PX - MORE_PX));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [bar]);
  const chips = useMemo(() => chipsOf(text, facets), [text, facets]);
  const { shown, rest } = fitChips(chips, room);
  const isWrong = filterErrorOf(text) !== null;
  const cycle = ({ key, value, state }: Chip) => onText(setWordState(text, key, value, NEXT_STATE[state]));
  const button = (chip: Chip) => (
    <ChipButton
      key={`${chip.key} ${chip.value}`}
      chip={chip}
      disabled={isWrong}
      onPress={() => cycle(chip)}
    />
  );
  return (
    <fieldset className="chips" aria-label="Kinds and tools">
      {shown.map(button)}
      {rest.length > 0 && (
        <button
          ref={more}
          type="button"
          className="chip"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {formatCount(rest.length)} more
        </button>
      )}
      {isOpen && (
        <Popup anchor={more.current} label="More kinds and tools" onClose={() => setOpen(false)}>
          <div className="chips-more">{rest.map(button)}</div>
          {facets.toolsLeftOff > 0 && (
            <p className="muted chips-left">
              {formatCount(facets.toolsLeftOff)} more tools: write tool:NAME.
            </p>
          )}
        </Popup>
      )}
    </fieldset>
  );
}

const SAYS = {
  show: 'Press: only these. Press again: leave them out.',
  only: 'Only these are shown. Press: leave them out.',
  exclude: 'These are left out. Press: show them again.',
} as const;
const STATE_WORDS = { show: '', only: ', only these', exclude: ', left out' } as const;

function ChipButton({ chip, disabled, onPress }: { chip: Chip; disabled: boolean; onPress(): void }) {
  const { key, value, family, count, matched, state } = chip;
  const unit = key === 'kind' ? 'frames' : 'calls';
  return (
    <button
      type="button"
      className={`chip ${state}`}
      aria-pressed={state !== 'show'}
      disabled={disabled}
      data-chip={`${key}:${value}`}
      title={`${key}:${value}. ${formatCount(matched)} of ${formatCount(count)} ${unit} match. ${SAYS[state]}`}
      onClick={onPress}
    >
      <i className={`chip-mark ${key}`} style={{ background: `var(--k-${family})` }} aria-hidden />
      <span className="chip-name">{value}</span>
      <span className="chip-count">{formatCount(count)}</span>
      <span className="unseen">{STATE_WORDS[state]}</span>
    </button>
  );
}

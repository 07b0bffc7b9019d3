import { Bookmark, Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Facets } from '../../../ipc/engine-contract';
import { filterErrorOf } from '../../../protocol/filter/filter-parser';
import { applyFilter } from '../../bridge/list-filter';
import { registry } from '../../commands/registry';
import { NO_FILTER, useFilters } from '../../stores/filters';
import { useSavedFilters } from '../../stores/saved-filters';
import { formatCount, formatPercent } from '../../text/format';
import { SavedFilters } from '../saved/saved-filters';
import { FilterCompletion } from './filter-completion';
import { type FilterOption, isTaken, optionsAt, takeOption } from './filter-options';
import { drawnParts } from './filter-parts';

/** While words are typed the list is not filtered by each of their letters. */
const APPLY_AFTER_MS = 150;
const PLACEHOLDER = 'filter: kind: tool: is: has: "text" /regex/';

interface Props {
  session: number;
  facets: Facets | null;
  rows: number;
  input: RefObject<HTMLInputElement | null>;
  onLeave(): void;
}

/** The box in which the filter of the list is written, with what could be written, what is wrong, and what it found. */
export function FilterBox({ session, facets, rows, input, onLeave }: Props) {
  const { text, match, refused } = useFilters(({ sessions }) => sessions[session]) ?? NO_FILTER;
  const saved = useSavedFilters((state) => state.saved);
  const recent = useSavedFilters((state) => state.recent);
  const [caret, setCaret] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [active, setActive] = useState(-1);
  const box = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const listId = useId();

  const wrong = useMemo(() => filterErrorOf(text), [text]);
  const options = useMemo(
    () => (isOpen ? optionsAt(text, caret, { facets, saved, recent }) : []),
    [isOpen, text, caret, facets, saved, recent],
  );
  const at = Math.min(active, options.length - 1);
  // A value that is being written, and can still become one of those offered, is not wrong yet.
  const isUnfinished = wrong?.to === caret && options.some(({ what }) => what === 'value');
  const shownWrong = isUnfinished ? null : wrong;
  const sentence = isUnfinished ? null : (wrong?.message ?? refused ?? match?.stopped ?? null);

  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = () => {
    clearTimeout(timer.current);
    void applyFilter(session);
  };
  const write = (next: string, place: number) => {
    useFilters.getState().write(session, next);
    setCaret(place);
    setActive(-1);
    setOpen(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(apply, APPLY_AFTER_MS);
  };
  const take = (option: FilterOption) => {
    const next = takeOption(text, option);
    write(next.text, next.caret);
    if (option.what === 'saved' || option.what === 'recent') setOpen(false);
    requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret));
  };
  const leave = () => {
    setOpen(false);
    onLeave();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const option = options[at];
    const first = options[0];
    const isPlain = !event.altKey && !event.shiftKey;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (!isOpen) setOpen(true);
      else if (options.length > 0) {
        const by = event.key === 'ArrowDown' ? 1 : -1;
        setActive(((at + by + 1 + options.length + 1) % (options.length + 1)) - 1);
      }
    } else if (event.key === 'Enter') {
      if (option) take(option);
      else {
        apply();
        if (wrong !== null) return;
        if (text.trim() !== '') useSavedFilters.getState().use(text.trim());
        leave();
      }
    } else if (event.key === 'Escape') {
      if (isOpen && options.length > 0) setOpen(false);
      else leave();
    } else if (
      event.key === 'Tab' &&
      isPlain &&
      (option ?? (caret > 0 && first && !isTaken(text, first) && first.to > first.from))
    ) {
      take((option ?? first) as FilterOption);
    } else return;
    event.preventDefault();
  };
  const followScroll = () => {
    if (layer.current && input.current) layer.current.scrollLeft = input.current.scrollLeft;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the input scrolls when its text changes
  useEffect(followScroll, [text]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears when the focus leaves all of it
    <div
      className="filter-box"
      data-wrong={sentence !== null || undefined}
      ref={box}
      onBlur={({ relatedTarget }) => {
        if (box.current?.contains(relatedTarget)) return;
        setFocus(false);
        setOpen(false);
      }}
    >
      <Search size={13} aria-hidden className="filter-icon" />
      <div className="filter-field">
        <div className="filter-layer" aria-hidden ref={layer}>
          {drawnParts(text, shownWrong).map(({ text: part, look, wrong: isWrong }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
            <span key={index} className={isWrong ? `fp-${look} fp-wrong` : `fp-${look}`}>
              {part}
            </span>
          ))}
        </div>
        <input
          ref={input}
          className="filter-input"
          data-testid="filter-input"
          role="combobox"
          aria-label="Filter the frames"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-activedescendant={at >= 0 ? `${listId}-${at}` : undefined}
          aria-invalid={sentence !== null}
          aria-describedby={sentence !== null ? `${listId}-wrong` : undefined}
          placeholder={PLACEHOLDER}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={({ target }) => write(target.value, target.selectionStart ?? target.value.length)}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
          onFocus={() => {
            setFocus(true);
            setOpen(true);
          }}
          onMouseDown={() => setOpen(true)}
          onKeyDown={onKeyDown}
          onScroll={followScroll}
        />
      </div>
      <FoundCount text={text} rows={rows} match={match} wrong={sentence !== null} />
      <SavedFilters session={session} text={text} canSave={wrong === null && text.trim() !== ''}>
        {(open, anchor) => (
          <button
            ref={anchor}
            type="button"
            className="filter-button"
            aria-label="Saved filters"
            title="Save this filter, or use a saved one"
            onClick={open}
          >
            <Bookmark size={13} aria-hidden />
          </button>
        )}
      </SavedFilters>
      {text !== '' && (
        <button
          type="button"
          className="filter-button"
          aria-label="Clear the filter"
          title="Clear the filter"
          onClick={() => {
            registry.run('filter.clear');
            input.current?.focus();
          }}
        >
          <X size={13} aria-hidden />
        </button>
      )}
      <FilterCompletion
        id={listId}
        anchor={box}
        options={options}
        active={at}
        sentence={sentence}
        isAbove={hasFocus || sentence !== null}
        onTake={(option) => {
          take(option);
          input.current?.focus();
        }}
      />
    </div>
  );
}

interface FoundProps {
  text: string;
  rows: number;
  match: (typeof NO_FILTER)['match'];
  wrong: boolean;
}

/** "1,234 of 56,789 frames", and how far they are looked at. */
function FoundCount({ text, rows, match, wrong }: FoundProps) {
  if (match === null || text === '') return <span role="status" className="filter-found" />;
  const looked = rows === 0 ? 1 : Math.min(1, match.scanned / rows);
  const goesOn = !match.done && match.stopped === null;
  return (
    <span
      role="status"
      className="filter-found"
      data-testid="filter-count"
      title={wrong ? 'Of the filter before' : undefined}
    >
      {formatCount(match.matched)} of {formatCount(rows)} frames
      {goesOn && `, looked at ${formatPercent(match.scanned, rows)}`}
      {goesOn && <i className="filter-looked" style={{ transform: `scaleX(${looked})` }} />}
    </span>
  );
}

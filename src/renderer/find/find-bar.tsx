import { CaseSensitive, ChevronDown, ChevronUp, ListFilter, Regex, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { changeFind, type Direction } from '../bridge/find-feed';
import { NO_FIND, useFind } from '../stores/find';
import { useSelection } from '../stores/selection';
import { useFacts } from '../stores/sessions';
import './find-bar.css';
import { findWords } from './find-words';

interface Props {
  session: number;
  /** Counts the times that the reader asked for the bar: each of them brings the focus into it. */
  asked: number;
  onGo(direction: Direction): void;
  /** The search becomes a filter of the list. */
  onOnly(): void;
  onClose(): void;
}

/** Looks for a text in every byte of the session, over the top right of the list. */
export function FindBar({ session, asked, onGo, onOnly, onClose }: Props) {
  const find = useFind((state) => state.finds[session] ?? NO_FIND);
  const selected = useSelection(({ trails }) => trails[session]?.frame ?? null);
  const rows = useFacts(session).progress?.rows ?? 0;
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [asked]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && event.target === input.current)
      onGo(event.shiftKey ? 'backward' : 'forward');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const words = findWords(find, selected, rows);
  const canGo = find.text !== '' && find.problem === null && find.match?.matched !== 0;
  return (
    <search className="find-bar" aria-label="Find in all frames" data-testid="find-bar" onKeyDown={onKeyDown}>
      <div className="find-line">
        <input
          ref={input}
          className={find.problem === null ? 'find-text' : 'find-text err'}
          value={find.text}
          placeholder="Find in all frames"
          aria-label="Find"
          aria-invalid={find.problem !== null}
          aria-describedby="find-state"
          spellCheck={false}
          maxLength={4000}
          onChange={(event) => changeFind(session, { text: event.target.value })}
        />
        <button
          type="button"
          className="find-toggle"
          aria-label="Match case"
          title="Match case"
          aria-pressed={find.caseSensitive}
          onClick={() => changeFind(session, { caseSensitive: !find.caseSensitive })}
        >
          <CaseSensitive size={15} aria-hidden />
        </button>
        <button
          type="button"
          className="find-toggle"
          aria-label="Regular expression"
          title="Regular expression"
          aria-pressed={find.regex}
          onClick={() => changeFind(session, { regex: !find.regex })}
        >
          <Regex size={13} aria-hidden />
        </button>
        <p id="find-state" role="status" className={`find-state ${words.tone}`} data-testid="find-state">
          {words.tone === 'err' && <span aria-hidden>■ </span>}
          {words.tone === 'warn' && <span aria-hidden>▲ </span>}
          {words.text}
        </p>
        <button
          type="button"
          className="icon-button"
          aria-label="Previous hit"
          title="Previous hit (Shift F3, Shift Enter)"
          disabled={!canGo}
          onClick={() => onGo('backward')}
        >
          <ChevronUp size={15} aria-hidden />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Next hit"
          title="Next hit (F3, n, Enter)"
          disabled={!canGo}
          onClick={() => onGo('forward')}
        >
          <ChevronDown size={15} aria-hidden />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Show only these frames"
          title="Show only these frames: the search becomes a filter"
          disabled={find.match === null || find.match.matched === 0}
          onClick={onOnly}
        >
          <ListFilter size={14} aria-hidden />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Close the find bar"
          title="Close (Esc)"
          onClick={onClose}
        >
          <X size={14} aria-hidden />
        </button>
      </div>
    </search>
  );
}

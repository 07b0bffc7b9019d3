import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { formatCount } from '../../text/format';
import type { FilterOption } from './filter-options';

interface Props {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  options: readonly FilterOption[];
  active: number;
  /** What is wrong with what is written; null when nothing is. */
  sentence: string | null;
  isAbove: boolean;
  onTake(option: FilterOption): void;
}

const ICONS: Record<FilterOption['what'], string> = { key: '', value: '', saved: 'saved', recent: 'recent' };

/** What could be written and what is wrong, below the filter box. The focus stays in the box. */
export function FilterCompletion({ id, anchor, options, active, sentence, isAbove, onTake }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const isShown = isAbove && (options.length > 0 || sentence !== null);
  useLayoutEffect(() => {
    const element = panel.current;
    const box = anchor.current?.getBoundingClientRect();
    if (!isShown || !element || !box) return;
    element.style.top = `${box.bottom + 3}px`;
    element.style.left = `${box.left}px`;
    element.style.width = `${Math.max(280, box.width)}px`;
  });
  useEffect(() => {
    if (active >= 0)
      panel.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={panel} className="filter-panel" hidden={!isShown} data-testid="filter-panel">
      {sentence !== null && (
        <p className="filter-wrong" id={`${id}-wrong`} role="status">
          <span aria-hidden>■ </span>
          {sentence}
        </p>
      )}
      <div role="listbox" className="filter-options" id={id} aria-label="What can be written">
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the keys are those of the box
          <div
            key={`${option.what} ${option.label} ${option.from}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className="filter-option"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(option)}
          >
            <span className="mono filter-option-label">{option.label}</span>
            <span className="filter-option-meaning">{option.meaning}</span>
            {option.count !== null && (
              <span className="filter-option-count">{formatCount(option.count)}</span>
            )}
            {ICONS[option.what] !== '' && <span className="filter-option-count">{ICONS[option.what]}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}

import { type RefObject, useEffect } from 'react';

/** Scrolls a row of tabs, where it is narrower than its tabs, to the one that is selected. */
export function useSelectedInView(list: RefObject<HTMLElement | null>, selected: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is selected
  useEffect(() => {
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selected]);
}

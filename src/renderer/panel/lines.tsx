import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { keepOneTabStop, moveInLines } from './panel-keys';

interface Props {
  label: string;
  className?: string;
  children: ReactNode;
}

/** A list whose lines (elements with `data-line`) are walked with the arrow keys; Tab goes to it and on from it. */
export function Lines({ label, className = '', children }: Props) {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    keepOneTabStop(list.current);
    // The panel was opened before its lines were there: the focus waits on its body.
    const waiting = document.activeElement;
    if (waiting?.id === 'panel-body' && waiting.contains(list.current))
      list.current?.querySelector<HTMLElement>('[data-line][data-stop="true"]')?.focus();
  });
  return (
    <ul
      ref={list}
      className={className}
      aria-label={label}
      onKeyDown={moveInLines}
      onFocus={({ target }) => {
        if (target.hasAttribute('data-line')) keepOneTabStop(list.current, target);
      }}
    >
      {children}
    </ul>
  );
}

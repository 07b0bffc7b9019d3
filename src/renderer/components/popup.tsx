import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import './popup.css';

interface Props {
  /** What it opened from, and stays beside. */
  anchor: HTMLElement | null;
  label: string;
  onClose(): void;
  children: ReactNode;
}

/** A small panel beside a button. Escape, a click elsewhere or leaving it by Tab closes it. */
export function Popup({ anchor, label, onClose, children }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  // Before it is painted: else a key pressed at once would still go to what had the focus.
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element || !anchor) return;
    const box = anchor.getBoundingClientRect();
    const below = box.top < window.innerHeight / 2;
    element.style.setProperty(
      below ? 'top' : 'bottom',
      `${below ? box.bottom + 4 : window.innerHeight - box.top + 4}px`,
    );
    element.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - element.offsetWidth - 8))}px`;
    const first =
      element.querySelector<HTMLElement>('[data-first]') ??
      element.querySelector<HTMLElement>('[aria-current="true"], button');
    (first ?? element).focus();
    const onPointer = (event: Event) => {
      const target = event.target as Node;
      if (!element.contains(target) && !anchor.contains(target)) close.current();
    };
    const onResize = () => close.current();
    document.addEventListener('mousedown', onPointer);
    window.addEventListener('resize', onResize);
    return () => {
      document.removeEventListener('mousedown', onPointer);
      window.removeEventListener('resize', onResize);
      if (element.contains(document.activeElement) || document.activeElement === document.body)
        anchor.focus();
    };
  }, [anchor]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const buttons = [...(panel.current?.querySelectorAll<HTMLElement>('button') ?? [])];
      const at = buttons.indexOf(document.activeElement as HTMLElement);
      buttons[(at + (event.key === 'ArrowDown' ? 1 : -1) + buttons.length) % buttons.length]?.focus();
    }
  };

  return createPortal(
    <div
      ref={panel}
      className="popup"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        const to = relatedTarget as Node | null;
        if (to && !panel.current?.contains(to) && !anchor?.contains(to)) onClose();
      }}
    >
      {children}
    </div>,
    document.body,
  );
}

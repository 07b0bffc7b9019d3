import type { KeyScope } from './command-list';
import type { Registry } from './registry';

interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** The name of a key press as the command list writes it; null for a press that can be no command. */
export function keyName(press: KeyPress, isMac: boolean): string | null {
  const mod = isMac ? press.metaKey : press.ctrlKey;
  const other = isMac ? press.ctrlKey : press.metaKey;
  if (other) return null;
  // Shift is part of a printed character ("G", "?"); on named keys it means something else (selecting).
  const isFunction = /^F\d+$/.test(press.key);
  if (press.shiftKey && press.key.length > 1 && !isFunction) return null;
  if (mod && press.shiftKey) return null;
  const key = mod && press.key.length === 1 ? press.key.toLowerCase() : press.key;
  const shift = press.shiftKey && isFunction ? 'Shift+' : '';
  return `${mod ? 'Mod+' : ''}${press.altKey ? 'Alt+' : ''}${shift}${key}`;
}

export type FocusPlace = 'list' | 'timeline' | 'text' | 'dialog' | 'control' | 'other';

/** What has the focus decides which keys are commands. */
export function focusPlace(target: Element | null): FocusPlace {
  if (!target) return 'list';
  if (target.closest('.monaco-editor, input, textarea, [contenteditable="true"]')) return 'text';
  if (target.closest('[role="dialog"]')) return 'dialog';
  if (target === document.body || target.closest('[data-testid="frame-list"]')) return 'list';
  // A table is a list while it has the focus itself; the buttons of its head are buttons.
  if (target.matches('[data-list]')) return 'list';
  if (target.closest('[data-testid="timeline-canvas"]')) return 'timeline';
  if (target.closest('button, a, [role="tab"], [role="separator"], select')) return 'control';
  return 'other';
}

export function scopeAllows(scope: KeyScope, place: FocusPlace, key: string): boolean {
  if (place === 'dialog') return false;
  if (scope === 'everywhere') return true;
  if (place === 'text') return false;
  if (scope === 'list' || scope === 'timeline') return place === scope;
  // Space and Enter press a focused button, whatever else they may mean.
  return place !== 'control' || (key !== ' ' && key !== 'Enter');
}

export function listenToKeys(registry: Registry, isMac: () => boolean): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const key = keyName(event, isMac());
    if (key === null) return;
    const place = focusPlace(event.target as Element | null);
    // A key of the timeline that can do nothing there means what it means elsewhere.
    for (const command of [
      place === 'timeline' ? registry.byKey(key, true) : undefined,
      registry.byKey(key),
    ]) {
      if (!command || !scopeAllows(command.scope, place, key) || !registry.run(command.id)) continue;
      event.preventDefault();
      return;
    }
  };
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}

const NAMES: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  ' ': 'Space',
  Escape: 'Esc',
  PageDown: 'Page Down',
  PageUp: 'Page Up',
};

/** How a key is printed on a key cap: "Ctrl K", "⌘ K", "Shift G", "?". */
export function keyLabel(key: string, isMac: boolean): string {
  return key
    .split('+')
    .map((part) => {
      if (part === 'Mod') return isMac ? '⌘' : 'Ctrl';
      if (part === 'Alt') return isMac ? '⌥' : 'Alt';
      if (part.length === 1 && key !== part) return part.toUpperCase();
      return NAMES[part] ?? part;
    })
    .join(' ');
}

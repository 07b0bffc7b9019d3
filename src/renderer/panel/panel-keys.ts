/**
 * Arrow keys inside a list of the panel: up and down between its lines, right and left to open and close a group. Lines
 * are the elements with `data-line`; one of them is in the Tab order, the one that had the focus last.
 */
export function moveInLines(event: React.KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const at = event.target as HTMLElement;
  if (!at.hasAttribute('data-line')) return;
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line]')];
  const index = lines.indexOf(at);
  const target = targetOf(event.key, at, lines, index);
  if (target === undefined) return;
  event.preventDefault();
  if (target === null) at.click();
  else target.focus();
}

/** The line to go to; null opens or closes the group at hand; undefined: the key means nothing here. */
function targetOf(
  key: string,
  at: HTMLElement,
  lines: readonly HTMLElement[],
  index: number,
): HTMLElement | null | undefined {
  const expanded = at.getAttribute('aria-expanded');
  switch (key) {
    case 'ArrowDown':
      return lines[Math.min(index + 1, lines.length - 1)];
    case 'ArrowUp':
      return lines[Math.max(index - 1, 0)];
    case 'Home':
      return lines[0];
    case 'End':
      return lines.at(-1);
    case 'ArrowRight':
      if (expanded === 'false') return null;
      return expanded === 'true' ? lines[index + 1] : undefined;
    case 'ArrowLeft':
      if (expanded === 'true') return null;
      return lines.slice(0, index).findLast((line) => line.hasAttribute('aria-expanded'));
    default:
      return undefined;
  }
}

const isCurrent = (line: HTMLElement) => line.getAttribute('aria-current') === 'true';

/** Keeps one line of a list in the Tab order. */
export function keepOneTabStop(list: HTMLElement | null, focused?: HTMLElement): void {
  const lines = [...(list?.querySelectorAll<HTMLElement>('[data-line]') ?? [])];
  const stop =
    focused ?? lines.find((line) => line.dataset.stop === 'true') ?? lines.find(isCurrent) ?? lines[0];
  for (const line of lines) {
    line.tabIndex = line === stop ? 0 : -1;
    line.dataset.stop = String(line === stop);
  }
}

import type { Diagnostic, DiagnosticGroup, Severity } from '../../ipc/engine-contract';

/** What the reader wants to see of the diagnostics. */
export interface DiagnosticFilter {
  hidden: ReadonlySet<Severity>;
  text: string;
}

/** Lines of a group that are shown; null: the group is not. A group that has the text shows all its lines. */
export function shownLines(
  group: DiagnosticGroup,
  loaded: readonly Diagnostic[],
  { hidden, text }: DiagnosticFilter,
): readonly Diagnostic[] | null {
  if (hidden.has(group.severity)) return null;
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return loaded;
  const has = (part: string) => part.toLowerCase().includes(wanted);
  if ([group.title, group.code, group.reason].some(has)) return loaded;
  const lines = loaded.filter(({ message }) => has(message));
  return lines.length > 0 ? lines : null;
}

export function countsBySeverity(groups: readonly DiagnosticGroup[]): Record<Severity, number> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity, count } of groups) counts[severity] += count;
  return counts;
}

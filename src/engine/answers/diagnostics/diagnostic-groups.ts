import { diagnosticMeaning } from '../../../protocol/diagnostic-codes';
import type { Severity } from '../../answer-types';
import type { Session } from '../../session/session';
import { codeCounts, diagnosticsOfCode } from './diagnostic-sources';
import type { DiagnosticGroup, DiagnosticPage, Diagnostics } from './diagnostic-types';

const MAX_EXAMPLES = 20;
const GRAVITY: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/** All diagnostics by code: what each means and how many there are. */
export function diagnosticGroups(session: Session): Diagnostics {
  const groups: DiagnosticGroup[] = [...codeCounts(session)].map(([code, { severity, count }]) => {
    const { title, reason, normal, normalWhen, advice } = diagnosticMeaning(code, severity);
    const examples = diagnosticsOfCode(session, code, 0, MAX_EXAMPLES);
    return { code, severity, title, reason, normal, normalWhen, advice, count, examples };
  });
  groups.sort((a, b) => GRAVITY[a.severity] - GRAVITY[b.severity] || b.count - a.count);
  return { total: groups.reduce((sum, { count }) => sum + count, 0), groups };
}

/** A page of the diagnostics of one code; none for a code that the file does not have. */
export function diagnosticPage(session: Session, code: string, from: number, count: number): DiagnosticPage {
  return {
    total: codeCounts(session).get(code)?.count ?? 0,
    diagnostics: diagnosticsOfCode(session, code, from, count),
  };
}

import type { Diagnostic, Severity } from '../../ipc/engine-contract';

/** The shape of each severity, so that colour is never the only signal. */
export const SEVERITY_SHAPE: Record<Severity, string> = { error: '■', warning: '▲', info: '●' };

/** What a count of diagnostics looks like: as the gravest of them. */
export function worstSeverity(diagnostics: readonly Pick<Diagnostic, 'severity'>[]): Severity {
  const has = (severity: Severity) => diagnostics.some((one) => one.severity === severity);
  return has('error') ? 'error' : has('warning') ? 'warning' : 'info';
}

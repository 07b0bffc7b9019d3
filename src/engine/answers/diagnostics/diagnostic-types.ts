import type { Diagnostic, Severity } from '../../answer-types';

/** All diagnostics of one code: what they mean, how many there are, and the first of them. */
export interface DiagnosticGroup {
  code: string;
  severity: Severity;
  title: string;
  reason: string;
  normal: 'yes' | 'sometimes' | 'no';
  normalWhen: string | null;
  advice: string;
  count: number;
  /** At most 20; "diagnosticFrames" gives any of them. */
  examples: Diagnostic[];
}

export interface Diagnostics {
  total: number;
  /** The gravest first, among equals the most frequent. */
  groups: DiagnosticGroup[];
}

export interface DiagnosticPage {
  /** Of the code in the whole file. */
  total: number;
  diagnostics: Diagnostic[];
}

import { describe, expect, it } from 'vitest';
import type { Diagnostic, DiagnosticGroup, Severity } from '../../../src/ipc/engine-contract';
import { countsBySeverity, shownLines } from '../../../src/renderer/panel/diagnostic-filter';

const line = (message: string): Diagnostic => ({
  code: 'noise',
  severity: 'warning',
  line: 1,
  offset: 0,
  frame: 1,
  message,
});
const group = (severity: Severity, count: number): DiagnosticGroup => ({
  code: 'noise',
  severity,
  title: 'Text that is no JSON',
  reason: 'Log lines.',
  normal: 'no',
  normalWhen: null,
  advice: 'Look.',
  count,
  examples: [],
});
const lines = [line('7 bytes of it'), line('9 bytes of it')];
const none: ReadonlySet<Severity> = new Set();

describe('the filter of diagnostics', () => {
  const shown = (text: string, hidden = none) => shownLines(group('warning', 2), lines, { hidden, text });

  it('without a text shows all', () => expect(shown('  ')).toEqual(lines));
  it('hides a severity', () => {
    expect(shown('', new Set<Severity>(['warning']))).toBeNull();
    expect(shown('', new Set<Severity>(['error']))).toEqual(lines);
  });
  it('shows the lines that have the text, in any case', () => expect(shown('9 BYTES')).toEqual([lines[1]]));
  it.each(['no json', 'NOISE', 'log lines'])('shows the whole group that has the text: %s', (text) =>
    expect(shown(text)).toEqual(lines),
  );
  it('shows no group without the text', () => expect(shown('else')).toBeNull());

  it('counts by severity, however many are loaded', () => {
    expect(countsBySeverity([group('warning', 5), group('warning', 1), group('info', 3)])).toEqual({
      error: 0,
      warning: 6,
      info: 3,
    });
  });
});

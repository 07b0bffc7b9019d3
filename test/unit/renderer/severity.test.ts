import { expect, it } from 'vitest';
import { worstSeverity } from '../../../src/renderer/text/severity';

it('a count of diagnostics looks like the gravest of them', () => {
  const worst = (...all: ('error' | 'warning' | 'info')[]) =>
    worstSeverity(all.map((severity) => ({ severity })));
  expect(worst('info', 'error', 'warning')).toBe('error');
  expect(worst('info', 'warning')).toBe('warning');
  expect(worst('info')).toBe('info');
});

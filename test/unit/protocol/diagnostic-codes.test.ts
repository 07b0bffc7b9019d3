import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { reportOf } from '../../../src/engine/answers/report/report';
import { DIAGNOSTIC_CODES, diagnosticMeaning } from '../../../src/protocol/diagnostic-codes';
import { sessionAt } from '../engine/session-of';
import { caseFiles, fixtureFiles } from '../recordings';

const engine = fileURLToPath(new URL('../../../src/engine', import.meta.url));
const CODE = "'([a-z0-9]+(?:-[a-z0-9]+)*)'";

/** Codes as the source of the engine writes them: given to an `add`, as a `code`, or in a type of link problems. */
function codesInSource(): Set<string> {
  const found = new Set<string>();
  for (const file of readdirSync(engine, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const source = readFileSync(join(engine, file), 'utf8');
    const patterns = [
      `\\badd\\(\\s*${CODE},\\s*(?:'(?:error|warning|info)'|place|severity|\\{)`,
      `\\bcode: ${CODE}`,
    ];
    for (const pattern of patterns) {
      for (const [, code = ''] of source.matchAll(new RegExp(pattern, 'g'))) found.add(code);
    }
    for (const [, union = ''] of source.matchAll(/type \w+Problem =([^;]+);/g)) {
      for (const [, code = ''] of union.matchAll(new RegExp(CODE, 'g'))) found.add(code);
    }
  }
  return found;
}

describe('the catalogue of diagnostics', () => {
  const inSource = codesInSource();

  it('finds the codes of every way in which the engine tells them', () => {
    for (const code of ['empty-file', 'noise', 'odd-usage', 'several-values-on-line', 'orphan-result']) {
      expect(inSource).toContain(code);
    }
    expect(inSource.size).toBeGreaterThanOrEqual(26);
  });

  it.each([...inSource])('knows %s', (code) => {
    expect(DIAGNOSTIC_CODES).toContain(code);
  });

  it('knows every code of every recording, with the severity that the engine gives it', () => {
    const told = new Map<string, string>();
    for (const { path } of [...fixtureFiles(), ...caseFiles()]) {
      for (const { code, severity } of reportOf(sessionAt(path)).diagnostics) told.set(code, severity);
    }
    expect(told.size).toBeGreaterThan(10);
    for (const [code, severity] of told) {
      expect(DIAGNOSTIC_CODES).toContain(code);
      expect(diagnosticMeaning(code).severity, code).toBe(severity);
    }
  });

  it.each(DIAGNOSTIC_CODES)('says of %s what it is, whether it is normal, and what to do', (code) => {
    const { title, reason, normal, normalWhen, advice } = diagnosticMeaning(code);
    expect(title).toMatch(/^[A-Z\w][^.]*$/);
    expect(reason).toMatch(/^[A-Z\w].*\.$/);
    expect(advice).toMatch(/^[A-Z].*\.$/);
    expect(`${reason}${advice}${normalWhen}`).not.toMatch(/!/);
    expect(normalWhen !== null).toBe(normal === 'sometimes');
  });

  it.each(['a-code-of-tomorrow', '', '__proto__', 'constructor'])(
    'shows a code it does not know: "%s"',
    (code) => {
      const meaning = diagnosticMeaning(code, 'error');
      expect(meaning.severity).toBe('error');
      expect(meaning.title).not.toBe('');
      expect(meaning.reason).toMatch(/\.$/);
    },
  );

  it('makes a title of an unknown code', () => {
    expect(diagnosticMeaning('a-code-of-tomorrow').title).toBe('A code of tomorrow');
  });
});

import { describe, expect, it } from 'vitest';
import { turnsOf } from '../../../../src/renderer/run/form/claude-fields';
import { PERMISSION_MODES } from '../../../../src/renderer/run/form/permission-modes';
import { formProblem, keptForm, NEW_FORM, restoredForm } from '../../../../src/renderer/stores/run-form';
import { namesWithoutValue, withoutValues } from '../../../../src/renderer/text/environment-lines';

describe('the environment that is kept', () => {
  it('holds names, and never a value', () => {
    const kept = withoutValues('HOME\nTOKEN=hunter2\r\n URL = https://user:hunter2@host\n\nEMPTY=');
    expect(kept).toBe('HOME\nTOKEN=\nURL=\nEMPTY=');
  });

  it('drops lines that are no variable: they may be pieces of a value', () => {
    const key = '-----BEGIN KEY-----\nMIIEvQIBADANBgkq/hkiG9w0\n'.concat('A'.repeat(65));
    expect(withoutValues(`KEY=${key}\nexport A=b`)).toBe('KEY=');
  });

  it('tells which lines set nothing', () => {
    expect(namesWithoutValue('HOME\nTOKEN=\nURL=a=\n  B=  ')).toEqual(['TOKEN', 'B']);
  });
});

describe('the form that is kept', () => {
  const form = { ...NEW_FORM, prompt: 'fix it', environment: 'TOKEN=hunter2' };

  it('comes back as it was, but for the values of variables', () => {
    const written = JSON.stringify({ form: keptForm(form) });
    expect(written).not.toContain('hunter2');
    expect(restoredForm(JSON.parse(written))).toEqual({
      form: { ...form, environment: 'TOKEN=' },
      lost: ['TOKEN'],
    });
  });

  it('leaves a prompt out that is too long to keep', () => {
    expect(keptForm({ ...form, prompt: 'x'.repeat(100_001) }).prompt).toBe('');
    expect(keptForm({ ...form, prompt: 'x'.repeat(100_000) }).prompt).toHaveLength(100_000);
  });

  it('is left alone when it is damaged in any way', () => {
    const damaged = [undefined, null, 1, 'form', [], {}, { form: null }, { form: { ...form, maxTurns: -1 } }];
    for (const kept of damaged) expect(restoredForm(kept)).toBeNull();
    expect(restoredForm(JSON.parse('{"__proto__":{"form":{}}}'))).toBeNull();
  });

  it('is not started with a value that was lost, until it is typed or the line goes', () => {
    const lost = ['TOKEN', 'KEY'];
    const problem = (environment: string) => formProblem({ ...form, environment }, lost);
    expect(problem('TOKEN=\nHOME')).toBe(
      'The value of TOKEN was not kept when the app was closed. Type it again, or remove the line.',
    );
    expect(problem('TOKEN=\nKEY=')).toMatch(/^The values of TOKEN, KEY were not kept/);
    expect(problem('TOKEN=again')).toBeNull();
    expect(problem('')).toBeNull();
    expect(problem('x=1')).toBeNull();
    expect(formProblem({ ...form, environment: '', prompt: 'x'.repeat(1_000_002) }, [])).toBe(
      'The prompt is 2 characters longer than can be sent.',
    );
    // One that was typed like that is empty on purpose.
    expect(problem('OTHER=')).toBeNull();
  });
});

describe('the fields', () => {
  it('read a limit of turns from what is typed', () => {
    expect(['', '3', ' 12 ', 'x', '0', '-5', '9999999999'].map(turnsOf)).toEqual([
      null,
      3,
      12,
      null,
      null,
      5,
      100_000,
    ]);
  });

  it('warn of the one mode that asks nothing', () => {
    const warned = PERMISSION_MODES.filter(({ warning }) => warning !== null);
    expect(warned.map(({ value }) => value)).toEqual(['bypassPermissions']);
    expect(PERMISSION_MODES[0]?.value).toBe('');
  });
});

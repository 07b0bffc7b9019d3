import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteWords, splitWords } from '../../../../src/engine/processes/command/shell-words';

const right: [text: string, words: string[]][] = [
  ['', []],
  ['  ', []],
  ['claude -p "two words"', ['claude', '-p', 'two words']],
  [`a 'it is' "he said \\"no\\""`, ['a', 'it is', 'he said "no"']],
  [`--x='' ''`, ['--x=', '']],
  ['--allowedTools Bash,Read --tool "Bash(git:*)"', ['--allowedTools', 'Bash,Read', '--tool', 'Bash(git:*)']],
  ['ssh host \\\n  run', ['ssh', 'host', 'run']],
  ['ssh host \\\r\n  run', ['ssh', 'host', 'run']],
  ["'a\\\nb'", ['a\\\nb']],
  [`'$HOME' \\$HOME "\\$HOME"`, ['$HOME', '$HOME', '$HOME']],
  [`'a|b' ">" '#'`, ['a|b', '>', '#']],
  ['prompt größer 🙂', ['prompt', 'größer', '🙂']],
  ['a~b x/~', ['a~b', 'x/~']],
  ['__proto__ constructor', ['__proto__', 'constructor']],
];

const wrong: [text: string, problem: RegExp][] = [
  ['a | b', /"\|" is an operator/],
  ['a && b', /"&&" is an operator/],
  ['a > out', /">" is an operator/],
  ['a; b', /";" is an operator/],
  ['a (b)', /"\(" is an operator/],
  ['a $HOME', /variable "\$HOME"/],
  ['a "x$HOME"', /variable "\$HOME"/],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: It is a variable of the shell.
  ['a ${HOME}', /variable "\$HOME"/],
  ['a ${HOME', /not closed/],
  ['a `b`', /backtick/],
  ['a "`b`"', /backtick/],
  ['a *.js', /pattern/],
  ['a b?', /pattern/],
  ['a # why', /comment/],
  ['a "b', /quote \("\)/],
  ["a 'b", /quote \('\)/],
  ['a \\', /backslash/],
  ['~/bin/claude', /folder in full/],
  ['a ~', /folder in full/],
  ['a\0b', /NUL/],
];

describe('splitWords', () => {
  it.each(right)('cuts %j', (text, words) => {
    expect(splitWords(text)).toEqual({ words, problem: null });
  });

  it.each(wrong)('refuses %j in one sentence', (text, problem) => {
    const result = splitWords(text);
    expect(result.words).toBeNull();
    expect(result.problem).toMatch(problem);
    expect(result.problem).toMatch(/^\S.*\.$/s);
  });

  it('takes any text without throwing', () => {
    const nasty = fc.string({ unit: fc.constantFrom(...'ab "\'\\$`{}()~*#|&;\n\0é') });
    fc.assert(
      fc.property(nasty, (text) => {
        const { words, problem } = splitWords(text);
        expect((words === null) !== (problem === null)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('quoteWords', () => {
  const word = fc.string({ unit: fc.constantFrom(...'aB9 "\'\\$`{}()~*#|&;!=:,-\n\té🙂') });

  it('comes back as the same words, from the shell and from our own reading', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const line = quoteWords(words, 'linux');
        expect(splitWords(line)).toEqual({ words, problem: null });
        const shown = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
        expect(shown.split('\0').slice(0, -1)).toEqual(words);
      }),
      { numRuns: 150 },
    );
  });

  it('leaves plain words plain', () => {
    expect(quoteWords(['claude', '-p', 'fix it', '--model', 'claude-opus-5-5', '/a/b:c,d'], 'linux')).toBe(
      "claude -p 'fix it' --model claude-opus-5-5 /a/b:c,d",
    );
  });

  it('quotes for the runtime of Windows', () => {
    expect(quoteWords(['C:\\x\\claude.exe', 'say "hi"', 'ends \\', 'a\\"b'], 'win32')).toBe(
      'C:\\x\\claude.exe "say \\"hi\\"" "ends \\\\" "a\\\\\\"b"',
    );
  });
});

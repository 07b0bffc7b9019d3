import { parse } from 'shell-quote';

export type Words = { words: string[]; problem: null } | { words: null; problem: string };

const no = (problem: string): Words => ({ words: null, problem });

/**
 * The words of a command, as a POSIX shell would cut them. What only a shell could do (operators, patterns, variables,
 * comments) is a problem, because the words are started without one and would mean something else.
 */
export function splitWords(text: string): Words {
  const looked = unquotedParts(text);
  if ('problem' in looked) return no(looked.problem);
  try {
    const words: string[] = [];
    for (const part of parse(looked.text, (name) => ({ variable: name }))) {
      if (typeof part !== 'string') return no(problemOf(part));
      words.push(part);
    }
    return { words, problem: null };
  } catch {
    return no('A variable in it is not closed: put the words with "$" in single quotes.');
  }
}

const WITHOUT_SHELL = 'the program is started without a shell';

function problemOf(part: object): string {
  if ('variable' in part) {
    return `It uses the variable "$${String(part.variable)}", but ${WITHOUT_SHELL}: write its value, or put it in single quotes.`;
  }
  if ('comment' in part) return 'It holds a comment: put words that begin with "#" in quotes.';
  if ('pattern' in part) {
    return `"${String(part.pattern)}" is a pattern, but ${WITHOUT_SHELL}: put it in quotes, or name the files.`;
  }
  const operator = 'op' in part ? String(part.op) : '';
  return `"${operator}" is an operator of the shell, but ${WITHOUT_SHELL}: put it in quotes, or take it out.`;
}

/**
 * What the parser passes over in silence: quotes that are not closed, and what a shell would replace. Lines that are
 * continued with a backslash, as people paste them, become one.
 */
function unquotedParts(text: string): { text: string } | { problem: string } {
  let quote = '';
  let kept = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '\0') return { problem: 'It holds a NUL character, which no command can carry.' };
    if (char === '\\' && quote !== "'") {
      const broken = /^\\\r?\n/.exec(text.slice(at, at + 3))?.[0];
      if (at + 1 === text.length) return { problem: 'It ends with a backslash that stands for nothing.' };
      if (!broken) kept += text.slice(at, at + 2);
      at += (broken?.length ?? 2) - 1;
      continue;
    }
    if (char === '`' && quote !== "'") {
      return { problem: `It holds a backtick, but ${WITHOUT_SHELL}: put it in single quotes.` };
    }
    if (char === '~' && quote === '' && /^$|\s/.test(text[at - 1] ?? '')) {
      return { problem: `"~" stands for a folder in a shell only: write the folder in full.` };
    }
    if (quote === '' ? char === '"' || char === "'" : char === quote) quote = quote === '' ? char : '';
    kept += char;
  }
  return quote === '' ? { text: kept } : { problem: `A quote (${quote}) in it is not closed.` };
}

/** The command as it can be pasted: for a POSIX shell, or for the command prompt of Windows. */
export function quoteWords(words: readonly string[], platform: NodeJS.Platform): string {
  return words.map(platform === 'win32' ? quoteForWindows : quoteForPosix).join(' ');
}

// The library's `quote` puts a backslash before every comma, colon and equals sign, which nobody can read.
function quoteForPosix(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** As the C runtime takes arguments apart: backslashes count only before a quote. */
function quoteForWindows(word: string): string {
  if (/^[\w.\\/:=@+,-]+$/.test(word)) return word;
  return `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`;
}

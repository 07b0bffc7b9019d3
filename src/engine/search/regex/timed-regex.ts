import vm from 'node:vm';
import { InvalidRequestError } from '../../../protocol/errors';

const TIMEOUT_MS = 500;
/** A pattern that sees its whole text at each step is run for a longer one. */
const ALLOWED_FLAGS = /^[imsuv]*$/;

/** Texts to try. */
interface Run {
  regex: RegExp;
  texts: readonly string[];
  at: number;
  found: number[];
}

/** Puts the outcome into `run`, which it reads once: reading globals of another context is slow. */
const program = new vm.Script(`{
  const { regex, texts, found } = run;
  for (; run.at < texts.length; run.at++) if (regex.test(texts[run.at])) found.push(run.at);
}`);

/** Collects ranges of one text; the ends are looked for nowhere else. */
const rangesProgram = new vm.Script(`{
  const { regex, texts, found, most } = run;
  const text = texts[0];
  regex.lastIndex = 0;
  for (let match = regex.exec(text); match !== null; match = regex.exec(text)) {
    if (match[0] === '') regex.lastIndex++;
    else if (run.at++ < most) found.push(match.index, match.index + match[0].length);
  }
}`);

/** A regular expression that is stopped when it takes too long. Throws InvalidRequestError when it is not valid. */
export class TimedRegex {
  readonly flags: string;
  private readonly regex: RegExp;
  private readonly context = vm.createContext({ run: null });

  constructor(
    readonly source: string,
    flags: string,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {
    this.flags = [...new Set(flags)].sort().join('');
    this.regex = compiled(source, this.flags);
  }

  /**
   * Which of the texts match. `slow` is the number of one that took too long, -1 when none did; nothing is known of those
   * behind it.
   */
  matches(texts: readonly string[], pauses = 1): { found: number[]; slow: number } {
    const run: Run = { regex: this.regex, texts, at: 0, found: [] };
    if (this.runs(program, run)) return { found: run.found, slow: -1 };
    // A pause of the whole machine is no slow pattern: the one that was being looked at gets all of the time once more.
    const { at } = run;
    // A second time it is the pattern, which is slow on many texts rather than on one.
    if (pauses === 0) return { found: run.found, slow: at };
    const alone: Run = { regex: this.regex, texts: [texts[at] as string], at: 0, found: [] };
    if (!this.runs(program, alone)) return { found: run.found, slow: at };
    const rest = this.matches(texts.slice(at + 1), pauses - 1);
    const moved = rest.found.map((k) => k + at + 1);
    return {
      found: [...run.found, ...(alone.found.length > 0 ? [at] : []), ...moved],
      slow: rest.slow < 0 ? -1 : rest.slow + at + 1,
    };
  }

  /** Where it matches in a text: from, to, from, to, … and how many matches were not listed; null when it takes too long. */
  ranges(text: string, most: number): { ranges: number[]; leftOff: number } | null {
    const regex = new RegExp(this.source, `${this.flags}g`);
    const run: Run & { most: number } = { regex, texts: [text], at: 0, found: [], most };
    if (!this.runs(rangesProgram, run)) return null;
    return { ranges: run.found, leftOff: Math.max(0, run.at - most) };
  }

  /** False when the time was over. */
  private runs(script: vm.Script, run: Run): boolean {
    (this.context as { run: Run | null }).run = run;
    try {
      script.runInContext(this.context, { timeout: this.timeoutMs });
      return true;
    } catch (error) {
      if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
      // A pattern may also need more stack than there is.
      if ((error as Error).name === 'RangeError' || (error as Error).name === 'InternalError') return false;
      throw error;
    } finally {
      (this.context as { run: Run | null }).run = null;
    }
  }
}

function compiled(source: string, flags: string): RegExp {
  if (!ALLOWED_FLAGS.test(flags)) {
    throw new InvalidRequestError(`A regular expression takes the flags i, m, s, u and v, not "${flags}".`);
  }
  try {
    return new RegExp(source, flags);
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^Invalid regular expression: .*\/[a-z]*: /s, '') : '';
    throw new InvalidRequestError(`This is no regular expression: ${reason || 'its syntax is wrong'}.`);
  }
}

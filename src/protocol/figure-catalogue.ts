export type FigureUnit = 'usd' | 'tokens' | 'ms' | 'count' | 'outcome';

export interface FigureMeaning {
  title: string;
  unit: FigureUnit;
  /** How it comes about, in one or two plain sentences. */
  rule: string;
  /** The figure is of one run: that of the file is that of its last run. */
  ofRun: boolean;
}

const figure = (title: string, unit: FigureUnit, rule: string, ofRun = false): FigureMeaning => ({
  title,
  unit,
  rule,
  ofRun,
});

const TOKENS =
  'Each result frame states the tokens of its own turn on the main thread; the turns add up. ' +
  'Without results, each API message counts once, with the largest value that any of its frames states.';

/**
 * Every figure of a recording that can be asked "from which frames?". The names of counts are those of the
 * `inspect --json` report.
 */
export const FIGURES = {
  outcome: figure(
    'Outcome',
    'outcome',
    'The last result of a run decides: it failed if is_error is true or the subtype is not "success". A stream without a result is incomplete; a session file states no outcome.',
    true,
  ),
  cost: figure(
    'Cost',
    'usd',
    'total_cost_usd (cost_usd up to CLI 1.0.0) is the running total of one process, so the last one counts. A lower value than before means that the process was started again: the parts add up.',
  ),
  input: figure('Input tokens', 'tokens', TOKENS),
  output: figure('Output tokens', 'tokens', TOKENS),
  cacheRead: figure('Tokens read from the cache', 'tokens', TOKENS),
  cacheCreation: figure('Tokens written to the cache', 'tokens', TOKENS),
  turns: figure(
    'Turns',
    'count',
    'Each result frame states num_turns of its own turn, and they add up. A CLI that does not state its version (before 2.0) counts the whole conversation in it: there the last one counts, and a lower value than before begins a new part.',
    true,
  ),
  duration: figure(
    'Duration',
    'ms',
    'Each result frame states in duration_ms how long its own turn took; the turns add up. Time between turns is in none of them.',
    true,
  ),
  frames: figure('Frames', 'count', 'Every JSON object of the file is a frame, of a known kind or not.'),
  unparsed: figure(
    'Unparsed pieces',
    'count',
    'Pieces of the file that are no frame: torn records, log lines, terminal codes, NUL bytes, JSON that is no object. Each stays a row.',
  ),
  replayedFrames: figure(
    'Replayed frames',
    'count',
    'Frames with the uuid and the bytes of an earlier frame. They are listed, and nothing in them counts again.',
  ),
  toolCalls: figure(
    'Tool calls',
    'count',
    'Blocks whose type ends in tool_use. A call counts once, however often deltas and whole frames repeat it.',
  ),
  toolResults: figure(
    'Tool results',
    'count',
    'Blocks whose type ends in tool_result. A result that deltas and a whole frame tell counts once.',
  ),
  linked: figure(
    'Answered calls',
    'count',
    'Calls that have a result with their id: first in their own run, then across runs. Position never links.',
  ),
  unansweredCalls: figure('Unanswered calls', 'count', 'Calls whose id no result has.'),
  orphanResults: figure('Results without a call', 'count', 'Results whose id no call in this file has.'),
  failedCalls: figure('Failed calls', 'count', 'Calls whose result says is_error: true.'),
} as const satisfies Record<string, FigureMeaning>;

export type FigureName = keyof typeof FIGURES;

export const FIGURE_NAMES = Object.keys(FIGURES) as [FigureName, ...FigureName[]];

/**
 * The words of the filter language: what the parser takes, what completion offers, and what the help says come from
 * this list alone.
 */
export const LIST_KEYS = [
  'kind',
  'tool',
  'is',
  'id',
  'session',
  'run',
  'agent',
  'version',
  'model',
  'has',
] as const;
export type ListKey = (typeof LIST_KEYS)[number];

export const RANGE_KEYS = ['size', 'gap', 'duration', 'frame', 'line', 'time', 'offset'] as const;
export type RangeKey = (typeof RANGE_KEYS)[number];

export type FilterKey = ListKey | RangeKey | 'case';

export interface StateMeaning {
  word: string;
  meaning: string;
}

const STATES = [
  { word: 'error', meaning: 'says is_error, failed, or tells of an error of the API' },
  { word: 'unparsed', meaning: 'a piece of the file that is no frame' },
  { word: 'new', meaning: 'of a kind that no known CLI version has' },
  { word: 'call', meaning: 'holds a tool call' },
  { word: 'result', meaning: 'holds a tool result' },
  { word: 'linked', meaning: 'holds a call with its result, or a result with its call' },
  { word: 'unlinked', meaning: 'holds a call without a result, or a result without a call' },
  { word: 'orphan', meaning: 'holds a result that answers no call' },
  { word: 'unanswered', meaning: 'holds a call that has no result' },
  { word: 'failed', meaning: 'holds a call whose result says is_error, or that result' },
  { word: 'replay', meaning: 'an earlier frame once more: same uuid and bytes' },
  { word: 'sidechain', meaning: 'states isSidechain' },
  { word: 'inferred', meaning: 'has the time of a neighbour' },
  { word: 'folded', meaning: 'folds under another row, such as a delta' },
  { word: 'problem', meaning: 'a diagnostic names it' },
  { word: 'abandoned', meaning: 'on a branch of the conversation that was given up' },
  { word: 'stderr', meaning: 'the process wrote it to its error output' },
  { word: 'stdin', meaning: 'it was sent to the process' },
  { word: 'main', meaning: 'of the main thread' },
  { word: 'agent', meaning: 'of a subagent' },
] as const satisfies readonly StateMeaning[];
export type StateWord = (typeof STATES)[number]['word'];
export const STATE_WORDS: readonly { word: StateWord; meaning: string }[] = STATES;

/** Where the values come from that completion can offer. */
export type ValueSource = 'kinds' | 'tools' | 'states' | 'paths' | 'none';

export interface FilterWord {
  key: FilterKey;
  /** What it finds, in one phrase. */
  meaning: string;
  example: string;
  values: ValueSource;
}

export const FILTER_WORDS: readonly FilterWord[] = [
  {
    key: 'kind',
    meaning: 'frames of a type, a type/subtype, or with a content block of that type',
    example: 'kind:assistant,system/init',
    values: 'kinds',
  },
  { key: 'tool', meaning: 'calls of a tool and their results', example: 'tool:Bash,mcp__*', values: 'tools' },
  { key: 'is', meaning: 'frames in a state', example: 'is:error', values: 'states' },
  {
    key: 'id',
    meaning: 'frames that state an id: of a tool call, a message, or their own',
    example: 'id:toolu_01*',
    values: 'none',
  },
  { key: 'session', meaning: 'frames of runs with a session id', example: 'session:1f0c*', values: 'none' },
  { key: 'run', meaning: 'frames of a run, counted from 1', example: 'run:2', values: 'none' },
  {
    key: 'agent',
    meaning: 'frames of a subagent, counted from 1; 0 is the main thread',
    example: 'agent:1',
    values: 'none',
  },
  { key: 'version', meaning: 'frames of runs of a CLI version', example: 'version:2.1.*', values: 'none' },
  { key: 'model', meaning: 'frames of runs or messages of a model', example: 'model:*opus*', values: 'none' },
  { key: 'has', meaning: 'frames that have a field', example: 'has:message.usage', values: 'paths' },
  { key: 'size', meaning: 'frames by their bytes', example: 'size:>100k', values: 'none' },
  {
    key: 'gap',
    meaning: 'frames that came so long after the frame before',
    example: 'gap:>30s',
    values: 'none',
  },
  {
    key: 'duration',
    meaning: 'calls, and their results, by how long they took',
    example: 'duration:>5s',
    values: 'none',
  },
  { key: 'frame', meaning: 'frames by number', example: 'frame:10..50', values: 'none' },
  {
    key: 'line',
    meaning: 'frames by the line of the file they begin on',
    example: 'line:120',
    values: 'none',
  },
  {
    key: 'time',
    meaning: 'frames by time: since the first one, or a date (UTC without a zone)',
    example: 'time:+1.5s..+3s',
    values: 'none',
  },
  {
    key: 'offset',
    meaning: 'frames by where their bytes stand in the file',
    example: 'offset:0..100k',
    values: 'none',
  },
  { key: 'case', meaning: 'a text with the case as written', example: 'case:"Error"', values: 'none' },
];

export const isListKey = (key: string): key is ListKey => (LIST_KEYS as readonly string[]).includes(key);
export const isRangeKey = (key: string): key is RangeKey => (RANGE_KEYS as readonly string[]).includes(key);

/** Each term remembers a bit for every row. */
export const MAX_TERMS = 64;

/** Longer expressions are no expression that somebody wrote. */
export const MAX_EXPRESSION_UNITS = 4000;

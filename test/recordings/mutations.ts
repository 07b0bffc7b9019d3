import fc from 'fast-check';

/**
 * Damage to a recording, as numbers and words, so that the same damage can be done again. `frame`, `at` and `path` are
 * taken modulo what is there.
 */
export interface Mutation {
  kind: keyof typeof KINDS;
  frame: number;
  /** A place in the frame's bytes, or another frame. */
  at: number;
  /** The way into the frame's value: one number a level. */
  path: number[];
  /** What is put there: the place of a JSON text in ODD_VALUES. */
  value: number;
  /** Or a key. */
  key: string;
  /** Or bytes, as Latin-1. */
  bytes: string;
}

/** Lines of a file as Latin-1 text: one character is one byte. */
type Lines = string[];
type Container = { [key: string]: unknown } | unknown[];

const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);

/** JSON values that no field expects. JSON.stringify cannot write the deepest of them, so they are texts. */
const ODD_VALUES = [
  ...['null', 'true', 'false', '0', '-1', '1.5', '-0', '1e308', '1e999', '123456789012345678901234567890'],
  ...[
    '""',
    '"0"',
    '"\\ud83d"',
    '"\\u0000"',
    '"a\\nb"',
    '"2026-13-45T99:99:99.000Z"',
    '"tool_use"',
    '"tool_result"',
  ],
  ...[
    '"__proto__"',
    '"success"',
    '"<synthetic>"',
    '"assistant"',
    '"user"',
    '"result"',
    '"system"',
    '"message_start"',
  ],
  ...['[]', '{}', '[null]', '[[]]', '{"__proto__":{"polluted":true}}', '{"":""}', '[{"type":"tool_use"}]'],
  ...[
    '[{"type":"tool_result","content":[{"type":"text"},5,null]}]',
    '{"type":"text","text":5}',
    '[1,"2",{"3":[]}]',
  ],
  JSON.stringify('x'.repeat(300_000)),
  JSON.stringify('\u00e9\u{1f680}\\"'.repeat(20_000)),
  `[${'0,'.repeat(20_000)}0]`,
  deep('[', ']', 3000),
  deep('[{"a":', '}]', 50_000).replace(':}', ':1}'),
];

const KEYS = [
  ...[
    'type',
    'subtype',
    'uuid',
    'session_id',
    'sessionId',
    'parent_tool_use_id',
    'timestamp',
    'message',
    'event',
  ],
  ...[
    'content',
    'content_block',
    'delta',
    'index',
    'id',
    'tool_use_id',
    'name',
    'input',
    'is_error',
    'role',
    'model',
  ],
  ...[
    'usage',
    'input_tokens',
    'cache_creation',
    'total_cost_usd',
    'num_turns',
    'result',
    'errors',
    'parentUuid',
  ],
  ...[
    'toolUseResult',
    'tool_use_result',
    'isSidechain',
    'task_id',
    'attachment',
    'text',
    'thinking',
    'partial_json',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '\u2028', 'x'.repeat(2000)],
];

const ODD_BYTES = [
  ...[
    '\n',
    '\r',
    '\r\n',
    '\0',
    '\0'.repeat(300),
    ' ',
    ',',
    '{',
    '}',
    '[',
    ']',
    '"',
    '\\',
    ':',
    '{"',
    '}{',
    '\x1b[0m',
  ],
  ...[
    '\xef\xbb\xbf',
    '\xff',
    '\xc0\xaf',
    '\xed\xa0\xbd',
    '\xe2\x80\xa8',
    '\x85',
    '\x01',
    'null',
    '[debug] {a: 1}',
  ],
];

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom<keyof typeof KINDS>(
    ...(['drop', 'repeat', 'move', 'swap', 'dropKey', 'renameKey', 'retype', 'retype', 'retype'] as const),
    ...(['secondKey', 'cut', 'behead', 'glue', 'flip', 'insert', 'remove', 'prettify', 'truncate'] as const),
    ...(['crlf', 'asArray', 'utf16'] as const),
  ),
  frame: fc.nat(),
  at: fc.nat(),
  path: fc.array(fc.nat(50), { minLength: 1, maxLength: 7 }),
  value: fc.nat(ODD_VALUES.length - 1),
  key: fc.constantFrom(...KEYS),
  bytes: fc.constantFrom(...ODD_BYTES),
});

/** The recording with all of the damage done, one after the other. */
export function damaged(recording: Buffer, mutations: readonly Mutation[]): Buffer {
  let lines = recording.toString('latin1').split('\n');
  for (const one of mutations) {
    const frame = one.frame % lines.length;
    lines = KINDS[one.kind](lines, frame, one);
    if (lines.length === 0) lines = [''];
  }
  return Buffer.from(lines.join('\n'), 'latin1');
}

const KINDS = {
  // Whole frames.
  drop: (lines: Lines, frame: number) => lines.toSpliced(frame, 1),
  repeat: (lines: Lines, frame: number, { at }: Mutation) =>
    lines.toSpliced(at % lines.length, 0, lines[frame]!),
  move: (lines: Lines, frame: number, { at }: Mutation) =>
    lines.toSpliced(frame, 1).toSpliced(at % lines.length, 0, lines[frame]!),
  swap: (lines: Lines, frame: number, { at }: Mutation) =>
    lines.with(frame, lines[at % lines.length]!).with(at % lines.length, lines[frame]!),

  // Values inside a frame.
  dropKey: (lines: Lines, frame: number, { path }: Mutation) =>
    changed(lines, frame, path, (holder, key) => {
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
    }),
  renameKey: (lines: Lines, frame: number, { path, key: name }: Mutation) =>
    changed(lines, frame, path, (holder, key) => {
      if (Array.isArray(holder)) return;
      setOwn(holder, name, holder[key]);
      if (name !== key) delete holder[key];
    }),
  retype: (lines: Lines, frame: number, { path, value }: Mutation) =>
    changed(lines, frame, path, (holder, key) => setOwn(holder, key, PLACE), ODD_VALUES[value]),
  secondKey: (lines: Lines, frame: number, { key, value }: Mutation) =>
    lines.with(
      frame,
      lines[frame]!.replace('{"', () => `{${latin1(JSON.stringify(key))}:${ODD_VALUES[value]},"`),
    ),

  // Bytes of a frame.
  cut: (lines: Lines, frame: number, { at }: Mutation) =>
    lines.with(frame, lines[frame]!.slice(0, at % (lines[frame]!.length + 1))),
  behead: (lines: Lines, frame: number, { at }: Mutation) =>
    lines.with(frame, lines[frame]!.slice(at % (lines[frame]!.length + 1))),
  glue: (lines: Lines, frame: number) => lines.toSpliced(frame, 2, lines[frame]! + (lines[frame + 1] ?? '')),
  flip: (lines: Lines, frame: number, { at, path }: Mutation) =>
    spliced(lines, frame, at, 1, (byte) => String.fromCharCode(byte.charCodeAt(0) ^ (1 << (path[0]! % 8)))),
  insert: (lines: Lines, frame: number, { at, bytes }: Mutation) => spliced(lines, frame, at, 0, () => bytes),
  remove: (lines: Lines, frame: number, { at, path }: Mutation) =>
    spliced(lines, frame, at, path[0]! + 1, () => ''),
  prettify: (lines: Lines, frame: number) => {
    const text = written(parsed(lines[frame]!), 2);
    return text === null ? lines : lines.with(frame, text);
  },

  // The whole file.
  truncate: (lines: Lines, frame: number, one: Mutation) => KINDS.cut(lines.slice(0, frame + 1), frame, one),
  crlf: (lines: Lines) => lines.map((line) => `${line}\r`),
  asArray: (lines: Lines) => [`[${lines.filter((line) => line !== '').join(',\n')}]`],
  utf16: (lines: Lines) => {
    const text = Buffer.from(lines.join('\n'), 'latin1').toString('utf8');
    return [Buffer.from(`\ufeff${text}`, 'utf16le').toString('latin1')];
  },
};

/** Stands for a value until the text of the frame is made. */
const PLACE = '\u0001 place';

const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

function parsed(line: string): unknown {
  try {
    return JSON.parse(Buffer.from(line, 'latin1').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** JSON text; null for nothing, and for a value that was made so deep before that JSON.stringify cannot write it. */
function written(value: unknown, indent?: number): string | null {
  try {
    return value === undefined ? null : latin1(JSON.stringify(value, null, indent));
  } catch {
    return null;
  }
}

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** Sets a key that may be "__proto__". */
function setOwn(holder: Container, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Applies a change to the value at the end of a path, as far as the path goes. A line that is no JSON stays. */
function changed(
  lines: Lines,
  frame: number,
  path: readonly number[],
  change: (holder: { [key: string]: unknown } & unknown[], key: string) => void,
  json = '',
): Lines {
  const value = parsed(lines[frame]!);
  if (!isContainer(value)) return lines;
  let holder = value as { [key: string]: unknown } & unknown[];
  let key = '';
  for (const step of path) {
    const keys = Object.keys(holder);
    if (keys.length === 0) return lines;
    key = keys[step % keys.length]!;
    const inner = holder[key];
    if (!isContainer(inner) || Object.keys(inner).length === 0 || step === path.at(-1)) break;
    holder = inner as typeof holder;
  }
  if (key === '' || !Object.hasOwn(holder, key)) return lines;
  change(holder, key);
  const text = written(value);
  return text === null
    ? lines
    : lines.with(
        frame,
        text.replace(JSON.stringify(PLACE), () => latin1(json)),
      );
}

function spliced(
  lines: Lines,
  frame: number,
  at: number,
  count: number,
  by: (taken: string) => string,
): Lines {
  const line = lines[frame]!;
  if (line === '') return lines;
  const place = at % line.length;
  return lines.with(
    frame,
    line.slice(0, place) + by(line.slice(place, place + count)) + line.slice(place + count),
  );
}

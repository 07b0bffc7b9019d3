import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closeSessions, sessionOf, sessionOfFrames } from '../session-of';
import { framesWith, regex, text } from './searching';

interface Piece {
  index: number;
  type: 'text_delta' | 'thinking_delta' | 'input_json_delta';
  text: string;
}

let uuids = 0;

const KEYS = { text_delta: 'text', thinking_delta: 'thinking', input_json_delta: 'partial_json' };
const BLOCKS = { text_delta: 'text', thinking_delta: 'thinking', input_json_delta: 'tool_use' };

const event = (inner: object, parent: string | null = null) => ({
  type: 'stream_event',
  event: inner,
  session_id: 's',
  parent_tool_use_id: parent,
  // An event with the uuid and the text of another one is a copy of it.
  uuid: `u${uuids++}`,
});

const delta = ({ index, type, text }: Piece, parent: string | null = null) =>
  event({ type: 'content_block_delta', index, delta: { type, [KEYS[type]]: text } }, parent);

/** A message of one block for each index, its deltas in this order. */
function message(id: string, pieces: readonly Piece[], parent: string | null = null): object[] {
  const started = new Set<number>();
  const frames: object[] = [
    event(
      { type: 'message_start', message: { id, type: 'message', role: 'assistant', content: [] } },
      parent,
    ),
  ];
  for (const piece of pieces) {
    if (!started.has(piece.index)) {
      const type = BLOCKS[piece.type];
      const block =
        type === 'text'
          ? { type, text: '' }
          : type === 'thinking'
            ? { type, thinking: '' }
            : { type, id: 't', name: 'Bash', input: {} };
      frames.push(event({ type: 'content_block_start', index: piece.index, content_block: block }, parent));
      started.add(piece.index);
    }
    frames.push(delta(piece, parent));
  }
  for (const index of started) frames.push(event({ type: 'content_block_stop', index }, parent));
  return [...frames, event({ type: 'message_stop' }, parent)];
}

const cut = (whole: string, type: Piece['type'], index = 0): Piece[] =>
  [...whole].map((character) => ({ index, type, text: character }));

describe('a text that deltas cut', () => {
  test.each(['text_delta', 'thinking_delta', 'input_json_delta'] as const)(
    'of %s is found in the rows that it spans',
    (type) => {
      const session = sessionOfFrames(...message('m1', cut('..MARK..', type)));
      // 1 message_start, 2 content_block_start, 3 and 4 the dots.
      for (const pieceBytes of [undefined, 50]) {
        expect(framesWith(session, text('MARK'), { pieceBytes })).toEqual([5, 6, 7, 8]);
        expect(framesWith(session, text('mark', true), { pieceBytes })).toEqual([]);
        expect(framesWith(session, regex('M.RK'), { pieceBytes })).toEqual([5, 6, 7, 8]);
        expect(framesWith(session, regex('MA[R]K'), { pieceBytes })).toEqual([5, 6, 7, 8]);
      }
    },
  );

  test('is looked for in each block alone', () => {
    const pieces: Piece[] = [
      { index: 0, type: 'text_delta', text: 'MA' },
      { index: 1, type: 'text_delta', text: 'XX' },
      { index: 0, type: 'text_delta', text: 'RK' },
      { index: 1, type: 'text_delta', text: 'RK' },
    ];
    const session = sessionOfFrames(...message('m1', pieces));
    expect(framesWith(session, text('MARK'))).toEqual([3, 6]);
    expect(framesWith(session, text('XXRK'))).toEqual([5, 7]);
    expect(framesWith(session, text('MAXX'))).toEqual([]);
  });

  test('is found when events of a subagent come in between', () => {
    const main = message('m1', cut('MARK', 'text_delta'));
    const sub = message('m2', cut('mark', 'text_delta'), 'toolu_1');
    const frames = main.flatMap((frame, k) => [frame, sub[k] as object]);
    expect(framesWith(sessionOfFrames(...frames), text('MARK', true))).toEqual([5, 7, 9, 11]);
    expect(framesWith(sessionOfFrames(...frames), text('mark', true))).toEqual([6, 8, 10, 12]);
  });

  test('is found with the escapes of the input resolved', () => {
    const session = sessionOfFrames(...message('m1', cut('{"a":"1\\n\\"M\\u0041RK"}', 'input_json_delta')));
    const found = framesWith(session, text('1\n"MARK"'));
    expect(found.length).toBe('1\\n\\"M\\u0041RK"'.length);
    expect(framesWith(session, regex('1\\n"M.RK'))).toEqual(found.slice(0, -1));
  });

  test('is found in events without their wrapper and in other orders of keys', () => {
    const bare = message('m1', cut('MARK', 'text_delta')).map((frame) => (frame as { event: object }).event);
    expect(framesWith(sessionOfFrames(...bare), text('MARK'))).toEqual([3, 4, 5, 6]);
    const sorted = (value: unknown): unknown =>
      typeof value !== 'object' || value === null || Array.isArray(value)
        ? value
        : Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, inner]) => [key, sorted(inner)]),
          );
    const ordered = message('m1', cut('MARK', 'text_delta')).map(sorted);
    expect(framesWith(sessionOfFrames(...ordered), text('MARK'))).toEqual([3, 4, 5, 6]);
    const spaced = message('m1', cut('MARK', 'text_delta')).map(
      (frame) => `${JSON.stringify(frame).replaceAll(':', ' : ')}\n`,
    );
    expect(framesWith(sessionOf(spaced.join('')), text('MARK'))).toEqual([3, 4, 5, 6]);
  });

  test('is found when only some of its rows are wanted, and then in these alone', () => {
    const session = sessionOfFrames(...message('m1', cut('MARK', 'text_delta')));
    for (const pattern of [text('MARK'), regex('M.RK')]) {
      expect(framesWith(session, pattern, { wanted: (row) => row === 4 })).toEqual([5]);
    }
  });

  test('is found as in the joined texts', () => {
    const type = fc.constantFrom('text_delta' as const, 'thinking_delta' as const);
    const piece = fc.record({
      index: fc.integer({ min: 0, max: 2 }),
      type,
      text: fc
        .array(fc.constantFrom('a', 'b', 'B', '\n', '\t', 'é', '😀'), { maxLength: 3 })
        .map((all) => all.join('')),
    });
    const needle = fc.array(fc.constantFrom('a', 'b', '\n', '\t', 'É', '😀'), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 20 }),
        needle,
        fc.integer({ min: 30, max: 600 }),
        (pieces, characters, pieceBytes) => {
          const wholeNeedle = characters.join('').toLowerCase();
          const frames = message('m1', pieces);
          const session = sessionOfFrames(...frames);
          const expected = new Set<number>();
          for (const index of [0, 1, 2]) {
            const parts = frames.flatMap((frame, k) => {
              const { event: inner } = frame as { event: { index?: number; delta?: Record<string, string> } };
              return inner.index === index && inner.delta
                ? [{ frame: k + 1, text: inner.delta.text ?? inner.delta.thinking ?? '' }]
                : [];
            });
            const joined = parts
              .map((part) => part.text)
              .join('')
              .toLowerCase();
            for (let at = joined.indexOf(wholeNeedle); at >= 0; at = joined.indexOf(wholeNeedle, at + 1)) {
              let from = 0;
              for (const part of parts) {
                const to = from + part.text.length;
                if (to > from && to > at && from < at + wholeNeedle.length) expected.add(part.frame);
                from = to;
              }
            }
          }
          // What stands in the bytes of one row beside its text is not of this test.
          const inText = (frame: number) =>
            (frames[frame - 1] as { event: { delta?: object } }).event.delta !== undefined;
          const found = framesWith(session, text(wholeNeedle), { pieceBytes }).filter(inText);
          expect(found).toEqual([...expected].sort((a, b) => a - b));
          closeSessions();
        },
      ),
      { numRuns: 400 },
    );
  });
});

test('is found across long deltas, whatever stands in them and however much of it', () => {
  const characters = ['x', ' ', 'M', 'A', '"', '\\', '\n', '\\u004d', 'é', '語', '😀', '/', '\u0001'];
  const filler = fc
    .array(fc.constantFrom(...characters), { minLength: 0, maxLength: 300 })
    .map((all) => all.join(''));
  const types = ['text_delta', 'thinking_delta'] as const;
  fc.assert(
    fc.property(
      fc.array(filler, { minLength: 2, maxLength: 4 }),
      fc.constantFrom('MARK', 'MA"RK', 'M\\RK', 'Mé\nRK', '語😀K', 'M'.repeat(40)),
      fc.nat(),
      fc.constantFrom(...types),
      fc.boolean(),
      (fillers, needle, at, type, ascii) => {
        const place = 1 + (at % ([...needle].length - 1));
        const head = [...needle].slice(0, place).join('');
        const tail = [...needle].slice(place).join('');
        const plain = (one: string) => (ascii ? one.replace(/[^ xMA]/gu, '') : one);
        const texts = fillers.map((one, k) => {
          const begin = k === 1 ? tail : '';
          return begin + plain(one) + (k === 0 ? head : '');
        });
        const session = sessionOfFrames(
          ...message(
            'm1',
            texts.map((each) => ({ index: 0, type, text: each })),
          ),
        );
        const joined = texts.join('');
        const expected = new Set<number>();
        const folded = joined.toLowerCase();
        const wanted = needle.toLowerCase();
        for (let from = folded.indexOf(wanted); from >= 0; from = folded.indexOf(wanted, from + 1)) {
          let begins = 0;
          for (const [k, each] of texts.entries()) {
            // Rows that hold a part of it.
            if (each !== '' && begins < from + wanted.length && begins + each.length > from)
              expected.add(k + 3);
            begins += each.length;
          }
        }
        const found = framesWith(session, text(needle));
        closeSessions();
        expect(found).toEqual(expect.arrayContaining([...expected]));
        expect(expected.size).toBeGreaterThan(0);
      },
    ),
    { numRuns: 150, seed: 20261201 },
  );
});

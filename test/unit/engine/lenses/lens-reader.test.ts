import { serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { lensAnswer } from '../../../../src/engine/lenses/lens-answer';
import { LensReader } from '../../../../src/engine/lenses/lens-reader';
import { rowFrame } from '../../../../src/engine/lenses/row-frame';
import { SessionLenses } from '../../../../src/engine/lenses/session-lenses';
import type { Session } from '../../../../src/engine/session/session';
import { CancelledError } from '../../../../src/protocol/errors';
import {
  LENS_NAMES,
  type LensName,
  type LensStep,
  READINGS,
  type Reading,
} from '../../../../src/protocol/lenses/lens';
import { createLens } from '../../../../src/protocol/lenses/lenses';
import { caseFiles, fixtureFiles } from '../../recordings';
import { casePath, sessionAt, sessionOf, sessionOfFrames } from '../session-of';

const READ_AS = LENS_NAMES.flatMap((name) => READINGS.map((reading) => [name, reading] as const));

/** What a lens gives for every row when it reads the file in one go. */
function inOneGo(session: Session, name: LensName, reading: Reading): LensStep[] {
  const lens = createLens(name, reading);
  const steps = Array.from({ length: session.index.table.rows }, (_, row) =>
    lens.feed(rowFrame(session, row)),
  );
  const last = steps.at(-1);
  if (last === undefined) return steps;
  const end = lens.end();
  return steps.with(-1, {
    events: [...last.events, ...end.events],
    dropped: [...last.dropped, ...end.dropped],
  });
}

async function stepAt(reader: LensReader, row: number): Promise<LensStep> {
  for (;;) {
    const answer = await reader.step(row);
    if ('step' in answer) return answer.step;
  }
}

/** Rows in an order that jumps to and fro. */
function jumbled(rows: number): number[] {
  const order = Array.from({ length: rows }, (_, row) => row);
  return order.sort((a, b) => ((a * 7919) % 104_729) - ((b * 7919) % 104_729));
}

describe('a reader of a lens', () => {
  const files = [...fixtureFiles(), ...caseFiles()].filter(({ bytes }) => bytes < 250_000);

  it.each(files)('gives for every row of $name what one reading gives', async ({ path }) => {
    const session = sessionAt(path);
    const { rows } = session.index.table;
    for (const [name, reading] of READ_AS) {
      const expected = inOneGo(session, name, reading).map(plain);
      const reader = new LensReader(session, name, reading, { spacingBytes: 2000 });
      for (const row of jumbled(rows).slice(0, 40)) {
        expect(plain(await stepAt(reader, row))).toEqual(expected[row]);
      }
      const frames = expected.flatMap(({ events }) => events.flatMap(({ from }) => from));
      expect(frames.every((frame) => frame >= 1 && frame <= rows)).toBe(true);
    }
  });

  it('gives the same however the file was cut into chunks', () => {
    for (const number of ['002', '007', '019', '058']) {
      const whole = sessionAt(casePath(number));
      const pieces = sessionAt(casePath(number), { firstChunkBytes: 5, chunkBytes: 4099 });
      for (const [name, reading] of READ_AS) {
        expect(inOneGo(pieces, name, reading)).toEqual(inOneGo(whole, name, reading));
      }
    }
  });

  it('says how far it is when its time is over, and goes on from there', async () => {
    const session = sessionAt(casePath('095'));
    const reader = new LensReader(session, 'openase', 'strict', { budgetMs: -1 });
    const last = session.index.table.rows - 1;
    const told: number[] = [];
    for (;;) {
      const answer = await reader.step(last);
      if ('step' in answer) {
        expect(answer.step).toEqual(inOneGo(session, 'openase', 'strict')[last]);
        break;
      }
      told.push(answer.readTo);
    }
    expect(told.length).toBeGreaterThan(3);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    // What was read is kept: the row before needs no reading from the beginning.
    const near = await reader.step(last - 1);
    expect('step' in near || near.readTo > last / 2).toBe(true);
  });

  it('ends when it is cancelled or closed', async () => {
    const session = sessionAt(casePath('095'));
    const reader = new LensReader(session, 'openase', 'strict');
    await expect(reader.step(5000, AbortSignal.abort())).rejects.toBeInstanceOf(CancelledError);
    await expect(reader.step(10)).resolves.toHaveProperty('step');
    reader.close();
    await expect(reader.step(20)).rejects.toBeInstanceOf(CancelledError);
  });

  it('keeps few copies of the lens however long the file is', async () => {
    const frame = (n: number) => ({
      type: 'assistant',
      uuid: `u${n}`,
      message: { content: [{ type: 'text', text: 'x' }] },
    });
    const session = sessionOfFrames(...Array.from({ length: 3000 }, (_, n) => frame(n)));
    const reader = new LensReader(session, 'openase', 'strict', { spacingBytes: 64 });
    await stepAt(reader, 2999);
    const { marks, near } = reader as unknown as { marks: unknown[]; near: unknown[] };
    expect(marks.length).toBeGreaterThan(10);
    expect(marks.length).toBeLessThanOrEqual(48);
    for (let row = 0; row < 3000; row += 50) await stepAt(reader, row);
    expect(near.length).toBeLessThanOrEqual(24);
  });

  it('answers questions that come at once', async () => {
    const session = sessionAt(casePath('095'));
    const reader = new LensReader(session, 'openase', 'strict');
    const expected = inOneGo(session, 'openase', 'strict');
    const rows = [900, 3, 1500, 899];
    expect(await Promise.all(rows.map((row) => stepAt(reader, row)))).toEqual(
      rows.map((row) => expected[row]),
    );
  });

  it('is kept for the lenses that were used last', () => {
    const lenses = new SessionLenses(sessionOf('{}\n'));
    const first = lenses.reader('openase', 'strict');
    expect(lenses.reader('openase', 'strict')).toBe(first);
    lenses.reader('openase', 'corrected');
    lenses.reader('agent-events', 'strict');
    expect(lenses.reader('openase', 'strict')).not.toBe(first);
  });
});

/** Values nested deeper than a comparison can go are compared by their length. */
function plain(step: LensStep): LensStep {
  const deep = (value: unknown): boolean =>
    JSON.stringify(value, null, 0).includes('[[[[[[[[[[[[[[[[[[[[[[[[[');
  try {
    return deep(step) ? { events: [], dropped: step.dropped } : step;
  } catch {
    return { events: [], dropped: step.dropped };
  }
}

describe('a row as a lens takes it', () => {
  const standings = (bytes: string | Buffer) => {
    const session = sessionOf(bytes);
    return Array.from({ length: session.index.table.rows }, (_, row) => rowFrame(session, row));
  };

  it('is a line, even with blank lines around it', () => {
    const frames = standings('\n\n{"type":"a"}\n\n \n{"type":"b"}  \n\n');
    expect(frames.map(({ standing }) => standing)).toEqual(['line', 'line']);
    expect(frames.map(({ text }) => text?.[0])).toEqual(['{', '{']);
  });

  it('keeps the blanks of its own line', () => {
    expect(standings('\n  {"type":"a"}\n')[0]?.text).toMatch(/^ {2}\{/);
  });

  it.each([
    ['two values on a line', '{"type":"a"}{"type":"b"}\n', ['part-of-line', 'part-of-line']],
    ['a value over several lines', '{\n  "type": "a"\n}\n', ['several-lines']],
    ['an array of frames', '[{"type":"a"},\n{"type":"b"}]\n', ['array-element', 'array-element']],
    ['UTF-16', Buffer.from('\ufeff{"type":"a"}\n', 'utf16le'), ['other-encoding']],
  ])('that is no line says so: %s', (_, bytes, expected) => {
    const frames = standings(bytes).filter(({ value }) => value !== undefined);
    expect(frames.map(({ standing }) => standing)).toEqual(expected);
    expect(frames[0]?.value).toEqual({ type: 'a' });
  });
});

describe('the answer about a frame', () => {
  const answer = (session: Session, frame: number, name: LensName = 'openase', reading: Reading = 'strict') =>
    lensAnswer(new LensReader(session, name, reading), frame - 1);

  it('names the fields, the frames behind an event, and how the page draws it', async () => {
    const session = sessionOfFrames(
      {
        type: 'assistant',
        message: { content: [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } }] },
      },
      { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't', content: 'a' }] } },
    );
    expect(await answer(session, 2)).toMatchObject({
      frame: 2,
      state: 'ready',
      events: [
        {
          type: 'output_produced',
          from: [1],
          drawnAs: 'terminal output',
          facts: expect.arrayContaining([{ label: 'command', value: 'ls' }]),
        },
      ],
    });
  });

  it('of a long frame is cut, and far below one message', async () => {
    const blocks = Array.from({ length: 300 }, (_, n) => ({
      type: 'tool_use',
      id: `t${n}`,
      name: 'X',
      input: { x: 'y'.repeat(50_000) },
    }));
    const found = await answer(sessionOfFrames({ type: 'assistant', message: { content: blocks } }), 1);
    expect(found.events).toHaveLength(40);
    expect(found.eventsLeftOff).toBe(260);
    expect(found.events[0]?.json.cut).toBeGreaterThan(0);
    expect(serialize(found).length).toBeLessThan(1_000_000);
  });

  it('of values nested deeply travels as text', async () => {
    for (const { path } of [{ path: casePath('029') }]) {
      const session = sessionAt(path);
      for (let frame = 1; frame <= session.index.table.rows; frame++) {
        for (const [name, reading] of READ_AS) {
          expect(serialize(await answer(session, frame, name, reading)).length).toBeLessThan(1_000_000);
        }
      }
    }
  });

  it('tells a tool that the end of the file leaves open with the last frame', async () => {
    const start = {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 't', name: 'Bash' },
    };
    const session = sessionOfFrames({ type: 'stream_event', event: start });
    expect((await answer(session, 1, 'agent-events', 'corrected')).events.map(({ type }) => type)).toEqual([
      'tool_use',
    ]);
    expect((await answer(session, 1, 'agent-events')).dropped.map(({ what }) => what)).toContain('open tool');
  });
});

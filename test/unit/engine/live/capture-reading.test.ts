import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { agentPage } from '../../../../src/engine/answers/agents/agent-page';
import { diagnosticGroups } from '../../../../src/engine/answers/diagnostics/diagnostic-groups';
import { callsOf } from '../../../../src/engine/answers/frame/calls';
import { frameDetail } from '../../../../src/engine/answers/frame/frame-detail';
import { FrameTexts } from '../../../../src/engine/answers/frame/frame-text';
import { streamedMessage } from '../../../../src/engine/answers/frame/streamed-message';
import { frameLinks } from '../../../../src/engine/answers/links/frame-links';
import { reportOf } from '../../../../src/engine/answers/report/report';
import { nextFrame } from '../../../../src/engine/answers/rows/next-frame';
import { turnPage } from '../../../../src/engine/answers/turns/turn-page';
import { writeCaptureRecord } from '../../../../src/engine/captures/capture-files';
import { FieldAnswers } from '../../../../src/engine/fields/frame-fields';
import { lensAnswer } from '../../../../src/engine/lenses/lens-answer';
import { SessionLenses } from '../../../../src/engine/lenses/session-lenses';
import { Session } from '../../../../src/engine/session/session';
import { LENS_NAMES } from '../../../../src/protocol/lenses/lens';
import { GrowingCapture, newCapture, prompt, STARTED, said } from './growing-capture';

const open: GrowingCapture[] = [];
afterEach(() => {
  for (const capture of open.splice(0)) capture.close();
});

function growing(): GrowingCapture {
  const capture = new GrowingCapture();
  open.push(capture);
  return capture;
}

describe('stderr and stdin stand between the frames where they came', () => {
  async function recorded(): Promise<GrowingCapture> {
    const capture = growing();
    capture.add('stdout', said('one'));
    await capture.look();
    capture.add('stderr', 'warning one\nhalf of');
    await capture.look();
    capture.add('stdin', prompt('hi'));
    await capture.look();
    capture.add('stdout', said('two') + said('three').slice(0, 20));
    await capture.look();
    capture.add('stderr', ' warning two\n');
    await capture.look();
    capture.add('stdout', said('three').slice(20));
    await capture.look();
    return capture;
  }
  const order = [
    'stdout assistant: one',
    'stderr stderr: warning one',
    'stdin user: hi',
    'stdout assistant: two',
    'stderr stderr: half of warning two',
    'stdout assistant: three',
  ];

  test('as they come, with the time when they came', async () => {
    const capture = await recorded();
    expect(capture.told).toEqual(order);
    expect(capture.rows.map(({ time, timeSource }) => [(time as number) - STARTED, timeSource])).toEqual(
      [11, 12, 13, 14, 15, 16].map((s) => [s * 1000, 'arrival']),
    );
    expect(capture.rows.map(({ line }) => line)).toEqual([1, 1, 1, 2, 2, 3]);
  });

  test('the same when the capture is opened again, followed or not', async () => {
    const capture = await recorded();
    const { rows } = capture;
    capture.reopen();
    expect(capture.rows).toEqual(rows);
    const once = Session.open(0, capture.names.stdout, undefined, { captures: true });
    once.indexAllNow();
    expect(reportOf(once)).toMatchObject({
      frames: 3,
      unparsed: 0,
      capture: { stderrLines: 2, stdinLines: 1 },
    });
    expect(once.index.table.rows).toBe(6);
    once.close();
  });

  test('each row has its own bytes', async () => {
    const capture = await recorded();
    const { table } = capture.session.index;
    const texts = Array.from({ length: table.rows }, (_, row) =>
      capture.session.rawBytes(row).toString('utf8'),
    );
    expect(texts).toEqual([
      said('one'),
      'warning one\n',
      prompt('hi'),
      said('two'),
      'half of warning two\n',
      said('three'),
    ]);
  });

  test('what is sent together with its answer stands before it, and what is warned of behind it', async () => {
    const capture = growing();
    capture.add('stderr', 'warning\n');
    capture.add('stdout', said('answer'));
    capture.add('stdin', prompt('question'));
    await capture.look();
    expect(capture.told).toEqual([
      'stdin user: question',
      'stdout assistant: answer',
      'stderr stderr: warning',
    ]);
  });
});

describe('the end of a process', () => {
  test('its last lines are told, although they have no line end', async () => {
    const capture = growing();
    capture.add('stdout', `${said('one')}{"type":"resu`);
    capture.add('stderr', 'killed');
    capture.add('stdin', '{"type":"control_request"');
    await capture.look();
    expect(capture.told).toEqual(['stdout assistant: one']);
    await capture.end();
    const told = [
      'stdout assistant: one',
      'stdin control_request: no request',
      'stderr stderr: killed',
      'stdout unparsed: {"type":"resu',
    ];
    expect([...capture.told].sort()).toEqual([...told].sort());
    capture.reopen();
    expect([...capture.told].sort()).toEqual([...told].sort());
  });

  test('what a program that outlives it still writes is read', async () => {
    const capture = growing();
    capture.add('stderr', 'first\n');
    await capture.end();
    capture.add('stderr', 'second\n');
    capture.add('stdout', said('late'));
    await capture.look();
    const { told } = capture;
    expect(told).toEqual(['stderr stderr: first', 'stdout assistant: late', 'stderr stderr: second']);
    capture.reopen();
    expect(capture.told).toEqual(told);
  });
});

test('a process that is gone, whose end nobody wrote down, has ended after a while', () => {
  const { names, record } = newCapture();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeCaptureRecord(names.record, { ...record, pid });
  writeFileSync(names.stderr, 'no line end');
  const session = Session.open(0, names.stdout, undefined, { follow: true, captures: true });
  const { capture } = session.files;
  expect(capture?.refresh(1000)).toBe(false);
  expect(capture?.refresh(2999)).toBe(false);
  expect(capture?.hasMore).toBe(true);
  expect(capture?.refresh(3000)).toBe(true);
  expect(capture?.refresh(3001)).toBe(false);
  capture?.errorsCame(3001);
  expect(session.index.stderrRows).toBe(1);
  // Its writer comes late after all.
  writeCaptureRecord(names.record, { ...record, pid, endedAt: 5000, exitCode: 3 });
  expect(capture?.refresh(3002)).toBe(false);
  expect(capture?.record.exitCode).toBe(3);
  session.close();
});

describe('the sidecar', () => {
  test('is missing: every line is there, the frames first, and no time is told', async () => {
    const capture = growing();
    capture.add('stderr', 'warning\n');
    await capture.look();
    capture.add('stdout', said('one'));
    await capture.look();
    rmSync(capture.names.arrivals);
    capture.reopen();
    expect(capture.told).toEqual(['stdout assistant: one', 'stderr stderr: warning']);
    expect(capture.rows.map(({ time }) => time)).toEqual([null, null]);
  });

  test('tells of less than there is: the rest came at an unknown time', async () => {
    const capture = growing();
    capture.add('stdout', said('one'));
    await capture.look();
    capture.add('stdout', said('two') + said('three'));
    capture.add('stderr', 'warning\n');
    capture.reopen();
    expect(capture.told).toEqual([
      'stdout assistant: one',
      'stdout assistant: two',
      'stdout assistant: three',
      'stderr stderr: warning',
    ]);
    expect(capture.rows.map(({ timeSource }) => timeSource)).toEqual([
      'arrival',
      'inherited',
      'inherited',
      'inherited',
    ]);
    capture.add('stdout', said('four'));
    await capture.look();
    const { rows } = capture;
    expect(rows[4]).toMatchObject({ timeSource: 'arrival', time: capture.now });
    expect(readFileSync(capture.names.arrivals, 'latin1')).toMatch(/^o \d+ -$/m);
    capture.reopen();
    expect(capture.rows).toEqual(rows);
  });

  test('tells of more than there is: a capture that was cut keeps no times of what it had', async () => {
    const capture = growing();
    for (const text of ['one', 'two', 'three']) {
      capture.add('stdout', said(text));
      capture.add('stderr', `after ${text}\n`);
      await capture.look();
    }
    truncateSync(capture.names.stdout, said('one').length);
    capture.reopen();
    expect(capture.told).toEqual([
      'stdout assistant: one',
      'stderr stderr: after one',
      'stderr stderr: after two',
      'stderr stderr: after three',
    ]);
    capture.add('stdout', said('again'));
    await capture.look();
    expect(capture.rows.at(-1)).toMatchObject({ summary: 'again', time: capture.now });
    const { rows } = capture;
    capture.reopen();
    expect(capture.rows).toEqual(rows);
  });

  test('is damaged: lines that make no sense cost times only', async () => {
    const capture = growing();
    for (const text of ['one', 'two']) {
      capture.add('stdout', said(text));
      await capture.look();
    }
    appendFileSync(
      capture.names.arrivals,
      'x 9 9\no -4 7\no 1e99 3\no 12\n\0\0\0\no 999999999999999999 4\ne 5 6\no 3',
    );
    capture.reopen();
    expect(capture.told).toEqual(['stdout assistant: one', 'stdout assistant: two']);
    writeFileSync(capture.names.arrivals, Buffer.alloc(1000, 0xff));
    capture.reopen();
    expect(capture.told).toEqual(['stdout assistant: one', 'stdout assistant: two']);
  });
});

test('a link in the place of stderr is not followed, and asked for once', async () => {
  const capture = growing();
  const secret = `${capture.names.stdout}.secret`;
  writeFileSync(secret, 'secret\n');
  symlinkSync(secret, capture.names.stderr);
  capture.add('stdout', said('one'));
  await capture.look();
  expect(capture.told).toEqual(['stdout assistant: one']);
  expect(capture.session.files.capture?.hasMore).toBe(false);
});

test('stderr is harmless in every answer, also before the first frame', async () => {
  const capture = growing();
  capture.add('stderr', '{"type":"assistant"}\n\u001b[31mred\n\n\0\n');
  await capture.look();
  const askAll = async () => {
    const { session } = capture;
    const texts = new FrameTexts(session);
    const fields = new FieldAnswers(session, texts);
    const lenses = new SessionLenses(session);
    for (let row = 0; row < session.index.table.rows; row++) {
      const detail = frameDetail(session, row, texts);
      const isStderr = detail.row.stream === 'stderr';
      if (isStderr) expect(detail.blocks.map(({ title }) => title)).toEqual(['line of stderr']);
      expect(detail.prettyMissing === null).toBe(!isStderr);
      expect(callsOf(session, row)).toEqual([]);
      expect(streamedMessage(session, row)).toBeNull();
      for (const form of ['exact', 'pretty', 'hex'] as const) texts.slice(row, form, 0, 100);
      expect(fields.list(row).missing === null).toBe(!isStderr);
      fields.marks(row, 0, 100);
      await frameLinks(session, row, true);
      for (const name of LENS_NAMES) {
        const reader = lenses.reader(name, 'strict');
        const answer = await lensAnswer(reader, row);
        // A program that reads the output sees neither stderr nor what was sent.
        if (detail.row.stream !== null)
          expect(answer.dropped[0]?.why).toBe('A lens reads what the process wrote to stdout only.');
      }
      for (const what of ['error', 'unparsed', 'unlinked', 'diagnostic'] as const) {
        nextFrame(session, row + 1, 'forward', what);
        nextFrame(session, row + 1, 'backward', what);
      }
    }
    reportOf(session);
    diagnosticGroups(session);
    turnPage(session, 1, 10);
    agentPage(session, 1, 10);
  };
  await askAll();
  expect(reportOf(capture.session)).toMatchObject({ frames: 0, unparsed: 0, kinds: {}, toolCalls: 0 });
  capture.add('stdout', said('one'));
  capture.add('stdin', prompt('hi'));
  await capture.look();
  await askAll();
  expect(reportOf(capture.session)).toMatchObject({ frames: 1, kinds: { assistant: 1 } });
});

describe('property', () => {
  const text = fc.constantFrom(
    said('one'),
    said('two'),
    said('three').slice(0, 30),
    said('three').slice(30),
    '{"type":"a"}',
    '\n',
    '\n\n',
    'noise\n',
    'half',
    '{\n "type":"p"\n}\n',
    '\0\0',
    '\ufeff',
    prompt('hi'),
  );
  const step = fc.oneof(
    { weight: 8, arbitrary: fc.tuple(fc.constantFrom('stdout', 'stderr', 'stdin'), text) },
    { weight: 6, arbitrary: fc.constant('look') },
    { weight: 1, arbitrary: fc.constantFrom('reopen', 'settle') },
  );

  test('a capture that is opened again is as it was when it came', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const capture = new GrowingCapture();
        try {
          for (const one of steps) {
            if (one === 'look') await capture.look();
            else if (one === 'reopen') capture.reopen();
            else if (one === 'settle') capture.session.settle();
            else capture.add(one[0] as 'stdout', one[1] as string);
          }
          await capture.end();
          const { rows } = capture;
          const report = reportOf(capture.session);
          expect(rows.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(capture.session.index.table.bytes);
          capture.reopen();
          expect(capture.rows).toEqual(rows);
          expect(reportOf(capture.session)).toEqual(report);
        } finally {
          capture.close();
        }
      }),
      {
        numRuns: Number(process.env.RUNS ?? 300),
        seed: Number(process.env.SEED ?? 20261201),
        interruptAfterTimeLimit: 15_000,
      },
    );
  });
});

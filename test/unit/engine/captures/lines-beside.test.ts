import { statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { frameDetail } from '../../../../src/engine/answers/frame/frame-detail';
import { FrameTexts } from '../../../../src/engine/answers/frame/frame-text';
import { frameLinks } from '../../../../src/engine/answers/links/frame-links';
import { rowPage } from '../../../../src/engine/answers/rows/row-page';
import type { CaptureRecord } from '../../../../src/engine/captures/capture-record';
import { fieldsOfFrame } from '../../../../src/engine/fields/frame-fields';
import { lensAnswer } from '../../../../src/engine/lenses/lens-answer';
import { LensReader } from '../../../../src/engine/lenses/lens-reader';
import type { LensEvent } from '../../../../src/engine/lenses/lens-types';
import { ArrivalLog } from '../../../../src/engine/live/arrival-log';
import type { Session } from '../../../../src/engine/session/session';
import { LENS_NAMES } from '../../../../src/protocol/lenses/lens';
import { fileOf, sessionAt } from '../session-of';

const RECORD: CaptureRecord & { framescope: string; version: number } = {
  framescope: 'capture',
  version: 1,
  source: 'process',
  commandLine: 'claude -p x',
  folder: '/tmp',
  environment: [],
  startedAt: 1_700_000_000_000,
  pid: 1,
  endedAt: 1_700_000_001_000,
  exitCode: 1,
  signal: null,
  error: null,
};
const said = {
  type: 'assistant',
  message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'said' }] },
};
const sent = { type: 'user', message: { role: 'user', content: 'sent' } };
/** What a program logs may look like a frame. */
const LOGGED = '{"type":"result","subtype":"success","session_id":"s","uuid":"u"}';

function capture(): Session {
  const path = fileOf(`${JSON.stringify(said)}\n`);
  const base = path.slice(0, -'.jsonl'.length);
  writeFileSync(`${base}.stderr.txt`, `Warning: <b>slow</b>\n${LOGGED}\n`);
  writeFileSync(`${base}.stdin.jsonl`, `${JSON.stringify(sent)}\n`);
  writeFileSync(`${base}.run.json`, JSON.stringify(RECORD));
  const log = new ArrivalLog(`${base}.arrivals`, false);
  log.add([
    { stream: 'stdin', end: statSync(`${base}.stdin.jsonl`).size, time: RECORD.startedAt + 1 },
    { stream: 'stderr', end: statSync(`${base}.stderr.txt`).size, time: RECORD.startedAt + 2 },
    { stream: 'stdout', end: statSync(path).size, time: RECORD.startedAt + 3 },
  ]);
  return sessionAt(path, { captures: true });
}

const rowsOf = (session: Session, stream: 'stderr' | 'stdin' | null) =>
  rowPage(session, 1, 100)
    .rows.filter((row) => row.stream === stream)
    .map(({ frame }) => frame - 1);

describe('a line of stderr', () => {
  it('is text in every answer, also when it looks like a frame', async () => {
    const session = capture();
    const [warning = -1, logged = -1] = rowsOf(session, 'stderr');
    const texts = new FrameTexts(session);
    const blocks = (row: number) =>
      frameDetail(session, row, texts).blocks.map(({ title, body }) => [title, body?.text]);
    expect(blocks(warning)).toEqual([['line of stderr', 'Warning: <b>slow</b>\n']]);
    expect(blocks(logged)).toEqual([['line of stderr', `${LOGGED}\n`]]);
    for (const row of [warning, logged]) {
      expect(fieldsOfFrame(session, row)).toMatchObject({
        entries: [],
        missing: 'A line of stderr is text of the process, no frame: it has no fields.',
      });
      expect(await frameLinks(session, row, true)).toMatchObject({ identities: [], relations: [] });
    }
  });
});

describe('what stands beside stdout in a capture', () => {
  it.each(LENS_NAMES)('is nothing to the lens %s', async (name) => {
    const session = capture();
    const reader = new LensReader(session, name, 'strict');
    expect(rowsOf(session, 'stderr')).toHaveLength(2);
    expect(rowsOf(session, 'stdin')).toHaveLength(1);
    const events: LensEvent[] = [];
    for (let row = 0; row < session.index.table.rows; row++) {
      const answer = await lensAnswer(reader, row);
      const { stream } = rowPage(session, row + 1, 1).rows[0] ?? {};
      if (stream === null) events.push(...answer.events);
      else expect(answer.dropped[0]?.why).toBe('A lens reads what the process wrote to stdout only.');
    }
    const alone = new LensReader(sessionAt(fileOf(`${JSON.stringify(said)}\n`)), name, 'strict');
    const expected = (await lensAnswer(alone, 0)).events;
    expect(events.map(({ json }) => json.text)).toEqual(expected.map(({ json }) => json.text));
  });
});

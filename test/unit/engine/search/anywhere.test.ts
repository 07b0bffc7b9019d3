import { appendFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ArrivalLog } from '../../../../src/engine/live/arrival-log';
import { createTextSearch } from '../../../../src/engine/search/text-search';
import { Session } from '../../../../src/engine/session/session';
import { agentLine, call, line, lines, projectOf, result, withAgents } from '../agents/session-folder';
import { fileOf, sessionAt, sessionOf } from '../session-of';
import { framesWith, regex, text, toEnd } from './searching';

const assistant = (...content: object[]) => ({
  type: 'assistant',
  message: { id: 'm', role: 'assistant', content },
});

/** One frame for each place where a text may stand. */
const PLACES: Record<string, string> = {
  value: JSON.stringify({ type: 'user', message: { role: 'user', content: 'a MARK' } }),
  key: JSON.stringify({ type: 'user', MARK: 1 }),
  'escaped key': '{"type":"user","M\\u0041RK":1}',
  'type of an unknown frame': JSON.stringify({ type: 'MARK', any: [] }),
  'tool input': JSON.stringify(
    assistant({ type: 'tool_use', id: 't', name: 'Bash', input: { command: ['x', { deep: 'MARK' }] } }),
  ),
  'tool result': JSON.stringify({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'MARK' }] },
  }),
  thinking: JSON.stringify(assistant({ type: 'thinking', thinking: 'MARK', signature: '' })),
  'unknown block': JSON.stringify(assistant({ type: 'hologram', light: 'MARK' })),
  'number beside text': '{"type":"user","MARK":1e999}',
  'unparsed line': 'this is MARK and no JSON',
  'torn line': '{"type":"user","message":"MARK',
  'upper hex': '{"type":"user","a":"\\u004D\\u0041\\u0052\\u004B"}',
  'mixed forms': '{"type":"user","a":"M\\u0041R\\u004b"}',
};

describe('a text', () => {
  test.each(Object.keys(PLACES))('in a %s is found', (place) => {
    const session = sessionOf(`{"type":"system"}\n${PLACES[place]}\n{"type":"system"}\n`);
    for (const pieceBytes of [undefined, 5, 64]) {
      expect(framesWith(session, text('MARK', true), { pieceBytes })).toEqual([2]);
      expect(framesWith(session, text('mark'), { pieceBytes })).toEqual([2]);
      expect(framesWith(session, regex('M[A]RK'), { pieceBytes })).toEqual([2]);
    }
    expect(framesWith(session, text('mark', true))).toEqual([]);
  });

  test.each(['utf16le', 'utf16be'] as const)('in a file in %s is found', (encoding) => {
    const written = Buffer.from(`\ufeff${Object.values(PLACES).join('\n')}\n`, 'utf16le');
    const session = sessionOf(encoding === 'utf16le' ? written : written.swap16());
    const all = Object.keys(PLACES).map((_, k) => k + 1);
    expect(session.index.table.rows).toBe(all.length);
    for (const pieceBytes of [undefined, 50]) {
      expect(framesWith(session, text('mark'), { pieceBytes })).toEqual(all);
      expect(framesWith(session, regex('m[a]rk', 'i'), { pieceBytes })).toEqual(all);
    }
  });

  test('in the file of a subagent is found', () => {
    const folder = projectOf({
      's1.jsonl': lines(line('user', 'go'), line('assistant', call('t1')), line('user', result('t1'))),
      's1/subagents/agent-a1.jsonl': lines(
        agentLine('a1', 'user', 'nothing'),
        agentLine('a1', 'assistant', [{ type: 'text', text: 'MARK' }]),
      ),
    });
    const session = withAgents(join(folder, 's1.jsonl'));
    expect(session.index.table.rows).toBe(5);
    expect(framesWith(session, text('MARK'))).toEqual([5]);
  });

  test('in a line of stderr or stdin of a capture is found', () => {
    const path = fileOf('{"type":"system","a":"MARK"}\n');
    const base = path.slice(0, -'.jsonl'.length);
    writeFileSync(`${base}.stderr.txt`, 'MARK\n');
    writeFileSync(`${base}.stdin.jsonl`, '{"type":"user","message":{"role":"user","content":"MARK"}}\n');
    const record = {
      framescope: 'capture',
      version: 1,
      source: 'process',
      commandLine: 'claude',
      folder: '/tmp',
      environment: [],
      startedAt: 1_700_000_000_000,
      pid: 1,
      endedAt: 1_700_000_001_000,
      exitCode: 1,
      signal: null,
      error: null,
    };
    writeFileSync(`${base}.run.json`, JSON.stringify(record));
    const end = (name: string) => statSync(name).size;
    new ArrivalLog(`${base}.arrivals`, false).add([
      { stream: 'stdin', end: end(`${base}.stdin.jsonl`), time: record.startedAt + 1 },
      { stream: 'stderr', end: end(`${base}.stderr.txt`), time: record.startedAt + 2 },
      { stream: 'stdout', end: end(path), time: record.startedAt + 3 },
    ]);
    expect(framesWith(sessionAt(path, { captures: true }), text('MARK'))).toEqual([1, 2, 3]);
  });
});

describe('a search', () => {
  test('goes on in what comes later, and looks anew at what was taken back', async () => {
    const path = fileOf('{"type":"user","a":"MARK"}\n{"type":"user"}\n');
    const session = Session.open(0, path, undefined, { follow: true });
    await session.indexAll();
    const found = new Set<number>();
    const search = createTextSearch(session, text('MARK'), (row) => found.add(row + 1));
    toEnd(search);
    appendFileSync(path, '{"type":"user","b":"MARK"}\n{"type":"assistant","c":"MA');
    await session.grow(Date.now());
    session.settle();
    toEnd(search);
    expect([...found]).toEqual([1, 3]);
    appendFileSync(path, 'RK"}\n');
    // What was told as a row of its own is taken back.
    const { rows } = session.index.table;
    await session.grow(Date.now());
    search.truncate(rows - 1);
    toEnd(search);
    expect([...found]).toEqual([1, 3, 4]);
    expect(search.scannedRows).toBe(4);
    session.close();
  });

  test('of a file that was rewritten ends with a sentence', () => {
    const session = sessionOf('{"type":"user","a":"MARK"}\n'.repeat(10));
    const search = createTextSearch(session, text('nowhere'), () => {}, undefined, 100);
    search.step();
    writeFileSync(session.path, 'short');
    expect(session.changed).toBe(true);
    toEnd(search);
    expect(search.stopped).toMatch(
      /^The bytes of frame \d+ are gone: input-\d+\.jsonl changed after it was read\.$/,
    );
  });
});

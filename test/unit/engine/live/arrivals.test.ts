import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ArrivalLog, readArrivals } from '../../../../src/engine/live/arrival-log';
import { Arrivals } from '../../../../src/engine/live/arrivals';

describe('Arrivals', () => {
  test('each byte came with its batch', () => {
    const arrivals = new Arrivals(0);
    arrivals.add(10, 100);
    arrivals.add(20, 200);
    expect([1, 10, 11, 20].map((offset) => arrivals.at(offset))).toEqual([100, 100, 200, 200]);
  });

  test('what came before the first batch, or is not there yet, has no time', () => {
    const arrivals = new Arrivals(10);
    expect(arrivals.at(5)).toBeNaN();
    arrivals.add(20, 100);
    expect([0, 10, 21].every((offset) => Number.isNaN(arrivals.at(offset)))).toBe(true);
    expect(arrivals.at(11)).toBe(100);
  });

  test('a batch without bytes is none, and a gap has no time', () => {
    const arrivals = new Arrivals(0);
    arrivals.add(10, 100);
    arrivals.add(10, 200);
    arrivals.add(5, 300);
    arrivals.add(20, Number.NaN);
    arrivals.add(30, 400);
    expect(arrivals.length).toBe(3);
    expect([10, 15, 25].map((offset) => arrivals.at(offset))).toEqual([100, Number.NaN, 400]);
  });

  test('asked in any order, it tells what a plain list does', () => {
    const batches = fc.array(fc.tuple(fc.nat(5), fc.option(fc.nat(1000))), { maxLength: 600 });
    fc.assert(
      fc.property(fc.nat(20), batches, fc.array(fc.nat(2000), { maxLength: 60 }), (from, list, asked) => {
        const arrivals = new Arrivals(from);
        const times: number[] = Array.from({ length: from + 1 }, () => Number.NaN);
        for (const [bytes, time] of list) {
          arrivals.add(times.length - 1 + bytes, time ?? Number.NaN);
          for (let i = 0; i < bytes; i++) times.push(time ?? Number.NaN);
        }
        expect(arrivals.end).toBe(times.length - 1);
        for (const offset of asked) expect(arrivals.at(offset)).toBe(times[offset] ?? Number.NaN);
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});

describe('the sidecar of arrivals', () => {
  const folder = mkdtempSync(join(tmpdir(), 'framescope-arrivals-'));
  const path = join(folder, 'a.arrivals');
  beforeEach(() => rmSync(path, { force: true }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const records = [
    { stream: 'stdout', end: 10, time: 1000 },
    { stream: 'stderr', end: 5, time: 1001 },
    { stream: 'stdin', end: 7, time: Number.NaN },
    { stream: 'stdout', end: 20, time: Number.NaN },
  ] as const;

  test('gives back what was written, gaps included', () => {
    const log = new ArrivalLog(path, false);
    log.add(records.slice(0, 2));
    log.add([]);
    log.add(records.slice(2));
    expect(readArrivals(path)).toEqual(records);
    expect(readFileSync(path, 'latin1').split('\n').slice(1, -1)).toEqual([
      'o 10 1000',
      'e 5 1001',
      'i 7 -',
      'o 20 -',
    ]);
  });

  test('goes on where another writer stopped, under one heading', () => {
    new ArrivalLog(path, false).add(records.slice(0, 2));
    new ArrivalLog(path, true).add(records.slice(2));
    expect(readArrivals(path)).toEqual(records);
    expect(readFileSync(path, 'latin1').match(/framescope/g)).toHaveLength(1);
  });

  test('begins anew', () => {
    const log = new ArrivalLog(path, false);
    log.add(records);
    log.restart(records.slice(0, 1));
    log.add([{ stream: 'stdout', end: 15, time: 5 }]);
    expect(readArrivals(path)).toEqual([records[0], { stream: 'stdout', end: 15, time: 5 }]);
  });

  test('of damaged lines every whole one counts', () => {
    new ArrivalLog(path, false).add(records);
    appendFileSync(
      path,
      [
        '',
        'x 30 5',
        'o',
        'o 30',
        'o 30 x',
        'o -30 5',
        'o 30.5 5',
        'o 19 5',
        'o 1e999 5',
        'o 40 6',
        'o 50 7',
      ].join('\n'),
    );
    // The last line has no end: it may be half written.
    expect(readArrivals(path)).toEqual([...records, { stream: 'stdout', end: 40, time: 6 }]);
  });

  test('no file, a folder, and bytes that are no text', () => {
    expect(readArrivals(path)).toEqual([]);
    expect(readArrivals(folder)).toEqual([]);
    writeFileSync(path, Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 37) % 256)));
    expect(readArrivals(path)).toEqual([]);
  });

  test('a place that cannot be written to costs times, and nothing throws', () => {
    const log = new ArrivalLog(join(folder, 'no', 'such', 'folder'), false);
    log.add(records);
    log.restart(records);
    expect(readArrivals(join(folder, 'no', 'such', 'folder'))).toEqual([]);
  });
});

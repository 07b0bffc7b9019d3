import { readFileSync, rmSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reportOf } from '../../src/engine/answers/report/report';
import { closeSessions, fileOf, plainRows, sessionAt } from '../unit/engine/session-of';
import { captureFiles, caseFiles } from '../unit/recordings';
import { checkAnswers } from './answer-checks';
import { damaged, mutation } from './mutations';

/**
 * Recordings damaged in every way that a killed writer, a bridge or a text editor does it, and in some that nobody does.
 * A failure prints its seed; MUTATED_RUNS=20000 looks further, and MUTATED_SEED=… looks at one again.
 */
const RUNS = Number(process.env.MUTATED_RUNS ?? 200);
const SEED = process.env.MUTATED_SEED;

const MAX_BYTES = 60_000;
const paths = new Map(
  [...captureFiles(), ...caseFiles()]
    .filter(({ bytes }) => bytes > 0 && bytes <= MAX_BYTES)
    .map(({ name, path }) => [name, path]),
);

it('a damaged recording never fails, and never loses a byte', () => {
  const read = new Map<string, Buffer>();
  const bytesOf = (name: string) => {
    const bytes = read.get(name) ?? readFileSync(paths.get(name)!);
    read.set(name, bytes);
    return bytes;
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...paths.keys()),
      fc.array(mutation, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 5000 }),
      (name, mutations, chunkBytes) => {
        const bytes = damaged(bytesOf(name), mutations);
        const path = fileOf(bytes);
        const session = sessionAt(path);
        checkAnswers(session, bytes);
        // The way the file is cut into chunks changes nothing.
        const cut = sessionAt(path, { chunkBytes, firstChunkBytes: chunkBytes });
        expect(plainRows(cut)).toEqual(plainRows(session));
        expect(reportOf(cut)).toEqual(reportOf(session));
        closeSessions();
        rmSync(path);
      },
    ),
    { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
  );
}, 3_600_000);

import { readFileSync, rmSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { conversationTree } from '../../src/engine/answers/branches/branch-list';
import { frameLinks } from '../../src/engine/answers/links/frame-links';
import { rowPage } from '../../src/engine/answers/rows/row-page';
import type { Session } from '../../src/engine/session/session';
import { closeSessions, fileOf, sessionAt } from '../unit/engine/session-of';
import { captureFiles, caseFiles } from '../unit/recordings';
import { damaged, mutation } from './mutations';

// Damaged recordings, as in mutated.test.ts, asked for their conversation and for the links of their frames.

const RUNS = Number(process.env.MUTATED_RUNS ?? 100);
const SEED = process.env.MUTATED_SEED;
const MAX_BYTES = 60_000;
const FRAMES = 12;

const paths = new Map(
  [...captureFiles(), ...caseFiles()]
    .filter(({ bytes }) => bytes > 0 && bytes <= MAX_BYTES)
    .map(({ name, path }) => [name, path]),
);

function checkConversation(session: Session): void {
  const tree = conversationTree(session);
  if (tree === null) return;
  const { rows } = session.index.table;
  const off = new Set(
    rowPage(session, 1, rows)
      .rows.filter((row) => row.offBranch)
      .map(({ frame }) => frame),
  );
  const abandoned = tree.branches.filter(({ current }) => !current);
  expect(tree.branches.length - abandoned.length).toBe(tree.branches.length > 0 ? 1 : 0);
  expect(abandoned.reduce((sum, { frames }) => sum + frames, 0)).toBe(off.size);
  for (const { firstFrame, leafFrame, promptFrame, forkFrame, frames, current } of tree.branches) {
    expect(leafFrame).toBeLessThanOrEqual(rows);
    expect(leafFrame - firstFrame + 1).toBeGreaterThanOrEqual(frames);
    for (const frame of [firstFrame, leafFrame, promptFrame ?? firstFrame])
      expect(off.has(frame)).toBe(!current);
    expect(forkFrame === null || forkFrame <= rows).toBe(true);
  }
}

async function checkLinks(session: Session): Promise<void> {
  const { rows } = session.index.table;
  for (let row = 0; row < rows; row += Math.ceil(rows / FRAMES)) {
    const links = await frameLinks(session, row, true);
    expect(JSON.stringify(links).length).toBeLessThan(1_000_000);
    for (const { count, frames, first, last } of links.relations) {
      expect(frames.length).toBeLessThanOrEqual(count);
      for (const { frame } of frames) expect(frame >= first! && frame <= last! && last! <= rows).toBe(true);
    }
  }
}

it('a damaged recording has a conversation that adds up, and links that lead somewhere', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths.keys()),
      fc.array(mutation, { minLength: 1, maxLength: 5 }),
      async (name, mutations) => {
        const path = fileOf(damaged(readFileSync(paths.get(name)!), mutations));
        const session = sessionAt(path);
        checkConversation(session);
        await checkLinks(session);
        closeSessions();
        rmSync(path);
      },
    ),
    { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
  );
}, 3_600_000);

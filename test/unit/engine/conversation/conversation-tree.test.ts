import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Line,
  type Lines,
  NO_PARENT,
  runSteps,
  buildTree as stepsOf,
} from '../../../../src/engine/conversation/conversation-tree';
import { type PlainLine, plainTree } from './plain-tree';

function linesOf(plain: readonly PlainLine[]): Lines {
  const bits = (line: PlainLine) =>
    line.node
      ? Line.Node |
        (line.side ? Line.Side : 0) |
        (line.prompt && !line.side ? Line.Prompt : 0) |
        (line.begins && !line.side ? Line.Begins : 0) |
        (line.goesOn ? Line.GoesOn : 0)
      : 0;
  return {
    rows: plain.length,
    line: Uint8Array.from(plain, bits),
    parent: Int32Array.from(plain, (line) => (line.node ? (line.parent ?? NO_PARENT) : NO_PARENT)),
    run: (row) => plain[row]?.run ?? 0,
  };
}

const buildTree = (lines: Lines, isTyped: (row: number) => boolean) => runSteps(stepsOf(lines, isTyped));
const typed = (_row: number) => true;

/** "u" a prompt, "a" an answer, "s" a side line; each with its parent's number, or "-" for null. */
function tree(text: string, isTyped = typed) {
  const plain = text.split(' ').map((word): PlainLine => {
    const parent = word.slice(1);
    const kind = word[0];
    return {
      node: kind !== '.',
      side: kind === 's',
      prompt: kind === 'u',
      begins: parent === '-',
      goesOn: parent === '',
      parent: /^\d+$/.test(parent) ? Number(parent) : null,
      run: 0,
    };
  });
  return buildTree(linesOf(plain), isTyped);
}
const branchesOf = (text: string, isTyped = typed) =>
  tree(text, isTyped).branches.map(({ forkRow, promptRow, firstRow, leafRow, lines }) => [
    forkRow,
    promptRow,
    firstRow,
    leafRow,
    lines,
  ]);

describe('branches', () => {
  it('there is one of a straight conversation, and none of nothing', () => {
    expect(branchesOf('u- a0 u1 a2')).toEqual([[-1, 0, 0, 3, 4]]);
    expect(tree('u- a0 u1 a2').branchOf).toBeNull();
    expect(branchesOf('. . s-')).toEqual([]);
    expect(tree('s- s0').sideRoots).toBe(1);
  });

  it('begin where two prompts have the same parent; the one with the last line is the current one', () => {
    expect(branchesOf('u- a0 u1 a2 u1 a4')).toEqual([
      [-1, 0, 0, 5, 4],
      [1, 2, 2, 3, 2],
    ]);
    expect([...(tree('u- a0 u1 a2 u1 a4').branchOf ?? [])]).toEqual([0, 0, 1, 1, 0, 0]);
    // The first one went on after the second: its lines are the last.
    expect(branchesOf('u- a0 u1 u1 a2')[1]).toEqual([1, 3, 3, 3, 1]);
  });

  it('are not begun by parallel calls, results, progress and hooks', () => {
    expect(branchesOf('u- a0 a1 a2 a2 a3 a5 u6')).toHaveLength(1);
    expect(branchesOf('u- a0 a1 a1 a3 a3 u5')).toHaveLength(1);
  });

  it('part where the prompts do, also if one hangs on a hook beside the answer', () => {
    // 3 is the answer, 4 a hook beside it: one prompt hangs on the hook, the other on the answer.
    expect(branchesOf('u- a0 a1 a2 a2 u4 a5 u3')).toEqual([
      [-1, 0, 0, 7, 5],
      [2, 5, 4, 6, 3],
    ]);
  });

  it('begin anew where a second prompt of the session states null', () => {
    expect(branchesOf('u- a0 u-')).toEqual([
      [-1, 2, 2, 2, 1],
      [-1, 0, 0, 1, 2],
    ]);
    expect(branchesOf('a- u0 a1 u-')).toHaveLength(2);
  });

  it('are not begun by other roots: those go on from the line before', () => {
    expect(branchesOf('u- a0 a- u2')).toEqual([[-1, 0, 0, 3, 4]]);
    expect(branchesOf('u a0 u a2 u')).toEqual([[-1, 0, 0, 4, 5]]);
    expect(tree('u a0 u a2 u').roots).toBe(0);
  });

  it('are not begun by lines that nobody typed', () => {
    expect(branchesOf('u- a0 u1 u1', (row) => row !== 2)).toHaveLength(1);
    // Without the line that nobody typed, the prompts below it stand beside the other one.
    expect(branchesOf('u- a0 u1 u2 u1 u4', (row) => row !== 2)).toHaveLength(2);
  });
});

describe('cycles', () => {
  it('are cut at their earliest line', () => {
    expect(tree('u1 a0 a1').cycles).toEqual([{ row: 0, rows: 2 }]);
    expect(tree('u0').cycles).toEqual([{ row: 0, rows: 1 }]);
    expect(tree('u- a3 a1 a2 a3').cycles).toEqual([{ row: 1, rows: 3 }]);
    expect(branchesOf('u- a3 a1 a2 a3')).toEqual([[-1, 0, 0, 4, 5]]);
  });
});

describe('any graph of lines', () => {
  const line = (rows: number) =>
    fc.record({
      node: fc.boolean().map((odd) => odd || rows % 2 === 0),
      side: fc.nat(5).map((n) => n === 0),
      prompt: fc.boolean(),
      begins: fc.boolean(),
      goesOn: fc.boolean(),
      parent: fc.option(fc.nat(Math.max(0, rows - 1)), { freq: 3 }),
      run: fc.nat(1),
    });
  const graph = fc.nat(14).chain((rows) => fc.array(line(rows), { minLength: rows, maxLength: rows }));

  it('gives the tree that the plain definitions give', () => {
    fc.assert(
      fc.property(graph, (drawn) => {
        const plain = drawn.map((one) => ({
          ...one,
          parent: one.parent !== null && drawn[one.parent]?.node ? one.parent : null,
          prompt: one.prompt && !one.side,
          // Only a line without a parent can say that it begins.
          begins: one.begins && !one.side && !(one.parent !== null && drawn[one.parent]?.node),
        }));
        const expected = plainTree(plain);
        const told = buildTree(linesOf(plain), typed);
        expect(new Map(told.cycles.map(({ row, rows }) => [row, rows]))).toEqual(expected.cycles);
        expect([told.roots, told.sideRoots]).toEqual([expected.roots, expected.sideRoots]);
        expect(
          told.branches.map(({ forkRow, promptRow, firstRow, leafRow, lines }) => ({
            fork: forkRow < 0 ? null : forkRow,
            prompt: promptRow < 0 ? null : promptRow,
            ends: lines === 0 ? [] : [firstRow, leafRow, lines],
          })),
        ).toEqual(
          expected.branches.map(({ fork, prompt, lines }) => ({
            fork,
            prompt,
            ends: lines.length === 0 ? [] : [lines[0], lines.at(-1), lines.length],
          })),
        );
        if (told.branches.length > 1) {
          const numbers = plain.map((_, at) => expected.branchOf.get(at) ?? -1);
          expect([...(told.branchOf ?? [])]).toEqual(numbers);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('of a million lines, in one chain or one cycle or all on one line, takes no recursion', () => {
    const rows = 1_000_000;
    const chain = (parentOf: (row: number) => number): Lines => ({
      rows,
      line: new Uint8Array(rows).fill(Line.Node | Line.Prompt),
      parent: Int32Array.from({ length: rows }, (_, row) => parentOf(row)),
      run: () => 0,
    });
    expect(
      buildTree(
        chain((row) => row - 1),
        typed,
      ).branches,
    ).toHaveLength(1);
    expect(
      buildTree(
        chain((row) => (row + 1) % rows),
        typed,
      ).cycles,
    ).toEqual([{ row: 0, rows }]);
    expect(
      buildTree(
        chain((row) => (row === rows - 1 ? -1 : row + 1)),
        typed,
      ).cycles,
    ).toEqual([]);
    const fan = buildTree(
      chain((row) => (row === 0 ? -1 : 0)),
      typed,
    );
    expect(fan.branchCount).toBe(rows - 1);
    expect(fan.branches).toHaveLength(10_000);
    expect(fan.branches.reduce((sum, { lines }) => sum + lines, 0)).toBe(rows);
  });
});

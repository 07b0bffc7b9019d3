import { describe, expect, it } from 'vitest';
import type { NextClass } from '../../../../../src/engine/answer-types';
import { reportOf } from '../../../../../src/engine/answers/report/report';
import { nextFrame } from '../../../../../src/engine/answers/rows/next-frame';
import { rowPage } from '../../../../../src/engine/answers/rows/row-page';
import type { Session } from '../../../../../src/engine/session/session';
import { casePath, sessionAt, sessionOf, sessionOfFrames } from '../../session-of';

const classes: NextClass[] = ['error', 'unparsed', 'unlinked', 'diagnostic'];

/** Frames of a class, found by looking at every row. */
function framesOf(session: Session, what: NextClass): number[] {
  const named = new Set(reportOf(session).diagnostics.map((diagnostic) => diagnostic.frame));
  return rowPage(session, 1, session.index.table.rows)
    .rows.filter((row) => (what === 'diagnostic' ? named.has(row.frame) : row[what]))
    .map((row) => row.frame);
}

function naiveNext(frames: readonly number[], from: number, direction: 'forward' | 'backward') {
  const forward = direction === 'forward';
  const ahead = frames.filter((frame) => (forward ? frame > from : frame < from));
  return (forward ? (ahead[0] ?? frames[0]) : (ahead.at(-1) ?? frames.at(-1))) ?? null;
}

describe('the next frame of a class', () => {
  it.each(['001', '007', '008', '013', '014', '026', '037', '038', '040', '044', '047', '058', '061', '065'])(
    'in case %s is the one that looking at every row finds, from any frame, both ways',
    (number) => {
      const session = sessionAt(casePath(number));
      for (const what of classes) {
        const frames = framesOf(session, what);
        for (let from = 0; from <= session.index.table.rows + 2; from++) {
          for (const direction of ['forward', 'backward'] as const) {
            expect({ what, from, direction, frame: nextFrame(session, from, direction, what) }).toEqual({
              what,
              from,
              direction,
              frame: naiveNext(frames, from, direction),
            });
          }
        }
      }
    },
  );

  it('these cases have frames of every class', () => {
    expect(framesOf(sessionAt(casePath('040')), 'error')).toEqual([6]);
    expect(framesOf(sessionAt(casePath('007')), 'unparsed')).toEqual([3, 4, 5, 6, 7, 8]);
    expect(framesOf(sessionAt(casePath('037')), 'unlinked')).toEqual([1, 2, 4]);
    expect(framesOf(sessionAt(casePath('044')), 'diagnostic')).toEqual([5, 6]);
  });

  it('goes on at the other end, and comes back to the only one', () => {
    const session = sessionOfFrames(
      { type: 'user' },
      { type: 'result', subtype: 'error_during_execution' },
      { type: 'user' },
    );
    expect(nextFrame(session, 3, 'forward', 'error')).toBe(2);
    expect(nextFrame(session, 1, 'backward', 'error')).toBe(2);
    expect(nextFrame(session, 2, 'forward', 'error')).toBe(2);
  });

  it('is null in an empty file and when there is none', () => {
    for (const what of classes) {
      expect(nextFrame(sessionOf(''), 0, 'forward', what)).toBeNull();
      expect(nextFrame(sessionOfFrames({ type: 'user' }), 1, 'backward', what)).toBeNull();
    }
  });
});

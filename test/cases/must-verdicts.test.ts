import { describe, expect, it } from 'vitest';
import { reportOf } from '../../src/engine/answers/report/report';
import { verdictOf } from '../../src/renderer/inspect/verdict';
import { openCase } from './case-answers';

// What the badge above the frames says of the cases on outcomes, and how it is coloured.

const badge = (number: string) => verdictOf(reportOf(openCase(number)));

describe('the badge', () => {
  it('046: is not green: the subtype "success" is no reason', () => {
    const { tone, title, sentence } = badge('046');
    expect([tone, title]).toEqual(['err', 'Failed']);
    expect(sentence).not.toMatch(/success/i);
  });

  it.each([
    ['004', 'ok'],
    ['047', 'err'],
    ['049', 'warn'],
    ['052', 'err'],
    ['064', 'ok'],
    ['094', 'warn'],
    ['056', 'none'],
    ['023', 'none'],
  ] as const)('%s: is %s', (number, tone) => {
    expect(badge(number).tone).toBe(tone);
  });

  it('050: is a success, and says that the call of the interrupted turn has no result', () => {
    expect(badge('050')).toMatchObject({ tone: 'warn', title: 'Success, with problems' });
  });

  it('053: names the failed background task although the run is a success', () => {
    const { tone, sentence, facts, evidence } = badge('053');
    expect(JSON.stringify([tone, sentence, facts, evidence])).toMatch(/task/i);
  });

  it('047: names the call that was running last', () => {
    expect(JSON.stringify(badge('047'))).toContain('Bash');
  });
});

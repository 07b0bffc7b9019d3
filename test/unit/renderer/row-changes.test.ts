import { describe, expect, it } from 'vitest';
import { syntheticRow } from '../../../src/renderer/bench/synthetic-rows';
import { changesOf } from '../../../src/renderer/inspect/use-row-changes';

const row = syntheticRow(12);
const none = { facts: 0, bytes: 0, events: 0 };

describe('what became of the selected frame while its file went on', () => {
  it('is nothing when the row says the same, or is another frame', () => {
    expect(changesOf(row, { ...row, links: [...row.links] }, none)).toEqual(none);
    expect(changesOf(row, syntheticRow(13), none)).toEqual(none);
  });

  it('is a fact when a call has its result', () => {
    expect(changesOf(row, { ...row, links: [90], unlinked: false }, none)).toMatchObject({
      facts: 1,
      bytes: 0,
    });
  });

  it('is other bytes when a line was written on', () => {
    expect(changesOf(row, { ...row, bytes: row.bytes + 10 }, none)).toMatchObject({ facts: 1, bytes: 1 });
  });

  it('is more of its message, which is no change of the frame', () => {
    const head = { ...row, fold: 'closed', events: 4 } as const;
    expect(changesOf(head, { ...head, events: 9 }, none)).toEqual({ facts: 0, bytes: 0, events: 1 });
    expect(changesOf(head, { ...head, fold: 'open' }, none)).toEqual(none);
  });
});

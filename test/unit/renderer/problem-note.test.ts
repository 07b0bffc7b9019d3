import { describe, expect, it } from 'vitest';
import {
  CancelledError,
  EngineStoppedError,
  InvalidRequestError,
  SourceError,
} from '../../../src/protocol/errors';
import { problemOf } from '../../../src/renderer/detail/problem-note';

describe('what is told of a request that failed', () => {
  it('is nothing when it was cancelled, or when the engine stopped', () => {
    expect(problemOf(new CancelledError())).toBeNull();
    expect(problemOf(new EngineStoppedError())).toBeNull();
  });

  it('offers to read the file again only when the file changed', () => {
    const changed = new SourceError('changed-while-reading', '/a', '/a changed.');
    expect(problemOf(changed)).toEqual({ text: '/a changed.', changed: true });
    const unreadable = new SourceError('unreadable', '/a', '/a cannot be read.');
    expect(problemOf(unreadable)).toEqual({ text: '/a cannot be read.', changed: false });
    expect(problemOf(new InvalidRequestError('Wrong.'))).toEqual({ text: 'Wrong.', changed: false });
    expect(problemOf('odd')).toEqual({ text: 'odd', changed: false });
  });
});

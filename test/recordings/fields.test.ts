import { describe, expect, it } from 'vitest';
import { fieldsOfFrame } from '../../src/engine/fields/frame-fields';
import { sessionAt } from '../unit/engine/session-of';
import { captureFiles } from '../unit/recordings';

/** What the API that the recordings were made against made up, and the published types do not have. */
const MADE_UP = new Set(['message.stop_details.category']);

describe.each(captureFiles())('the fields of the recording $name', ({ path, bytes }) => {
  it('are all known, and as published', () => {
    const session = sessionAt(path);
    expect(session.state).toBe('done');
    const odd: string[] = [];
    for (let row = 0; row < session.index.table.rows; row++) {
      const { kind, entries, leftOff } = fieldsOfFrame(session, row);
      for (const { path: at, provenance, notes } of entries) {
        if (provenance === 'new' || provenance === 'bridge')
          odd.push(`${row + 1} ${kind} ${at}: ${provenance}`);
        if (notes.length > 0 && !MADE_UP.has(at)) odd.push(`${row + 1} ${kind} ${at}: ${notes.join(' ')}`);
      }
      expect(leftOff).toBe(0);
    }
    expect(odd).toEqual([]);
    if (bytes > 0) expect(session.index.table.rows).toBeGreaterThan(0);
  });
});

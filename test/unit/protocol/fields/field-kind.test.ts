import { describe, expect, it } from 'vitest';
import { API_EVENTS } from '../../../../src/protocol/api-events';
import { fieldKindOf } from '../../../../src/protocol/fields/field-kind';
import { FRAME_KINDS } from '../../../../src/protocol/kinds/catalogue';

describe('what the registry knows of a frame', () => {
  it.each([...API_EVENTS])('takes %s without a wrapper for a bare event', (type) => {
    expect(fieldKindOf({ type })).toMatchObject({ kind: `stream_event/${type}`, form: 'bare event' });
  });

  it('takes every kind that only session files have for one of them, without an envelope as well', () => {
    const types = FRAME_KINDS.filter(({ family, name }) => family === 'file' && !name.includes('/'));
    expect(types.length).toBeGreaterThan(20);
    for (const { name } of types) expect(fieldKindOf({ type: name }).source, name).toBe('disk');
    expect(fieldKindOf({ type: 'assistant' }).source).toBe('stream');
  });

  it('takes task frames without "system" around them for flattened ones', () => {
    expect(fieldKindOf({ type: 'task_updated' })).toMatchObject({
      kind: 'system/task_updated',
      form: 'flattened',
    });
    expect(fieldKindOf({ type: 'task_summary' }).form).toBe('own');
  });
});

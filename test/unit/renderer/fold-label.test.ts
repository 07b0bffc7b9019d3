import { describe, expect, it } from 'vitest';
import { foldLabel, progressLabel } from '../../../src/renderer/list/fold-label';

const row = (kind: string, detail: string, events: number) =>
  ({ fold: 'closed', kind, detail, events }) as const;

describe('what is folded under a row', () => {
  it('is counted: events and retries with the row itself, others without it', () => {
    expect(foldLabel(row('stream_event', 'message_start', 1300))).toBe('1,300 events');
    expect(foldLabel(row('system', 'api_error', 3))).toBe('3 retries');
    expect(foldLabel(row('system', 'compact_boundary', 2))).toBe('summary');
    expect(foldLabel(row('system', 'compact_boundary', 3))).toBe('2 summaries');
    expect(foldLabel(row('assistant', 'tool_use', 3))).toBeNull();
    expect(progressLabel(row('assistant', 'tool_use', 2))).toBe('1 progress line');
    expect(progressLabel(row('assistant', 'tool_use', 1201))).toBe('1,200 progress lines');
    expect(progressLabel(row('system', 'api_error', 3))).toBeNull();
  });

  it('is the same while it is open, and nothing elsewhere', () => {
    for (const label of [foldLabel, progressLabel]) {
      const kind = label === foldLabel ? 'system' : 'assistant';
      expect(label({ ...row(kind, '', 2), fold: 'open' })).toBe(label(row(kind, '', 2)));
      expect(label({ ...row(kind, '', 2), fold: 'none' })).toBeNull();
      expect(label({ ...row(kind, '', 2), fold: 'inside' })).toBeNull();
    }
  });
});

import { describe, expect, it } from 'vitest';
import { foldLabel } from '../../../src/renderer/list/fold-label';

const label = (kind: string, detail: string, events: number, strong = '') =>
  foldLabel({ fold: 'closed', kind, detail, events, strong });

describe('what is folded under a row', () => {
  it('is counted: events and retries with the row itself, others without it', () => {
    expect(label('stream_event', 'message_start', 1300)).toBe('1,300 events');
    expect(label('system', 'api_error', 3)).toBe('3 retries');
    expect(label('system', 'compact_boundary', 2)).toBe('summary');
    expect(label('system', 'compact_boundary', 3)).toBe('2 summaries');
    expect(label('assistant', 'tool_use', 2, 'Bash')).toBe('Bash · 1 progress line');
    expect(label('assistant', 'tool_use', 1201, 'Bash')).toBe('Bash · 1,200 progress lines');
    expect(label('assistant', '', 3)).toBe('2 progress lines');
  });

  it('is the same while it is open, and nothing elsewhere', () => {
    const row = { kind: 'assistant', detail: 'tool_use', events: 2, strong: 'Bash' };
    expect(foldLabel({ ...row, fold: 'open' })).toBe('Bash · 1 progress line');
    expect(foldLabel({ ...row, fold: 'none' })).toBeNull();
    expect(foldLabel({ ...row, fold: 'inside' })).toBeNull();
  });
});

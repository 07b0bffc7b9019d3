import { fieldOf, type JsonObject } from '../../../json-values';
import { firstOf, readString, readStrings } from '../parse/field-readers';

/** How OpenASE's page draws an event of its agent runtime; null when it draws none. */
export interface PageBlock {
  kind: 'terminal_output' | 'tool_call' | 'status_card' | 'assistant_text' | 'diff' | 'other';
  /** Events with the same key are one block: the last one replaces the text of those before. "" has no key. */
  key: string;
  title: string;
}

export function pageBlock(event: JsonObject): PageBlock | null {
  const key = readString(event, 'itemId');
  switch (readString(event, 'type')) {
    case 'output_produced':
      return readString(event, 'stream') === 'command'
        ? { kind: 'terminal_output', key, title: readString(event, 'command') }
        : { kind: 'assistant_text', key, title: '' };
    case 'tool_call_requested':
      return { kind: 'tool_call', key: readString(event, 'callId'), title: readString(event, 'tool') };
    case 'turn_diff_updated':
      return { kind: 'diff', key: '', title: '' };
    case 'task_status':
      return statusBlock(event, key);
    default:
      return null;
  }
}

function statusBlock(event: JsonObject, key: string): PageBlock {
  const payload = fieldOf(event, 'payload');
  const statusType = readString(event, 'statusType');
  const tool = readString(payload, 'tool');
  if (statusType === 'session_state') {
    const words = [
      readString(payload, 'status'),
      readString(payload, 'detail'),
      ...readStrings(payload, 'active_flags'),
    ];
    return { kind: 'status_card', key, title: words.filter((word) => word !== '').join(' · ') };
  }
  if (statusType === 'task_progress' && readString(payload, 'stream') === 'command') {
    return { kind: 'terminal_output', key, title: readString(payload, 'command') };
  }
  if (statusType === 'task_notification' && tool !== '') return { kind: 'tool_call', key, title: tool };
  return { kind: 'other', key, title: firstOf(readString(event, 'text'), statusType) };
}

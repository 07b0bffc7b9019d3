import type { FieldKind } from './field-kind';

/**
 * Fields that programs between the CLI and its reader add or keep, as OpenASE and AgentMux read and write them. They
 * are no guarantee of any schema: the CLI itself was never seen to write them at these places.
 */
interface Extension {
  /** The last key of the path, and the objects it may stand in: "" is the frame. */
  keys: readonly string[];
  in: readonly string[];
  /** Kinds that carry it; every kind when absent. */
  kinds?: RegExp;
  why: string;
}

const TASK = /^system\/task_/;
const STATE = /^(?:system(?:\/|$)|stream_event\/)/;

const EXTENSIONS: readonly Extension[] = [
  {
    keys: ['turn_id', 'turnId'],
    in: ['', 'event', 'data'],
    why: 'A bridge numbers the turns of a session with it; snake_case goes before camelCase.',
  },
  {
    keys: ['thread_id'],
    in: [''],
    why: 'A bridge names its own thread with it, when session_id is not there.',
  },
  {
    keys: ['item_id'],
    in: [''],
    why: 'A bridge adds the id under which it lists this event.',
  },
  {
    keys: ['stream', 'command', 'text', 'snapshot'],
    in: [''],
    kinds: TASK,
    why: 'A bridge passes on the output of a command with it: which stream, which command, the text so far, and whether that text replaces what came before.',
  },
  {
    keys: ['message', 'status'],
    in: [''],
    kinds: TASK,
    why: 'Older bridges put the state of a task and a sentence on it into these; the CLI states them elsewhere.',
  },
  {
    keys: ['tool', 'is_error'],
    in: [''],
    kinds: TASK,
    why: 'A bridge turns a tool result into a task frame, and keeps the name of the tool and whether it failed.',
  },
  {
    keys: ['tool_use_id', 'parent_tool_use_id', 'session_id', 'uuid'],
    in: [''],
    kinds: TASK,
    why: 'A bridge copies the ids of the envelope into a frame that lacks them.',
  },
  {
    keys: ['detail', 'reason', 'phase', 'summary'],
    in: [''],
    kinds: TASK,
    why: 'A bridge reads the words for the state of a task from here.',
  },
  {
    keys: ['data'],
    in: [''],
    kinds: STATE,
    why: 'A bridge wraps the fields of the frame in it.',
  },
  {
    keys: ['session_id'],
    in: ['data'],
    kinds: STATE,
    why: 'A bridge keeps the session id here when the frame itself has none.',
  },
  {
    keys: ['event'],
    in: [''],
    kinds: /^system(?:\/|$)/,
    why: 'A bridge wraps the state of a session in it.',
  },
  {
    keys: [
      'state',
      'session_state',
      'status',
      'detail',
      'message',
      'reason',
      'active_flags',
      'activeFlags',
      'requires_action',
      'request_id',
      'requestId',
    ],
    in: ['', 'event', 'data'],
    kinds: STATE,
    why: 'A bridge tells the state of a session with it: the state, a sentence on it, and what it waits for.',
  },
  {
    keys: ['active_flags[]', 'activeFlags[]'],
    in: ['', 'event', 'data'],
    kinds: STATE,
    why: 'One of the flags with which a bridge tells what a session waits for.',
  },
  {
    keys: ['type', 'id', 'request_id', 'requestId', 'options'],
    in: ['requires_action', 'event.requires_action', 'data.requires_action'],
    kinds: STATE,
    why: 'A bridge tells with it what the session waits for, and what may be answered.',
  },
  {
    keys: ['total_tokens', 'cached_input_tokens'],
    in: ['usage'],
    kinds: /^result(?:\/|$)/,
    why: 'A bridge counts tokens with it; the CLI states cache tokens apart and no total.',
  },
  {
    keys: ['partial'],
    in: [''],
    kinds: /^assistant$/,
    why: 'A bridge marks a message that is not whole yet with it, and sends the whole one later.',
  },
  {
    keys: ['retry_after_ms'],
    in: [''],
    kinds: /^rate_limit_event$/,
    why: 'A bridge tells with it how long to wait.',
  },
];

/** Events that a translator writes in place of the CLI's frames, and what it says with them. */
const TRANSLATED = new Set(
  `assistant_text tool_use tool_result tool_call thinking text agent_message user_message session_end
provider_waiting error_result cost done error compaction_boundary stderr`.split(/\s+/),
);

/** Why a kind itself is a bridge's and not the CLI's; null when it is not. */
export function bridgeKind({ kind, form }: FieldKind): string | null {
  if (form === 'flattened') {
    return `A bridge wrote this frame: the CLI writes ${kind.replace('/', ' with the subtype ')}.`;
  }
  if (form === 'bare event') return 'A bridge passed this event on without its stream_event frame.';
  return TRANSLATED.has(kind)
    ? 'An event that a translator between the CLI and its reader writes; the CLI writes no such frame.'
    : null;
}

/** All fields of these are the translator's own. */
export const isTranslatedKind = (kind: string) => TRANSLATED.has(kind);

/** Why the path is known as a bridge extension of this kind; null when it is not. */
export function bridgeExtension(kind: string, path: string): string | null {
  const cut = path.lastIndexOf('.');
  const holder = path.slice(0, Math.max(0, cut));
  const key = path.slice(cut + 1);
  const found = EXTENSIONS.find(
    (extension) =>
      extension.keys.includes(key) && extension.in.includes(holder) && (extension.kinds?.test(kind) ?? true),
  );
  return found?.why ?? null;
}

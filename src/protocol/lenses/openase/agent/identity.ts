import { RecentMap } from '../../recent-map';
import type { Envelope } from '../parse/envelope';
import { firstOf, readString } from '../parse/field-readers';
import { trimSpace } from '../parse/go-json';
import { commandOf, type MessageBlock } from '../parse/message-blocks';
import type { TaskFrame } from '../parse/task-frames';

export interface RememberedCall {
  tool: string;
  command: string;
  frame: number;
}

interface OpenItem {
  id: string;
  text: string;
  command: string;
}

const NO_ITEM: OpenItem = { id: '', text: '', command: '' };

/** Whether a snapshot goes on from another: it begins with it, and neither is blank. */
export function continues(previous: string, next: string): boolean {
  const before = trimSpace(previous);
  const after = trimSpace(next);
  return before !== '' && after !== '' && after.startsWith(before);
}

/**
 * The ids that OpenASE gives, in the state that it keeps for a session: one open assistant item, one open command item,
 * four counters, and the calls. There is one slot for all, whatever the message or the subagent. Texts are as long as a
 * line at most; of the calls the last ones are kept.
 */
export class OpenaseIds {
  private assistant = NO_ITEM;
  private task = NO_ITEM;
  private assistants = 0;
  private tasks = 0;
  private tools = 0;
  private raws = 0;
  private calls = new RecentMap<RememberedCall>();

  assistantItem(uuid: string, text: string): string {
    if (uuid !== '') this.assistant = { id: uuid, text, command: '' };
    else if (this.assistant.id !== '' && continues(this.assistant.text, text)) {
      this.assistant = { ...this.assistant, text };
    } else this.assistant = { id: `claude-assistant-${++this.assistants}`, text, command: '' };
    return this.assistant.id;
  }

  /** `progress` is null for the frames that get no id of our making. */
  taskItem(
    uuid: string,
    progress: Pick<TaskFrame, 'toolUseId' | 'stream' | 'command' | 'text'> | null,
  ): string {
    if (uuid !== '' || progress === null) return uuid;
    const { toolUseId, stream, command, text } = progress;
    if (toolUseId !== '') return toolUseId;
    if (stream !== 'command' || text === '') return '';
    if (this.task.id !== '' && command === this.task.command && continues(this.task.text, text)) {
      this.task = { ...this.task, text };
    } else this.task = { id: `claude-task-${++this.tasks}`, text, command };
    return this.task.id;
  }

  /** The id of a call: also the field `id` of its input, and the uuid that all calls of a frame share. */
  toolCall(block: MessageBlock, uuid: string): string {
    const stated = firstOf(block.id, readString(block.input, 'id'), uuid);
    return stated !== '' ? stated : `claude-tool-${++this.tools}`;
  }

  /** Advances its counter whenever it is asked, used or not: the numbers have holes. */
  raw(): string {
    return `claude-raw-${++this.raws}`;
  }

  remember(callId: string, tool: string, block: MessageBlock, frame: number): void {
    const command = commandOf(tool, block.input);
    this.calls.set(callId, { tool, command, frame }, callId.length + tool.length + command.length);
  }

  call(toolUseId: string): RememberedCall | undefined {
    return toolUseId === '' ? undefined : this.calls.get(toolUseId);
  }

  copy(): OpenaseIds {
    const copy: OpenaseIds = Object.assign(new OpenaseIds(), this);
    copy.calls = this.calls.copy();
    return copy;
  }
}

/** A raw status has the frame's uuid, else a number of its own. */
export const rawItem = (ids: OpenaseIds, { uuid }: Envelope) => (uuid !== '' ? uuid : ids.raw());

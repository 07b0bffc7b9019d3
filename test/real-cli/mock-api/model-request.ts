// What a request to the API is about: the main conversation, a subagent's, or something beside them.

/** What the CLI sends; only what is looked at here. Anything else of it is left alone. */
export interface RequestBody {
  model?: string;
  stream?: boolean;
  system?: unknown;
  messages?: { role?: string; content?: unknown }[];
  tools?: { name?: string; type?: string }[];
}

export interface ModelRequest {
  /**
   * "main": the conversation; "subagent": one of a subagent, whose prompt begins with `SUBAGENT:<name>`;
   * "compact": the CLI asks for a summary; "side": anything without tools, such as a title.
   */
  thread: 'main' | 'subagent' | 'compact' | 'side';
  /** The name that the subagent's prompt states; '' elsewhere. */
  subagent: string;
  /** How many turns the model has had in this conversation. */
  step: number;
  /** The request's number in this run, from 1; those of all threads count. */
  number: number;
  model: string;
  tools: string[];
  /** The text of the last user message. */
  lastText: string;
  /** The CLI's working folder, for calls that name files. */
  folder: string;
}

/** All text of a message's content, that of tool results too. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((block: { type?: string; text?: string; content?: unknown }) =>
      block.type === 'tool_result' ? textOf(block.content) : (block.text ?? ''),
    )
    .join('\n');
}

/** Reads a request of the CLI. */
export function readRequest(body: RequestBody, number: number, folder: string): ModelRequest {
  const messages = body.messages ?? [];
  const users = messages.filter(({ role }) => role === 'user').map(({ content }) => textOf(content));
  const lastText = users.at(-1) ?? '';
  const tools = (body.tools ?? []).map((tool) => tool.name ?? tool.type ?? '');
  const subagent = /SUBAGENT:([a-z0-9-]+)/.exec(users[0] ?? '')?.[1] ?? '';
  return {
    thread: threadOf(lastText, subagent, tools),
    subagent,
    step: turnsOf(messages),
    number,
    model: body.model ?? 'claude-sonnet-4-5-20250929',
    tools,
    lastText,
    folder,
  };
}

function threadOf(lastText: string, subagent: string, tools: string[]): ModelRequest['thread'] {
  // The words of the CLI's own request for a summary, in 2.1.332 and before.
  if (/detailed summary of (the|our|this)|Respond with TEXT ONLY/i.test(lastText)) return 'compact';
  if (lastText.includes('[SUGGESTION MODE')) return 'side';
  if (subagent !== '') return 'subagent';
  return tools.length === 0 ? 'side' : 'main';
}

/** Neighbouring messages of the assistant are one turn: the CLI sends each block as a message of its own. */
function turnsOf(messages: readonly { role?: string }[]): number {
  const starts = (role: string | undefined, at: number) =>
    role === 'assistant' && messages[at - 1]?.role !== 'assistant';
  return messages.filter(({ role }, at) => starts(role, at)).length;
}

import { fieldOf, type Json, type JsonObject, stringOf } from '../../json-values';

/** The events of AgentMux as they are written out: `type` in snake case, fields in camel case. */
export interface Tokens extends JsonObject {
  readonly input: number;
  readonly output: number;
  readonly cacheCreation: number;
  readonly cacheRead: number;
}

export const assistantText = (delta: string) => ({ type: 'assistant_text', delta });

export const toolUse = (id: string, tool: string, input: Json) => ({ type: 'tool_use', id, tool, input });

export const toolResult = (toolUseId: string, output: Json, isError: boolean) => ({
  type: 'tool_result',
  toolUseId,
  output,
  isError,
});

export const cost = (costUsd: number | null, tokens: Tokens) => ({ type: 'cost', costUsd, tokens });

export const done = (response: string, transcript: readonly JsonObject[]) => ({
  type: 'done',
  response,
  transcript: [...transcript],
});

export const failure = (message: string) => ({ type: 'error', message });

/** The turn of the transcript that a tool result makes. */
export const resultTurn = (toolUseId: string, content: Json, isError: boolean): JsonObject => ({
  role: 'tool_result',
  content: { tool_use_id: toolUseId, content, is_error: isError },
});

/** The blocks of an array content that are tool results. */
export function resultBlocks(content: Json): { place: number; block: Json }[] {
  if (!Array.isArray(content)) return [];
  return content
    .map((block: Json, index) => ({ place: index + 1, block }))
    .filter(({ block }) => stringOf(block, 'type') === 'tool_result');
}

export const contentOfMessage = (frame: Json) => fieldOf(fieldOf(frame, 'message'), 'content');

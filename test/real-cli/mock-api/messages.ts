// What the model of the mock says: an answer is content blocks, or an error of the API.

export interface ToolUse {
  type: 'tool_use';
  name: string;
  input: Record<string, unknown>;
}

/** A content block as the API sends it; kinds without deltas of their own arrive whole. */
export type Block =
  | { type: 'text'; text: string; citations?: unknown[] }
  | { type: 'thinking'; thinking: string; signature: string }
  | ToolUse
  | { type: string; [key: string]: unknown };

export interface Message {
  content: Block[];
  /** Written over the usual numbers. */
  usage?: Record<string, unknown>;
  /** Without it: "tool_use" when there is a call, else "end_turn". */
  stopReason?: string;
  stopDetails?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Sends so many events and then keeps the connection open without a word, until the CLI closes it. */
  silentAfter?: number;
}

export interface ApiError {
  error: { status: number; type: string; message: string };
  headers?: Record<string, string>;
}

export type Answer = Message | ApiError;

export const text = (words: string): Block => ({ type: 'text', text: words });

export const call = (name: string, input: Record<string, unknown>): ToolUse => ({
  type: 'tool_use',
  name,
  input,
});

export const bash = (command: string, more: Record<string, unknown> = {}): ToolUse =>
  call('Bash', { command, description: 'Run a demo command', ...more });

export const message = (...content: Block[]): Message => ({ content });

/** An error that the CLI does not try again. */
export const finalError = (status: number, type: string, words: string): ApiError => ({
  error: { status, type, message: words },
  headers: { 'x-should-retry': 'false' },
});

/** Overload that the CLI tries again after a second. */
export const overloaded = (): ApiError => ({
  error: { status: 529, type: 'overloaded_error', message: 'Overloaded' },
  headers: { 'retry-after': '1' },
});

/** The counters of every message of the mock. */
export const usualUsage = {
  input_tokens: 12,
  cache_creation_input_tokens: 320,
  cache_read_input_tokens: 4096,
  cache_creation: { ephemeral_5m_input_tokens: 320, ephemeral_1h_input_tokens: 0 },
  output_tokens: 42,
  service_tier: 'standard',
  inference_geo: 'not_available',
};

// A small MCP server over stdio, for the scenario with MCP tools: one tool that echoes, one with a picture, one with
// structured content, one that fails.
import { createInterface } from 'node:readline';

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const nothing = { type: 'object', properties: {} };
const tools = [
  {
    name: 'echo',
    description: 'Echo the text back.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  },
  { name: 'picture', description: 'Return a small image and text.', inputSchema: nothing },
  {
    name: 'structured',
    description: 'Return structured content.',
    inputSchema: nothing,
    outputSchema: { type: 'object', properties: { answer: { type: 'number' } } },
  },
  { name: 'fail', description: 'Always fails.', inputSchema: nothing },
];

/** @type {Record<string, (input: { text?: string }) => object>} */
const results = {
  echo: ({ text }) => ({ content: [{ type: 'text', text: `echo: ${text}` }] }),
  picture: () => ({
    content: [
      { type: 'text', text: 'one pixel' },
      { type: 'image', data: onePixel, mimeType: 'image/png' },
      { type: 'resource_link', uri: 'demo://readme', name: 'readme' },
    ],
  }),
  structured: () => ({
    content: [{ type: 'text', text: '{"answer":42}' }],
    structuredContent: { answer: 42 },
    _meta: { demo: true },
  }),
  fail: () => ({ isError: true, content: [{ type: 'text', text: 'demo failure' }] }),
};

/**
 * @param {string} method
 * @param {{ protocolVersion?: string, name?: string, arguments?: { text?: string } } | undefined} params
 * @returns {object | null} null for a method that there is not
 */
function answer(method, params) {
  if (method === 'initialize') {
    return {
      protocolVersion: params?.protocolVersion ?? '2024-11-05',
      capabilities: { tools: {} },
      serverInfo: { name: 'demo', version: '1.0.0' },
      instructions: 'A demo server.',
    };
  }
  if (method === 'tools/list') return { tools };
  if (method === 'tools/call') return results[params?.name ?? '']?.(params?.arguments ?? {}) ?? null;
  return method === 'ping' ? {} : null;
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = answer(method, params);
  const told =
    result === null ? { error: { code: -32601, message: 'There is no such method.' } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...told })}\n`);
});

import { fileURLToPath } from 'node:url';
import type { Scenario } from '../../cli/scenario';
import { type Block, bash, call, message, text } from '../../mock-api/messages';
import { inTurn } from '../said-in-turn';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAGUlEQVR42mNk+M9QzzCKRsOAgWE0DEbDAACBkAgRk3cwAwAAAABJRU5ErkJggg==',
  'base64',
);
const notebook = JSON.stringify({
  cells: [
    {
      cell_type: 'code',
      id: 'c1',
      source: ['print(1)'],
      outputs: [{ output_type: 'stream', name: 'stdout', text: ['1\n'] }],
      metadata: {},
      execution_count: 1,
    },
  ],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
});

/** Everything that a reader of UTF-8 and JSON can trip over. */
const hardText =
  'Emoji 👩‍👩‍👧‍👦🇪🇺 | RTL עברית العربية | combining e\u0301 | zero-width a\u200bb | U+2028[\u2028] U+2029[\u2029] | NEL[\u0085] | bidi \u202Etxet\u202C | CJK 漢字 𠮷 | BOM[\ufeff] | tab[\t] bell[\u0007] esc[\u001b[31m]red[\u001b[0m]';

const webSearch = (id: string, query: string, content: unknown): Block[] => [
  { type: 'server_tool_use', id, name: 'web_search', input: { query } },
  { type: 'web_search_tool_result', tool_use_id: id, content },
];
const demoPage = {
  type: 'web_search_result',
  title: 'Demo page',
  url: 'https://example.com/demo',
  encrypted_content: 'RGVtbw==',
};

const nameSchema =
  '{"type":"object","properties":{"name":{"type":"string"},"n":{"type":"number"}},"required":["name"]}';

/** The CLI's own tools, those of servers, and what they give back. */
export const toolScenarios: Scenario[] = [
  {
    name: '04-edit',
    title: 'Write, Read, Edit, overwrite, Grep, Glob',
    prompt: 'Change the app.',
    model: () => {
      const app = (folder: string) => `${folder}/src/app.js`;
      const edit = (folder: string, old_string: string, new_string: string, more = {}) =>
        call('Edit', { file_path: app(folder), old_string, new_string, ...more });
      return inTurn(
        ({ folder }) =>
          message(call('Write', { file_path: `${folder}/notes.md`, content: '# Notes\n\n- first\n' })),
        ({ folder }) =>
          message(
            call('Read', { file_path: app(folder) }),
            call('Read', { file_path: app(folder), offset: 5, limit: 3 }),
          ),
        ({ folder }) =>
          message(edit(folder, 'const line3 = 3;', 'const line3 = 33; // changed\nconst extra = true;')),
        ({ folder }) => message(edit(folder, 'const line', 'let line', { replace_all: true })),
        ({ folder }) => message(call('Write', { file_path: app(folder), content: 'export {};\n' })),
        ({ folder, tools }) =>
          message(
            edit(folder, 'not there', 'x'),
            ...(tools.includes('Grep') ? [call('Grep', { pattern: 'first', output_mode: 'content' })] : []),
            ...(tools.includes('Glob') ? [call('Glob', { pattern: '**/*.md' })] : []),
          ),
        message(text('The app was changed.')),
      );
    },
  },
  {
    name: '12-mcp',
    title: 'MCP tools over stdio',
    prompt: 'Use the demo server.',
    files: {
      '../mcp.json': JSON.stringify({
        mcpServers: {
          demo: {
            command: process.execPath,
            args: [fileURLToPath(new URL('demo-mcp-server.mjs', import.meta.url))],
          },
        },
      }),
    },
    args: ({ home }) => ['--mcp-config', `${home}/mcp.json`],
    model: () =>
      inTurn(
        message(
          call('mcp__demo__echo', { text: 'hi' }),
          call('mcp__demo__picture', {}),
          call('mcp__demo__structured', {}),
          call('mcp__demo__fail', {}),
        ),
        message(text('The demo server answered.')),
      ),
  },
  {
    name: '13-server-tools',
    title: 'server_tool_use, web_search_tool_result (ok and error), citations',
    prompt: 'Search the web.',
    partial: true,
    model: () => () => ({
      ...message(
        text('Searching.'),
        ...webSearch('srvtoolu_01DemoDemoDemoDemoDemo', 'demo query', [
          { ...demoPage, page_age: 'April 1, 2025' },
        ]),
        ...webSearch('srvtoolu_01DemoError', 'too many', {
          type: 'web_search_tool_result_error',
          error_code: 'max_uses_exceeded',
        }),
        {
          type: 'text',
          text: 'According to the demo page, it works.',
          citations: [
            {
              type: 'web_search_result_location',
              url: demoPage.url,
              title: demoPage.title,
              encrypted_index: 'RGVtbw==',
              cited_text: 'it works',
            },
          ],
        },
      ),
      usage: { server_tool_use: { web_search_requests: 2, web_fetch_requests: 0 } },
    }),
  },
  {
    name: '13c-web-tools',
    title: 'WebSearch tool whose inner request answers with server blocks',
    prompt: 'Use WebSearch.',
    model: () => {
      const main = inTurn(
        message(call('WebSearch', { query: 'demo query' })),
        message(text('The search worked.')),
      );
      const search = {
        ...message(
          ...webSearch('srvtoolu_01DemoInner', 'demo query', [{ ...demoPage, page_age: null }]),
          text('The demo page says hi.'),
        ),
        usage: { server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 } },
      };
      return (request) => (request.tools.includes('web_search') ? search : main(request));
    },
  },
  {
    name: '15-image',
    title: 'Read of a png (image in tool_result) and a notebook',
    prompt: 'Look at the picture.',
    files: { 'pic.png': picture, 'nb.ipynb': notebook },
    model: () =>
      inTurn(
        ({ folder }) =>
          message(
            call('Read', { file_path: `${folder}/pic.png` }),
            call('Read', { file_path: `${folder}/nb.ipynb` }),
          ),
        message(text('It is a small picture.')),
      ),
  },
  {
    name: '19-unicode',
    title: 'emoji, RTL, U+2028, NUL escapes, lone surrogates',
    prompt: `Unicode please: ${hardText}`,
    partial: true,
    files: { 'uni.txt': `${hardText}\n` },
    model: () =>
      inTurn(
        ({ folder }) =>
          message(
            text(hardText),
            bash('printf "nul:\\\\0end 😀 \\xff\\xfe\\n"; cat uni.txt', { description: 'x' }),
            call('Read', { file_path: `${folder}/uni.txt` }),
          ),
        message(
          text(
            'NUL[\u0000] lone high[\ud83d] lone low[\ude00] swapped[\ude00\ud83d] noncharacter[\uffff] done.',
          ),
        ),
      ),
  },
  {
    name: '21-todo',
    title: 'TodoWrite or the Task list tools',
    prompt: 'Plan three steps.',
    model: () => {
      const list = inTurn(
        message(
          call('TaskCreate', { subject: 'First', description: 'The first step', activeForm: 'Doing first' }),
          call('TaskCreate', { subject: 'Second', description: 'The second step' }),
        ),
        message(call('TaskUpdate', { taskId: '1', status: 'completed' }), call('TaskList', {})),
        message(text('All planned.')),
      );
      const todos = (first: string, second: string) =>
        message(
          call('TodoWrite', {
            todos: [
              { content: 'First', status: first, activeForm: 'Doing first', priority: 'high', id: '1' },
              { content: 'Second', status: second, activeForm: 'Doing second', priority: 'low', id: '2' },
            ],
          }),
        );
      const written = inTurn(
        todos('in_progress', 'pending'),
        todos('completed', 'completed'),
        message(text('All planned.')),
      );
      return (request) => {
        if (request.tools.includes('TodoWrite')) return written(request);
        if (request.tools.includes('TaskCreate')) return list(request);
        return message(text('No todo tool here.'));
      };
    },
  },
  {
    name: '21b-plan',
    title: 'plan mode and ExitPlanMode',
    prompt: 'Plan it.',
    permissions: 'plan',
    model: () =>
      inTurn(
        message(text('Here is a plan.'), call('ExitPlanMode', { plan: '## Plan\n1. Do it\n' })),
        message(text('The plan stands.')),
      ),
  },
  {
    name: '22-schema',
    title: 'structured output',
    prompt: 'Give me a name.',
    args: () => ['--json-schema', nameSchema],
    model: () =>
      inTurn(
        message(call('StructuredOutput', { wrong: true })),
        message(call('StructuredOutput', { name: 'demo', n: 3 })),
        message(text('Delivered.')),
      ),
  },
  {
    name: '34-tool-search',
    title: 'ToolSearch and tool_reference blocks',
    prompt: 'Find a tool.',
    model: () =>
      inTurn(
        message(call('ToolSearch', { query: 'select:WebFetch,WebSearch', max_results: 3 })),
        message(text('Found.')),
      ),
  },
  {
    name: '18-large',
    title: 'very large tool input, output and answer',
    prompt: 'Make it big.',
    model: () =>
      inTurn(
        message(bash("head -c 1000000 /dev/zero | tr '\\0' x")),
        message(bash('seq 1 20000')),
        ({ folder }) =>
          message(
            call('Write', {
              file_path: `${folder}/big.txt`,
              content: `${'0123456789abcdef'.repeat(4)}\n`.repeat(16_000),
            }),
          ),
        ({ folder }) => message(call('Read', { file_path: `${folder}/big.txt` })),
        message(text('Very long answer. '.repeat(20_000))),
      ),
  },
];

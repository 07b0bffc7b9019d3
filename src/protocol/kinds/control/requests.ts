import { inputSummary } from '../../content-blocks';
import { fieldOf, type Json, stringOf } from '../../json-values';
import { type Evidence, type FrameKind, frameKind, type Said, type SummaryRule } from '../frame-kind';
import {
  firstWord,
  flagged,
  general,
  joined,
  labelled,
  listed,
  type Phrase,
  shortPath,
  wordOf,
} from '../phrases';
import { hookName } from '../system/hooks';

type Request = Json;
type RequestRule = (request: Request, partial: boolean) => string | Said;

/** What is asked, else the id that the answer will name. */
function onRequest(rule: RequestRule): SummaryRule {
  return (frame, partial) => {
    const request = fieldOf(frame, 'request');
    const said = rule(request, partial);
    const { strong = '', text } = typeof said === 'string' ? { text: said } : said;
    return { strong, text: text || labelled('request', frame, 'request_id') || 'no request' };
  };
}

const field =
  (...keys: readonly string[]): RequestRule =>
  (request) =>
    joined(keys.map((key) => wordOf(request, key)));

const nothing: RequestRule = () => '';

function ofPermission(request: Request): Said {
  const blocked = shortPath(wordOf(request, 'blocked_path'));
  return {
    strong: firstWord(request, 'tool_name', 'display_name') ?? 'unnamed tool',
    text: joined([
      inputSummary(fieldOf(request, 'input')),
      firstWord(request, 'decision_reason', 'description', 'title'),
      blocked === null ? null : `blocked: ${blocked}`,
    ]),
  };
}

function ofInitialize(request: Request): string {
  const hooks = fieldOf(request, 'hooks');
  const events = typeof hooks === 'object' && hooks !== null ? Object.keys(hooks) : [];
  const agents = fieldOf(request, 'agents');
  const agentNames =
    typeof agents === 'object' && agents !== null && !Array.isArray(agents) ? Object.keys(agents) : [];
  return (
    joined([
      listed('hooks', events),
      listed('MCP servers', fieldOf(request, 'sdkMcpServers')),
      listed('agents', agentNames),
      stringOf(request, 'systemPrompt') || stringOf(request, 'appendSystemPrompt')
        ? 'own system prompt'
        : null,
    ]) || 'no hooks, no servers'
  );
}

function ofHookCallback(request: Request): Said {
  const input = fieldOf(request, 'input');
  return {
    strong: firstWord(input, 'hook_event_name') ?? hookName(input) ?? '',
    text: joined([
      wordOf(input, 'tool_name'),
      inputSummary(fieldOf(input, 'tool_input')),
      firstWord(input, 'prompt', 'message', 'reason', 'source', 'trigger', 'error'),
      wordOf(request, 'callback_id'),
    ]),
  };
}

/** JSON-RPC for a server inside the host: a call states a method, an answer a result or an error. */
function ofMcpMessage(request: Request): Said {
  const message = fieldOf(request, 'message');
  const parameters = fieldOf(message, 'params');
  const error = fieldOf(message, 'error');
  const answer = fieldOf(message, 'result') === undefined ? null : 'answer';
  return {
    strong: wordOf(request, 'server_name') ?? '',
    text: joined([
      wordOf(message, 'method') ?? answer,
      wordOf(parameters, 'name'),
      inputSummary(fieldOf(parameters, 'arguments')),
      error === undefined ? null : joined(['error', wordOf(error, 'message')]),
      labelled('id', message, 'id'),
    ]),
  };
}

function ofElicitation(request: Request): string {
  const schema = fieldOf(request, 'requested_schema');
  const fields = fieldOf(schema, 'properties');
  const asked = typeof fields === 'object' && fields !== null ? Object.keys(fields) : [];
  return joined([
    wordOf(request, 'mcp_server_name'),
    wordOf(request, 'message'),
    wordOf(request, 'url'),
    listed('asks for', asked),
  ]);
}

function ofServers(request: Request): Phrase {
  const servers = fieldOf(request, 'servers');
  return listed('servers', typeof servers === 'object' && servers !== null ? Object.keys(servers) : []);
}

function ofSettings(request: Request): string {
  const settings = fieldOf(request, 'settings');
  const keys = typeof settings === 'object' && settings !== null ? Object.keys(settings) : [];
  return joined([wordOf(request, 'source'), listed('settings', keys)]);
}

function ofThinking(request: Request): string {
  const most = fieldOf(request, 'max_thinking_tokens');
  return joined([
    most === null ? 'no limit' : labelled('at most', request, 'max_thinking_tokens'),
    wordOf(request, 'thinking_display'),
  ]);
}

/** Of the CLI to its host. */
function asks(subtype: string, evidence: Evidence, meaning: string, rule: RequestRule): FrameKind {
  const traits = { direction: 'to-host', streamOnly: true } as const;
  return frameKind(`control_request/${subtype}`, 'control', evidence, traits, meaning, onRequest(rule));
}

/** Of the host to the CLI: only a recording of both directions holds it. */
function told(
  subtype: string,
  published: string,
  meaning: string,
  rule: RequestRule,
  until?: string,
): FrameKind {
  const evidence: Evidence = { published: until === undefined ? [published] : [published, until] };
  const traits = { direction: 'to-cli', streamOnly: true } as const;
  return frameKind(`control_request/${subtype}`, 'control', evidence, traits, meaning, onRequest(rule));
}

export const REQUEST_KINDS: readonly FrameKind[] = [
  frameKind(
    'control_request',
    'control',
    { published: ['2.1.4'], stdout: ['1.0.60'] },
    { direction: 'both', streamOnly: true },
    'One side asks the other to do something. The answer names the same request id.',
    (frame) => {
      const request = fieldOf(frame, 'request');
      const id = labelled('request', frame, 'request_id');
      return {
        strong: stringOf(request, 'tool_name') ?? '',
        text: joined([request === undefined ? 'no request' : general(request), id]),
        detail: stringOf(request, 'subtype') ?? '',
      };
    },
  ),
  asks(
    'can_use_tool',
    { published: ['2.1.4'], stdout: ['1.0.60'] },
    'The CLI asks whether a tool may run. The answer allows it, maybe with another input, or denies it.',
    ofPermission,
  ),
  asks(
    'hook_callback',
    { published: ['2.1.4'], stdout: ['1.0.128'] },
    'The CLI asks the host to run a hook that it registered.',
    ofHookCallback,
  ),
  asks(
    'elicitation',
    { published: ['2.1.63'], stdout: ['2.1.88'] },
    'An MCP server asks the person for something.',
    ofElicitation,
  ),
  asks(
    'request_user_dialog',
    { published: ['2.1.101'] },
    'The CLI asks the host to show a dialog.',
    (request) => joined([wordOf(request, 'dialog_kind'), general(fieldOf(request, 'payload'))]),
  ),
  frameKind(
    'control_request/mcp_message',
    'control',
    { published: ['2.1.4'], stdout: ['1.0.128'] },
    { direction: 'both', streamOnly: true },
    'A message to or from an MCP server that lives inside the host.',
    onRequest(ofMcpMessage),
  ),
  told(
    'initialize',
    '2.1.4',
    'The host says at the beginning what it brings: hooks, MCP servers, agents, a system prompt.',
    ofInitialize,
  ),
  told('interrupt', '2.1.4', 'The host stops the running turn.', (request) =>
    joined(['stop the turn', flagged('and drop what is queued', request, 'cancel_queued')]),
  ),
  told('set_permission_mode', '2.1.4', 'The host changes the permission mode.', field('mode')),
  told(
    'set_model',
    '2.1.4',
    'The host changes the model.',
    (request) => wordOf(request, 'model') ?? 'the default model',
  ),
  told('set_max_thinking_tokens', '2.1.4', 'The host limits the thinking.', ofThinking),
  told('mcp_status', '2.1.4', 'The host asks how the MCP servers are.', nothing),
  told(
    'mcp_set_servers',
    '2.1.4',
    'The host replaces the MCP servers.',
    (request) => ofServers(request) ?? 'no servers',
  ),
  told('mcp_reconnect', '2.1.20', 'The host has an MCP server connected again.', field('serverName')),
  told('mcp_toggle', '2.1.20', 'The host turns an MCP server on or off.', (request) =>
    joined([
      wordOf(request, 'serverName'),
      fieldOf(request, 'enabled') === false ? 'off' : flagged('on', request, 'enabled'),
    ]),
  ),
  told('mcp_call', '2.1.118', 'The host calls a tool of an MCP server itself.', (request) => ({
    strong: wordOf(request, 'tool') ?? '',
    text: inputSummary(fieldOf(request, 'arguments')),
  })),
  told(
    'mcp_read_resource',
    '2.1.290',
    'The host reads a resource of an MCP server.',
    field('serverName', 'uri'),
  ),
  told('rewind_files', '2.1.4', 'The host sets files back to what they were before a message.', (request) =>
    joined([labelled('to message', request, 'user_message_id'), flagged('as a trial', request, 'dry_run')]),
  ),
  told('stop_task', '2.1.50', 'The host stops a task.', field('task_id')),
  told(
    'background_tasks',
    '2.1.141',
    'The host sends running tools to the background.',
    field('tool_use_id'),
  ),
  told('get_task_output', '2.1.290', 'The host asks for the output of a task.', field('task_id')),
  told('apply_flag_settings', '2.1.50', 'The host sets settings as if by a flag.', ofSettings),
  told('update_settings', '2.1.265', 'The host changes a settings file.', ofSettings),
  told('get_settings', '2.1.76', 'The host asks for the settings.', nothing),
  told(
    'cancel_async_message',
    '2.1.76',
    'The host takes a queued message back.',
    (request) => labelled('message', request, 'message_uuid') ?? '',
  ),
  told('get_context_usage', '2.1.88', 'The host asks what fills the context window.', field('detail')),
  told(
    'seed_read_state',
    '2.1.88',
    'The host says that a file counts as read.',
    (request) => shortPath(wordOf(request, 'path')) ?? '',
  ),
  told(
    'reload_plugins',
    '2.1.88',
    'The host has plugins loaded again.',
    (request) => listed('adds', fieldOf(request, 'add_plugins'), 'path') ?? '',
  ),
  told('reload_skills', '2.1.181', 'The host has skills loaded again.', nothing),
  told('reload_output_styles', '2.1.265', 'The host has output styles loaded again.', nothing),
  told('rename_session', '2.1.118', 'The host gives the session a title.', field('title', 'source')),
  told('set_color', '2.1.118', 'The host gives the session a colour.', field('color')),
  told('get_session_cost', '2.1.118', 'The host asks for the cost so far.', nothing),
  told('get_usage', '2.1.181', 'The host asks for the usage of the plan.', nothing),
  told('file_suggestions', '2.1.118', 'The host asks for files whose names fit.', field('query')),
  told('read_file', '2.1.118', 'The host reads a file through the CLI.', field('path', 'encoding')),
  told('get_binary_version', '2.1.141', 'The host asks for the version of the CLI.', nothing),
  told('register_repo_root', '2.1.181', 'The host adds a folder to the session.', field('directory')),
  told('list_models', '2.1.200', 'The host asks for the models.', nothing),
  told('list_permission_rules', '2.1.290', 'The host asks for the permission rules.', nothing),
  told('get_hooks_listing', '2.1.290', 'The host asks for the hooks.', nothing),
  told('get_plan', '2.1.220', 'The host asks for the plan.', nothing, '2.1.220'),
  told('get_workspace_diff', '2.1.220', 'The host asks what changed in the folder.', nothing, '2.1.220'),
  told(
    'set_has_subscribers',
    '2.1.332',
    'The host says whether anybody watches the session.',
    (request) => labelled('watched:', request, 'has_subscribers') ?? 'not known',
  ),
];

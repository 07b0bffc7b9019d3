import { blockSummary } from '../../blocks/block-kinds';
import { fieldOf, isObject, type JsonObject, numberOf, stringOf } from '../../json-values';
import {
  type FrameKind,
  frameKind,
  ON_DISK,
  type Said,
  type SummaryRule,
  type Versions,
} from '../frame-kind';
import {
  counted,
  countOf,
  firstFigure,
  flagged,
  general,
  joined,
  lengthOf,
  money,
  names,
  saying,
  seconds,
  shortPath,
  wordOf,
} from '../phrases';

/** The first words of `content` or `message.content`: a text, or a list of blocks. */
function contentText(content: unknown, partial: boolean): string | null {
  if (typeof content === 'string') return content;
  const first = Array.isArray(content) ? content[0] : undefined;
  return isObject(first) ? blockSummary(first, partial) : null;
}

function ofQueue(frame: JsonObject, partial: boolean): string {
  return (
    joined([
      wordOf(frame, 'operation'),
      contentText(fieldOf(frame, 'content'), partial),
      wordOf(frame, 'reason'),
    ]) || general(frame)
  );
}

function ofSnapshot(frame: JsonObject, partial: boolean): string {
  const files = fieldOf(fieldOf(frame, 'snapshot'), 'trackedFileBackups');
  const paths = isObject(files) ? Object.keys(files) : [];
  return joined([
    partial ? null : counted(paths.length, 'file'),
    paths.length === 0 ? null : names(paths.map((path) => shortPath(path))),
    flagged('update', frame, 'isSnapshotUpdate'),
  ]);
}

function ofSnapshotChange(frame: JsonObject): string {
  const version = numberOf(fieldOf(frame, 'backup'), 'version');
  return (
    joined([shortPath(wordOf(frame, 'trackingPath')), version === null ? null : `version ${version}`]) ||
    general(frame)
  );
}

function ofCost(frame: JsonObject): string {
  const cost = numberOf(frame, 'totalCostUSD');
  const usage = fieldOf(frame, 'modelUsage');
  return (
    joined([
      cost === null ? null : money(cost),
      isObject(usage) ? names(Object.keys(usage)) : null,
      seconds(firstFigure(frame, 'totalDuration')),
      countOf(frame, 'totalLinesAdded', 'line added', 'lines added'),
      countOf(frame, 'totalLinesRemoved', 'line removed', 'lines removed'),
    ]) || general(frame)
  );
}

function ofRequest(frame: JsonObject, partial: boolean): string {
  const parameters = fieldOf(frame, 'params');
  return (
    joined([
      wordOf(parameters, 'model'),
      wordOf(frame, 'querySource'),
      lengthOf(parameters, 'messages', 'message', partial),
      countOf(parameters, 'max_tokens', 'token at most', 'tokens at most'),
    ]) || general(frame)
  );
}

function ofShape(frame: JsonObject, partial: boolean): string {
  const shape = fieldOf(frame, 'shape');
  const hash = stringOf(frame, 'shapeHash')?.slice(0, 8);
  return (
    joined([
      lengthOf(shape, 'system', 'system text', partial),
      lengthOf(shape, 'tools', 'tool', partial),
      names(fieldOf(shape, 'tools'), 'name'),
      hash === undefined ? null : `hash ${hash}`,
    ]) || general(frame)
  );
}

function ofBlob(frame: JsonObject, partial: boolean): Said {
  const message = fieldOf(frame, 'message');
  return {
    text:
      joined([wordOf(message, 'role'), contentText(fieldOf(message, 'content'), partial)]) || general(frame),
  };
}

function ofTools(frame: JsonObject): string {
  const tools = fieldOf(frame, 'tools');
  return names(tools) ?? (Array.isArray(tools) ? 'no tools' : general(frame));
}

function ofPullRequest(frame: JsonObject): string {
  const number = wordOf(frame, 'prNumber');
  return joined([number === null ? null : `#${number}`, wordOf(frame, 'prUrl')]) || general(frame);
}

function line(name: string, disk: Versions | undefined, meaning: string, summary: SummaryRule): FrameKind {
  return frameKind(
    name,
    'file',
    disk === undefined ? {} : { disk },
    { ...ON_DISK, open: true },
    meaning,
    summary,
  );
}

/** Lines of session files that are no part of the conversation. Most have neither a uuid nor a parent. */
export const SESSION_LINE_KINDS: readonly FrameKind[] = [
  line(
    'summary',
    ['0.2.126', '2.0.0'],
    'A title for a conversation. The leaf it names may lie in another file.',
    saying('summary'),
  ),
  line('queue-operation', ['2.0.50'], 'A prompt went into the queue of prompts, or out of it.', ofQueue),
  line(
    'file-history-snapshot',
    ['2.0.50'],
    'Which files were backed up before a prompt, to set them back later.',
    ofSnapshot,
  ),
  line('file-history-delta', ['2.1.220'], 'One more file was backed up.', ofSnapshotChange),
  line('last-prompt', ['2.1.88'], 'The last prompt, for the list of sessions.', saying('lastPrompt')),
  line('custom-title', ['2.1.88'], 'A title that somebody gave the session.', saying('customTitle')),
  line('ai-title', ['2.1.220', '2.1.220'], 'A title that the model gave the session.', saying('aiTitle')),
  line('agent-name', ['2.1.88'], 'The name of the session among agents.', saying('agentName')),
  line('mode', ['2.1.220'], 'The mode of the session.', saying('mode')),
  line('permission-mode', ['2.1.220'], 'The permission mode from here on.', saying('permissionMode')),
  line(
    'cost-state',
    ['2.1.332'],
    'Cost, usage and durations of the session so far, for going on with it later.',
    ofCost,
  ),
  line('tools-used', ['2.1.332'], 'The names of the tools that were used.', ofTools),
  line('atis-latch', ['2.1.332'], 'A state of the CLI. What it means is not published.', (frame) =>
    stringOf(frame, 'atis') === '' ? 'empty' : saying('atis')(frame),
  ),
  line(
    'api-request',
    ['2.1.332'],
    'What was asked of the API: a copy of the request, not a part of the conversation.',
    ofRequest,
  ),
  line(
    'api-request-shape',
    ['2.1.332'],
    'The system prompt and tools of requests to the API, kept once.',
    ofShape,
  ),
  line(
    'api-request-blob',
    ['2.1.332'],
    'A message of requests to the API, kept once: a copy, not a part of the conversation.',
    ofBlob,
  ),
  // Readers of session files know these; no type file and no recording has them.
  line('agent-color', undefined, 'The colour of the session among agents.', saying('agentColor')),
  line('agent-setting', undefined, 'The kind of agent that the session runs as.', saying('agentSetting')),
  line('pr-link', undefined, 'A pull request that belongs to the session.', ofPullRequest),
  line('tag', undefined, 'A word that somebody put on the session.', saying('tag')),
  line('task-summary', undefined, 'A line about what the session does.', saying('summary')),
];

/** Their messages are copies of the conversation: calls, results and usage in them do not count. */
export const STORED_REQUEST = 'api-request';

import { usageSummary } from '../../../protocol/content-blocks';
import { fieldOf, type JsonObject, stringOf } from '../../../protocol/json-values';
import type { DetailBlock, Diagnostic, Fact, FrameDetail } from '../../answer-types';
import { RowFlag } from '../../frames/frame-table';
import type { Session } from '../../session/session';
import { agentFacts } from '../agents/agent-facts';
import { branchFacts } from '../branches/branch-facts';
import { diagnosticsOfRow } from '../diagnostics/diagnostic-sources';
import { withFile } from '../report/report-parts';
import { rowOf } from '../rows/row-page';
import { turnFacts } from '../turns/turn-facts';
import { cutText } from './calls';
import { blocksOf, MAX_BLOCK_UNITS, MAX_FACT_UNITS, MAX_TITLE_UNITS, note, textBlock } from './detail-blocks';
import type { FrameTexts } from './frame-text';
import { keyDiagnostics } from './key-diagnostics';
import { kindFacts } from './kind-facts';
import { lineFacts } from './line-facts';
import { parseFrame, unparsedHead } from './parsed-frame';
import { isStreamed } from './streamed-message';

const MAX_FACTS = 100;
const MAX_MESSAGE_FRAMES = 200;

/** Everything the detail pane shows of a row before its raw text. */
export function frameDetail(session: Session, row: number, texts: FrameTexts): FrameDetail {
  const face = rowOf(session, row);
  // An unparsed piece may be a file of gigabytes: only its head is read.
  const isText = face.unparsed || session.index.isStderr(row);
  const frame = isText ? undefined : parseFrame(session, row);
  return {
    row: face,
    about: frame === undefined ? null : kindFacts(session, row, frame),
    facts: [
      ...agentFacts(session, row),
      ...branchFacts(session, row),
      ...(frame === undefined
        ? []
        : [...turnFacts(session, row, frame), ...lineFacts(session, row, frame), ...factsOf(frame)]),
    ],
    blocks: frame === undefined ? rawBlocks(session, row, isText) : blocksOf(frame),
    messageFrames: messageFrames(session, row),
    streamed: streamedOf(session, row),
    diagnostics: diagnosticsOf(session, row, frame),
    exactUnits: texts.length(row, 'exact') ?? 0,
    prettyUnits: texts.length(row, 'pretty'),
    prettyMissing: texts.prettyMissing(row),
  };
}

// ---- facts ----------------------------------------------------------------------------------------------

/** Told elsewhere: in a block of their own, in the kind, or by their parts. */
const NOT_FACTS = new Set(['content', 'result', 'type', 'subtype']);

function factsOf(frame: JsonObject): Fact[] {
  const facts: Fact[] = [];
  const add = (label: string, value: string | null) => {
    if (value === null || value === '' || facts.length >= MAX_FACTS) return;
    facts.push({
      label: label.slice(0, MAX_TITLE_UNITS),
      value: cutText(value, MAX_FACT_UNITS).text,
      frame: null,
    });
  };
  const message = fieldOf(frame, 'message');
  add('message id', stringOf(message, 'id'));
  add('model', stringOf(message, 'model'));
  add('role', stringOf(message, 'role'));
  add('stop reason', stringOf(message, 'stop_reason'));
  add('usage', usageSummary(fieldOf(message, 'usage')));
  add('usage', usageSummary(fieldOf(frame, 'usage')));
  const result = fieldOf(frame, 'result');
  if (typeof result === 'number' || typeof result === 'boolean') add('result', String(result));
  for (const key of Object.keys(frame)) {
    const value = frame[key];
    if (NOT_FACTS.has(key) || value === null || typeof value === 'object') continue;
    if (typeof value === 'string' && value.length > MAX_FACT_UNITS) continue;
    add(key, String(value));
  }
  return facts;
}

// ---- bytes that are no frame --------------------------------------------------------------------------------

function rawBlocks(session: Session, row: number, isText: boolean): DetailBlock[] {
  const head = unparsedHead(session, row, MAX_BLOCK_UNITS);
  const total = session.index.table.length(row);
  const title = session.index.isStderr(row) ? 'line of stderr' : isText ? 'unparsed bytes' : 'bytes';
  const text = { ...textBlock('bytes', title, head) };
  if (total > MAX_BLOCK_UNITS) text.body = { text: head, cut: total - MAX_BLOCK_UNITS };
  if (isText) return [text];
  return [note('This frame is no strict JSON, so its fields cannot be shown. Its bytes are below.'), text];
}

// ---- frames of one message --------------------------------------------------------------------------------

function diagnosticsOf(session: Session, row: number, frame: JsonObject | undefined): Diagnostic[] {
  const told = diagnosticsOfRow(session, row);
  const sentences = new Set(told.map(({ message }) => message));
  const others = keyDiagnostics(session, row, frame).filter(({ message }) => !sentences.has(message));
  return [...told, ...others.map((diagnostic) => withFile(session, diagnostic))];
}

function streamedOf(session: Session, row: number): FrameDetail['streamed'] {
  const { table, messages } = session.index;
  const message = table.message(row) - 1;
  if (message < 0 || !isStreamed(session, message)) return null;
  const events = messages.eventCount(message);
  const isEvent = messages.firstEvent(message) === row || (table.flags(row) & RowFlag.Folded) !== 0;
  return { events, isEvent };
}

/** Frames of one message are not always neighbours (CLI 2.1.332/08-task); deltas are left out. */
function messageFrames(session: Session, row: number): number[] {
  const { table, messages } = session.index;
  const message = table.message(row);
  if (message === 0) return [];
  const firstEvent = messages.firstEvent(message - 1);
  const frames: number[] = [];
  const last = messages.lastRow(message - 1);
  for (let at = messages.firstRow(message - 1); at <= last && frames.length < MAX_MESSAGE_FRAMES; at++) {
    if (table.message(at) !== message || at === firstEvent) continue;
    if ((table.flags(at) & RowFlag.Folded) === 0) frames.push(at + 1);
  }
  return frames.length > 1 ? frames : [];
}

import { blockSummary } from '../../blocks/block-kinds';
import { contentBlocks, contentOf, isCallType } from '../../content-blocks';
import { fieldOf, isObject, type Json, type JsonObject, numberOf, stringOf } from '../../json-values';
import { type FrameKind, frameKind, NO_TYPE, type Said, TO_HOST } from '../frame-kind';
import { joined, money, seconds } from '../phrases';

const MAX_UNITS = 300;

/** The called tool and its input, else the first block; a content that is no list says so. */
function ofMessage(frame: JsonObject, partial: boolean): Said {
  const content = contentOf(frame);
  if (typeof content === 'string') return { text: content, detail: '' };
  const blocks = contentBlocks(frame);
  if (blocks.length === 0) return { text: emptyContent(frame, content), detail: '' };
  const call = blocks.find((block) => isCallType(stringOf(block, 'type') ?? ''));
  const first = call ?? (blocks[0] as JsonObject);
  const type = stringOf(first, 'type') ?? '';
  const count = partial ? 'and' : `+${blocks.length - 1}`;
  const more = blocks.length > 1 ? ` (${count} more)` : '';
  return {
    strong: call === undefined ? '' : stringOf(call, 'name') || 'unnamed tool',
    text: blockSummary(first, partial).slice(0, MAX_UNITS) + more,
    detail: type === 'text' ? '' : type,
  };
}

function emptyContent(frame: JsonObject, content: Json): string {
  if (!isObject(fieldOf(frame, 'message')) && content === undefined) return 'no message';
  if (content === undefined || content === null) return 'no content';
  if (Array.isArray(content)) return 'empty content';
  return `content is ${typeof content === 'object' ? 'an object' : `a ${typeof content}`}`;
}

function ofBareMessage(frame: JsonObject, partial: boolean): Said {
  return { ...ofMessage(frame, partial), detail: stringOf(frame, 'role') ?? '' };
}

/** The last object of CLI 0.2.74 to 0.2.109: {role: "system", cost_usd, duration_ms, …}. */
function ofTrailer(frame: JsonObject, partial: boolean): Said {
  const cost = numberOf(frame, 'cost_usd');
  if (cost === null) return ofBareMessage(frame, partial);
  const result = stringOf(frame, 'result');
  return { text: joined([result, money(cost), seconds(numberOf(frame, 'duration_ms'))]), detail: 'system' };
}

export const MESSAGE_KINDS: readonly FrameKind[] = [
  frameKind(
    'assistant',
    'assistant',
    { published: ['2.0.0'], stdout: ['0.2.118'], disk: ['0.2.109'] },
    { ...TO_HOST, open: true },
    'A message of the model, or one finished block of it: frames of the same message share its id.',
    ofMessage,
  ),
  frameKind(
    'user',
    'user',
    { published: ['2.0.0'], stdout: ['0.2.118'], disk: ['0.2.109'] },
    { direction: 'both', open: true },
    'What the model is told: a prompt, the results of its tool calls, or text that the CLI added.',
    ofMessage,
  ),
  frameKind(
    'message',
    'assistant',
    { stdout: ['0.2.74', '0.2.109'] },
    { ...TO_HOST, open: true },
    'A bare message of the API, as the CLI printed it before frames had a type.',
    ofBareMessage,
  ),
  frameKind(
    `${NO_TYPE}/role=user`,
    'user',
    { stdout: ['0.2.74', '0.2.109'] },
    TO_HOST,
    'A prompt or tool results without a frame around them, as the CLI printed them before frames had a type.',
    ofBareMessage,
  ),
  frameKind(
    `${NO_TYPE}/role=assistant`,
    'assistant',
    {},
    TO_HOST,
    'A message of the model without a frame and without a type.',
    ofBareMessage,
  ),
  frameKind(
    `${NO_TYPE}/role=system`,
    'result',
    { stdout: ['0.2.74', '0.2.109'] },
    TO_HOST,
    'The last object of a run before frames had a type: cost and durations, from 0.2.109 also the answer.',
    ofTrailer,
  ),
];

import { fieldOf, type JsonObject, numberOf, stringOf } from '../../json-values';
import { type Evidence, type FrameKind, frameKind, type SummaryRule } from '../frame-kind';
import {
  change,
  countOf,
  firstFigure,
  firstWord,
  general,
  isoTime,
  joined,
  labelled,
  lengthOf,
  seconds,
  wordOf,
} from '../phrases';

/** system/api_retry of stdout and system/api_error of disk tell the same in two spellings. */
function ofRetry(frame: JsonObject): string {
  const error = fieldOf(frame, 'error');
  const attempt = firstFigure(frame, 'attempt', 'retryAttempt');
  const most = firstFigure(frame, 'max_retries', 'maxRetries');
  const wait = firstFigure(frame, 'retry_delay_ms', 'retryInMs');
  const status = numberOf(frame, 'error_status') ?? numberOf(error, 'status');
  const words = typeof error === 'string' ? error : firstWord(error, 'formatted', 'message');
  return (
    joined([
      attempt === null ? null : `attempt ${attempt}${most === null ? '' : ` of ${most}`}`,
      wait === null ? null : `waits ${seconds(wait)}`,
      status === null || words?.startsWith(String(status)) ? null : String(status),
      words,
    ]) || general(frame)
  );
}

const models = (frame: JsonObject) =>
  change(
    firstWord(frame, 'original_model', 'originalModel'),
    firstWord(frame, 'fallback_model', 'fallbackModel'),
  );

function ofModelFallback(frame: JsonObject): string {
  return joined([models(frame), wordOf(frame, 'trigger'), wordOf(frame, 'content')]) || general(frame);
}

function ofRefusal(frame: JsonObject, partial: boolean): string {
  const snake = Array.isArray(fieldOf(frame, 'retracted_message_uuids'));
  const retracted = snake ? 'retracted_message_uuids' : 'retractedMessageUuids';
  return (
    joined([
      models(frame),
      wordOf(frame, 'direction'),
      firstWord(frame, 'api_refusal_explanation', 'apiRefusalExplanation'),
      firstWord(frame, 'api_refusal_category', 'apiRefusalCategory'),
      lengthOf(frame, retracted, 'message retracted', partial, 'messages retracted'),
    ]) || general(frame)
  );
}

function ofRateLimit(frame: JsonObject): string {
  const info = fieldOf(frame, 'rate_limit_info');
  const resets = numberOf(info, 'resetsAt');
  const used = numberOf(info, 'utilization');
  return (
    joined([
      stringOf(info, 'status'),
      stringOf(info, 'rateLimitType'),
      used === null || !Number.isFinite(used) ? null : `${Math.round(used * 100)} % used`,
      resets === null ? null : `resets ${isoTime(resets, 'seconds')}`,
      labelled('overage', info, 'overageStatus'),
      wordOf(info, 'overageDisabledReason'),
      wordOf(info, 'errorCode'),
      countOf(frame, 'retry_after_ms', 'ms to wait', 'ms to wait'),
    ]) || general(frame)
  );
}

function system(subtype: string, evidence: Evidence, meaning: string, summary: SummaryRule): FrameKind {
  return frameKind(`system/${subtype}`, 'system', evidence, { direction: 'to-host' }, meaning, summary);
}

export const API_TROUBLE_KINDS: readonly FrameKind[] = [
  system(
    'api_retry',
    { published: ['2.1.88'], stdout: ['2.1.88'] },
    'The API failed in a way that may pass: the request is sent again after a while.',
    ofRetry,
  ),
  frameKind(
    'system/api_error',
    'system',
    { disk: ['2.1.332'] },
    { direction: 'disk' },
    'The same as api_retry, as kept on disk: the API failed, and the request is sent again.',
    ofRetry,
  ),
  system(
    'model_fallback',
    { stdout: ['2.1.220'], disk: ['2.1.332'] },
    'Another model answers from here on, because the wanted one is overloaded.',
    ofModelFallback,
  ),
  system(
    'model_refusal_fallback',
    { published: ['2.1.181'], stdout: ['2.1.220'], disk: ['2.1.220'] },
    'The model refused and another model answers. The messages it names are withdrawn.',
    ofRefusal,
  ),
  system(
    'model_refusal_no_fallback',
    { published: ['2.1.200'], stdout: ['2.1.220'], disk: ['2.1.332'] },
    'The model refused, and no other model answers.',
    ofRefusal,
  ),
  frameKind(
    'rate_limit_event',
    'rate',
    { published: ['2.1.63'], stdout: ['2.1.88'] },
    { direction: 'to-host', streamOnly: true },
    'What is left of a plan, with a subscription only. "allowed" is normal; "rejected" means waiting.',
    ofRateLimit,
  ),
];

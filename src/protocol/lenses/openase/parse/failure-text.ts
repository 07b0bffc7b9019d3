import type { JsonObject } from '../../../json-values';
import type { Envelope } from './envelope';
import { readString, readStrings } from './field-readers';
import { goEncoded, trimSpace } from './go-json';

const AGAIN = 'Try sending your message again';
const GENERIC = `Claude couldn't finish this reply. ${AGAIN}.`;

/** What OpenASE tells its user of a failed result, and the frame encoded again as details. */
export function turnFailure({ result, subtype, raw }: Pick<Envelope, 'result' | 'subtype' | 'raw'>): {
  message: string;
  details: string;
} {
  const stated = trimSpace(result);
  const message = stated !== '' ? stated : sentenceOf(subtype, raw ?? {});
  return { message, details: raw === null ? '' : goEncoded(raw) };
}

function sentenceOf(subtype: string, payload: JsonObject): string {
  switch (subtype) {
    case 'error_during_execution':
      return executionSentence(payload);
    case 'error':
      return `Claude reported an error before this reply finished. ${AGAIN}.`;
    case '':
      return GENERIC;
    default:
      return `Claude returned an empty error response. ${AGAIN}.`;
  }
}

function executionSentence(payload: JsonObject): string {
  const errors = readStrings(payload, 'errors');
  const mentions = (...texts: string[]) =>
    errors.some((error) => texts.some((text) => error.toLowerCase().includes(text)));
  const aborted =
    readString(payload, 'terminal_reason') === 'aborted_streaming' || mentions('request was aborted');
  if (aborted && diagnosticOf(errors).get('result_type') === 'user') {
    return `Claude couldn't finish this reply because the session was interrupted. ${AGAIN}.`;
  }
  if (mentions('thread not found', 'session not found', 'conversation not found', 'resume session')) {
    return `Claude couldn't resume the previous session. ${AGAIN}, or start a new conversation if it keeps failing.`;
  }
  if (aborted) return `Claude couldn't finish this reply because the session stopped unexpectedly. ${AGAIN}.`;
  return GENERIC;
}

const DIAGNOSTIC = '[ede_diagnostic]';

/** The key=value parts of the first `[ede_diagnostic]` line. */
function diagnosticOf(errors: readonly string[]): Map<string, string> {
  const line = errors.find((error) => error.startsWith(DIAGNOSTIC)) ?? '';
  const parts = line
    .slice(DIAGNOSTIC.length)
    .split(/\s+/)
    .filter((part) => part.includes('='));
  return new Map(parts.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]));
}

import type { CallPermission, CallReading, CallStatus } from '../../ipc/engine-contract';
import type { Tone } from '../inspect/verdict';
import { formatPercent, plural } from '../text/format';

export const STATUS_WORDS: Record<CallStatus, { tone: Tone; word: string; hint: string }> = {
  ok: { tone: 'ok', word: 'answered', hint: 'The call has its result.' },
  failed: { tone: 'err', word: 'failed', hint: 'The result says is_error: true.' },
  unanswered: { tone: 'warn', word: 'no result', hint: 'No result of this call is in the file.' },
  orphan: { tone: 'warn', word: 'no call', hint: 'A result whose call is not in the file.' },
  duplicate: {
    tone: 'warn',
    word: 'second result',
    hint: 'A result more than there are calls with its id.',
  },
};

export const STATUS_ORDER: readonly CallStatus[] = ['ok', 'failed', 'unanswered', 'orphan', 'duplicate'];

export const PERMISSION_WORDS: Record<CallPermission, { tone: Tone; hint: string }> = {
  allowed: { tone: 'ok', hint: 'A permission request was answered with allow.' },
  asked: { tone: 'none', hint: 'Permission was asked for; no answer is in the file.' },
  denied: { tone: 'err', hint: 'The call was refused: a denial, an answer or its result says so.' },
};

export const toolWord = (tool: string) => (tool === '' ? 'unnamed tool' : tool);

/** What is still to come of inputs, permissions and texts; null when all of it is there. */
export function readingWords({ done, of, whole, skipped, stopped }: CallReading): string | null {
  if (stopped !== null) return `Reading the calls stopped: ${stopped}`;
  if (!whole) return `so far: ${formatPercent(done, of)} read`;
  return skipped > 0 ? `${plural(skipped, 'frame')} too long to be compared` : null;
}

import { fieldOf, type JsonObject, numberOf, stringOf } from '../json-values';

/** One try of a request that failed and was sent again; null: not stated. */
export interface Retry {
  attempt: number | null;
  mostAttempts: number | null;
  waitMs: number | null;
  status: number | null;
  error: string | null;
}

const stated = (value: number | null) =>
  value !== null && Number.isFinite(value) && value >= 0 ? value : null;

/** system/api_retry on stdout (2.1.88 on) and system/api_error on disk (1.0.60 on) state the same in other words. */
export function retryOf(frame: JsonObject): Retry {
  const error = fieldOf(frame, 'error');
  return {
    attempt: stated(numberOf(frame, 'attempt') ?? numberOf(frame, 'retryAttempt')),
    mostAttempts: stated(numberOf(frame, 'max_retries') ?? numberOf(frame, 'maxRetries')),
    waitMs: stated(numberOf(frame, 'retry_delay_ms') ?? numberOf(frame, 'retryInMs')),
    status: stated(numberOf(frame, 'error_status') ?? numberOf(error, 'status')),
    error: typeof error === 'string' ? error : stringOf(error, 'message'),
  };
}

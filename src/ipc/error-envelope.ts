import { z } from 'zod';
import {
  CancelledError,
  EngineStoppedError,
  FramescopeError,
  InvalidRequestError,
  SourceError,
} from '../protocol/errors';

/** An error as it travels. `code` is the class; the rest is what that class needs to be made again. */
export const errorEnvelopeSchema = z.object({
  code: z.enum(['source', 'cancelled', 'invalid-request', 'engine-stopped', 'internal']),
  message: z.string(),
  problem: z
    .enum(['not-found', 'is-folder', 'not-allowed', 'not-a-file', 'changed-while-reading', 'unreadable'])
    .optional(),
  path: z.string().optional(),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;

/** Wraps any thrown value. Unknown errors keep their message but never their stack. */
export function toEnvelope(error: unknown): ErrorEnvelope {
  if (error instanceof SourceError) {
    return { code: 'source', message: error.message, problem: error.problem, path: error.path };
  }
  if (error instanceof FramescopeError) return { code: error.code, message: error.message };
  return { code: 'internal', message: wordsOf(error) };
}

function wordsOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'Something went wrong that does not say what it is.';
  }
}

/** Makes the error again, with the class it had before it was sent. */
export function fromEnvelope(envelope: ErrorEnvelope): FramescopeError {
  switch (envelope.code) {
    case 'source':
      return new SourceError(envelope.problem ?? 'unreadable', envelope.path ?? '', envelope.message);
    case 'cancelled':
      return new CancelledError(envelope.message);
    case 'invalid-request':
      return new InvalidRequestError(envelope.message);
    case 'engine-stopped':
      return new EngineStoppedError(envelope.message);
    default:
      return new FramescopeError('internal', envelope.message);
  }
}

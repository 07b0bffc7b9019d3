import { InvalidRequestError } from '../protocol/errors';
import type { Contract, Handlers, RequestContext } from './channel';
import { type ErrorEnvelope, toEnvelope } from './error-envelope';

export type Answer = { output: unknown } | { error: ErrorEnvelope };

/**
 * Validates one request against its contract and runs its handler. Never rejects: errors are envelopes, because
 * no wire of ours would keep more of them than their message.
 */
export async function answerRequest<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  method: unknown,
  input: unknown,
  context: RequestContext,
): Promise<Answer> {
  try {
    const known = typeof method === 'string' && Object.hasOwn(contract.requests, method);
    const entry = known ? contract.requests[method] : undefined;
    if (!known || !entry) throw new InvalidRequestError(`There is no request named "${String(method)}".`);
    const parsed = entry.input.safeParse(input);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const part = issue?.path.join('.') || 'input';
      throw new InvalidRequestError(`"${method}" was asked with a wrong ${part}: ${issue?.message}`);
    }
    const handler = handlers[method] as (input: unknown, context: RequestContext) => unknown;
    return { output: await handler(parsed.data, context) };
  } catch (error) {
    return { error: toEnvelope(error) };
  }
}

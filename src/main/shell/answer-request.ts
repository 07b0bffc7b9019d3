import type { Contract, Handlers } from '../../ipc/channel';
import { type ErrorEnvelope, toEnvelope } from '../../ipc/error-envelope';
import { InvalidRequestError } from '../../protocol/errors';

export type Answer = { output: unknown } | { error: ErrorEnvelope };

/**
 * Validates one request against its contract and runs its handler. Errors travel as envelopes, because
 * Electron would keep their message only. `admit` throws when the asker may not ask at all.
 */
export async function answerRequest<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  method: unknown,
  input: unknown,
  admit: () => void,
): Promise<Answer> {
  try {
    admit();
    const known = typeof method === 'string' && Object.hasOwn(contract.requests, method);
    const entry = known ? contract.requests[method] : undefined;
    if (!known || !entry) throw new InvalidRequestError(`There is no request named "${String(method)}".`);
    const parsed = entry.input.safeParse(input);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const part = issue?.path.join('.') || 'input';
      throw new InvalidRequestError(`"${method}" was asked with a wrong ${part}: ${issue?.message}`);
    }
    const handler = handlers[method] as (input: unknown, context: { signal: AbortSignal }) => unknown;
    // Requests to the shell are short and cannot be cancelled.
    return { output: await handler(parsed.data, { signal: new AbortController().signal }) };
  } catch (error) {
    return { error: toEnvelope(error) };
  }
}

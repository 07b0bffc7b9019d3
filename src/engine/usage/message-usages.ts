import { bounded } from '../answers/report/sums';
import { Counter } from '../frames/frame-scanner';
import type { Session } from '../session/session';
import { placeOf } from './usage-place';
import type { MessageUsage } from './usage-types';

/** The messages of a session that state a usage, by their ordinals, in the order of their first rows. */
export function messagesWithUsage({ index: { messages } }: Session): Uint32Array {
  const found: number[] = [];
  for (let message = 0; message < messages.size; message++) {
    for (let counter = 0; counter < Counter.Count; counter++)
      if (messages.largest(message, counter) >= 0) {
        found.push(message);
        break;
      }
  }
  return Uint32Array.from(found).sort((a, b) => messages.firstRow(a) - messages.firstRow(b) || a - b);
}

/** What the model was given for a message; -1 when nothing of it is stated. */
export function contextOf({ index: { messages } }: Session, message: number): number {
  let sum = -1;
  for (const counter of [Counter.Input, Counter.CacheRead, Counter.CacheCreation]) {
    const value = messages.largest(message, counter);
    if (value >= 0) sum = Math.max(0, sum) + value;
  }
  return sum;
}

export function tokensOf({ index: { messages } }: Session, message: number): number {
  let sum = 0;
  for (let counter = 0; counter < Counter.Count; counter++)
    sum += Math.max(0, messages.largest(message, counter));
  return sum;
}

export function messageUsage(session: Session, message: number): MessageUsage {
  const { messages, table } = session.index;
  const row = messages.firstRow(message);
  const counter = (which: Counter) => orNull(messages.largest(message, which));
  return {
    ...placeOf(session, row),
    agent: table.parent(row),
    input: counter(Counter.Input),
    output: counter(Counter.Output),
    cacheRead: counter(Counter.CacheRead),
    cacheCreation: counter(Counter.CacheCreation),
    context: bounded(orNull(contextOf(session, message))),
  };
}

const orNull = (value: number) => (value < 0 ? null : value);

import { z } from 'zod';
import type { SpanPage, TimelineOutline, TimelineSlice } from '../engine/timeline/timeline-types';

/** What the timeline asks the engine, as a part of the engine contract. */

/** Bins and lanes of one slice: far below the 1 MB cap of one message. */
export const MAX_BINS = 2048;
export const MAX_LANES = 64;
export const MAX_SPANS_PER_PAGE = 100;

const session = z.number().int().nonnegative();
const expression = z.string().max(20_000);

const answer = <T>() => z.custom<T>();

export const timelineRequests = {
  /** The shape of the whole session; silences of `gapMs` and more are gaps. */
  timelineOutline: {
    input: z.object({ session, gapMs: z.number().positive() }),
    output: answer<TimelineOutline>(),
  },
  /** What stands between two places of an axis, on some lanes. */
  timeline: {
    input: z.object({
      session,
      axis: z.enum(['time', 'order', 'bytes']),
      from: z.number(),
      to: z.number(),
      bins: z.number().int().min(1).max(MAX_BINS),
      lanes: z.array(z.string().max(200)).max(MAX_LANES),
      /** What is searched for: its events are hits. */
      expression: expression.optional(),
      /** What the list is filtered by. */
      filter: expression.optional(),
    }),
    output: answer<TimelineSlice>(),
  },
  /** Spans as a table, in order of their begin. */
  spans: {
    input: z.object({
      session,
      from: z.number().int().nonnegative(),
      count: z.number().int().min(1).max(MAX_SPANS_PER_PAGE),
    }),
    output: answer<SpanPage>(),
  },
} as const;
export type TimelineContract = { requests: typeof timelineRequests; events: Record<never, never> };

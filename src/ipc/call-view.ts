import { z } from 'zod';
import type { CallSort, CallStatus } from '../engine/answers/call-table/call-table-types';

const sorts = [
  'order',
  'tool',
  'status',
  'time',
  'duration',
  'callBytes',
  'resultBytes',
  'permission',
  'agent',
  'run',
  'repeats',
] as const satisfies readonly CallSort[];

const statuses = [
  'failed',
  'unanswered',
  'orphan',
  'duplicate',
  'ok',
] as const satisfies readonly CallStatus[];

/** How the table of calls is sorted and filtered. */
export const callView = z.object({
  sort: z.enum(sorts),
  descending: z.boolean(),
  filter: z.object({
    tools: z.array(z.string().max(1000)).max(200).optional(),
    statuses: z.array(z.enum(statuses)).max(statuses.length).optional(),
    agents: z.array(z.number().int().nonnegative()).max(200).optional(),
    text: z.string().max(1000).optional(),
    repeatedOnly: z.boolean().optional(),
    identicalTo: z.number().int().nonnegative().optional(),
  }),
});

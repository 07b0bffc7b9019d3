import { z } from 'zod';

/** What the main process tells the engine host. Here, and only here, sessions have paths. */
export const hostCommandSchema = z.discriminatedUnion('t', [
  z.object({ t: z.literal('open'), session: z.number(), path: z.string() }),
  z.object({ t: z.literal('close'), session: z.number() }),
  /** Comes with one port: the direct line to a window. */
  z.object({ t: z.literal('port') }),
]);
export type HostCommand = z.infer<typeof hostCommandSchema>;

/** What the engine host tells the main process. */
export const hostNoticeSchema = z.discriminatedUnion('t', [
  z.object({ t: z.literal('ready') }),
  z.object({ t: z.literal('opened'), session: z.number() }),
  z.object({ t: z.literal('open-failed'), session: z.number(), message: z.string() }),
]);
export type HostNotice = z.infer<typeof hostNoticeSchema>;

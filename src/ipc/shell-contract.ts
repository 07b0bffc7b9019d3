import { z } from 'zod';
import { processEvents, processRequests, startedProcessSchema } from './process-contract';

/**
 * What the window may ask the main process (through the preload bridge). Opening goes through acts of the
 * user only: the dialog, a drop (paths are resolved from File objects in the preload script), the recent list.
 */

export const openSessionSchema = z.object({
  /** Names the session in every engine request. Never reused in one life of the app. */
  session: z.number().int().nonnegative(),
  name: z.string(),
  /** For display and "copy path"; the window cannot open by path. */
  path: z.string(),
  /** Set when the file could not be opened: one plain sentence. Such a session has no frames. */
  error: z.string().nullable(),
  /** The user asked for it just now: bring it to the front. News of a session in the background is not. */
  activate: z.boolean(),
});

export const recentFileSchema = z.object({
  id: z.string(),
  name: z.string(),
  folder: z.string(),
});

export const engineStateSchema = z.enum(['starting', 'ready', 'restarting', 'failed']);

/** `message` is a whole sentence for the user, empty when there is nothing to say. */
export const engineNoticeSchema = z.object({ state: engineStateSchema, message: z.string() });

export const themeSchema = z.enum(['system', 'light', 'dark']);

export const shellContract = {
  requests: {
    /**
     * The window is mounted and listens: main answers with everything so far and hands over the engine port.
     * Events that came before are held back until then.
     */
    ready: {
      input: z.object({}),
      output: z.object({
        sessions: z.array(openSessionSchema),
        processes: z.array(startedProcessSchema),
        active: z.number().nullable(),
        recent: z.array(recentFileSchema),
        theme: themeSchema,
        engine: engineNoticeSchema,
        appVersion: z.string(),
        platform: z.string(),
      }),
    },
    /** Shows the system's open dialog. */
    openDialog: { input: z.object({}), output: z.object({}) },
    openDemo: { input: z.object({}), output: z.object({}) },
    openRecent: { input: z.object({ id: z.string() }), output: z.object({}) },
    clearRecent: { input: z.object({}), output: z.object({}) },
    /** Only the preload script calls this, with the paths of dropped File objects. */
    openDropped: { input: z.object({ paths: z.array(z.string()).min(1).max(100) }), output: z.object({}) },
    closeSession: { input: z.object({ session: z.number().int().nonnegative() }), output: z.object({}) },
    /** Reads the file again from the start (after a failure or a cancelled index). */
    reopenSession: { input: z.object({ session: z.number().int().nonnegative() }), output: z.object({}) },
    setTheme: { input: z.object({ theme: themeSchema }), output: z.object({}) },
    copyText: { input: z.object({ text: z.string().max(16 * 1024 * 1024) }), output: z.object({}) },
    showInFolder: { input: z.object({ session: z.number().int().nonnegative() }), output: z.object({}) },
    ...processRequests,
  },
  events: {
    sessionOpened: openSessionSchema,
    sessionClosed: z.object({ session: z.number() }),
    recentChanged: z.array(recentFileSchema),
    /** "restarting": the engine process ended; `message` says so in one sentence. */
    engineState: engineNoticeSchema,
    /** The theme was changed from the menu. */
    themeChanged: z.object({ theme: themeSchema }),
    /** Something the user should know that is not about the engine; stays until dismissed. */
    notice: z.object({ id: z.string(), tone: z.enum(['info', 'warning', 'error']), text: z.string() }),
    /** A menu item or accelerator of the system menu ran a command of the window's registry. */
    command: z.object({ id: z.string() }),
    ...processEvents,
  },
} as const;
export type ShellContract = typeof shellContract;

export type OpenSession = z.infer<typeof openSessionSchema>;
export type RecentFile = z.infer<typeof recentFileSchema>;
export type EngineState = z.infer<typeof engineStateSchema>;
export type EngineNotice = z.infer<typeof engineNoticeSchema>;
export type Theme = z.infer<typeof themeSchema>;

/** What the preload script puts at window.framescope. The engine port comes as a window message with a port. */
export interface Bridge {
  request<M extends keyof ShellContract['requests'] & string>(
    method: Exclude<M, 'openDropped'>,
    input: z.input<ShellContract['requests'][M]['input']>,
  ): Promise<{ output: z.output<ShellContract['requests'][M]['output']> } | { error: unknown }>;
  /** Returns a function that ends the subscription. */
  on<E extends keyof ShellContract['events'] & string>(
    event: E,
    listener: (data: z.output<ShellContract['events'][E]>) => void,
  ): () => void;
  openDropped(files: File[]): Promise<{ output: object } | { error: unknown }>;
}

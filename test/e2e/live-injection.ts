import type { Page } from '@playwright/test';
import type { LiveFile, LiveStatus, PermissionRequest } from '../../src/ipc/engine-contract';

/** What a session is said to be doing, put into the progress that the engine tells the window. */
export interface LiveInjection {
  /** Shows this status of a session, from now on. */
  show(session: number, status: Partial<LiveStatus>): Promise<void>;
}

interface Patched extends Window {
  injected: Map<number, LiveFile>;
  tellProgress(session: number): void;
}

const AT_REST: LiveStatus = {
  activity: 'running',
  since: null,
  sentence: '',
  frame: null,
  retry: null,
  until: null,
  openCalls: [],
  openCallCount: 0,
  permissions: [],
};

/** States that no program brings about at will. The page is loaded anew with a listener before its own. */
export async function injectLive(page: Page): Promise<LiveInjection> {
  await page.addInitScript(() => {
    const patched = window as unknown as Patched;
    patched.injected = new Map();
    const last = new Map<number, Record<string, unknown>>();
    const { get, set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')!;
    const isProgress = (value: unknown): value is Record<string, unknown> & { session: number } =>
      typeof value === 'object' && value !== null && 'generation' in value && 'totalBytes' in value;
    const receive = (progress: Record<string, unknown> & { session: number }) => {
      last.set(progress.session, progress);
      const live = patched.injected.get(progress.session);
      if (live) progress.live = live;
    };
    Object.defineProperty(MessagePort.prototype, 'onmessage', {
      configurable: true,
      get,
      set(listener: (event: MessageEvent) => void) {
        patched.tellProgress = (session) => {
          // Progress is told again only when time has gone by.
          const known = last.get(session);
          const data = { ...known, session, elapsedMs: Number(known?.elapsedMs ?? 0) + 1000 };
          receive(data);
          listener(new MessageEvent('message', { data: { t: 'event', event: 'progress', data } }));
        };
        set?.call(this, (event: MessageEvent) => {
          const told = event.data?.t === 'event' ? event.data.data : event.data?.output;
          if (isProgress(told)) receive(told);
          listener(event);
        });
      },
    });
  });
  await page.reload();
  return {
    show: (session, status) =>
      page.evaluate(
        ([id, given, rest]) => {
          const patched = window as unknown as Patched;
          const live: LiveFile = {
            state: 'watching',
            grewAt: null,
            pendingBytes: 0,
            note: null,
            status: { ...rest, ...given },
          };
          patched.injected.set(id, live);
          patched.tellProgress(id);
        },
        [session, status, AT_REST] as const,
      ),
  };
}

/** The permission requests of a capture, where they stand in it. */
export function permissionsIn(capture: Buffer): PermissionRequest[] {
  const found: PermissionRequest[] = [];
  let offset = 0;
  let frame = 0;
  for (const line of capture.toString('utf8').split('\n')) {
    const bytes = Buffer.byteLength(line);
    frame++;
    if (line.includes('"can_use_tool"')) {
      const { request_id: requestId, request } = JSON.parse(line);
      const text = JSON.stringify(request.input, null, 2);
      found.push({
        requestId,
        frame,
        offset,
        bytes,
        tool: request.tool_name,
        summary: request.input.command,
        input: { text, cut: 0 },
        since: null,
      });
    }
    offset += bytes + 1;
  }
  return found;
}

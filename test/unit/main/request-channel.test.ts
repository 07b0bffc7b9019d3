import type { IpcMainInvokeEvent } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import type { Handlers } from '../../../src/ipc/channel';
import type { ShellContract } from '../../../src/ipc/shell-contract';
import { serveShellRequests } from '../../../src/main/shell/request-channel';

type Listener = (event: IpcMainInvokeEvent, method: unknown, input: unknown) => Promise<unknown>;
const electron = vi.hoisted(() => ({ listener: undefined as Listener | undefined }));
vi.mock('electron', () => ({
  ipcMain: {
    handle(_channel: string, listener: Listener) {
      electron.listener = listener;
    },
  },
}));

describe('serveShellRequests', () => {
  it("answers the app's own page, and runs nothing for any other", async () => {
    const copied: string[] = [];
    const copyText = ({ text }: { text: string }) => {
      copied.push(text);
      return {};
    };
    const own = {} as IpcMainInvokeEvent;
    serveShellRequests({ copyText } as unknown as Handlers<ShellContract>, (event) => event === own);
    expect(await electron.listener?.(own, 'copyText', { text: 'a' })).toEqual({ output: {} });
    const stranger = {} as IpcMainInvokeEvent;
    expect(await electron.listener?.(stranger, 'copyText', { text: 'b' })).toEqual({
      error: expect.objectContaining({ code: 'invalid-request' }),
    });
    expect(copied).toEqual(['a']);
  });
});

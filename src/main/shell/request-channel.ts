import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import { type Answer, answerRequest } from '../../ipc/answer-request';
import type { Handlers } from '../../ipc/channel';
import { toEnvelope } from '../../ipc/error-envelope';
import { SHELL_REQUEST_CHANNEL } from '../../ipc/shell-channels';
import { type ShellContract, shellContract } from '../../ipc/shell-contract';
import { InvalidRequestError } from '../../protocol/errors';

/** Serves the whole shell contract on one channel. Only the app's own page is answered. */
export function serveShellRequests(
  handlers: Handlers<ShellContract>,
  isOwnPage: (event: IpcMainInvokeEvent) => boolean,
): void {
  ipcMain.handle(SHELL_REQUEST_CHANNEL, async (event, method: unknown, input: unknown): Promise<Answer> => {
    if (!isOwnPage(event)) {
      const error = new InvalidRequestError("The request did not come from the app's own window.");
      return { error: toEnvelope(error) };
    }
    // Requests to the shell are short and cannot be cancelled.
    const { signal } = new AbortController();
    return answerRequest(shellContract, handlers, method, input, { signal });
  });
}

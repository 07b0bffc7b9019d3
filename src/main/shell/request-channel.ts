import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { Handlers } from '../../ipc/channel';
import { SHELL_REQUEST_CHANNEL } from '../../ipc/shell-channels';
import { type ShellContract, shellContract } from '../../ipc/shell-contract';
import { InvalidRequestError } from '../../protocol/errors';
import { type Answer, answerRequest } from './answer-request';

/** Serves the whole shell contract on one channel. Only the app's own page is answered. */
export function serveShellRequests(
  handlers: Handlers<ShellContract>,
  isOwnPage: (event: IpcMainInvokeEvent) => boolean,
): void {
  ipcMain.handle(SHELL_REQUEST_CHANNEL, (event, method: unknown, input: unknown): Promise<Answer> => {
    return answerRequest(shellContract, handlers, method, input, () => {
      if (!isOwnPage(event))
        throw new InvalidRequestError("The request did not come from the app's own window.");
    });
  });
}

import { app, type BrowserWindow, dialog } from 'electron';
import { CrashGuard } from '../crash-guard';
import { logFailure } from '../failure-log';

/** A page that crashes again within this time is not loaded again without asking. */
const CALM_MS = 60_000;

/**
 * Loads the page again when its process is gone. `onRevived` gets one sentence for the window. The second
 * time within a minute the user decides.
 */
export function reviveGonePage(window: BrowserWindow, onRevived: (sentence: string) => void): void {
  const guard = new CrashGuard(1, CALM_MS);
  window.webContents.on('render-process-gone', async (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    logFailure('window process gone', `${reason}, exit code ${exitCode}`);
    if (!guard.record(Date.now())) {
      const { response } = await dialog.showMessageBox(window, {
        type: 'error',
        title: 'Framescope',
        message: `The window stopped again (${reason}).`,
        detail: 'Your files are not affected.',
        buttons: ['Load Again', 'Quit'],
      });
      if (response === 1) return app.quit();
    }
    if (window.isDestroyed()) return;
    onRevived(`The window stopped (${reason}) and was loaded again. Your files were re-opened.`);
    window.webContents.reload();
  });
}

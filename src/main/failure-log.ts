import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app, dialog } from 'electron';

const MAX_LOG_BYTES = 1024 * 1024;

export function logFile(): string {
  return join(app.getPath('userData'), 'logs', 'main.log');
}

/** Appends to the log on this machine. A log that cannot be written must not become a second failure. */
export function logFailure(what: string, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  try {
    const path = logFile();
    mkdirSync(dirname(path), { recursive: true });
    keepSmall(path);
    appendFileSync(path, `${new Date().toISOString()} ${what}: ${text}\n`);
  } catch {
    console.error(`${what}: ${text}`);
  }
}

function keepSmall(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_LOG_BYTES) renameSync(path, `${path}.old`);
}

/** From here on no error of the main process is silent: it is logged and told in one sentence. */
export function reportUncaughtFailures(): void {
  let telling = false;
  const report = (what: string, error: unknown) => {
    logFailure(what, error);
    // One dialog at a time: a failure that repeats would bury the window under them.
    if (telling) return;
    telling = true;
    const reason = error instanceof Error ? error.message : String(error);
    void tell(reason).finally(() => {
      telling = false;
    });
  };
  process.on('uncaughtException', (error) => report('uncaught exception', error));
  process.on('unhandledRejection', (error) => report('unhandled rejection', error));
}

async function tell(reason: string): Promise<void> {
  const message = `Something went wrong in Framescope itself: ${reason}`;
  const detail = `Your files are not affected. Details are in ${logFile()}.`;
  if (!app.isReady()) dialog.showErrorBox('Framescope', `${message}\n\n${detail}`);
  else
    await dialog.showMessageBox({
      type: 'error',
      title: 'Framescope',
      message,
      detail,
      buttons: ['Continue'],
    });
}

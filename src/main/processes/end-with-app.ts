import { app } from 'electron';
import type { ProcessList } from './process-list';

/** No process outlives the app: quitting waits until all have ended, and whatever is left then is killed. */
export function endWithApp(processes: ProcessList): void {
  let ended = false;
  let ending = false;
  app.on('before-quit', (event) => {
    if (ended || !(ending || processes.busy)) return;
    event.preventDefault();
    if (ending) return;
    ending = true;
    void processes.quit().finally(() => {
      ended = true;
      app.quit();
    });
  });
  // The ways out that ask nobody.
  app.on('quit', () => processes.killAll());
  process.on('exit', () => processes.killAll());
}

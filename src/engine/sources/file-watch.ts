import { type FSWatcher, watch } from 'node:fs';

/**
 * Hints that a file may have changed, as fast as the system tells. It may miss changes (network disks, a path that leads
 * to another file by now, no watchers left), so it is looked at now and then as well.
 */
export class FileWatch {
  private watcher: FSWatcher | null = null;

  constructor(
    private readonly path: string,
    private readonly onHint: () => void,
  ) {
    this.arm();
  }

  get isArmed(): boolean {
    return this.watcher !== null;
  }

  /** Watches the file that stands at the path now. */
  arm(): void {
    this.close();
    try {
      const watcher = watch(this.path, { persistent: false }, (event) => {
        if (this.watcher !== watcher) return;
        // The path may lead to another file now: the next look arms it again.
        if (event === 'rename') this.close();
        this.onHint();
      });
      watcher.on('error', () => this.watcher === watcher && this.close());
      this.watcher = watcher;
    } catch {
      this.watcher = null;
    }
  }

  close(): void {
    this.watcher?.close();
    this.watcher = null;
  }
}

import type { WebContents } from 'electron';

/** So long after it an act of the user may still be what a request is about. */
export const ACT_COUNTS_MS = 5000;

/** Pressing something; moving the pointer or releasing a key is no act. */
const ACTS: ReadonlySet<string> = new Set(['mouseDown', 'rawKeyDown', 'keyDown', 'touchStart', 'gestureTap']);

/**
 * Keeps when the user last pressed a key or a button in the window, as the system reports it to the main process: a
 * page cannot make such an event. One act allows one thing.
 */
export class UserActs {
  readonly #now: () => number;
  #last: number | null = null;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Hears what the user does in this window. */
  watch(contents: Pick<WebContents, 'on'>): void {
    contents.on('input-event', (_event, input) => {
      if (ACTS.has(input.type)) this.note();
    });
  }

  /** The user did something just now. */
  note(): void {
    this.#last = this.#now();
  }

  get recent(): boolean {
    return this.#last !== null && this.#now() - this.#last <= ACT_COUNTS_MS;
  }

  /** The act has had its effect. */
  use(): void {
    this.#last = null;
  }
}

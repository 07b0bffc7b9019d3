import type { EventData } from '../../ipc/channel';
import type { ShellContract } from '../../ipc/shell-contract';

type Events = keyof ShellContract['events'];

/** What the answer to `ready` tells anyway: not worth keeping for a window that has no answer yet. */
const IN_THE_SNAPSHOT: ReadonlySet<Events> = new Set([
  'sessionOpened',
  'sessionClosed',
  'recentChanged',
  'engineState',
  'processChanged',
  'processForgotten',
]);

/** Events to the window. They wait until the page has the state that they change. */
export class WindowLink {
  readonly #post: (event: Events, data: unknown) => void;
  #waiting: { event: Events; data: unknown }[] = [];
  /** "answering": the snapshot was taken, and is still on its way to the page. */
  #page: 'away' | 'answering' | 'listening' = 'away';

  constructor(post: (event: Events, data: unknown) => void) {
    this.#post = post;
  }

  get ready(): boolean {
    return this.#page === 'listening';
  }

  send<E extends Events>(event: E, data: EventData<ShellContract, E>): void {
    if (this.#page === 'listening') this.#post(event, data);
    else if (this.#page === 'answering' || !IN_THE_SNAPSHOT.has(event)) this.#waiting.push({ event, data });
  }

  /** The page is told the whole state now: whatever changes from here on it has to hear. */
  snapshotTaken(): void {
    this.#page = 'answering';
  }

  /** The page has the snapshot. False when another page took its place meanwhile. */
  open(): boolean {
    if (this.#page === 'away') return false;
    this.#page = 'listening';
    for (const { event, data } of this.#waiting.splice(0)) this.#post(event, data);
    return true;
  }

  /** The page is being loaded (again). */
  reset(): void {
    this.#page = 'away';
    this.#waiting = this.#waiting.filter(({ event }) => !IN_THE_SNAPSHOT.has(event));
  }
}

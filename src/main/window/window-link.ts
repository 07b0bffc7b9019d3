import type { EventData } from '../../ipc/channel';
import type { ShellContract } from '../../ipc/shell-contract';

type Events = keyof ShellContract['events'];

/** What the answer to `ready` tells anyway: not worth keeping for a window that is not there yet. */
const IN_THE_SNAPSHOT: ReadonlySet<Events> = new Set([
  'sessionOpened',
  'sessionClosed',
  'recentChanged',
  'engineState',
]);

/** Events to the window. They wait until the page has said that it listens. */
export class WindowLink {
  readonly #post: (event: Events, data: unknown) => void;
  #waiting: { event: Events; data: unknown }[] = [];
  #ready = false;

  constructor(post: (event: Events, data: unknown) => void) {
    this.#post = post;
  }

  get ready(): boolean {
    return this.#ready;
  }

  send<E extends Events>(event: E, data: EventData<ShellContract, E>): void {
    if (this.#ready) this.#post(event, data);
    else if (!IN_THE_SNAPSHOT.has(event)) this.#waiting.push({ event, data });
  }

  /** The page listens now. */
  open(): void {
    this.#ready = true;
    for (const { event, data } of this.#waiting.splice(0)) this.#post(event, data);
  }

  /** The page is being loaded (again). */
  reset(): void {
    this.#ready = false;
  }
}

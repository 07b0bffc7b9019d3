/** Tells a single crash from a loop of them. */
export class CrashGuard {
  readonly #limit: number;
  readonly #spanMs: number;
  #crashes: number[] = [];

  /** More than `limit` crashes within `spanMs` are a loop. */
  constructor(limit: number, spanMs: number) {
    this.#limit = limit;
    this.#spanMs = spanMs;
  }

  /** Counts a crash; true when starting again is worth a try. */
  record(now: number): boolean {
    this.#crashes = this.#crashes.filter((time) => now - time < this.#spanMs);
    this.#crashes.push(now);
    return this.#crashes.length <= this.#limit;
  }

  /** How many crashes count at the moment. */
  get count(): number {
    return this.#crashes.length;
  }

  /** The user asked for another try. */
  reset(): void {
    this.#crashes = [];
  }
}

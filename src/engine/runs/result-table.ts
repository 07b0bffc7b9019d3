import { Counter } from '../frames/frame-scanner';
import { RowNumbers } from './row-numbers';

/** What one result frame states; null, and for a counter -1: it does not state it. */
export interface StatedResult {
  failed: boolean;
  cost: number | null;
  turns: number | null;
  durationMs: number | null;
  usage(counter: Counter): number;
}

const FIRST = 16;
const NUMBERS = 3 + Counter.Count;

/** The numbers of a result frame, by column. */
export enum Stated {
  Cost,
  Turns,
  Duration,
  /** The first of the token counters. */
  Usage,
}

/**
 * What every result frame states, in order of appearance, so that a sum can be told by its terms without reading the
 * file again. There is one result a turn, so 61 bytes each are little.
 */
export class ResultTable {
  readonly rows = new RowNumbers();
  private numbers = new Float64Array(FIRST * NUMBERS);
  private failures = new Uint8Array(FIRST);

  get count(): number {
    return this.rows.length;
  }

  add(row: number, stated: StatedResult): void {
    const at = this.count;
    if (at === this.failures.length) this.grow();
    this.rows.push(row);
    this.failures[at] = stated.failed ? 1 : 0;
    const first = at * NUMBERS;
    this.numbers[first + Stated.Cost] = stated.cost ?? Number.NaN;
    this.numbers[first + Stated.Turns] = stated.turns ?? Number.NaN;
    this.numbers[first + Stated.Duration] = stated.durationMs ?? Number.NaN;
    for (let k = 0; k < Counter.Count; k++) {
      const value = stated.usage(k);
      this.numbers[first + Stated.Usage + k] = value < 0 ? Number.NaN : value;
    }
  }

  private grow(): void {
    const numbers = new Float64Array(this.numbers.length * 2);
    numbers.set(this.numbers);
    this.numbers = numbers;
    const failures = new Uint8Array(this.failures.length * 2);
    failures.set(this.failures);
    this.failures = failures;
  }

  failed(result: number): boolean {
    return this.failures[result] === 1;
  }

  /** The number in a column (for a counter: Stated.Usage + counter); NaN when the frame does not state it. */
  number(result: number, column: number): number {
    return this.numbers[result * NUMBERS + column] as number;
  }
}

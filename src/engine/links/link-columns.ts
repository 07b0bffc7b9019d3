const MIN_CAPACITY = 256;

/**
 * Typed columns that double when they are full. Room that is not written to costs no memory, so they begin with as much
 * as the file is expected to need: what is left of a column that was copied would stay with the process.
 */
export class Columns {
  capacity: number;
  row: Uint32Array;
  block: Uint32Array;
  run: Uint16Array;
  name: Uint16Array;
  flags: Uint16Array;
  id: Uint32Array;
  other: Uint32Array;
  /** Neighbours in the one list of its id that the record is in (open calls, waiting or strayed results). */
  older: Uint32Array;
  newer: Uint32Array;
  message: Uint32Array;

  constructor(expected: number) {
    this.capacity = Math.max(MIN_CAPACITY, expected);
    const words = () => new Uint32Array(this.capacity);
    const halves = () => new Uint16Array(this.capacity);
    this.row = words();
    this.block = words();
    this.run = halves();
    this.name = halves();
    this.flags = halves();
    this.id = words();
    this.other = words();
    this.older = words();
    this.newer = words();
    this.message = words();
  }

  grow(): void {
    this.capacity *= 2;
    for (const name of ['row', 'block', 'id', 'other', 'older', 'newer', 'message'] as const) {
      const larger = new Uint32Array(this.capacity);
      larger.set(this[name]);
      this[name] = larger;
    }
    for (const name of ['run', 'name', 'flags'] as const) {
      const larger = new Uint16Array(this.capacity);
      larger.set(this[name]);
      this[name] = larger;
    }
  }
}

/** Heads of the lists of one id; 0 is empty, else record + 1. */
export class IdLists {
  private capacity: number;
  openCalls: Uint32Array;
  waitingResults: Uint32Array;
  lastCall: Uint32Array;
  lastResult: Uint32Array;
  /** Results that are linked to a call of another run. */
  crossResults: Uint32Array;

  constructor(expected: number) {
    this.capacity = Math.max(MIN_CAPACITY, expected);
    const heads = () => new Uint32Array(this.capacity);
    this.openCalls = heads();
    this.waitingResults = heads();
    this.lastCall = heads();
    this.lastResult = heads();
    this.crossResults = heads();
  }

  ensure(id: number): void {
    if (id < this.capacity) return;
    this.capacity *= 2;
    for (const name of ['openCalls', 'waitingResults', 'lastCall', 'lastResult', 'crossResults'] as const) {
      const larger = new Uint32Array(this.capacity);
      larger.set(this[name]);
      this[name] = larger;
    }
  }
}

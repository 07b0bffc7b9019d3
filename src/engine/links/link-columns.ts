/** Typed columns that double when they are full. */
export class Columns {
  capacity = 256;
  row = new Uint32Array(this.capacity);
  block = new Uint32Array(this.capacity);
  run = new Uint16Array(this.capacity);
  name = new Uint16Array(this.capacity);
  flags = new Uint16Array(this.capacity);
  id = new Uint32Array(this.capacity);
  other = new Uint32Array(this.capacity);
  /** Neighbours in the one list of its id that the record is in (open calls, waiting or strayed results). */
  older = new Uint32Array(this.capacity);
  newer = new Uint32Array(this.capacity);
  message = new Uint32Array(this.capacity);

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
  private capacity = 256;
  openCalls = new Uint32Array(this.capacity);
  waitingResults = new Uint32Array(this.capacity);
  lastCall = new Uint32Array(this.capacity);
  lastResult = new Uint32Array(this.capacity);
  /** Results that are linked to a call of another run. */
  crossResults = new Uint32Array(this.capacity);

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

/** A column that grows as it is written to, with 0 where nothing was written yet. */
export class GrownNumbers {
  private values = new Uint32Array(1024);

  get(at: number): number {
    return this.values[at] ?? 0;
  }

  set(at: number, value: number): void {
    if (at >= this.values.length) {
      const larger = new Uint32Array(Math.max(at + 1, this.values.length * 2));
      larger.set(this.values);
      this.values = larger;
    }
    this.values[at] = value;
  }
}

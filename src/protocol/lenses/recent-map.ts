interface Page<V> {
  entries: Map<string, V>;
  units: number;
}

/**
 * A map that keeps the entries that came last, so that a session of gigabytes does not grow it without limit. Entries
 * stand in pages; only the last page is written to, so that a copy shares all the others.
 */
export class RecentMap<V> {
  private page: Page<V> = { entries: new Map(), units: 0 };
  /** Pages that are not written to any more, the newest first. */
  private full: readonly Page<V>[] = [];

  /** Keeps at least `pageEntries * (pageCount - 1)` entries, unless they are longer than `pageUnits` a page. */
  constructor(
    private readonly pageEntries = 256,
    private readonly pageCount = 9,
    private readonly pageUnits = 128 * 1024,
  ) {}

  /** `units` is about how long the entry is. */
  set(key: string, value: V, units = key.length): void {
    if (this.page.entries.size >= this.pageEntries || this.page.units >= this.pageUnits) {
      this.full = [this.page, ...this.full].slice(0, this.pageCount - 1);
      this.page = { entries: new Map(), units: 0 };
    }
    this.page.entries.set(key, value);
    this.page.units += units;
  }

  get(key: string): V | undefined {
    if (this.page.entries.has(key)) return this.page.entries.get(key);
    return this.full.find(({ entries }) => entries.has(key))?.entries.get(key);
  }

  has(key: string): boolean {
    return this.page.entries.has(key) || this.full.some(({ entries }) => entries.has(key));
  }

  copy(): RecentMap<V> {
    const copy = new RecentMap<V>(this.pageEntries, this.pageCount, this.pageUnits);
    copy.page = { entries: new Map(this.page.entries), units: this.page.units };
    copy.full = this.full;
    return copy;
  }
}

/** A cache that can be cleared. */
export interface Forgetful {
  forget(): void;
}

/** Limits the total size of several caches: when it is exceeded, all are cleared. */
export class PatternMemory {
  private readonly holders = new Set<Forgetful>();
  private kept = 0;

  constructor(private readonly most: number) {}

  /** Called before a cache grows by `size`. */
  public keep(holder: Forgetful, size: number): void {
    if (this.kept + size > this.most) {
      this.holders.forEach(each => each.forget());
      this.holders.clear();
      this.kept = 0;
    }
    this.holders.add(holder);
    this.kept += size;
  }
}

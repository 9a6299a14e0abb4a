/** Whoever can forget what it has found out. */
export interface Forgetful {
  forget(): void;
}

/** Bounds what several remember together: where it is too much, all of them begin anew. */
export class PatternMemory {
  private readonly holders = new Set<Forgetful>();
  private kept = 0;

  constructor(private readonly most: number) {}

  /** Says that somebody is going to remember so much more. */
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

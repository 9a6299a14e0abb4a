/**
 * A place in an object. It is a chain of links, because nearly every place that is walked is fine and its text never asked for:
 * a link costs one small object, the text is built when something is reported.
 */
export class Path {
  static root(name: string): Path {
    return new Path(undefined, name, false);
  }

  private constructor(private readonly parent: Path | undefined, private readonly name: string | number, private readonly isKey: boolean) {}

  /** `spec` + `containers` is `spec.containers`. */
  child(name: string): Path {
    return new Path(this, name, false);
  }

  /** `containers` + 0 is `containers[0]`. */
  index(index: number): Path {
    return new Path(this, index, false);
  }

  /** `limits` + `cpu` is `limits[cpu]`: keys that users choose. */
  key(key: string): Path {
    return new Path(this, key, true);
  }

  toString(): string {
    const before = this.parent?.toString() ?? '';
    if (this.isKey || typeof this.name === 'number') {
      return `${before}[${this.name}]`;
    }
    return before === '' ? this.name : `${before}.${this.name}`;
  }
}

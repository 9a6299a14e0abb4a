interface Place {
  readonly offset: number;
  /** A number or word as it is written. */
  written?: string;
  children?: Map<string | number, Place>;
}

/** Where the values of a document stand in its text. */
export class Places {
  private root: Place = { offset: 0 };
  private readonly open: Place[] = [];

  begin(offset: number): void {
    this.root = { offset };
    this.open.push(this.root);
  }

  /** What follows, up to `leave`, belongs to this key or index. */
  enter(step: string | number, offset: number): void {
    const place = { offset };
    const parent = this.open[this.open.length - 1];
    (parent.children ??= new Map()).set(step, place);
    this.open.push(place);
  }

  leave(): void {
    this.open.pop();
  }

  write(text: string): void {
    this.open[this.open.length - 1].written = text;
  }

  /** The place of a field path such as `spec.containers[0].env[2]`, or of what is nearest above it. */
  nearest(path: string): number {
    return this.walk(path).place.offset;
  }

  writtenAt(path: string): string | undefined {
    const { place, rest } = this.walk(path);
    return rest === '' ? place.written : undefined;
  }

  private walk(path: string): { readonly place: Place; readonly rest: string } {
    let place = this.root;
    let rest = path;
    while (rest !== '') {
      const length = stepLength(place, rest);
      const child = length === 0 ? undefined : childOf(place, rest.slice(0, length));
      if (child === undefined) {
        break;
      }
      place = child;
      rest = rest.slice(rest[length] === '.' ? length + 1 : length);
    }
    return { place, rest };
  }
}

/** How much of a path names a child: up to the first end of a step behind which there is one. Keys may hold dots and brackets. */
function stepLength(place: Place, path: string): number {
  const bracketed = path.startsWith('[');
  for (let at = 1; at <= path.length; at++) {
    const end = at === path.length || path[at] === '.' || path[at] === '[';
    if (end && (!bracketed || path[at - 1] === ']') && childOf(place, path.slice(0, at)) !== undefined) {
      return at;
    }
  }
  return 0;
}

function childOf({ children }: Place, step: string): Place | undefined {
  const name = step.startsWith('[') && step.endsWith(']') ? step.slice(1, -1) : step;
  return children?.get(name) ?? (/^\d{1,9}$/.test(name) ? children?.get(Number(name)) : undefined);
}

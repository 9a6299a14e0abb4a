interface Position {
  readonly offset: number;
  /** The text of a number or word. */
  written?: string;
  children?: Map<string | number, Position>;
}

/** The positions of a document's values in its text, as a tree of keys and indexes. */
export class Positions {
  private root: Position = { offset: 0 };
  private readonly open: Position[] = [];

  begin(offset: number): void {
    this.root = { offset };
    this.open.push(this.root);
  }

  /** Descends into a key or index; `leave` returns. */
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

  /** The offset of a field path such as `spec.containers[0].env[2]`, or of its nearest ancestor that is there. */
  nearest(path: string): number {
    return this.walk(path).place.offset;
  }

  writtenAt(path: string): string | undefined {
    const { place, rest } = this.walk(path);
    return rest === '' ? place.written : undefined;
  }

  /** The place that a path names, if it is there: as keys and indexes, and where it begins. */
  exact(path: string): { readonly offset: number; readonly steps: readonly (string | number)[]; readonly written?: string } | undefined {
    const { place, rest, steps } = this.walk(path);
    return rest === '' ? { offset: place.offset, steps, written: place.written } : undefined;
  }

  private walk(path: string): { readonly place: Position; readonly rest: string; readonly steps: (string | number)[] } {
    let place = this.root;
    let rest = path;
    const steps: (string | number)[] = [];
    while (rest !== '') {
      const length = stepLength(place, rest);
      const child = length === 0 ? undefined : childOf(place, rest.slice(0, length));
      if (child === undefined) {
        break;
      }
      place = child.place;
      steps.push(child.step);
      rest = rest.slice(rest[length] === '.' ? length + 1 : length);
    }
    return { place, rest, steps };
  }
}

/** Length of the path's first step: the shortest prefix that names a child. Keys may contain dots and brackets. */
function stepLength(place: Position, path: string): number {
  const bracketed = path.startsWith('[');
  for (let at = 1; at <= path.length; at++) {
    const end = at === path.length || path[at] === '.' || path[at] === '[';
    if (end && (!bracketed || path[at - 1] === ']') && childOf(place, path.slice(0, at)) !== undefined) {
      return at;
    }
  }
  return 0;
}

function childOf({ children }: Position, step: string): { readonly place: Position; readonly step: string | number } | undefined {
  const name = step.startsWith('[') && step.endsWith(']') ? step.slice(1, -1) : step;
  const named = children?.get(name);
  const counted = named === undefined && /^\d{1,9}$/.test(name) ? children?.get(Number(name)) : undefined;
  return named ? { place: named, step: name } : counted && { place: counted, step: Number(name) };
}

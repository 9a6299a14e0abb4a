import { Manifest } from './manifest';

/** Objects of one kind, by place and name. */
type ByName = Map<string, Manifest>;

/**
 * One index over the final objects. Built once a synth; what only some rules need is worked out when the first of them asks.
 */
export class Facts {
  private readonly kinds = new Map<string, Manifest[]>();
  private readonly names = new Map<string, ByName>();

  constructor(public readonly objects: readonly Manifest[], public readonly imported: ReadonlySet<string> = new Set()) {
    for (const object of objects) {
      const known = this.kinds.get(object.kind);
      if (known) {
        known.push(object);
      } else {
        this.kinds.set(object.kind, [object]);
      }
    }
  }

  /** All objects of a kind. */
  public ofKind(kind: string): readonly Manifest[] {
    return this.kinds.get(kind) ?? [];
  }

  /** The object of a kind with this name, in the namespace of another one. */
  public find(kind: string, place: string, name: string): Manifest | undefined {
    let index = this.names.get(kind);
    if (!index) {
      index = new Map(this.ofKind(kind).map(object => [`${object.place}/${object.name}`, object]));
      this.names.set(kind, index);
    }
    return index.get(`${place}/${name}`);
  }
}

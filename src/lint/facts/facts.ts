import { NameIndex } from './name-index';
import { Manifest } from '../../kubernetes/manifest';
import { Outside } from '../run/outside';

/** What is known beside the objects. */
export interface FactsContext {
  readonly outside?: Outside;
  /** Whether the objects are all that there will be, as far as their kinds go: files that somebody gave to be checked. */
  readonly isWhole?: boolean;
  /** Which servers are answered for: those that were released, or the newest one that behaves as an older minor. @default 'released' */
  readonly servers?: 'released' | 'newest';
}

/** Something that follows from the objects. It is worked out when somebody first asks (`facts.get(templates)`), and never changes. */
export type Fact<T> = (facts: Facts) => T;

/** One index over the final objects, built once a synth, and the facts that follow from it. A new fact is a function in a file of its own. */
export class Facts {
  private readonly types = new Map<string, Manifest[]>();
  private readonly names = new Map<string, NameIndex>();
  private readonly known = new Map<Fact<unknown>, unknown>();

  constructor(public readonly objects: readonly Manifest[], public readonly context: FactsContext = {}) {
    for (const object of objects) {
      const known = this.types.get(object.type);
      if (known) {
        known.push(object);
      } else {
        this.types.set(object.type, [object]);
      }
    }
  }

  public get<T>(fact: Fact<T>): T {
    if (!this.known.has(fact)) {
      this.known.set(fact, fact(this));
    }
    return this.known.get(fact) as T;
  }

  /** All objects of a type: the kind, with its API group before it unless that is the core group (`Service`, `apps/StatefulSet`). */
  public ofType(type: string): readonly Manifest[] {
    return this.types.get(type) ?? [];
  }

  /** The object of a type with this name, in the namespace of another one. */
  public find(type: string, place: string, name: string): Manifest | undefined {
    return this.named(type).find(place, name);
  }

  /** Objects of a type by name. */
  public named(type: string): NameIndex {
    let index = this.names.get(type);
    if (!index) {
      index = new NameIndex(this.ofType(type));
      this.names.set(type, index);
    }
    return index;
  }

  /** Whether files were given to be checked, which are taken to be all that there is. */
  public get isWhole(): boolean {
    return this.context.isWhole === true;
  }
}

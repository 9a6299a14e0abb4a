import { Manifest } from '../../kubernetes/manifest';

/** Enough to find a misspelt name by, and few enough that many misspelt ones stay cheap. */
const NEAR_NAMES = 100;

/** Objects of one type by name. */
export class NameIndex {
  /** By namespace, then by name: joining the two would make a text for each object and each question. */
  private readonly exact = new Map<string, Map<string, Manifest>>();
  private readonly copies = new Set<string>();
  private places?: Map<string, string[]>;
  private names?: Map<string, string>;

  constructor(private readonly objects: readonly Manifest[]) {
    for (const object of objects) {
      const { place, name } = object;
      const names = this.exact.get(place) ?? new Map<string, Manifest>();
      if (names.size === 0) {
        this.exact.set(place, names);
      } else if (names.has(name)) {
        this.copies.add(`${place}/${name}`);
      }
      names.set(name, object);
    }
  }

  /** The last one, where several have one identity. */
  public find(place: string, name: string): Manifest | undefined {
    return this.exact.get(place)?.get(name);
  }

  /** Whether several objects have this identity, so that nobody can say which of them counts. */
  public isAmbiguous(place: string, name: string): boolean {
    return this.copies.size > 0 && this.copies.has(`${place}/${name}`);
  }

  /** Names in a namespace, as many as are worth comparing a misspelt name with. */
  public namesIn(place: string): readonly string[] {
    if (!this.places) {
      this.places = new Map();
      for (const object of this.objects) {
        const names = this.places.get(object.place);
        if (!names) {
          this.places.set(object.place, [object.name]);
        } else if (names.length < NEAR_NAMES) {
          names.push(object.name);
        }
      }
    }
    return this.places.get(place) ?? [];
  }

  /** A namespace that has an object of this name. */
  public placeOf(name: string): string | undefined {
    this.names ??= new Map(this.objects.map(object => [object.name, object.place]));
    return this.names.get(name);
  }
}

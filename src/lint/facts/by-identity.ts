import { Manifest } from '../../kubernetes/manifest';

/** Something for each type, namespace and name of an object. One text of all three would be made for every object, and nearly all are alone. */
export class ByIdentity<Value> {
  private readonly types = new Map<string, Map<string, Map<string, Value>>>();

  public get({ type, place, name }: Manifest): Value | undefined {
    return this.types.get(type)?.get(place)?.get(name);
  }

  public set({ type, place, name }: Manifest, value: Value): void {
    const places = this.types.get(type) ?? new Map<string, Map<string, Value>>();
    const names = places.get(place) ?? new Map<string, Value>();
    names.set(name, value);
    places.set(place, names);
    this.types.set(type, places);
  }
}

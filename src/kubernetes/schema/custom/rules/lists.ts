import { CelFailure, CelValue, ListValue, MapValue, Particular, sameValue } from '../../../cel/evaluation/values';

/** What the list is for the server: a set, a map by these keys, or neither. */
type ListKind = 'set' | readonly string[] | undefined;

/**
 * A list of a schema. Sets and maps are equal in any order, and are joined without repetitions.
 * Source: kubernetes staging/src/k8s.io/apiserver/pkg/cel/common/valuesunstructured.go (v1.36)
 */
export class SchemaList extends ListValue {
  private made?: readonly CelValue[];

  constructor(private readonly make: () => readonly CelValue[], private readonly kind: ListKind) {
    super();
  }

  /** Made when they are first asked for: many rules ask for the size of nothing. */
  public get items(): readonly CelValue[] {
    return this.made ??= this.make();
  }

  public override equals(other: ListValue): boolean {
    if (this.kind === undefined) {
      return super.equals(other);
    }
    return this.items.length === other.items.length && other.items.every(item => this.place(this.items, item, true) >= 0);
  }

  public override joined(other: ListValue): ListValue {
    if (this.kind === undefined) {
      return super.joined(other);
    }
    const items = [...this.items];
    for (const item of other.items) {
      const place = this.place(items, item, false);
      items[place < 0 ? items.length : place] = item;
    }
    return new SchemaList(() => items, this.kind);
  }

  /** Where an item is, by its keys or as a whole. */
  private place(items: readonly CelValue[], wanted: CelValue, isWhole: boolean): number {
    const keys = isWhole || !Array.isArray(this.kind) ? undefined : this.kind as readonly string[];
    return items.findIndex(item => keys ? keys.every(key => sameValue(keyOf(item, key), keyOf(wanted, key))) : sameValue(item, wanted));
  }
}

function keyOf(item: CelValue, key: string): CelValue {
  if (!(item instanceof MapValue)) {
    throw new CelFailure('unexpected data format for element of array with x-kubernetes-list-type=map');
  }
  return item.get(key) ?? null;
}

/** Data without a type: it can be compared and nothing else. */
export class Preserved extends Particular {
  public readonly typeName = 'unknown';

  constructor(private readonly value: unknown) {
    super();
  }

  public equals(other: Particular): boolean {
    return other instanceof Preserved && JSON.stringify(other.value) === JSON.stringify(this.value);
  }
}

import type { Selector } from '../facts/selector';

/** Objects that exist outside the input: imported in the app, or declared in the configuration. */
export interface Outside {
  /** @param kind without its group. @param place namespace; empty for cluster-scoped kinds. */
  has(kind: string, place: string, name: string): boolean;
  /** Whether other inputs of the run have pods that a selector selects; absent where there are none. */
  selects?(place: string, selector: Selector): boolean;
}

/** Objects that an app imports with cdk8s-plus-28, which knows kind and name but not the namespace. */
export function importedByName(names: ReadonlySet<string>): Outside {
  return { has: (kind, _place, name) => names.has(`${kind}/${name}`) };
}

/** The union of two. */
export function eitherOutside(one: Outside, other: Outside): Outside {
  return {
    has: (kind, place, name) => one.has(kind, place, name) || other.has(kind, place, name),
    selects: (place, selector) => one.selects?.(place, selector) === true || other.selects?.(place, selector) === true,
  };
}

export const NOTHING_OUTSIDE: Outside = { has: () => false };

/** Objects that exist outside the input: imported in the app, or declared in the configuration. */
export interface Outside {
  /** @param kind without its group. @param place namespace; empty for cluster-scoped kinds. */
  has(kind: string, place: string, name: string): boolean;
}

/** Objects that an app imports with cdk8s-plus-28, which knows kind and name but not the namespace. */
export function importedByName(names: ReadonlySet<string>): Outside {
  return { has: (kind, _place, name) => names.has(`${kind}/${name}`) };
}

/** The union of two. */
export function eitherOutside(one: Outside, other: Outside): Outside {
  return { has: (kind, place, name) => one.has(kind, place, name) || other.has(kind, place, name) };
}

export const NOTHING_OUTSIDE: Outside = { has: () => false };

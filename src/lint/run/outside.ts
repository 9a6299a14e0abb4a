/** What exists although nobody makes it here: named in the app, or declared in a repository's configuration. */
export interface Outside {
  /** @param kind the kind without its group. @param place namespace; empty for kinds that live in none. */
  has(kind: string, place: string, name: string): boolean;
}

/** cdk8s-plus-28 names what it imports by kind and name; the namespace is not known. */
export function importedByName(names: ReadonlySet<string>): Outside {
  return { has: (kind, _place, name) => names.has(`${kind}/${name}`) };
}

/** What either of two knows. */
export function eitherOutside(one: Outside, other: Outside): Outside {
  return { has: (kind, place, name) => one.has(kind, place, name) || other.has(kind, place, name) };
}

export const NOTHING_OUTSIDE: Outside = { has: () => false };

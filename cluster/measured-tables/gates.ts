/** Whether a gate is on, by name. */
export type Gates = Readonly<Record<string, boolean>>;

/** Gates that a server knows, with their values, from its metrics. `AllAlpha` and `AllBeta` are no gates but groups of them. */
export function readGates(metrics: string): Gates {
  const lines = [...metrics.matchAll(/^kubernetes_feature_enabled\{name="(\w+)",stage="\w*"\} ([01])$/gm)];
  return Object.fromEntries(lines
    .map(([, name, value]) => [name, value === '1'] as const)
    .filter(([name]) => !['AllAlpha', 'AllBeta'].includes(name))
    .sort(([one], [other]) => one < other ? -1 : 1));
}

/** What a server that refused its gates says. */
export interface Refusal {
  /** Gates that cannot be moved from their values. */
  readonly locked: readonly string[];
  /** Gates that another one needs. */
  readonly needed: readonly { readonly by: string; readonly gate: string }[];
}

/** Reads the error of a server that refused its gates; both lists are empty when something else was wrong. */
export function readRefusal(error: string): Refusal {
  return {
    locked: [...error.matchAll(/cannot set feature gate (\w+) to \w+, feature is locked to/g)].map(([, gate]) => gate).sort(),
    needed: [...error.matchAll(/(\w+) is enabled, but depends on features that are disabled: \[([^\]]*)\]/g)]
      .flatMap(([, by, gates]) => gates.split(/[\s,]+/).filter(gate => gate !== '').map(gate => ({ by, gate }))),
  };
}

/** Adds to gates whatever a server said they need: a needed gate is switched on, or, where it is meant to be off, its dependents go off with it. */
export function withNeeded(gates: Gates, { needed }: Refusal): Gates {
  return needed.reduce<Gates>((all, { by, gate }) => all[gate] === false ? { ...all, [by]: false } : { ...all, [gate]: true }, gates);
}

/**
 * Sets of gates to switch, so that what changes in which sets names the gate: each gate has a number of its own, and for every binary digit one set
 * has the gates with a 1 there and one those with a 0. Sixteen starts tell a hundred gates apart, where one at a time takes a hundred.
 */
export function groups(gates: readonly string[]): string[][] {
  const digits = Math.max(1, Math.ceil(Math.log2(gates.length)));
  const withDigit = (digit: number, value: number) => gates.filter((_, index) => Math.floor(index / 2 ** digit) % 2 === value);
  return Array.from({ length: digits }, (_, digit) => [withDigit(digit, 1), withDigit(digit, 0)]).flat();
}

/** What servers with switched gates showed. */
export interface Seen {
  /** Whether the gates were switched on. */
  readonly on: boolean;
  /** Gates that were switched, server by server, with those that others needed. */
  readonly sets: readonly ReadonlySet<string>[];
  /** For each field, whether its verdict changed, server by server. */
  readonly changed: readonly (readonly boolean[])[];
}

/**
 * The gates that each field needs; `undefined` where neither one gate nor two explain what was seen. A field within a field can need the gates of
 * both. A pair is made of gates that decide about some other field alone: among all pairs of a hundred gates several would fit by chance.
 */
export function explain(gates: readonly string[], { on, sets, changed }: Seen): (string[] | undefined)[] {
  // Switched on, both are needed for a change; switched off, each is enough.
  const moves = (needed: string[], set: ReadonlySet<string>) => on ? needed.every(gate => set.has(gate)) : needed.some(gate => set.has(gate));
  const fitting = (candidates: string[][], seen: readonly boolean[]) => {
    const fits = candidates.filter(needed => sets.every((set, index) => moves(needed, set) === seen[index]));
    return fits.length === 1 ? fits[0] : undefined;
  };
  const alone = changed.map(seen => fitting(gates.map(gate => [gate]), seen));
  const deciders = [...new Set(alone.flatMap(needed => needed ?? []))].sort();
  const pairs = deciders.flatMap((one, index) => deciders.slice(index + 1).map(other => [one, other]));
  return changed.map((seen, field) => alone[field] ?? fitting(pairs, seen));
}

import { Complain } from './complaint';
import { StructureNode, Nodes } from './node';
import { Work } from './work';
import { Path } from '../../validation/path';

/** A list of type `map`: its items are objects with unique keys. */
export interface KeyedList {
  readonly value: readonly unknown[];
  readonly keys: readonly string[];
  readonly node: StructureNode;
  readonly nodes: Nodes;
  readonly path: Path | undefined;
}

/** A list of type `set`: items are unique. Source: apiextensions-apiserver pkg/apiserver/schema/listtype/validation.go (v0.36) */
export function checkSet(value: readonly unknown[], path: Path | undefined, complain: Complain, work?: Work): void {
  repeatedOf(paid(value.map(canonical), work)).forEach(index => complain({ id: 'AIW1102', path: item(path, index), reason: 'Duplicate value', value: value[index] }));
}

/** Items are objects with unique keys; a missing key has its default. */
export function checkKeys({ value, keys, node, nodes, path }: KeyedList, complain: Complain): void {
  const odd = value.findIndex(each => each !== null && each !== undefined && (typeof each !== 'object' || Array.isArray(each)));
  if (odd >= 0 || value.length < 2) {
    return; // The type of the item says so already.
  }
  const properties = node.items === undefined ? {} : nodes.at(node.items).properties ?? {};
  const defaults = keys.map(key => Object.hasOwn(properties, key) ? nodes.at(properties[key]).default : undefined);
  const identities = value.map(each => keys.map((key, at) => valueOf(each, key) ?? defaults[at]));
  repeatedOf(paid(identities.map(canonical), nodes.work)).forEach(index => complain({
    id: 'AIW1102',
    path: item(path, index),
    reason: 'Duplicate value',
    value: Object.fromEntries(keys.map((key, at) => [key, identities[index][at]])),
  }));
}

function valueOf(owner: unknown, key: string): unknown {
  return typeof owner === 'object' && owner !== null && Object.hasOwn(owner, key) ? (owner as Record<string, unknown>)[key] ?? undefined : undefined;
}

function paid(identities: readonly string[], work?: Work): readonly string[] {
  work?.spend(identities.reduce((sum, each) => sum + each.length, 0));
  return identities;
}

/** Reports each duplicate value once, at its first repetition. */
function repeatedOf(identities: readonly string[]): number[] {
  const times = new Map<string, number>();
  return identities.flatMap((identity, index) => {
    const before = times.get(identity) ?? 0;
    times.set(identity, before + 1);
    return before === 1 ? [index] : [];
  });
}

/** JSON with sorted keys: equal values give equal text. */
function canonical(value: unknown): string {
  if (typeof value === 'bigint') {
    return String(value);
  }
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value) ?? '';
  }
  return Array.isArray(value)
    ? `[${value.map(canonical).join()}]`
    : `{${Object.keys(value).sort().map(key => `${JSON.stringify(key)}:${canonical((value as Record<string, unknown>)[key])}`).join()}}`;
}

function item(path: Path | undefined, index: number): Path {
  return path ? path.index(index) : Path.root(`[${index}]`);
}

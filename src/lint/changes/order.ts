import { isObject, Plain, PlainObject } from '../../base/plain';
import { asObject, asShown, asText } from '../../base/reading';

/*
 * Pod specs without the order that means nothing. The API server keeps lists in the order in which they were written, and controllers compare templates
 * as they are kept; so another order replaces the pods even where the kubelet and the scheduler make nothing of it.
 */

/** Lists of which each entry counts once, wherever it stands. */
const SETS: ReadonlySet<string> = new Set([
  'volumes', 'volumeMounts', 'volumeDevices', 'ports', 'imagePullSecrets', 'resourceClaims', 'claims', 'hostAliases', 'tolerations',
  'topologySpreadConstraints', 'readinessGates', 'schedulingGates', 'nodeSelectorTerms', 'matchExpressions', 'matchFields', 'values', 'matchLabelKeys',
  'mismatchLabelKeys', 'namespaces', 'requiredDuringSchedulingIgnoredDuringExecution', 'preferredDuringSchedulingIgnoredDuringExecution', 'add', 'drop',
  'supplementalGroups', 'sysctls', 'items', 'accessModes', 'ephemeralContainers',
]);

/** The same with every list whose order means nothing in one order. What the order may mean something for (containers, words of scripts) stays. */
export function withoutOrder(value: Plain, key = ''): Plain {
  if (Array.isArray(value)) {
    return listWithoutOrder(value, key);
  }
  return isObject(value) ? Object.fromEntries(Object.keys(value).sort().map(each => [each, withoutOrder(value[each], each)])) : value;
}

function listWithoutOrder(list: Plain[], key: string): Plain[] {
  switch (key) {
    case 'env': return variables(list);
    case 'args': case 'command': return words(list);
    default: {
      const entries = list.map(each => withoutOrder(each));
      return SETS.has(key) ? sorted(entries, each => JSON.stringify(each)) : entries;
    }
  }
}

function sorted<Entry>(list: readonly Entry[], keyOf: (entry: Entry) => string): Entry[] {
  return list.map(entry => ({ entry, key: keyOf(entry) }))
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ entry }) => entry);
}

/**
 * A variable may name those before it, and of two with one name the last counts: what a variable sees before it stays with it.
 * Source: pkg/kubelet/kubelet_pods.go makeEnvironmentVariables (v1.36)
 */
function variables(list: readonly Plain[]): Plain[] {
  const known = new Set<string>();
  const entries = list.map((each): PlainObject => {
    const entry = asObject(each);
    const name = asShown(entry.name);
    const seen = [...(asText(entry.value) ?? '').matchAll(/\$\(([^)]{1,253})\)/g)].map(([, other]) => other).filter(other => known.has(other));
    known.add(name);
    return { name, seen, entry: withoutOrder(entry) };
  });
  return sorted(entries, ({ name }) => asShown(name));
}

/** Flags with their values, in the order of their names; what comes before the first of them stays, and one that is repeated keeps its order. */
function words(list: readonly Plain[]): Plain[] {
  const texts = list.map(asShown);
  const first = texts.findIndex(isFlag);
  if (first < 0 || texts.includes('--')) {
    return [...list];
  }
  const flags: string[][] = [];
  for (const word of texts.slice(first)) {
    if (isFlag(word)) {
      flags.push([word]);
    } else {
      flags.at(-1)!.push(word);
    }
  }
  return [...texts.slice(0, first), ...sorted(flags, ([flag]) => flag.split('=')[0])];
}

/** A negative number is a value. */
function isFlag(word: string): boolean {
  return /^-{1,2}[A-Za-z]/.test(word);
}

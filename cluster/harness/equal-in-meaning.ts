/*
 * Fields in which the API server returns another spelling of the sent value, or omits an empty one. Everything here weakens the
 * comparison, so each entry names fields; a field that is not listed is reported.
 */

/** Keys and list indexes from the root of an object. */
export type Path = readonly (string | number)[];

/** The end of a path without list indexes; `*` is any one key. */
export type Suffix = readonly string[];

const suffixes = (...texts: string[]): Suffix[] => texts.map(text => text.split('.'));

/**
 * Fields of type resource.Quantity, printed in canonical form (20480Gi as 20Ti, 1000m as 1).
 * Source: references to io.k8s.apimachinery.pkg.api.resource.Quantity in the server's own OpenAPI (1.36); the cluster suite
 * compares.
 */
export const QUANTITIES = suffixes(
  'resources.limits.*', 'resources.requests.*', 'spec.overhead.*', 'overhead.podFixed.*', 'emptyDir.sizeLimit', 'resourceFieldRef.divisor',
  'target.value', 'target.averageValue', 'scaleUp.tolerance', 'scaleDown.tolerance',
  'spec.hard.*', 'limits.default.*', 'limits.defaultRequest.*', 'limits.max.*', 'limits.min.*', 'limits.maxLimitRequestRatio.*',
  'spec.capacity.*', 'capacity.requests.*', 'capacity.*.value', 'counters.*.value',
  'requestPolicy.default', 'requestPolicy.validValues', 'validRange.min', 'validRange.max', 'validRange.step',
  'nodeAllocatableResourceMappings.*.allocationMultiplier',
);

/**
 * Maps and structs that are omitted when empty. Pointers to structs are not listed: `podSelector: {}` selects all pods, an absent
 * `podSelector` none. Source: k8s.io/api v0.36 types.go; the cluster suite sends each of them.
 */
export const EMPTY_MAPS = suffixes(
  'labels', 'annotations', 'matchLabels', 'spec.nodeSelector', 'data', 'binaryData', 'stringData', 'resources.limits', 'resources.requests',
  'parameters', 'podFixed', 'hard', 'volumeAttributes',
);

/**
 * Non-pointer fields with omitempty: absent and zero are the same to the server. A pointer
 * (`replicas`, `minReplicas`, `partition`, `automountServiceAccountToken`, `storageClassName`) keeps its zero, so losing that is a difference.
 * Source: k8s.io/api v0.36 types.go; the cluster suite sends each of them.
 */
export const ZEROES: { readonly [zero: string]: readonly Suffix[] } = {
  'false': suffixes(
    'hostIPC', 'hostNetwork', 'hostPID', 'stdin', 'stdinOnce', 'tty', 'volumeMounts.readOnly', 'persistentVolumeClaim.readOnly', 'nfs.readOnly',
    'awsElasticBlockStore.readOnly', 'gcePersistentDisk.readOnly', 'spec.paused', 'spec.publishNotReadyAddresses', 'globalDefault', 'unschedulable',
  ),
  '0': suffixes('spec.minReadySeconds', 'ports.hostPort', 'ports.nodePort', 'initialDelaySeconds',
    'awsElasticBlockStore.partition', 'gcePersistentDisk.partition'),
  '""': suffixes(
    'env.value', 'envFrom.prefix', 'volumeMounts.subPath', 'volumeMounts.subPathExpr', 'containers.workingDir', 'initContainers.workingDir',
    'emptyDir.medium', 'spec.serviceAccountName', 'spec.subdomain', 'spec.hostname', 'spec.nodeName', 'spec.priorityClassName',
    'tolerations.key', 'tolerations.operator', 'tolerations.value', 'tolerations.effect', 'ports.name',
  ),
};

/** Associative lists (type `map`) with the keys of their items. Source: as for quantities. */
export const LIST_KEYS: readonly { readonly at: Suffix; readonly keys: readonly string[] }[] = [
  ...suffixes('containers', 'initContainers', 'volumes', 'env', 'imagePullSecrets', 'spec.resourceClaims', 'resources.claims')
    .map(at => ({ at, keys: ['name'] })),
  ...suffixes('containers.ports', 'initContainers.ports').map(at => ({ at, keys: ['containerPort', 'protocol'] })),
  { at: ['spec', 'ports'], keys: ['port', 'protocol'] },
  { at: ['volumeMounts'], keys: ['mountPath'] },
  { at: ['volumeDevices'], keys: ['devicePath'] },
  { at: ['topologySpreadConstraints'], keys: ['topologyKey', 'whenUnsatisfiable'] },
  { at: ['hostAliases'], keys: ['ip'] },
  { at: ['ownerReferences'], keys: ['uid'] },
];

const KEY_DEFAULTS: Readonly<Record<string, unknown>> = { protocol: 'TCP' };

export function isQuantity(path: Path): boolean {
  return endsLikeAny(path, QUANTITIES);
}

/** Whether a field with this value may be absent in the answer, because the server cannot distinguish the two. */
export function mayVanish(path: Path, value: unknown): boolean {
  if (Array.isArray(value)) {
    // Objects are stored as protobuf, which has no empty lists.
    return value.length === 0;
  }
  if (typeof value === 'object' && value !== null) {
    return Object.keys(value).length === 0 && endsLikeAny(path, EMPTY_MAPS);
  }
  return endsLikeAny(path, ZEROES[JSON.stringify(value)] ?? []);
}

/** The key of each item of an associative list; undefined for other lists, or if two items have the same key. */
export function keysOf(path: Path, items: readonly any[]): string[] | undefined {
  const list = LIST_KEYS.find(({ at }) => endsLike(path, at));
  if (!list || typeof path[path.length - 1] === 'number') {
    return undefined;
  }
  const keys = items.map(item => JSON.stringify(list.keys.map(key => item?.[key] || (KEY_DEFAULTS[key] ?? ''))));
  return new Set(keys).size === keys.length ? keys : undefined;
}

/** Whether two quantities are equal in nano units, the finest that a quantity holds. */
export function sameQuantity(one: unknown, other: unknown): boolean {
  const amount = nanos(one);
  return amount !== undefined && amount === nanos(other);
}

// Source: staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go (v1.36). Not the library's parser, which is under test.
const QUANTITY = /^([+-]?)(\d*)(?:\.(\d*))?(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E|[eE][+-]?\d+)?$/;
const DECIMALS: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const BINARIES = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const FINEST = 9;

function nanos(value: unknown): bigint | undefined {
  const match = typeof value === 'string' || typeof value === 'number' ? QUANTITY.exec(String(value)) : null;
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match ?? [];
  if (!match || whole + fraction === '') {
    return undefined;
  }
  const binary = BINARIES.indexOf(suffix) + 1;
  const exponent = binary > 0 ? 0 : DECIMALS[suffix] ?? Number(suffix.slice(1) || 0);
  const shift = exponent - fraction.length + FINEST;
  const digits = BigInt(whole + fraction) * 1024n ** BigInt(binary);
  const scaled = shift >= 0 ? digits * 10n ** BigInt(shift) : roundedUp(digits, 10n ** BigInt(-shift));
  return sign === '-' ? -scaled : scaled;
}

/** What is finer than a quantity can hold is rounded up, away from zero. */
function roundedUp(digits: bigint, divisor: bigint): bigint {
  return (digits + divisor - 1n) / divisor;
}

function endsLikeAny(path: Path, ends: readonly Suffix[]): boolean {
  return ends.some(end => endsLike(path, end));
}

export function endsLike(path: Path, end: Suffix): boolean {
  const keys = path.filter(segment => typeof segment === 'string');
  return keys.length >= end.length && end.every((key, index) => key === '*' || key === keys[keys.length - end.length + index]);
}

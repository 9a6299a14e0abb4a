import { compareQuantities, parseQuantity } from '../quantities';
import { mapOf } from '../values';

/*
 * Whether two values of a field mean the same to the API server once it has filled in its defaults: the manifest of an object says less
 * than the object. Source: pkg/apis/core/v1/defaults.go, pkg/apis/{apps,batch,resource}/v1/defaults.go (v1.36)
 */

type Values = Readonly<Record<string, unknown>>;

/** What stands in a field that nobody wrote. Where a field is known in several places, the default is one for all of them. */
const DEFAULTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['terminationMessagePath', '/dev/termination-log'], ['terminationMessagePolicy', 'File'], ['protocol', 'TCP'],
  ['terminationGracePeriodSeconds', 30], ['dnsPolicy', 'ClusterFirst'], ['restartPolicy', 'Always'], ['schedulerName', 'default-scheduler'],
  ['enableServiceLinks', true], ['timeoutSeconds', 1], ['periodSeconds', 10], ['successThreshold', 1], ['failureThreshold', 3], ['scheme', 'HTTP'],
  ['defaultMode', 420], ['volumeMode', 'Filesystem'], ['podManagementPolicy', 'OrderedReady'], ['completionMode', 'NonIndexed'],
  ['preemptionPolicy', 'PreemptLowerPriority'], ['reclaimPolicy', 'Delete'], ['volumeBindingMode', 'Immediate'], ['allocationMode', 'ExactCount'],
  ['expirationSeconds', 3600], ['operator', 'Equal'], ['status', 'True'], ['procMount', 'Default'], ['fsType', 'ext4'], ['persistentVolumeReclaimPolicy', 'Retain'],
]);
/** The same for fields whose default is one of their place, by the field that holds them. */
const DEFAULTS_IN: ReadonlyMap<string, Values> = new Map<string, Values>(Object.entries({
  fieldRef: { apiVersion: 'v1' },
  resourceFieldRef: { divisor: '0' },
  httpGet: { path: '/' },
  grpc: { service: '' },
  hostPath: { type: '' },
  iscsi: { iscsiInterface: 'default' },
  rbd: { keyring: '/etc/ceph/keyring', pool: 'rbd', user: 'admin' },
  azureDisk: { cachingMode: 'ReadWrite', kind: 'Shared' },
  scaleIO: { storageMode: 'ThinProvisioned', fsType: 'xfs' },
}));
/** Fields whose zero is their default. */
const ZEROES: ReadonlySet<unknown> = new Set(['', 0, false]);
const ABSENT_ZEROES: ReadonlySet<string> = new Set([
  'hostIPC', 'hostNetwork', 'hostPID', 'stdin', 'stdinOnce', 'tty', 'readOnly', 'hostPort', 'initialDelaySeconds', 'value', 'prefix', 'subPath', 'subPathExpr',
  'workingDir', 'medium', 'serviceAccountName', 'subdomain', 'hostname', 'nodeName', 'priorityClassName', 'operator', 'effect', 'serviceName', 'apiGroup',
]);
/** Maps of quantities, and fields that are one. */
const AMOUNTS: ReadonlySet<string> = new Set(['requests', 'limits', 'capacity', 'overhead']);
const AMOUNT_FIELDS: ReadonlySet<string> = new Set(['sizeLimit', 'divisor']);
/** What counts for nothing in the claim templates of a StatefulSet. */
const LEFT_IN_CLAIMS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'status']);

/** Whether what nobody wrote is filled in: in objects of the server's own kinds it is, in those of extensions pod templates stay as they are written. */
type Defaults = 'filled in' | 'as written';

/** @param key the field that holds the values; @param parent the field that holds it. */
export function sameMeaning(one: unknown, other: unknown, key = '', parent = '', defaults: Defaults = 'filled in'): boolean {
  const [first, second] = [meaningOf(one, key, parent, defaults), meaningOf(other, key, parent, defaults)];
  if (first === second) {
    return true;
  }
  if (first === undefined || second === undefined) {
    return false;
  }
  if (Array.isArray(first) || Array.isArray(second)) {
    return Array.isArray(first) && Array.isArray(second) && first.length === second.length
      && first.every((each, index) => sameMeaning(each, second[index], key, '', defaults));
  }
  const [map, otherMap] = [mapOf(first), mapOf(second)];
  if (map === undefined || otherMap === undefined) {
    return (AMOUNTS.has(parent) || AMOUNT_FIELDS.has(key)) && sameAmount(first, second);
  }
  return sameMaps(map, otherMap, key, defaults);
}

function sameMaps(map: Values, other: Values, key: string, defaults: Defaults): boolean {
  const keys = new Set([...Object.keys(map), ...Object.keys(other)]);
  return [...keys].every(each => isLeft(each, key) || sameMeaning(valueOf(map, each, defaults), valueOf(other, each, defaults), each, key, defaults));
}

function isLeft(key: string, parent: string): boolean {
  return key === 'creationTimestamp' && parent === 'metadata' || parent === 'volumeClaimTemplates' && LEFT_IN_CLAIMS.has(key);
}

/** A value as the server keeps it; undefined where it means the same as nothing. */
function meaningOf(value: unknown, key: string, parent: string, defaults: Defaults): unknown {
  const isDefault = defaults === 'filled in' && isFilledIn(value, key, parent) || ABSENT_ZEROES.has(key) && ZEROES.has(value);
  if (value === null || value === undefined || isDefault) {
    return undefined;
  }
  const isEmpty = Array.isArray(value) ? value.length === 0 : EMPTY_MAPS.has(key) && Object.keys(mapOf(value) ?? { x: 1 }).length === 0;
  return isEmpty ? undefined : value;
}

function isFilledIn(value: unknown, key: string, parent: string): boolean {
  const inPlace = DEFAULTS_IN.get(parent)?.[key];
  return inPlace === undefined ? value === DEFAULTS.get(key) && !isSidecar(key, parent) : String(value) === inPlace;
}

/** A container has no restart policy unless it says so. */
function isSidecar(key: string, parent: string): boolean {
  return key === 'restartPolicy' && (parent === 'initContainers' || parent === 'containers');
}

/** Maps that say nothing when they are empty; of others, such as `emptyDir`, it matters that they are there. */
const EMPTY_MAPS: ReadonlySet<string> = new Set([
  'labels', 'annotations', 'matchLabels', 'nodeSelector', 'data', 'binaryData', 'resources', 'limits', 'requests', 'metadata', 'parameters', 'securityContext',
]);

/** What stands there, with what the server derives from its neighbours. */
export function valueOf(map: Values, key: string, defaults: Defaults): unknown {
  const value = Object.hasOwn(map, key) ? map[key] : undefined;
  if (defaults === 'filled in' && value === undefined && key === 'imagePullPolicy' && typeof map.image === 'string') {
    return pullPolicy(map.image);
  }
  if (defaults === 'filled in' && value === undefined && key === 'pullPolicy' && typeof map.reference === 'string') {
    return pullPolicy(map.reference);
  }
  // The older name of the field is kept beside the newer.
  if (defaults === 'filled in' && (key === 'serviceAccount' || key === 'serviceAccountName')) {
    return map.serviceAccountName ?? map.serviceAccount;
  }
  return value;
}

/** Source: defaults.go SetDefaults_Container */
function pullPolicy(image: string): string {
  const tag = image.includes('@') ? image : image.slice(image.lastIndexOf('/') + 1);
  return tag.includes('@') || tag.includes(':') && !tag.endsWith(':latest') ? 'IfNotPresent' : 'Always';
}

function sameAmount(one: unknown, other: unknown): boolean {
  const [first, second] = [parseQuantity(one), parseQuantity(other)];
  return first !== undefined && second !== undefined && compareQuantities(first, second) === 0;
}

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
  ['timeoutSeconds', 1], ['periodSeconds', 10], ['successThreshold', 1], ['failureThreshold', 3], ['scheme', 'HTTP'],
  ['defaultMode', 420], ['volumeMode', 'Filesystem'], ['podManagementPolicy', 'OrderedReady'], ['completionMode', 'NonIndexed'],
  ['reclaimPolicy', 'Delete'], ['volumeBindingMode', 'Immediate'], ['allocationMode', 'ExactCount'], ['operator', 'Equal'],
]);
/**
 * The same for fields whose default is one of their place, by the field that holds them. What is filled in in a Pod alone, and not in a template of
 * pods, is not here: `enableServiceLinks`, `preemptionPolicy`, requests.
 */
const DEFAULTS_IN: ReadonlyMap<string, Values> = new Map<string, Values>(Object.entries({
  '': { preemptionPolicy: 'PreemptLowerPriority' },
  'spec': { terminationGracePeriodSeconds: '30', dnsPolicy: 'ClusterFirst', restartPolicy: 'Always', schedulerName: 'default-scheduler' },
  'fieldRef': { apiVersion: 'v1' },
  'resourceFieldRef': { divisor: '0' },
  'httpGet': { path: '/' },
  'grpc': { service: '' },
  'serviceAccountToken': { expirationSeconds: '3600' },
  'hostPath': { type: '' },
  'iscsi': { iscsiInterface: 'default' },
  'rbd': { keyring: '/etc/ceph/keyring', pool: 'rbd', user: 'admin' },
  'azureDisk': { cachingMode: 'ReadWrite', kind: 'Shared', fsType: 'ext4' },
  'scaleIO': { storageMode: 'ThinProvisioned', fsType: 'xfs' },
  'onPodConditions': { status: 'True' },
  'exactly': { count: '1' },
  'firstAvailable': { count: '1' },
}));
/** Fields whose zero is their default. */
const ZEROES: ReadonlySet<unknown> = new Set(['', 0, false]);
const ABSENT_ZEROES: ReadonlySet<string> = new Set([
  'hostIPC', 'hostNetwork', 'hostPID', 'stdin', 'stdinOnce', 'tty', 'readOnly', 'hostPort', 'initialDelaySeconds', 'value', 'prefix', 'subPath', 'subPathExpr',
  'workingDir', 'medium', 'serviceAccountName', 'subdomain', 'hostname', 'nodeName', 'priorityClassName', 'operator', 'effect', 'serviceName', 'apiGroup',
]);
/** Maps of quantities, and fields that are one. */
const AMOUNTS: ReadonlySet<string> = new Set(['requests', 'limits', 'overhead']);
const AMOUNT_FIELDS: ReadonlySet<string> = new Set(['sizeLimit', 'divisor', 'averageValue']);
/** Maps whose keys are anybody's words, none of them a field. */
const OF_WORDS: ReadonlySet<string> = new Set(['labels', 'annotations', 'matchLabels', 'nodeSelector', 'data', 'binaryData', 'parameters']);
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
  if (value === null || value === undefined) {
    return saysNothingEmpty(key, parent) ? {} : undefined;
  }
  const isDefault = !OF_WORDS.has(parent) && (defaults === 'filled in' && isFilledIn(value, key, parent) || ABSENT_ZEROES.has(key) && ZEROES.has(value));
  return isDefault || Array.isArray(value) && value.length === 0 ? undefined : value;
}

function isFilledIn(value: unknown, key: string, parent: string): boolean {
  const ofPlace = DEFAULTS_IN.get(parent);
  return ofPlace === undefined || !Object.hasOwn(ofPlace, key) ? value === DEFAULTS.get(key) : typeof value !== 'object' && String(value) === ofPlace[key];
}

/** Maps that say nothing when they are empty; of others, such as `emptyDir`, it matters that they are there. */
const EMPTY_MAPS: ReadonlySet<string> = new Set([
  'labels', 'annotations', 'matchLabels', 'nodeSelector', 'data', 'binaryData', 'resources', 'limits', 'requests', 'metadata', 'parameters',
]);

/** The security context of a pod is filled in, that of a container is not. */
function saysNothingEmpty(key: string, parent: string): boolean {
  return EMPTY_MAPS.has(key) || key === 'securityContext' && parent === 'spec';
}

/** What stands there, with what the server derives from its neighbours. */
export function valueOf(map: Values, key: string, defaults: Defaults): unknown {
  const value = Object.hasOwn(map, key) ? map[key] : undefined;
  if (defaults === 'as written') {
    return value;
  }
  switch (key) {
    case 'imagePullPolicy': return value ?? pullPolicy(map.image);
    case 'pullPolicy': return value ?? pullPolicy(map.reference);
    // The older name of the field is kept beside the newer.
    case 'serviceAccount': case 'serviceAccountName': return map.serviceAccountName ?? map.serviceAccount;
    default: return value;
  }
}

/** Source: defaults.go SetDefaults_Container; pkg/util/parsers/parsers.go ParseImageName: "latest" is filled in where there is no digest either */
function pullPolicy(image: unknown): string | undefined {
  if (typeof image !== 'string') {
    return undefined;
  }
  const [name, digest] = image.split('@');
  const tag = name.slice(name.lastIndexOf('/') + 1).split(':')[1] ?? (digest === undefined ? 'latest' : '');
  return tag === 'latest' ? 'Always' : 'IfNotPresent';
}

function sameAmount(one: unknown, other: unknown): boolean {
  const [first, second] = [parseQuantity(one), parseQuantity(other)];
  return first !== undefined && second !== undefined && compareQuantities(first, second) === 0;
}

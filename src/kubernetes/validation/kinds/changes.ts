import { CheckedUpdate, fixed, IMMUTABLE, ValidateChange } from './change';
import { CLUSTER_CHANGES } from './cluster/changes';
import { CONTROL_PLANE_CHANGES } from './control-plane/changes';
import { DEFINITION_CHANGES } from './definitions/changes';
import { validateJobChange } from './job-change';
import { sameMeaning } from './meaning';
import { NETWORK_CHANGES } from './network/changes';
import { asRead } from './persistent-volume-claim';
import { validatePodChange } from './pod-change';
import { validateServiceChange } from './service-change';
import { STORAGE_CHANGES } from './storage/changes';
import { PlainObject } from '../../../base/plain';
import { Path } from '../path';
import { compareQuantities, parseQuantity } from '../quantities';
import { isGiven, isTrue, mapOf, textOf } from '../values';
import { SPEC } from './subject';

const selector = fixed(['spec'], ['selector']);

/** What may change in a StatefulSet. Source: pkg/apis/apps/validation/validation.go ValidateStatefulSetUpdate (v1.36) */
const OF_SETS: ReadonlySet<string> = new Set([
  'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy', 'minReadySeconds',
]);
const ONLY_THESE = "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', "
  + "'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

function validateStatefulSetChange({ previous, next, errors }: CheckedUpdate): void {
  const [before, after] = [mapOf(previous.spec) ?? {}, mapOf(next.spec) ?? {}];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter(name => !OF_SETS.has(name) && !sameMeaning(before[name], after[name], name));
  if (changed.length > 0) {
    errors.forbidden(SPEC, `${ONLY_THESE} (${changed.join(', ')})`);
  }
}

const OF_CLAIMS = ['accessModes', 'selector', 'storageClassName', 'volumeName', 'volumeMode', 'dataSource', 'dataSourceRef'];
/** What the cluster chooses where nothing is written. */
const FILLED_IN: ReadonlySet<string> = new Set(['storageClassName', 'volumeName']);
/** Each is kept while the other is there. */
const COPIED: ReadonlySet<string> = new Set(['dataSource', 'dataSourceRef']);
const ONLY_SIZE = 'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';

/** Source: pkg/apis/core/validation/validation.go ValidatePersistentVolumeClaimUpdate (v1.36), for a claim that is bound */
function validateClaimChange({ previous, next, context, errors }: CheckedUpdate): void {
  const [before, read] = [previous, next].map(body => asRead({ spec: mapOf(body.spec) ?? {}, context }));
  // A source that would be left out at first is compared with the one that is there.
  const after: PlainObject = { ...read, dataSource: mapOf(next.spec)?.dataSource ?? read.dataSource };
  const changed = OF_CLAIMS.filter(name => !sameMeaning(before[name], after[name], name)
    && (isGiven(before[name]) || !FILLED_IN.has(name)) && (isGiven(after[name]) || !COPIED.has(name)));
  if (changed.length > 0) {
    errors.forbidden(SPEC, `${ONLY_SIZE} (${changed.join(', ')})`);
  }
  if (changed.includes('volumeMode')) {
    errors.invalid(Path.root('volumeMode'), after.volumeMode, IMMUTABLE);
  }
  const [was, will] = [sizeOf(before), sizeOf(after)];
  if (was !== undefined && will !== undefined && compareQuantities(will, was) < 0) {
    errors.forbidden(SPEC.child('resources').child('requests').child('storage'), 'field can not be less than status.capacity');
  }
}

function sizeOf(spec: PlainObject): ReturnType<typeof parseQuantity> {
  return parseQuantity(mapOf(mapOf(spec.resources)?.requests)?.storage);
}

/** Source: pkg/apis/resource/validation/validation.go ValidateResourceClaimUpdate, ValidateResourceClaimTemplateUpdate (v1.36) */
function wholeSpec({ previous, next, errors }: CheckedUpdate): void {
  if (!sameMeaning(previous.spec, next.spec)) {
    errors.invalid(SPEC, next.spec, IMMUTABLE);
  }
}

/** Source: pkg/apis/core/validation/validation.go ValidateConfigMapUpdate, ValidateSecretUpdate (v1.36) */
function validateDataChange({ previous, next, errors }: CheckedUpdate): void {
  if (next.kind === 'Secret' && (textOf(previous.type) || 'Opaque') !== (textOf(next.type) || 'Opaque')) {
    errors.invalid(Path.root('type'), next.type, IMMUTABLE);
  }
  if (!isTrue(previous.immutable)) {
    return;
  }
  const detail = 'field is immutable when `immutable` is set';
  if (!isTrue(next.immutable)) {
    errors.forbidden(Path.root('immutable'), detail);
  }
  for (const name of ['data', 'binaryData']) {
    if (!sameMeaning(dataOf(previous, name), dataOf(next, name), name)) {
      errors.forbidden(Path.root(name), detail);
    }
  }
}

/** `stringData` is written into the data of a Secret. */
function dataOf(body: PlainObject, name: string): unknown {
  const plain = body.kind === 'Secret' && name === 'data' ? mapOf(body.stringData) : undefined;
  return plain === undefined ? body[name]
    : { ...mapOf(body[name]), ...Object.fromEntries(Object.entries(plain).map(([key, text]) => [key, Buffer.from(textOf(text)).toString('base64')])) };
}

/** Source: pkg/apis/scheduling/validation/validation.go ValidatePriorityClassUpdate (v1.36) */
function validatePriorityChange(change: CheckedUpdate): void {
  if ((change.previous.value ?? 0) !== (change.next.value ?? 0)) {
    change.errors.forbidden(Path.root('value'), 'may not be changed in an update.');
  }
  fixed([], ['preemptionPolicy'])(change);
}

const RBAC = 'rbac.authorization.k8s.io';

/** Source: pkg/apis/rbac/validation/validation.go ValidateRoleBindingUpdate (v1.36) */
function validateRoleChange({ previous, next, errors }: CheckedUpdate): void {
  const [before, after] = [mapOf(previous.roleRef) ?? {}, mapOf(next.roleRef) ?? {}];
  const isSame = ['kind', 'name'].every(name => before[name] === after[name]) && (textOf(before.apiGroup) || RBAC) === (textOf(after.apiGroup) || RBAC);
  if (!isSame) {
    errors.invalid(Path.root('roleRef'), next.roleRef, 'cannot change roleRef');
  }
}

/** By group and kind. */
export const CHANGES: ReadonlyMap<string, ValidateChange> = new Map([
  ['Pod', validatePodChange],
  ['apps/Deployment', selector],
  ['apps/ReplicaSet', selector],
  ['apps/DaemonSet', selector],
  ['apps/StatefulSet', validateStatefulSetChange],
  ['batch/Job', validateJobChange],
  ['Service', validateServiceChange],
  ['PersistentVolumeClaim', validateClaimChange],
  ['resource.k8s.io/ResourceClaim', wholeSpec],
  ['resource.k8s.io/ResourceClaimTemplate', wholeSpec],
  ['ConfigMap', validateDataChange],
  ['Secret', validateDataChange],
  ['scheduling.k8s.io/PriorityClass', validatePriorityChange],
  ['storage.k8s.io/StorageClass', fixed([], ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'])],
  ['node.k8s.io/RuntimeClass', fixed([], ['handler'])],
  ...CONTROL_PLANE_CHANGES,
  ...CLUSTER_CHANGES,
  ...DEFINITION_CHANGES,
  ...NETWORK_CHANGES,
  ...STORAGE_CHANGES,
  ['networking.k8s.io/IngressClass', fixed(['spec'], ['controller'])],
  ['rbac.authorization.k8s.io/RoleBinding', validateRoleChange],
  ['rbac.authorization.k8s.io/ClusterRoleBinding', validateRoleChange],
]);

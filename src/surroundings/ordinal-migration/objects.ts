import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { OrdinalMigrationPlan } from './plan';
import { MovedSet } from './source';
import { policyOf } from './stages';
import { MovedVolume } from './volumes';
import { Labels } from '../../base/labels';
import { PlainObject, compact, isObject } from '../../base/plain';
import { asList, objectAt } from '../../base/reading';
import { namespaceIn, objectsIn } from '../../workloads/objects-of-app';

/** Fields of a Service that a cluster gives, or that are one address of one Service. */
const OWN_FIELDS: readonly string[] = ['clusterIPs', 'healthCheckNodePort', 'loadBalancerIP', 'externalIPs'];

/** Services and budgets of the pods that move: the other side needs the same. */
export function companionsOf(root: IConstruct, set: MovedSet): ApiObject[] {
  const found = objectsIn(root).filter(object => namespaceIn(object) === set.namespace && isCompanion(object, set));
  // Of one that is there twice the synth tells.
  return found.filter((object, index) => found.findIndex(other => other.kind === object.kind && other.name === object.name) === index);
}

function isCompanion(object: ApiObject, set: MovedSet): boolean {
  if (object.kind === 'PodDisruptionBudget') {
    return selects(objectAt(specOf(object), 'selector').matchLabels, set.labels);
  }
  return object.kind === 'Service' && (object.name === set.serviceName || selects(specOf(object).selector, set.labels));
}

function selects(selector: unknown, labels: Labels): boolean {
  return isObject(selector) && Object.keys(selector).length > 0 && Object.entries(selector).every(([key, value]) => labels[key] === value);
}

export function specOf(object: ApiObject): PlainObject {
  return objectAt(object.toJson(), 'spec');
}

/** What the other side has of it, as it is when the tree is synthesised. */
export function companionSpec(object: ApiObject): PlainObject {
  const spec = specOf(object);
  if (object.kind !== 'Service') {
    return spec;
  }
  const kept = Object.entries(spec).filter(([field, value]) => !OWN_FIELDS.includes(field) && (field !== 'clusterIP' || value === 'None'));
  return compact({ ...Object.fromEntries(kept), ports: spec.ports && asList(spec.ports).map(({ nodePort, ...port }) => port) });
}

/** The set of the other side: the same, but for its ordinals. */
export function targetSetSpec(source: ApiObject, { set, state }: OrdinalMigrationPlan): PlainObject {
  return { ...specOf(source), replicas: set.end - state.targetFirst, ordinals: { start: state.targetFirst } };
}

/** One claim that the target has, as its StatefulSet would make it, with the volume it must get. */
export interface HandedClaim {
  readonly name: string;
  readonly labels: Labels;
  readonly spec: PlainObject;
  readonly volume: MovedVolume;
}

/** Source: pkg/controller/statefulset/stateful_set_utils.go getPersistentVolumeClaims (v1.36) */
export function handedClaims({ set, state, volumes }: OrdinalMigrationPlan): HandedClaim[] {
  return [...volumes].filter(([ordinal]) => ordinal >= state.handedFirst).flatMap(([, own]) => own.map((volume, index) => {
    const { spec, labels } = set.claims[index];
    return { name: volume.claim, labels: { ...labels, ...set.selector }, spec: { ...classOf(volume), ...spec, volumeName: volume.name }, volume };
  }));
}

/** A template without a class means the default of the cluster, which may be another one now, or there: a claim and its volume must agree. */
function classOf({ spec }: MovedVolume): PlainObject {
  return spec === undefined ? {} : { storageClassName: spec.storageClassName ?? '' };
}

/** The volume as the other cluster needs it: the same disk, reserved for its claim. */
export function volumeSpec(volume: MovedVolume, { namespace, state }: OrdinalMigrationPlan): PlainObject {
  return {
    ...volume.spec,
    claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name: volume.claim },
    persistentVolumeReclaimPolicy: state.isFinished ? policyOf(volume) ?? 'Retain' : 'Retain',
  };
}

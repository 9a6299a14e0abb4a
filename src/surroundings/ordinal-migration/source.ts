import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { forbidden, invalid, required, translated } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { PlainObject, isObject } from '../../base/plain';
import { asList, asNumber, asObject, asText, objectAt } from '../../base/reading';
import { DEFAULT_GRACE_SECONDS } from '../../pod/lifecycle/drain';
import { Workload } from '../../workloads/handle/workload';
import { namespaceIn, objectsIn } from '../../workloads/objects-of-app';

/** One claim template. */
export interface ClaimTemplate {
  readonly name: string;
  readonly labels: Labels;
  readonly spec: PlainObject;
}

/** What a StatefulSet says of itself, as it is written before anything moves. */
export interface MovedSet {
  readonly name: string;
  readonly namespace: string;
  /** Its ordinals: `first` to `end - 1`. */
  readonly first: number;
  readonly end: number;
  /** Its headless Service. */
  readonly serviceName?: string;
  /** Of its pods, and those that select them. */
  readonly labels: Labels;
  readonly selector: Labels;
  readonly graceSeconds: number;
  readonly claims: readonly ClaimTemplate[];
  readonly pod: PlainObject;
}

/** The StatefulSet that is meant; of a workload that is only named, the one of that name in the app. */
export function setObjectOf(workload: Workload, set: string | undefined, root: IConstruct): ApiObject {
  if (workload.groups !== undefined) {
    throw forbidden('workload', `the pods of a group of ${workload.name} are one world that starts and ends together, and they find each other by names of their namespace`,
      'make a second workload on the other side, and move its clients');
  }
  const objects = workload.apiObjects.length > 0 ? workload.apiObjects : namedIn(root, workload);
  const sets = objects.filter(({ apiGroup, kind }) => apiGroup === 'apps' && kind === 'StatefulSet');
  if (sets.length === 0) {
    throw forbidden('workload', objects.length === 0
      ? `the app holds no StatefulSet ${workload.name}`
      : `pods of a ${objects[0].kind} have no ordinals that could begin at another number: only a StatefulSet has spec.ordinals.start`,
    objects.length === 0 ? 'bring it in: new ApiObject(chart, id, manifest)' : 'run the workload on both sides, and move its clients');
  }
  return chosen(workload, sets, set);
}

function chosen({ name, roles }: Workload, sets: readonly ApiObject[], set: string | undefined): ApiObject {
  if (roles.length > 1) {
    throw forbidden('workload', `the roles of ${name} (${roles.map(role => role.name).join(', ')}) find each other by names of their namespace`,
      'make a second workload on the other side, and move its clients');
  }
  const names = sets.map(each => each.name).join(', ');
  const found = sets.find(each => each.name === set) ?? (set === undefined && sets.length === 1 ? sets[0] : undefined);
  if (found === undefined) {
    throw set === undefined ? required('set', `${name} has several StatefulSets: ${names}`, 'name the one whose ordinals move, and make a migration for each')
      : invalid('set', set, `is no StatefulSet of ${name}: ${names}`, 'name one of them, or leave set out where there is one');
  }
  return found;
}

function namedIn(root: IConstruct, { name, namespace }: Workload): ApiObject[] {
  return objectsIn(root).filter(object => object.kind === 'StatefulSet' && object.name === name && (namespace === undefined || namespaceIn(object) === namespace));
}

/** Reads what is written now. Refused: what cannot be split in two. */
export function factsOf(object: ApiObject): MovedSet {
  const manifest = translated(() => object.toJson() as PlainObject, message => invalid('workload', object.name, message, 'complete it before it is moved'));
  const spec = objectAt(manifest, 'spec');
  const template = objectAt(spec, 'template');
  const pod = objectAt(template, 'spec');
  const first = asNumber(objectAt(spec, 'ordinals').start) ?? 0;
  refuseRetention(object.name, spec);
  refusePartition(object.name, spec);
  refuseSharedClaims(pod);
  if (asList(pod.containers).length === 0) {
    throw invalid('workload', object.name, 'has no container in spec.template.spec, so it makes no pods', 'complete it before it is moved');
  }
  return {
    name: object.name,
    namespace: requireNamespace(object.name, asText(objectAt(manifest, 'metadata').namespace)),
    first,
    end: first + replicasOf(object.name, spec),
    serviceName: asText(spec.serviceName),
    labels: objectAt(template, 'metadata', 'labels') as Labels,
    selector: objectAt(spec, 'selector', 'matchLabels') as Labels,
    graceSeconds: asNumber(pod.terminationGracePeriodSeconds) ?? DEFAULT_GRACE_SECONDS,
    claims: asList(spec.volumeClaimTemplates).map(claimTemplate),
    pod,
  };
}

function claimTemplate(template: PlainObject): ClaimTemplate {
  const { name, labels } = objectAt(template, 'metadata');
  return { name: asText(name) ?? '', labels: asObject(labels) as Labels, spec: objectAt(template, 'spec') };
}

function requireNamespace(name: string, namespace: string | undefined): string {
  if (namespace === undefined) {
    throw required('workload', `nothing says which namespace ${name} is in, and it moves from one to another`, 'give its chart a namespace');
  }
  return namespace;
}

function replicasOf(name: string, { replicas }: PlainObject): number {
  if (typeof replicas !== 'number') {
    throw forbidden('workload', `${name} has no replicas: an autoscaler, or whoever ran kubectl scale, would bring back ordinals that have moved`,
      'take the autoscaler away while they move, and write replicas');
  }
  return replicas;
}

/** Kinds that write the number of pods of what they name. */
const SCALERS: readonly string[] = ['HorizontalPodAutoscaler', 'ScaledObject'];

/** Whoever scales the source brings back an ordinal that has moved: alive twice, on a new and empty volume. */
export function refuseScalers(workload: Workload, source: ApiObject): void {
  const scalers = objectsIn(source.node.root).filter(object => SCALERS.includes(object.kind) && namespaceIn(object) === namespaceIn(source));
  const scaler = scalers.find(object => {
    const { kind, name } = objectAt(object.toJson(), 'spec', 'scaleTargetRef');
    return name === source.name && (kind ?? 'Deployment') === source.kind;
  });
  if (scaler || workload._isScaled) {
    throw forbidden('workload', `${scaler ? `${scaler.kind} ${scaler.name}` : 'an autoscaler'} scales ${source.name}, and would bring back ordinals that have moved: alive twice, on new and empty volumes`,
      'take the autoscaler away, in the cluster too, until all is done');
  }
}

/** With `Delete` a claim goes with its pod, or with its set, and there is no way back. */
function refuseRetention(name: string, { persistentVolumeClaimRetentionPolicy: policy }: PlainObject): void {
  const field = isObject(policy) ? ['whenScaled', 'whenDeleted'].find(each => policy[each] === 'Delete') : undefined;
  if (field !== undefined) {
    throw forbidden('workload', `${name} has persistentVolumeClaimRetentionPolicy.${field}: Delete, so a claim is deleted before it changes hands`,
      'set Retain, and apply it, before anything moves');
  }
}

/** A partition counts from the first replica, which is another ordinal on the other side. Source: pkg/controller/statefulset/stateful_set_utils.go (v1.36) */
function refusePartition(name: string, { updateStrategy }: PlainObject): void {
  const rolling = isObject(updateStrategy) ? updateStrategy.rollingUpdate : undefined;
  const partition = isObject(rolling) ? rolling.partition : undefined;
  if (partition) {
    throw forbidden('workload', `${name} is in the middle of a roll-out (partition ${JSON.stringify(partition)}), which counts from the first replica of each side`,
      'end the roll-out first');
  }
}

function refuseSharedClaims({ volumes }: PlainObject): void {
  const shared = ((volumes ?? []) as PlainObject[]).find(volume => isObject(volume.persistentVolumeClaim));
  if (shared) {
    const { claimName } = shared.persistentVolumeClaim as PlainObject;
    throw forbidden('workload', `its pods mount the claim ${String(claimName)}, and pods of another namespace cannot`, 'give each pod a claim of its own by a claim template, or keep what is shared elsewhere');
  }
}

import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { placedByQueue } from './places';
import { QueuedWorkloadProps } from './props';
import { InvalidInput, duplicate, forbidden, renderProblem } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { asList, asText, objectAt } from '../../base/reading';
import { collecting } from '../../given/mistakes/collecting';
import { QUEUE_NAME, QUEUE_PRIORITY, QUEUE_TOPOLOGY } from '../../knowledge/queue';
import { REFUSED_TYPES, refusedInQueue } from '../../knowledge/queue-refusals';
import { checkNamePart } from '../../kubernetes/refused/names';
import { PodCount } from '../../workloads/handle/pods';
import { Workload } from '../../workloads/handle/workload';
import { readable } from '../pod-templates';

/** Where Kueue looks at an object. */
type Place = 'object' | 'jobTemplate' | 'roles';

/** What is written onto which objects. */
export interface QueuePlan {
  /** Name of the workload. */
  readonly workload: string;
  readonly namespace?: string;
  /** The pods that there are when it is asked. */
  readonly pods: () => PodCount;
  readonly devices: readonly RoleDevices[];
  /** How its pods ask the queue for a topology. */
  readonly topology: () => keyof typeof QUEUE_TOPOLOGY | undefined;
  readonly objects: readonly QueuedObject[];
  readonly labels: Labels;
  readonly annotations: Labels;
  /** Annotations of all its pods, where Kueue finds their places. */
  readonly ofPods: Labels;
  readonly templates: readonly kplus.Workload[];
}

export interface QueuedObject {
  readonly object: ApiObject;
  readonly place: Place;
  readonly unit: Unit;
  /** Of the template of a CronJob: what stands there already. */
  readonly metadata: PlainObject;
  /** Where the roles stand whose labels reach what waits, with the labels that they have. */
  readonly roles: readonly QueuedRole[];
}

/** One role of an object whose controller makes what waits. */
export interface QueuedRole {
  readonly index: number;
  readonly labels: Labels;
}

/** Devices of each pod of a role. */
export interface RoleDevices {
  readonly role: string;
  readonly count: number;
  readonly resource: string;
}

/** What is admitted as one. */
export type Unit = 'run' | 'group' | 'set' | 'pod';

/**
 * Kinds that Kueue takes by a label of their object. Each pod of a Deployment is admitted by itself, all pods of a StatefulSet together, each group of a
 * LeaderWorkerSet, the whole run of the others. Labels of a role of a DisaggregatedSet reach its LeaderWorkerSets when they are made. The RayCluster of a RayService is admitted in its place: KubeRay copies the labels to it.
 *
 * Source: kueue pkg/controller/jobs (v0.15): one folder for each; kuberay ray-operator/controllers/ray/rayservice_controller.go constructRayClusterForRayService (v1.6.1)
 */
const KINDS: { readonly [type: string]: Pick<QueuedObject, 'place' | 'unit'> } = {
  'apps/Deployment': { place: 'object', unit: 'pod' },
  'apps/StatefulSet': { place: 'object', unit: 'set' },
  'leaderworkerset.x-k8s.io/LeaderWorkerSet': { place: 'object', unit: 'group' },
  'disaggregatedset.x-k8s.io/DisaggregatedSet': { place: 'roles', unit: 'group' },
  'batch/Job': { place: 'object', unit: 'run' },
  'batch/CronJob': { place: 'jobTemplate', unit: 'run' },
  'jobset.x-k8s.io/JobSet': { place: 'object', unit: 'run' },
  'ray.io/RayCluster': { place: 'object', unit: 'run' },
  'ray.io/RayJob': { place: 'object', unit: 'run' },
  'ray.io/RayService': { place: 'object', unit: 'run' },
};

/** Pure: the labels, and where they go. */
export function planQueue(given: QueuedWorkloadProps): QueuePlan {
  return collecting(given, (props, attempt) => {
    const workload = attempt(() => props.workload.workload._planned);
    const labels = attempt(() => labelsOf(props));
    const objects = attempt(() => objectsOf(workload));
    attempt(() => checkTogether(workload, objects));
    return {
      workload: attempt(() => workload.name),
      namespace: attempt(() => workload.namespace),
      pods: () => workload._select({}),
      devices: attempt(() => devicesOf(workload)),
      topology: () => topologyOf(objects),
      objects,
      labels,
      annotations: attempt(() => workload._queued.annotations),
      ofPods: attempt(() => placedByQueue(workload, objects, props.placement)),
      templates: attempt(() => workload._templates),
    };
  });
}

function devicesOf({ roles }: Workload): RoleDevices[] {
  return roles.flatMap(({ name, accelerator }) => accelerator ? [{ role: name, count: accelerator.count, resource: accelerator.resourceName }] : []);
}

/** As it stands in the manifests, so that patches count. */
function topologyOf(objects: readonly QueuedObject[]): keyof typeof QUEUE_TOPOLOGY | undefined {
  const texts = objects.map(({ object }) => JSON.stringify(object.toJson()));
  return (['required', 'preferred'] as const).find(each => texts.some(text => text.includes(`"${QUEUE_TOPOLOGY[each]}"`)));
}

function labelsOf({ queueName, priorityClass }: QueuedWorkloadProps): Labels {
  return {
    [QUEUE_NAME]: checkNamePart('queueName', queueName),
    ...(priorityClass === undefined ? {} : { [QUEUE_PRIORITY]: checkNamePart('priorityClass', priorityClass) }),
  };
}

function objectsOf(workload: Workload): QueuedObject[] {
  const { objects, roles } = workload._queued;
  if (objects.length === 0) {
    throw forbidden('workload', `the app holds no object of ${workload.name}, and a queue is named on the object`, `put the label ${QUEUE_NAME} onto it where it is made`);
  }
  return objects.map(object => {
    const kind = KINDS[typeOf(object)];
    if (kind === undefined) {
      throw forbidden('workload', `Kueue takes no ${object.kind}`, 'leave the queue out, or use a kind that it takes: Job, JobSet, LeaderWorkerSet, StatefulSet, Deployment');
    }
    const metadata = kind.place === 'jobTemplate' ? templateMetadata(object) : {};
    const meant = kind.place === 'roles' ? rolesOf(object, roles) : [];
    const queue = queueOf(object, kind.place, metadata, meant);
    if (queue !== undefined) {
      throw duplicate('workload', workload.name, `waits in ${JSON.stringify(queue)} already`, 'name its queue once: here, or where it is made');
    }
    checkTaken(object);
    return { object, ...kind, metadata, roles: meant };
  });
}

function queueOf(object: ApiObject, place: Place, metadata: PlainObject, roles: readonly QueuedRole[]): unknown {
  switch (place) {
    case 'object': return object.metadata.getLabel(QUEUE_NAME);
    case 'jobTemplate': return asText(objectAt(metadata.labels)[QUEUE_NAME]);
    case 'roles': return roles.map(({ labels }) => labels[QUEUE_NAME]).find(queue => queue !== undefined);
  }
}

function rolesOf(object: ApiObject, names: readonly string[]): QueuedRole[] {
  return asList(objectAt(object.toJson(), 'spec').roles).flatMap(({ name, metadata }, index) =>
    (names.includes(asText(name) ?? '') ? [{ index, labels: objectAt(metadata, 'labels') as Labels }] : []));
}

/** A CronJob that gets its containers later cannot be read yet: it is one of cdk8s-plus-28, which writes no metadata there. */
function templateMetadata(object: ApiObject): PlainObject {
  try {
    return objectAt(object.toJson(), 'spec', 'jobTemplate', 'metadata');
  } catch {
    return {};
  }
}

/** As it stands in the manifest: what a later patch does is seen at synth. */
function checkTaken(object: ApiObject): void {
  if (readable(object)?.spec.suspend === true) {
    throw forbidden('workload', `${object.kind} ${object.name} says suspend: true, and each apply would stop the run that Kueue has started, and start it anew`,
      'leave suspended out: the webhook of Kueue suspends it before it has a pod');
  }
  const problems = REFUSED_TYPES.includes(typeOf(object)) ? refusedInQueue(typeOf(object), object.toJson()) : [];
  if (problems.length > 0) {
    throw new InvalidInput(problems.map(problem => ({
      field: 'workload', reason: 'Forbidden', detail: `Kueue refuses ${object.kind} ${object.name}: ${renderProblem(problem)}`, help: problem.help,
    })));
  }
}

/** A group whose pods are admitted one without the other holds devices and waits, and two of them wait for each other. */
function checkTogether(workload: Workload, objects: readonly QueuedObject[]): void {
  const { name, _isScaled, _groupMembers } = workload;
  const isOfSets = objects.some(({ object }) => object.kind === 'StatefulSet');
  if (isOfSets && _groupMembers.some(pods => new Set(pods.map(setOf)).size > 1)) {
    throw forbidden('workload', `a group of ${name} is several StatefulSets, and Kueue admits each by itself: a leader would hold its devices while its workers wait. `
      + 'Of a pod group a StatefulSet gets no lost pod back: Kueue keeps the old one until there is another, which needs its name',
    'use LeaderWorkerBackend.leaderWorkerSet(), of which a group is admitted as one');
  }
  if (isOfSets && _isScaled) {
    throw forbidden('workload', `${name} has an autoscaler, and Kueue refuses every change of replicas of a StatefulSet but from and to 0`,
      'keep the queue or the autoscaler, or use a Deployment or a LeaderWorkerSet');
  }
}

/** The set that gives a pod its name. */
function setOf(pod: string): string {
  return pod.replace(/-\d+$/, '');
}

function typeOf({ apiGroup, kind }: ApiObject): string {
  return `${apiGroup}/${kind}`;
}

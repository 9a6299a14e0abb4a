import { isScaled } from './autoscaling';
import { podSetsOf } from './carried-pods';
import { Facts } from './facts';
import { PodSet } from './pod-set';
import { PlainObject } from '../../base/plain';
import { asList, asObject, asText, objectAt } from '../../base/reading';
import { QUEUE_NAME } from '../../knowledge/queue';
import { Manifest } from '../../kubernetes/manifest';
import { Requests, requestsOfPod } from '../../kubernetes/pod-requests';
import { parseQuantity } from '../../kubernetes/validation/quantities';
import { kindOfType, typesWith } from '../kinds';

/*
 * What waits in which queue of Kueue, and what that queue may give: only where all of it, down to the flavors, is part of the input.
 */

const GROUP = 'kueue.x-k8s.io';
/** A limit that admits a run with fewer pods. Source: kueue pkg/controller/jobs/job/job_controller.go JobMinParallelismAnnotation (v0.15) */
const LEAST_PARALLELISM = `${GROUP}/job-min-parallelism`;
const DEPLOYMENT = 'apps/Deployment';

/** Pods of one kind that are admitted together with others. */
export interface QueuedPods {
  readonly pods: PodSet;
  /** How many of them are admitted at once; undefined where nobody knows. */
  readonly count?: number;
  readonly requests: Requests;
}

/** One kind of nodes in a queue. */
export interface QueueFlavor {
  readonly name: string;
  /** Absent where the ResourceFlavor is not here. */
  readonly object?: Manifest;
  /** The most that may be used of a resource, with what is borrowed; undefined where the cohort decides. */
  readonly most: (resource: string) => bigint | undefined;
}

/** Resources whose quota is of the same kinds of nodes. */
export interface QueueResources {
  readonly covered: readonly string[];
  readonly flavors: readonly QueueFlavor[];
}

/** What waits in a queue that is here. */
export interface Queued {
  readonly object: Manifest;
  /** Path of the label. */
  readonly field: string;
  readonly clusterQueue: Manifest;
  readonly localQueue: Manifest;
  readonly sets: readonly QueuedPods[];
  readonly resources: readonly QueueResources[];
}

/** Name of the queue that an object waits in, and where it says so; a Deployment is asked as well, though each of its pods waits by itself. */
export function queueOf(object: Manifest, path = kindOfType(object.type).queueLabels ?? (object.type === DEPLOYMENT ? 'metadata.labels' : undefined)) {
  const name = path === undefined ? undefined : asText(objectAt(object.body, ...path.split('.'))[QUEUE_NAME]);
  return name === undefined ? undefined : { name, field: `${path}[${QUEUE_NAME}]` };
}

/** Everything that waits in a queue whose ClusterQueue is part of the input. */
export function queued(facts: Facts): readonly Queued[] {
  if (facts.ofType(`${GROUP}/ClusterQueue`).length === 0) {
    return [];
  }
  return [...typesWith(({ queueLabels }) => queueLabels !== undefined), DEPLOYMENT].flatMap(type => facts.ofType(type)).flatMap(object => {
    const queue = queueOf(object);
    const localQueue = queue && facts.find(`${GROUP}/LocalQueue`, object.place, queue.name);
    const clusterQueue = localQueue && facts.find(`${GROUP}/ClusterQueue`, '', asText(localQueue.spec.clusterQueue) ?? '');
    return queue && localQueue && clusterQueue
      ? [{ object, field: queue.field, localQueue, clusterQueue, sets: setsOf(facts, object), resources: resourcesOf(facts, clusterQueue) }] : [];
  });
}

function setsOf(facts: Facts, object: Manifest): QueuedPods[] {
  return podSetsOf(facts, object).map(pods => ({ pods, count: countOf(facts, pods), requests: requestsOfPod(pods.spec) }));
}

/** Of a Deployment each pod is admitted by itself, of a LeaderWorkerSet each group. */
function countOf(facts: Facts, pods: PodSet): number | undefined {
  const { carrier } = pods;
  if (carrier.type === DEPLOYMENT) {
    return 1;
  }
  const { podsOfGroup } = kindOfType(carrier.type);
  const least = asText(objectAt(carrier.body, 'metadata', 'annotations')[LEAST_PARALLELISM]);
  return podsOfGroup?.(pods) ?? (least !== undefined ? Number(least) : isScaled(facts, carrier) ? undefined : pods.pods);
}

function resourcesOf(facts: Facts, { spec }: Manifest): QueueResources[] {
  const inCohort = asText(spec.cohortName) ?? asText(spec.cohort);
  return asList(spec.resourceGroups).map(group => ({
    covered: (Array.isArray(group.coveredResources) ? group.coveredResources : []).flatMap(name => asText(name) ?? []),
    flavors: asList(group.flavors).map(flavor => ({
      name: asText(flavor.name) ?? '',
      object: facts.find(`${GROUP}/ResourceFlavor`, '', asText(flavor.name) ?? ''),
      most: (resource: string) => mostOf(asList(flavor.resources).find(({ name }) => name === resource), inCohort !== undefined),
    })),
  }));
}

function mostOf(quota: PlainObject | undefined, isInCohort: boolean): bigint | undefined {
  const nominal = parseQuantity(quota?.nominalQuota)?.nano;
  const borrowing = parseQuantity(quota?.borrowingLimit)?.nano;
  return nominal === undefined || (isInCohort && borrowing === undefined) ? undefined : nominal + (isInCohort ? borrowing! : 0n);
}

/** The Topology of a kind of nodes; undefined where it has none, or where that is not here. */
export function levelsOf(facts: Facts, { object }: QueueFlavor): readonly string[] | undefined {
  const topology = facts.find(`${GROUP}/Topology`, '', asText(object?.spec.topologyName) ?? '');
  return topology && asList(topology.spec.levels).flatMap(level => asText(asObject(level).nodeLabel) ?? []);
}

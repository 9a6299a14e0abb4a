import { claimTemplateNames, jobLabels, parallelPods, statefulSetLabels } from './controllers';
import { jobSetPods, leaderWorkerSetPods, rayClusterPods } from './group-carriers';
import { ANY_VALUE, AddedLabels, exactly, likePattern, quoted } from './labels';
import { Manifest } from './manifest';
import { PodSet } from './pod-set';
import { asNumber, asObject, objectAt } from './reading';

type Reader = (object: Manifest) => PodSet[];

/** How the pods of each kind are read, with what its controller adds to them. */
const READERS: { readonly [type: string]: Reader } = {
  'Pod': object => [new PodSet({ carrier: object, template: object.body, field: '', pods: 1 })],
  'ReplicationController': object => [templated(object, {}, replicasOf(object) ?? 1)],
  'apps/Deployment': object => [templated(object, { 'pod-template-hash': ANY_VALUE }, replicasOf(object) ?? 1)],
  'apps/ReplicaSet': object => [templated(object, {}, replicasOf(object) ?? 1)],
  'apps/DaemonSet': object => [templated(object, { 'controller-revision-hash': ANY_VALUE, 'pod-template-generation': ANY_VALUE }, undefined)],
  'apps/StatefulSet': object => [statefulSetPods(object)],
  'batch/Job': object => [
    new PodSet({
      carrier: object,
      template: asObject(object.spec.template),
      field: 'spec.template',
      added: jobLabels(object.spec, exactly(object.name)),
      pods: parallelPods(object.spec),
    }),
  ],
  'batch/CronJob': object => [cronJobPods(object)],
  'leaderworkerset.x-k8s.io/LeaderWorkerSet': leaderWorkerSetPods,
  'jobset.x-k8s.io/JobSet': jobSetPods,
  'ray.io/RayCluster': object => rayClusterPods(object, object.spec, 'spec'),
  'ray.io/RayJob': object => rayClusterPods(object, asObject(object.spec.rayClusterSpec), 'spec.rayClusterSpec'),
  'ray.io/RayService': object => rayClusterPods(object, asObject(object.spec.rayClusterConfig), 'spec.rayClusterConfig'),
};

/** The pods an object carries; undefined for a kind that is not known to carry any. */
export function podSetsOf(object: Manifest): PodSet[] | undefined {
  return READERS[object.type]?.(object);
}

/** How many replicas stand in the manifest. Without a number there is one, unless an autoscaler decides. */
export function replicasOf(object: Manifest): number | undefined {
  return asNumber(object.spec.replicas);
}

function templated(object: Manifest, added: AddedLabels, pods: number | undefined): PodSet {
  return new PodSet({ carrier: object, template: asObject(object.spec.template), field: 'spec.template', added, pods });
}

function statefulSetPods(object: Manifest): PodSet {
  const replicas = replicasOf(object);
  return new PodSet({
    carrier: object,
    template: asObject(object.spec.template),
    field: 'spec.template',
    pods: replicas ?? 1,
    claimTemplates: claimTemplateNames(object.spec.volumeClaimTemplates),
    added: statefulSetLabels(object.name, firstOrdinal(object), replicas),
  });
}

export function firstOrdinal(object: Manifest): number {
  return asNumber(objectAt(object.spec, 'ordinals').start) ?? 0;
}

function cronJobPods(object: Manifest): PodSet {
  const job = objectAt(object.spec, 'jobTemplate', 'spec');
  return new PodSet({
    carrier: object,
    template: asObject(job.template),
    field: 'spec.jobTemplate.spec.template',
    pods: parallelPods(job),
    // Source: pkg/controller/cronjob/utils.go (v1.36) getJobName: the name and the minute
    added: jobLabels(job, likePattern(new RegExp(`^${quoted(object.name)}-[0-9]+$`), `${object.name}-<minute>`)),
  });
}

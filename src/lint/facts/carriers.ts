import { claimTemplateNames, jobLabels, parallelPods, statefulSetLabels } from './controllers';
import { Facts } from './facts';
import { disaggregatedSetPods, jobSetPods, leaderWorkerSetPods } from './group-carriers';
import { ANY_VALUE, AddedLabels, exactly, likePattern, quoted } from './labels';
import { PodSet } from './pod-set';
import { rayClusterPods } from './ray-carriers';
import { llmInferenceServicePods, rolloutPods } from './serving-carriers';
import { REPLICA_SPECS, kubeflowPods, runtimeOf, trainJobPods, volcanoPods } from './training-carriers';
import { asNumber, asObject, asText, objectAt } from '../../base/reading';
import { Manifest } from '../../kubernetes/manifest';

/** Undefined where the pods are written in an object that is not here. */
type Reader = (object: Manifest, facts: Facts) => PodSet[] | undefined;

const DEPLOYMENT_LABELS: AddedLabels = { 'pod-template-hash': ANY_VALUE };
const DAEMON_LABELS: AddedLabels = { 'controller-revision-hash': ANY_VALUE, 'pod-template-generation': ANY_VALUE };
const NO_LABELS: AddedLabels = {};

/** How the pods of each kind are read, with what its controller adds to them. */
const READERS: ReadonlyMap<string, Reader> = new Map(Object.entries<Reader>({
  'Pod': object => [new PodSet({ carrier: object, template: object.body, field: '', pods: 1 })],
  'ReplicationController': object => [templated(object, NO_LABELS, replicasOf(object) ?? 1)],
  'apps/Deployment': object => [templated(object, DEPLOYMENT_LABELS, replicasOf(object) ?? 1)],
  'apps/ReplicaSet': object => [templated(object, NO_LABELS, replicasOf(object) ?? 1)],
  'apps/DaemonSet': object => [templated(object, DAEMON_LABELS, undefined)],
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
  'disaggregatedset.x-k8s.io/DisaggregatedSet': disaggregatedSetPods,
  'jobset.x-k8s.io/JobSet': jobSetPods,
  'ray.io/RayCluster': object => rayClusterPods(object, object.spec, 'spec'),
  'ray.io/RayJob': object => rayClusterPods(object, asObject(object.spec.rayClusterSpec), 'spec.rayClusterSpec'),
  'ray.io/RayService': object => rayClusterPods(object, asObject(object.spec.rayClusterConfig), 'spec.rayClusterConfig'),
  ...Object.fromEntries([...REPLICA_SPECS.keys()].map(type => [type, kubeflowPods])),
  'batch.volcano.sh/Job': volcanoPods,
  'trainer.kubeflow.org/TrainJob': (object, facts) => {
    const { type, place, name } = runtimeOf(object);
    return trainJobPods(object, facts.find(type, place, name));
  },
  // What a runtime describes runs under a TrainJob only.
  'trainer.kubeflow.org/TrainingRuntime': () => [],
  'trainer.kubeflow.org/ClusterTrainingRuntime': () => [],
  'argoproj.io/Rollout': (object, facts) => rolloutPods(object, reference => (
    facts.find(`apps/${asText(reference.kind) ?? 'Deployment'}`, object.place, asText(reference.name) ?? '') !== undefined)),
  'serving.kserve.io/LLMInferenceService': llmInferenceServicePods,
}));

/** The pods an object carries; undefined for a kind that is not known to carry any, and where they are written in an object that is not here. */
export function readPodSets(object: Manifest, facts: Facts): PodSet[] | undefined {
  return READERS.get(object.type)?.(object, facts);
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

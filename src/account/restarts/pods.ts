import { PlainObject } from '../../base/plain';
import { asList, asNumber, asObject, asShown, asText, asTexts, isPresent, objectAt } from '../../base/reading';
import { NODE_SILENT_SECONDS, nodeLostSeconds } from '../../knowledge/node-loss';
import { hasClaims } from '../../lint/changes/sets';
import { Facts } from '../../lint/facts/facts';
import { jobOf, JobSpec } from '../../lint/facts/job-specs';
import { PodSet } from '../../lint/facts/pod-set';
import { workloadKindOf } from '../../lint/kinds';
import { guardOf } from '../around/control';
import { counted, named, Said } from '../said';
import { policyOf } from './containers';

/** What happens to whole pods: one fails, is evicted, its node is gone. */
export function podRestarts(facts: Facts, pods: PodSet): Said[] {
  const job = jobOf(facts, pods);
  return [...groupFails(pods), ...(job === undefined ? [] : jobFails(job, policyOf(pods))), ...evicted(facts, pods, job), ...nodeFails(pods, job)];
}

/** Source: lws pkg/controllers/pod_controller.go handleRestartPolicy (v0.8.0); api/leaderworkerset/v1: RecreateGroupOnPodRestart unless it is given */
function groupFails({ carrier }: PodSet): Said[] {
  if (carrier.type !== 'leaderworkerset.x-k8s.io/LeaderWorkerSet') {
    return [];
  }
  const template = objectAt(carrier.spec, 'leaderWorkerTemplate');
  const policy = asText(template.restartPolicy) ?? 'RecreateGroupOnPodRestart';
  const field = 'spec.leaderWorkerTemplate.restartPolicy';
  const texts: { readonly [policy: string]: string } = {
    RecreateGroupOnPodRestart: 'its whole group is deleted and made again, also when a container alone restarts',
    RecreateGroupAfterStart: 'its whole group is deleted and made again once all of it has started; before that the pod alone',
    None: 'a worker alone is made again; with its leader a whole group goes, since its workers belong to it',
    Default: 'a worker alone is made again; with its leader a whole group goes, since its workers belong to it',
  };
  return texts[policy] === undefined ? [] : [{ topic: 'a pod of a group fails', text: texts[policy], subject: carrier, field: isPresent(template.restartPolicy) ? field : 'spec.leaderWorkerTemplate' }];
}

/** Source: pkg/apis/batch/v1/defaults.go SetDefaults_Job (v1.36) */
const DEFAULT_LIMIT = 6;

/** Source: pkg/controller/job/job_controller.go, pod_failure_policy.go, backoff_utils.go (v1.36); jobset pkg/controllers/failure_policy.go (v0.10.1) */
function jobFails(job: JobSpec, policy: string): Said[] {
  const { spec, field, carrier } = job;
  const perIndex = asNumber(spec.backoffLimitPerIndex);
  const limit = asNumber(spec.backoffLimit) ?? DEFAULT_LIMIT;
  const together = perIndex === undefined ? togetherIn(spec) : 1;
  const way = policy === 'OnFailure' ? 'its containers restart in it, which is counted' : `another pod takes its place, after 10 s, 20 s and so on up to 600 s${afterAll(together)}`;
  const end = perIndex !== undefined
    ? `an index may fail ${counted(perIndex, 'time')} more${isPresent(spec.maxFailedIndexes) ? `, and ${asShown(spec.maxFailedIndexes)} indexes may be given up before the Job fails` : ''}`
    : limit === 0 ? 'and with the first failure the Job fails' : `failed pod number ${limit + 1}${together > 1 ? ` of all ${together} together` : ''} ends the Job`;
  const rules = failureRules(spec);
  const deadline = asNumber(spec.activeDeadlineSeconds);
  return [
    { topic: 'a pod fails', text: limit === 0 && perIndex === undefined ? end.replace(/^and /, '') : `${way}; ${end}`, subject: carrier, field: `${field}${isPresent(spec.backoffLimit) ? '.backoffLimit' : perIndex === undefined ? '' : '.backoffLimitPerIndex'}` },
    ...(rules.length === 0 ? [] : [{ topic: 'failure policy', text: rules.join('; '), subject: carrier, field: `${field}.podFailurePolicy` }]),
    ...(deadline === undefined ? [] : [{ topic: 'it takes long', text: `after ${deadline} s all pods are stopped, and the Job has failed`, subject: carrier, field: `${field}.activeDeadlineSeconds` }]),
    ...runFails(job),
  ];
}

/** Pods of a Job that run at a time. */
function togetherIn(spec: PlainObject): number {
  const parallelism = asNumber(spec.parallelism) ?? 1;
  return Math.min(parallelism, asNumber(spec.completions) ?? parallelism);
}

/** Every failed pod doubles the wait, whichever pod it was. Source: pkg/controller/job/backoff_utils.go newBackoffRecord, getRemainingTimeForFailuresCount (v1.36) */
function afterAll(pods: number): string {
  return pods > 1 ? `; when all ${pods} fail together, the next one starts after ${Math.min(600, 10 * 2 ** (pods - 1))} s` : '';
}

function runFails({ carrier }: JobSpec): Said[] {
  if (carrier.type !== 'jobset.x-k8s.io/JobSet') {
    return [];
  }
  const policy = objectAt(carrier.spec, 'failurePolicy');
  const restarts = asNumber(policy.maxRestarts) ?? 0;
  const text = restarts === 0 ? 'the JobSet fails with the first Job that fails' : `all Jobs are deleted and made again, ${counted(restarts, 'time')} at most`;
  const rules = asList(policy.rules).map(rule => `${asText(rule.action) ?? ''} for ${named(asTexts(rule.onJobFailureReasons).length > 0 ? asTexts(rule.onJobFailureReasons) : ['any reason'])}`);
  return [{ topic: 'a Job of it fails', text: rules.length === 0 ? text : `${text}; first of all: ${named(rules)}`, subject: carrier, field: isPresent(carrier.spec.failurePolicy) ? 'spec.failurePolicy' : 'spec' }];
}

/** `Ignore what is evicted`, `FailJob on exit code 3 of main`. */
function failureRules(spec: PlainObject): string[] {
  return asList(asObject(spec.podFailurePolicy).rules).map(rule => {
    const codes = asObject(rule.onExitCodes);
    const conditions = asList(rule.onPodConditions).map(({ type }) => (type === 'DisruptionTarget' ? 'what is evicted or loses its node' : `the condition ${asShown(type)}`));
    const on = conditions.length > 0 ? named(conditions) : `exit code${Array.isArray(codes.values) && codes.values.length === 1 ? '' : 's'} ${codes.operator === 'NotIn' ? 'other than ' : ''}${Array.isArray(codes.values) ? codes.values.map(asShown).join(', ') : ''}${isPresent(codes.containerName) ? ` of ${asShown(codes.containerName)}` : ''}`;
    return `${DONE[asShown(rule.action)] ?? asShown(rule.action)} ${on}`;
  });
}

const DONE: { readonly [action: string]: string } = {
  Ignore: 'not counted:', FailJob: 'the Job fails at once on', FailIndex: 'the index is given up on', Count: 'counted:',
};

/** Source: pkg/registry/core/pod/rest/eviction.go; controllers of each kind (v1.36) */
function evicted(facts: Facts, pods: PodSet, job: JobSpec | undefined): Said[] {
  const guard = guardOf(facts, pods);
  const { spare, budget } = guard ?? {};
  const asked = budget === undefined ? 'nothing stands in the way of a drain' : spare === undefined ? `${budget.name} is asked` : spare <= 0 ? `${budget.name} lets none go` : `${budget.name} lets ${spare} go at a time`;
  const then = replacedBy(pods, job);
  if (pods.carrier.type === 'apps/DaemonSet') {
    return [{ topic: 'a node is drained', text: 'its pods stay, and go with their node', subject: pods.carrier }];
  }
  return then === undefined ? [] : [{ topic: 'a node is drained', text: `${asked}; ${then}`, subject: pods.carrier }];
}

/** Who makes another pod, and when; undefined where that is not known. */
function replacedBy(pods: PodSet, job: JobSpec | undefined): string | undefined {
  const { carrier } = pods;
  if (job !== undefined) {
    return `${waitsForEnd(job) ? 'another pod of its index takes its place when it has ended' : 'another pod takes its place at once, while it still stops'}${isIgnored(job.spec) ? ', and it is not counted as failed' : ', and it counts as failed'}`;
  }
  switch (carrier.type) {
    case 'Pod': return 'nobody makes another pod';
    case 'apps/StatefulSet': return `a pod of the same name${hasClaims(carrier) ? ', with the same claims,' : ''} takes its place when it has ended`;
    case 'leaderworkerset.x-k8s.io/LeaderWorkerSet': return objectAt(carrier.spec, 'leaderWorkerTemplate').restartPolicy === 'None' ? 'a pod of the same name takes its place when it has ended' : 'its whole group is made again';
    default: return workloadKindOf(carrier).alwaysRestarts === true ? 'another pod takes its place at once, while it still stops' : undefined;
  }
}

/** Source: pkg/apis/batch/v1/defaults.go (v1.36): Failed with a pod failure policy, else TerminatingOrFailed */
function waitsForEnd({ spec }: JobSpec): boolean {
  return isPresent(spec.podReplacementPolicy) ? spec.podReplacementPolicy === 'Failed' : isPresent(spec.podFailurePolicy);
}

function isIgnored(spec: PlainObject): boolean {
  return asList(asObject(spec.podFailurePolicy).rules).some(rule => rule.action === 'Ignore' && asList(rule.onPodConditions).some(({ type }) => type === 'DisruptionTarget'));
}

const UNREACHABLE = 'node.kubernetes.io/unreachable';

/** Source: KEP-2268 (out-of-service taint); pkg/controller/replicaset/replica_set.go, pkg/controller/tainteviction (v1.36) */
function nodeFails(pods: PodSet, job: JobSpec | undefined): Said[] {
  const { carrier } = pods;
  const toleration = asList(pods.spec.tolerations).find(({ key, effect }) => (key === UNREACHABLE || key === undefined) && (effect === 'NoExecute' || effect === undefined));
  const isForEver = toleration !== undefined && !isPresent(toleration.tolerationSeconds);
  const then = isForEver ? 'they stay, since they tolerate it for ever' : `they are told to stop after ${nodeLostSeconds(asNumber(toleration?.tolerationSeconds)).sum}${nextAfterNode(pods, job)}`;
  return carrier.type === 'apps/DaemonSet' ? [] : [{
    topic: 'a node fails', text: `its pods count as not ready after ${NODE_SILENT_SECONDS} s; ${then}`, subject: carrier, ...(toleration !== undefined && { field: pods.at('tolerations') }),
  }];
}

function nextAfterNode({ carrier }: PodSet, job: JobSpec | undefined): string {
  const gone = 'once the node answers, is deleted, or has the taint node.kubernetes.io/out-of-service';
  if (job !== undefined ? waitsForEnd(job) : ['apps/StatefulSet', 'leaderworkerset.x-k8s.io/LeaderWorkerSet'].includes(carrier.type)) {
    return `, and replaced ${gone}`;
  }
  return job !== undefined || workloadKindOf(carrier).alwaysRestarts === true ? ', and others take their place elsewhere' : carrier.type === 'Pod' ? ', and nobody makes others' : '';
}

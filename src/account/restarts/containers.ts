import { asNumber, asObject, asShown, asTexts, isPresent, objectAt } from '../../base/reading';
import { PlacedContainer, PodSet } from '../../lint/facts/pod-set';
import { isNativeSidecar, probeBudget } from '../../lint/facts/probe-budget';
import { preStopOf } from '../../lint/facts/stopping';
import { named, Said } from '../said';
import { questionOf } from '../time/start';

/** Source: pkg/kubelet/kuberuntime/kuberuntime_manager.go doBackOff (v1.36): MaxContainerBackOff 300 s, base 10 s, doubled each time, reset after 10 min; measured on a kubelet: 0, 10, 20 s */
const BACK_OFF = 'at once the first time, then after 10 s, 20 s, 40 s and so on up to 300 s where it fails again and again';

/** What the kubelet leaves a program after a hook that took the whole grace period. Source: minimumGracePeriodInSeconds, as above */
const LEAST_SECONDS = 2;

/** What happens inside a pod: a container ends, a probe fails. */
export function containerRestarts(pods: PodSet): Said[] {
  const policy = policyOf(pods);
  const mains = pods.containers.filter(({ isMain }) => isMain);
  const sidecars = pods.containers.filter(isNativeSidecar);
  return [
    ...failed(pods, policy),
    ...mains.flatMap(placed => ownPolicy(pods, placed)),
    ...mains.flatMap(placed => probed(pods, placed, policy)),
    ...(sidecars.length === 0 ? [] : [{
      topic: 'a sidecar fails', text: `the kubelet starts ${named(sidecars.map(({ name }) => name))} again, ${BACK_OFF}; nothing else restarts`, subject: pods.carrier, field: sidecars[0].field,
    }]),
  ];
}

/** Nothing where an operator that is not known may give the pod another policy. */
function failed(pods: PodSet, policy: string): Said[] {
  const text = policy === 'Never' ? (pods.carrier.kind === 'Pod' ? 'it stays ended, and the pod has failed' : undefined) : withGroup(pods) ?? restarted(policy, pods);
  const field = isPresent(pods.spec.restartPolicy) ? { field: pods.at('restartPolicy') } : {};
  return pods.open || text === undefined ? [] : [{ topic: 'a container fails', text, subject: pods.carrier, ...field }];
}

/** Its controller sees that a container was restarted. Source: lws pkg/controllers/pod_controller.go handleRestartPolicy (v0.8.0) */
function withGroup({ carrier }: PodSet): string | undefined {
  const isGroup = carrier.type === 'leaderworkerset.x-k8s.io/LeaderWorkerSet';
  const policy = isGroup ? objectAt(carrier.spec, 'leaderWorkerTemplate').restartPolicy ?? 'RecreateGroupOnPodRestart' : undefined;
  return policy === 'RecreateGroupOnPodRestart' ? 'its whole group is deleted and made again' : undefined;
}

/** Source: pkg/apis/core/v1/defaults.go SetDefaults_PodSpec (v1.36) */
export function policyOf(pods: PodSet): string {
  return isPresent(pods.spec.restartPolicy) ? asShown(pods.spec.restartPolicy) : 'Always';
}

function restarted(policy: string, pods: PodSet): string {
  const others = pods.containers.filter(({ isMain }) => isMain).length > 1 ? '; the other containers go on' : '';
  return policy === 'OnFailure'
    ? `the kubelet starts it again in its pod, ${BACK_OFF}; when it ends well it stays ended${others}`
    : `the kubelet starts it again in its pod, ${BACK_OFF}, also when it ended well${others}`;
}

/** A policy of one container. Source: KEP-5307 (ContainerRestartRules); pkg/kubelet/container/helpers.go ShouldContainerBeRestarted (v1.36) */
function ownPolicy(pods: PodSet, placed: PlacedContainer): Said[] {
  const { restartPolicy, restartPolicyRules } = placed.container;
  const rules = Array.isArray(restartPolicyRules) ? restartPolicyRules.map(asObject) : [];
  const codes = rules.map(rule => `${asShown(objectAt(rule, 'exitCodes').operator)} ${asShownList(objectAt(rule, 'exitCodes').values)}: ${asShown(rule.action)}`);
  return !isPresent(restartPolicy) ? [] : [{
    topic: `${placed.name} fails`, text: `its own policy: ${asShown(restartPolicy)}${codes.length === 0 ? '' : `, exit codes ${named(codes)}`}`, subject: pods.carrier, field: `${placed.field}.restartPolicy`,
  }];
}

function asShownList(values: unknown): string {
  return Array.isArray(values) ? values.map(asShown).join(', ') : '';
}

/** What a failing liveness probe does, and how much time it leaves. */
function probed(pods: PodSet, placed: PlacedContainer, policy: string): Said[] {
  const budget = probeBudget(placed, 'livenessProbe');
  if (budget === undefined) {
    return [];
  }
  const probe = asObject(placed.container.livenessProbe);
  // The last question is asked at the end of the last period, and waits for its answer.
  const silent = (asNumber(probe.periodSeconds) || 10) * (asNumber(probe.failureThreshold) || 3) + (asNumber(probe.timeoutSeconds) || 1);
  const asked = questionOf(probe);
  const leader = leaderAsked(probe);
  const then = pods.open ? 'is stopped' : policy === 'Never' ? 'is stopped, and the pod fails' : withGroup(pods) === undefined ? 'is started again' : 'is stopped, and its group made again,';
  return [{
    topic: leader === undefined ? `${placed.name} is silent` : 'the leader is silent',
    text: `${placed.name} ${then} after ${silent} s at most without an answer (${leader === undefined ? asked : `a program that asks ${leader}`})${timeToStop(placed, asNumber(probe.terminationGracePeriodSeconds))}`,
    subject: pods.carrier,
    field: budget.field,
  }];
}

/** The hook before the stop signal counts as well. Source: pkg/kubelet/kuberuntime/kuberuntime_container.go killContainer (v1.36): at least 2 s after it */
function timeToStop(placed: PlacedContainer, grace: number | undefined): string {
  const hook = preStopOf(placed)?.seconds;
  if (grace === undefined || hook === undefined || hook === 0) {
    return grace === undefined ? '' : `, with ${grace} s to stop`;
  }
  return `, with ${grace} s to stop: ${Math.min(hook, grace)} s of them are its preStop hook, ${Math.max(grace - hook, LEAST_SECONDS)} s are left after the stop signal`;
}

/** Names by which the pods of a group are told their leader. Source: lws pkg/utils/pod/pod_utils.go AddLWSVariables (v0.8.0) */
const LEADER = /\b(LWS_LEADER_ADDRESS|LEADER_ADDRESS)\b/;

/** Whether a probe asks another pod: then this one shares the fate of that. */
function leaderAsked(probe: object): string | undefined {
  return LEADER.exec(asTexts(objectAt(probe, 'exec').command).join(' '))?.[1];
}

import { asNumber, objectAt } from '../../../../base/reading';
import { templates } from '../../../facts/carried-pods';
import { DEFAULT_GRACE_SECONDS, engineDrain } from '../../../facts/draining';
import { enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { PlacedContainer, PodSet } from '../../../facts/pod-set';
import { PreStop, preStopOf } from '../../../facts/stopping';
import { Report, Rule } from '../../rule';

/** A plan for stopping that does not fit the time there is. */
export const drainExceedsGracePeriod: Rule = {
  id: 'AIW2703',
  title: 'stopping takes longer than the grace period',
  class: 'risky',
  reason: 'The grace period runs from the decision to stop: the preStop hook uses it first, the engine has what is left, and what still runs at its end is killed, with its requests. A probe that fails stops the container with the hook first as well, within terminationGracePeriodSeconds of the probe where it has that.',
  source: 'pkg/kubelet/kuberuntime/kuberuntime_container.go killContainer (v1.36); gateway-api-inference-extension#549; vllm#24885; kserve#5485, #5496; llm-d#927',
  remedy: 'Set terminationGracePeriodSeconds, of the pod and of each probe that has it, to the longest preStop plus the drain of the engine and some seconds.',
  appliesTo: ['every carrier of pods'],
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      const grace = asNumber(pods.spec.terminationGracePeriodSeconds) ?? DEFAULT_GRACE_SECONDS;
      if (grace > 0) {
        checkContainers(facts, pods, grace, report);
      }
    }
  },
};

function checkContainers(facts: Facts, pods: PodSet, grace: number, report: Report): void {
  const engines = new Map(facts.get(enginesByPods).get(pods)?.map(each => [each.placed, each]));
  for (const placed of pods.containers) {
    const preStop = preStopOf(placed);
    const engine = engines.get(placed);
    const drain = engine && engineDrain(engine);
    const needed = (preStop?.seconds ?? 0) + (drain?.seconds ?? 0);
    // A hook of type sleep alone that is too long is refused by the API server.
    const isRefused = preStop?.isAction === true && preStop.seconds > grace;
    const leavesNothing = preStop !== undefined && preStop.seconds === grace && drain === undefined;
    if (!isRefused && (needed > grace || leavesNothing)) {
      const parts = [...(preStop ? [`preStop ${preStop.seconds} s`] : []), ...(drain ? [`${drain.flag} ${drain.seconds} s`] : [])];
      report(pods.carrier, complaint(pods, placed.name, grace, needed, parts, preStop?.field ?? engine!.field));
    }
    // Patterns of the library stop a server that hangs early on purpose, and say so.
    if (preStop !== undefined && !pods.isOurs) {
      checkProbes(pods, placed, preStop, report);
    }
  }
}

/** Probes after which the kubelet stops the container. */
const STOPPING = ['livenessProbe', 'startupProbe'] as const;

/** Source: pkg/kubelet/kuberuntime/kuberuntime_container.go setTerminationGracePeriod, killContainer (v1.36) */
function checkProbes(pods: PodSet, placed: PlacedContainer, { seconds }: PreStop, report: Report): void {
  for (const probe of STOPPING) {
    const grace = asNumber(objectAt(placed.container, probe).terminationGracePeriodSeconds);
    if (grace !== undefined && grace > 0 && seconds >= grace) {
      report(pods.carrier, {
        field: `${placed.field}.${probe}.terminationGracePeriodSeconds`,
        message: `Invalid value: ${grace}: when the ${probe} fails, the preStop hook of container "${placed.name}" takes all of it: preStop ${seconds} s`,
        help: `set it to ${seconds + 10} or more`,
      });
    }
  }
}

function complaint(pods: PodSet, name: string, grace: number, needed: number, parts: readonly string[], field: string) {
  const isGiven = asNumber(pods.spec.terminationGracePeriodSeconds) !== undefined;
  const sum = `${parts.join(' + ')}${parts.length > 1 ? ` = ${needed} s` : ''}`;
  return {
    field: isGiven ? pods.at('terminationGracePeriodSeconds') : field,
    message: `Invalid value: ${grace}: ${isGiven ? 'the grace period' : 'the default of terminationGracePeriodSeconds'} `
      + (needed > grace ? `is less than container "${name}" needs: ${sum}` : `is all taken before the program of container "${name}" may stop: ${sum}`),
    help: `set terminationGracePeriodSeconds to ${needed + 10} or more`,
  };
}

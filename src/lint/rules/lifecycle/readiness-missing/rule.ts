import { isPresent } from '../../../../base/reading';
import { Manifest } from '../../../../kubernetes/manifest';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { podIndex } from '../../../facts/pod-index';
import { PodSet } from '../../../facts/pod-set';
import { answersRequests, isSlowToAnswer } from '../../../facts/world';
import { Rule } from '../../rule';

/** A Service that sends requests to pods which still load. */
export const readinessMissing: Rule = {
  id: 'AIW2724',
  title: 'requests reach a model that still loads',
  class: 'risky',
  reason: 'A container without a readiness or startup probe is ready when its process has started. A Service sends requests there at once, for the minutes in which the model loads each of them is refused, and a roll-out takes the old pod away before the new one answers.',
  source: 'pkg/kubelet/prober/prober_manager.go UpdatePodStatus (v1.36): ready without a worker for readiness once started; Kubernetes documentation, "Configure Liveness, Readiness and Startup Probes"',
  remedy: 'Give the container a readinessProbe that asks the health path of the server, and a startupProbe for the time of its load.',
  appliesTo: ['every carrier of pods that starts vLLM, SGLang, TensorRT-LLM or text-generation-inference and that a Service selects'],
  check: (facts, report) => {
    const reached = new Map<PodSet, Manifest>();
    facts.ofType('Service').filter(sendsToReadyPods).forEach(service => (
      facts.get(podIndex).selectedBy(service).forEach(pods => reached.set(pods, reached.get(pods) ?? service))));
    reached.forEach((service, pods) => serversOf(facts, pods).filter(isUnprobed).forEach(command => report(pods.carrier, {
      field: `${command.placed.field}.readinessProbe`,
      message: `Required value: ${service.toString()} sends requests while ${command.engine.title} loads its model`,
      help: `add readinessProbe: { httpGet: { path: ${command.engine.serves!.paths!.health[0]}, port: … } }, with the port of the server`,
    })));
  },
};

/** Names of a headless Service are for the pods of one world, which look for each other before they are ready. */
function sendsToReadyPods({ spec }: Manifest): boolean {
  return spec.type !== 'ExternalName' && spec.clusterIP !== 'None' && spec.publishNotReadyAddresses !== true;
}

function serversOf(facts: Facts, pods: PodSet): readonly EngineCommand[] {
  const commands = pods.open ? undefined : facts.get(enginesByPods).get(pods);
  return commands?.filter(each => each.placed.isMain && isSlowToAnswer(each) && answersRequests(each)) ?? [];
}

function isUnprobed({ placed: { container } }: EngineCommand): boolean {
  return !isPresent(container.readinessProbe) && !isPresent(container.startupProbe);
}

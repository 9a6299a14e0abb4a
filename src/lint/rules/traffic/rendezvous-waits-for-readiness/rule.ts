import { asText, isPresent } from '../../../../base/reading';
import { EngineCommand, enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { PodSet } from '../../../facts/pod-set';
import { probeBudget } from '../../../facts/probe-budget';
import { selectorOfMap, selects } from '../../../facts/selector';
import { isServer, nodesOf } from '../../../facts/world';
import { Report, Rule } from '../../rule';

/** Names that appear when pods are ready, for pods that need the names to become ready. */
export const rendezvousWaitsForReadiness: Rule = {
  id: 'AIW2821',
  title: 'rendezvous service publishes ready pods only',
  class: 'broken',
  reason: 'Without publishNotReadyAddresses the name of a pod exists while the pod is ready. A server over several nodes is ready when its workers have joined, and they look for the name of rank 0.',
  source: 'k8s.io/endpointslice reconciler.go, coredns plugin/kubernetes; lws, jobset and kuberay set it; pytorch#73682, #80772; lws#85, #105; kubernetes#117819',
  remedy: 'Set publishNotReadyAddresses: true on the headless Service of the rendezvous, and give clients a Service of their own.',
  appliesTo: ['headless Service of a StatefulSet or Job whose pods form one world'],
  but: 'warning where readiness does not come from the server itself',
  check: (facts, report) => {
    for (const [pods, commands] of facts.get(enginesByPods)) {
      const command = commands.find(each => each.placed.isMain && nodesOf(each) !== undefined);
      if (command) {
        checkService(facts, pods, command, report);
      }
    }
  },
};

function checkService(facts: Facts, pods: PodSet, command: EngineCommand, report: Report): void {
  const name = pods.carrier.type === 'apps/StatefulSet' ? asText(pods.carrier.spec.serviceName) : asText(pods.spec.subdomain);
  const service = name === undefined ? undefined : facts.find('Service', pods.place, name);
  const probe = probeBudget(command.placed, 'readinessProbe') ?? probeBudget(command.placed, 'startupProbe');
  if (!service || service.spec.clusterIP !== 'None' || service.spec.publishNotReadyAddresses === true || !probe || !selectsThese(pods, service.spec.selector)) {
    return;
  }
  report(service, {
    field: isPresent(service.spec.publishNotReadyAddresses) ? 'spec.publishNotReadyAddresses' : 'spec',
    message: `Required value: publishNotReadyAddresses: pods of ${pods.toString()} meet by the names of this Service before they are ready: ${command.engine.title} waits for ${nodesOf(command)} nodes`,
    class: isServer(command) && probe.isOverNetwork ? 'broken' : 'risky',
    help: 'set publishNotReadyAddresses: true',
  });
}

function selectsThese(pods: PodSet, selector: unknown): boolean {
  const wanted = selectorOfMap(selector);
  return wanted.equals.length > 0 && selects(wanted, pods);
}

import { isPresent } from '../../../../base/reading';
import { enginesByPods } from '../../../facts/engine-command';
import { Facts } from '../../../facts/facts';
import { PodSet } from '../../../facts/pod-set';
import { probeBudget } from '../../../facts/probe-budget';
import { isServer, nodesOf } from '../../../facts/world';
import { Report, Rule } from '../../rule';

/** Pods that wait for each other, and a controller that starts one at a time. */
export const orderedStartOfOneWorld: Rule = {
  id: 'AIW2716',
  title: 'pods that need each other start one by one',
  class: 'broken',
  reason: 'Under OrderedReady pod 1 is made when pod 0 is ready, and an engine over several nodes is ready when all of them have come: pod 0 waits for pod 1 for ever.',
  source: 'pkg/controller/statefulset/stateful_set_control.go, pkg/apis/apps/v1/defaults.go (v1.36): podManagementPolicy is OrderedReady by default; lws uses Parallel',
  remedy: 'Set podManagementPolicy: Parallel. The field cannot be changed later: recreate the StatefulSet.',
  appliesTo: ['StatefulSet'],
  check: (facts, report) => {
    for (const pods of facts.get(enginesByPods).keys()) {
      if (pods.carrier.type === 'apps/StatefulSet' && pods.carrier.spec.podManagementPolicy !== 'Parallel' && pods.pods! > 1) {
        checkStart(facts, pods, report);
      }
    }
  },
};

function checkStart(facts: Facts, pods: PodSet, report: Report): void {
  const command = facts.get(enginesByPods).get(pods)!.find(each => isServer(each) && nodesOf(each) !== undefined);
  const probe = command && (probeBudget(command.placed, 'startupProbe') ?? probeBudget(command.placed, 'readinessProbe'));
  // Without a probe pod 0 counts as ready as soon as it runs.
  if (command && probe?.isOverNetwork) {
    report(pods.carrier, {
      field: isPresent(pods.carrier.spec.podManagementPolicy) ? 'spec.podManagementPolicy' : 'spec',
      message: `Invalid value: "OrderedReady": pod 0 is ready when ${command.engine.title} has its ${nodesOf(command)} nodes, and pod 1 is made when pod 0 is ready`,
      help: 'set podManagementPolicy to Parallel, on a new StatefulSet',
    });
  }
}

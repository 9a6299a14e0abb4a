import { asList, asNumber, isPresent, objectAt } from '../../../../base/reading';
import { asksForDevices } from '../../../facts/accelerators';
import { templates } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { oneNodeOf } from '../../../facts/one-node';
import { leastPods } from '../../../facts/placement';
import { PodSet } from '../../../facts/pod-set';
import { isNativeSidecar } from '../../../facts/probe-budget';
import { strategyOf } from '../../../kinds/controllers';
import { deploymentUpdate } from '../../../kinds/deployment';
import { Report, Rule } from '../../rule';

/** Two pods that want one port of one node. */
export const hostPortTwice: Rule = {
  id: 'AIW2625',
  title: 'two pods want one port of a node',
  class: 'broken',
  reason: 'A port of the node (hostPort, and with hostNetwork each port that is declared) goes to one pod. A second one with the same port gets no such node: pods that must share a node never all start, and a roll-out that starts the new pod first needs '
    + 'a node more.',
  source: 'pkg/scheduler/framework/plugins/nodeports/node_ports.go; pkg/apis/core/v1/defaults.go SetDefaults_PodSpec (hostNetwork); pkg/controller/daemon/update.go (v1.36)',
  remedy: 'Take the port off the node and put a Service before the pods, or set maxSurge: 0 with maxUnavailable: 1, and as many nodes as pods.',
  appliesTo: ['every carrier of pods with hostPort or hostNetwork'],
  but: 'a roll-out of pods that may go to any node: warning where they ask for devices, else info',
  check: (facts, report) => {
    for (const pods of facts.get(templates)) {
      const port = pods.open ? undefined : hostPortOf(pods);
      if (port && pods.carrier.type === 'apps/DaemonSet') {
        checkDaemons(pods, port, report);
      } else if (port) {
        checkPods(facts, pods, port, report);
      }
    }
  },
};

interface HostPort {
  readonly number: number;
  readonly field: string;
}

/** The first port that a pod takes of its node. Those of init containers are free again, unless they stay. Source: pkg/scheduler/util/utils.go GetHostPorts (v1.36) */
function hostPortOf(pods: PodSet): HostPort | undefined {
  for (const placed of pods.containers.filter(each => each.isMain || isNativeSidecar(each))) {
    for (const [index, port] of asList(placed.container.ports).entries()) {
      const own = asNumber(port.hostPort);
      const number = own || (pods.spec.hostNetwork === true ? asNumber(port.containerPort) : 0);
      if (number) {
        return { number, field: `${placed.field}.ports[${index}].${own ? 'hostPort' : 'containerPort'}` };
      }
    }
  }
  return undefined;
}

function checkDaemons({ carrier }: PodSet, { number, field }: HostPort, report: Report): void {
  const { maxSurge } = objectAt(carrier.spec, 'updateStrategy', 'rollingUpdate');
  const isSurge = isPresent(maxSurge) && maxSurge !== 0 && maxSurge !== '0%' && strategyOf(carrier.spec.updateStrategy) !== 'OnDelete';
  if (isSurge) {
    report(carrier, {
      field: 'spec.updateStrategy.rollingUpdate.maxSurge',
      message: `Invalid value: ${JSON.stringify(maxSurge)}: the new pod of a node comes beside the old one, and both want its port ${number}`,
      notes: [field],
      help: 'set maxSurge: 0 and maxUnavailable: 1',
    });
  }
}

function checkPods(facts: Facts, pods: PodSet, { number, field }: HostPort, report: Report): void {
  // No number where nobody can say, and then nothing is more or less.
  const count = Number(leastPods(facts, pods));
  const bound = oneNodeOf(pods);
  if (bound !== undefined && count > 1) {
    report(pods.carrier, {
      field,
      message: `Invalid value: ${number}: ${count} pods must run on one node, which has this port once`,
      notes: [bound],
      help: 'let the pods have nodes of their own, or leave the port to a Service',
    });
    return;
  }
  const update = count > 0 && pods.carrier.type === 'apps/Deployment' ? deploymentUpdate(pods.carrier.spec, count) : undefined;
  if (update && update.surge > 0 && update.unavailable === 0) {
    report(pods.carrier, {
      field: update.field,
      message: `Invalid value: ${update.surge}: ${update.text}: the new pod comes first, and ${bound === undefined ? `needs a node more on which port ${number} is free`
        : `wants port ${number} of the same node`}`,
      class: bound !== undefined ? 'broken' : pods.containers.some(asksForDevices) ? 'risky' : 'advice',
      notes: [field, ...bound === undefined ? [] : [bound]],
      help: 'set maxSurge: 0 and maxUnavailable: 1, or Recreate',
    });
  }
}

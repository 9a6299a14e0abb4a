import * as fc from 'fast-check';
import { named, part } from './workloads';
import { NetworkAccess, WorkloadNetworkPolicyProps } from '../../../../src';
import { Statement, construct, path } from '../../expression';
import { Expressions, Setting, absent, calls, lists, literals, oneOf, rarely, sometimes, struct } from '../combinators';
import { ports } from '../numbers';
import { fresh, labels } from '../references';
import { formed, names } from '../texts';

export function networkPolicy(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<WorkloadNetworkPolicyProps>({
    workload,
    name: rarely(literals(names(setting, 'network'))),
    clients: absent(40, lists(peer(setting), 0, 2)),
    port: rarely(ports(setting)),
    monitoring: sometimes(lists(peer(setting), 0, 1)),
    metricsPort: rarely(ports(setting)),
    others: rarely(lists(access(setting), 0, 1)),
    egress: sometimes(lists(access(setting), 0, 2)),
    dns: rarely(peer(setting)),
  })).map(([id, props]) => [{ value: construct('WorkloadNetworkPolicy', path('chart'), id, props) }]);
}

function access(setting: Setting): Expressions {
  return struct<NetworkAccess>({ peer: peer(setting), ports: sometimes(lists(ports(setting), 1, 2)) });
}

function peer(setting: Setting): Expressions {
  const network = formed(setting, fc.constantFrom('192.168.2.0/24', 'fd00:1::/64'), fc.constantFrom('192.168.2.1/24', '10.0.0.0', ''));
  return oneOf(
    calls('NetworkPeer.workload', calls('Workload.named', named(setting)), rarely(part(setting))),
    calls('NetworkPeer.namespace', literals(names(setting, 'gateways'))),
    calls('NetworkPeer.namespacesWith', labels(setting)),
    calls('NetworkPeer.podsWith', labels(setting), sometimes(literals(names(setting, 'gateways')))),
    calls('NetworkPeer.ownNamespace'),
    calls('NetworkPeer.range', network, rarely(lists(formed(setting, fc.constantFrom('192.168.2.0/28')), 1, 1))),
    calls('NetworkPeer.internet'),
    calls('NetworkPeer.everyone'));
}

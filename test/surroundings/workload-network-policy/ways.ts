import { NetworkPeer, WorkloadNetworkPolicy } from '../../../src';
import { Ways } from '../ways';

export const WAYS: Ways = {
  'yes': (chart, workload) => new WorkloadNetworkPolicy(chart, 'around', { workload, egress: [{ peer: NetworkPeer.internet(), ports: [443] }] }),
  'with `clients`': (chart, workload) => new WorkloadNetworkPolicy(chart, 'around', {
    workload, clients: [NetworkPeer.ownNamespace(), NetworkPeer.namespace('gateways')], egress: [{ peer: NetworkPeer.internet(), ports: [443] }],
  }),
};

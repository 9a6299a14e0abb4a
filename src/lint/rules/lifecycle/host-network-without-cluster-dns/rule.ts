import { acceleratedPods } from '../../../facts/accelerators';
import { enginesByPods } from '../../../facts/engine-command';
import { PodSet } from '../../../facts/pod-set';
import { Rule } from '../../rule';

/** Pods on the network of their node that ask the node's DNS. */
export const hostNetworkWithoutClusterDns: Rule = {
  id: 'AIW2714',
  title: 'pods on the host network do not see cluster names',
  class: 'risky',
  reason: 'On the host network, ClusterFirst (the default) falls back to the resolver of the node, which knows neither Services nor the names of pods: workers do not find rank 0.',
  source: 'pkg/kubelet/network/dns/dns.go (v1.36) getPodDNSType; oracle-quickstart/oci-hpc-oke docs (torchrun on the host network)',
  remedy: 'Set dnsPolicy: ClusterFirstWithHostNet.',
  appliesTo: ['every carrier of pods with devices or an engine, except DaemonSets'],
  check: (facts, report) => {
    const sets = new Set<PodSet>([...facts.get(acceleratedPods), ...facts.get(enginesByPods).keys()]);
    for (const pods of sets) {
      const { hostNetwork, dnsPolicy } = pods.spec;
      if (hostNetwork === true && pods.carrier.kind !== 'DaemonSet' && (dnsPolicy === undefined || dnsPolicy === 'ClusterFirst')) {
        report(pods.carrier, {
          field: pods.at(dnsPolicy === undefined ? 'hostNetwork' : 'dnsPolicy'),
          message: 'Invalid value: "ClusterFirst": with hostNetwork the pod asks the resolver of its node, which knows no names of the cluster',
          help: 'set dnsPolicy to ClusterFirstWithHostNet',
        });
      }
    }
  },
};

import { FabricNetworksPlan } from './plan';
import { Explanation, alignedRows } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { NETWORK_RESOURCE_ANNOTATION } from '../../knowledge/cni';

/** What `explain()` of FabricNetworks prints. */
export function explainFabricNetworks({ workload, title, networks, exclusiveRdma }: FabricNetworksPlan): string {
  const total = networks.reduce((sum, { interfaces }) => sum + interfaces, 0);
  const explanation = new Explanation(`FabricNetworks of ${workload}: ${networks.length} NetworkAttachmentDefinitions for ${title}`)
    .sum('interfaces', `${networks.map(({ interfaces }) => interfaces).join(' + ')} = ${total} of each pod, beside its own`)
    .sum('networks', alignedRows([['network', 'plugin', 'device of', 'addresses'], ...networks.map(({ name, config, annotations, addresses }) => [
      name, programs(config), annotations[NETWORK_RESOURCE_ANNOTATION] ?? 'no resource: a shared one', addresses,
    ])]));
  if (exclusiveRdma) {
    explanation.choice('RDMA', 'the plugin rdma moves the RDMA device beside its interface, on nodes whose devices are exclusive');
  }
  const { namespace } = networks[0];
  return explanation
    .consequence('a wrong network', 'keeps pods in ContainerCreating: the plugin runs on the node, after the pod has its devices')
    .limit('deployment', 'the programs of the plugins, Multus and the device plugin are of the cluster: NVIDIA\'s network operator brings all of them')
    .operate('see', `kubectl${inNamespace(namespace)} get pods -o jsonpath='{range .items[*]}{.metadata.name}{"\\t"}{.metadata.annotations.k8s\\.v1\\.cni\\.cncf\\.io/network-status}{"\\n"}{end}'`)
    .toString();
}

function programs(config: { readonly type?: unknown; readonly plugins?: unknown }): string {
  return [config, ...(config.plugins as { readonly type?: unknown }[] | undefined) ?? []].flatMap(({ type }) => (type === undefined ? [] : String(type))).join(', ');
}

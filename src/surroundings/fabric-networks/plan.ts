import { NetworkAddresses } from './network-addresses';
import { NetworkPlugin } from './network-plugin';
import { FabricNetworkDifference, FabricNetworkSettings, FabricNetworksProps } from './props';
import { duplicate, forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { PlainObject, compact } from '../../base/plain';
import { collecting } from '../../given/mistakes/collecting';
import { NETWORK_RESOURCE_ANNOTATION } from '../../knowledge/cni';
import { SHARED_RDMA_PREFIX } from '../../knowledge/rdma-devices';
import { FabricNetwork } from '../../pod/network/fabric-options';
import { RdmaParts } from '../../pod/network/fabric-parts';
import { Workload } from '../../workloads/handle/workload';

/** One NetworkAttachmentDefinition. */
export interface NetworkPlan {
  readonly name: string;
  readonly namespace?: string;
  readonly annotations: Labels;
  readonly config: PlainObject;
  /** Interfaces of each pod that are in it. */
  readonly interfaces: number;
  readonly addresses: string;
}

/** The definitions of one workload. */
export interface FabricNetworksPlan {
  readonly workload: string;
  readonly title: string;
  readonly networks: readonly NetworkPlan[];
  readonly exclusiveRdma: boolean;
}

/** Read by every plugin that the construct knows. Source: containernetworking/cni pkg/version; k8snetworkplumbingwg examples */
const CNI_VERSION = '0.3.1';

/** Source: linux IPV6_MIN_MTU; switches with jumbo frames */
const MTU = { min: 1280, max: 9216 };

/** Pure: what each network of the workload's fabric is made of. */
export function planFabricNetworks(given: FabricNetworksProps): FabricNetworksPlan {
  return collecting(given, (props, attempt) => {
    const workload = attempt(() => props.workload.workload._planned);
    const fabric = attempt(() => fabricOf(workload));
    const networks = attempt(() => distinct(fabric, workload));
    attempt(() => checkDifferences(props.networks ?? [], networks));
    return {
      workload: attempt(() => workload.name),
      title: attempt(() => fabric.title),
      exclusiveRdma: props.exclusiveRdma ?? false,
      networks: attempt(() => networks.map(network => planNetwork(network, fabric, props))),
    };
  });
}

/** Of the first role that names networks: roles of one workload speak to each other over the same. */
function fabricOf({ name, roles }: Workload): RdmaParts {
  const parts = roles.flatMap(({ fabric }) => fabric?._parts ?? []);
  const named = parts.find((each): each is RdmaParts => each.kind === 'rdma' && each.networks.length > 0);
  if (!named) {
    throw forbidden('workload', parts.length === 0 ? `${name} has no fabric, so its pods name no network` : `the fabric of ${name} names no network of Multus`,
      'name them: fabric: Fabric.roce({ networks: [{ name: \'rail-0\' }], resource })');
  }
  return named;
}

interface DistinctNetwork extends FabricNetwork {
  readonly resource?: string;
  readonly interfaces: number;
}

function distinct({ networks, resources }: RdmaParts, { namespace: ofPods }: Workload): DistinctNetwork[] {
  const own = new Set(networks.map(({ resource }) => resource));
  const common = Object.keys(resources).find(name => !own.has(name));
  const found = new Map<string, DistinctNetwork>();
  networks.forEach((network, index) => {
    const { name, namespace = ofPods, resource = common } = network;
    const key = `${namespace ?? ''}/${name}`;
    const before = found.get(key);
    if (before && before.resource !== resource) {
      throw invalid('workload', resource, `the fabric takes network ${name} with ${before.resource} and, as networks[${index}], with ${resource}; a definition names one resource`, 'give the networks two names');
    }
    found.set(key, { name, namespace, resource, interfaces: (before?.interfaces ?? 0) + 1 });
  });
  return [...found.values()];
}

function checkDifferences(differences: readonly FabricNetworkDifference[], networks: readonly DistinctNetwork[]): void {
  differences.forEach(({ name }, index) => {
    if (!networks.some(network => network.name === name)) {
      throw invalid(`networks[${index}].name`, name, `the networks of the fabric are ${[...new Set(networks.map(network => network.name))].join(', ')}`, 'name one of them');
    }
    if (differences.findIndex(other => other.name === name) !== index) {
      throw duplicate(`networks[${index}].name`, name, 'has differences already', 'say all of them once');
    }
  });
}

function planNetwork(network: DistinctNetwork, { title }: RdmaParts, props: FabricNetworksProps): NetworkPlan {
  const index = props.networks?.findIndex(({ name }) => name === network.name) ?? -1;
  const own: FabricNetworkSettings = props.networks?.[index] ?? {};
  const at = (property: keyof FabricNetworkSettings) => (own[property] === undefined ? property : `networks[${index}].${property}`);
  const plugin = own.plugin ?? props.plugin ?? NetworkPlugin.hostDevice();
  const addresses = own.addresses ?? props.addresses ?? (title === 'InfiniBand' ? NetworkAddresses.none() : undefined);
  const mtu = own.mtu ?? props.mtu;
  checkPlugin(at('plugin'), plugin, title, network);
  if (!addresses) {
    throw required('addresses', 'RoCE addresses its packets by the IP addresses of the interfaces', "NetworkAddresses.whereabouts('192.168.2.0/24'), nvIpam(pool), or none() where the interfaces have theirs");
  }
  if (mtu !== undefined) {
    wholeNumber(at('mtu'), mtu, { ...MTU, help: 'give what the switches let through: 9000' });
  }
  return {
    name: network.name,
    namespace: network.namespace,
    annotations: plugin._needsDevice ? { [NETWORK_RESOURCE_ANNOTATION]: network.resource! } : {},
    config: configOf(network.name, { ...plugin._config, ipam: addresses._ipam }, mtu, props.exclusiveRdma ?? false),
    interfaces: network.interfaces,
    addresses: addresses._text,
  };
}

function checkPlugin(field: string, plugin: NetworkPlugin, title: RdmaParts['title'], { name, resource = '' }: DistinctNetwork): void {
  if (plugin._fabric !== undefined && plugin._fabric !== title) {
    throw invalid(field, plugin._type, `is for ${plugin._fabric}, and the fabric of the workload is ${title}`, title === 'RoCE' ? 'use NetworkPlugin.sriov(), hostDevice() or macvlan(parent)' : 'use NetworkPlugin.infiniBandSriov(), hostDevice() or ipoib(parent)');
  }
  if (plugin._needsDevice && resource.startsWith(SHARED_RDMA_PREFIX)) {
    throw invalid(field, plugin._type, `moves a device that a device plugin has chosen, and ${resource} of network ${name} is shared: nothing is chosen`, 'use NetworkPlugin.macvlan(parent) or ipoib(parent), or a resource of whole devices');
  }
}

/** One plugin, or a chain where others change what the first has made. */
function configOf(name: string, first: PlainObject, mtu: number | undefined, exclusiveRdma: boolean): PlainObject {
  const chained = [...(mtu === undefined ? [] : [{ type: 'tuning', mtu }]), ...(exclusiveRdma ? [{ type: 'rdma' }] : [])];
  const common = { cniVersion: CNI_VERSION, name };
  return chained.length === 0 ? { ...common, ...compact(first) } : { ...common, plugins: [compact(first), ...chained] };
}

import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Fabric, FabricNetworks, FabricNetworksProps, IndexedTrainingJob, KubernetesVersion, NetworkAddresses, NetworkPlugin, ParameterServer, Target, Workload } from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';

type Manifest = any;
type Options = Omit<FabricNetworksProps, 'workload'>;

const container = { image: 'registry.example/train:1' };
const addresses = NetworkAddresses.whereabouts('192.168.2.0/24');
const ROCE = Fabric.roce({ resource: 'nvidia.com/hostdev', networks: [{ name: 'rail-0' }, { name: 'rail-1', namespace: 'networks' }] });
const INFINIBAND = Fabric.infiniBand({ resource: 'mellanox.com/ib', networks: [{ name: 'ib' }] });
const SHARED = Fabric.roce({ resource: 'rdma/hca_shared_devices_a', networks: [{ name: 'shared' }] });

function around(fabric: Fabric | undefined, options: Options = {}, chart = new Chart(new App(), 'c', { namespace: 'ml' })): FabricNetworks {
  return new FabricNetworks(chart, 'networks', { workload: new IndexedTrainingJob(chart, 'w', { workers: 2, container, fabric }), ...options });
}

function definitions(fabric: Fabric, options: Options = {}): Manifest[] {
  return around(fabric, options).apiObjects.map(object => object.toJson());
}

/** As Multus reads it: JSON with a type, or with a list of plugins that have one. Source: multus-cni pkg/types/conf.go LoadDelegateNetConf (v4.3.0) */
function configOf({ spec: { config } }: Manifest): Manifest {
  const read = JSON.parse(config);
  expect((read.plugins ?? [read]).every(({ type }: Manifest) => typeof type === 'string' && type !== '')).toBe(true);
  return read;
}

function refusal(fabric: Fabric | undefined, options: Options = {}): string {
  try {
    around(fabric, options);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}

test('one definition for each network, where the pods look for it, with the resource that the fabric asks for', () => {
  const [first, second] = definitions(ROCE, { addresses });
  expect([first, second].map(({ apiVersion, kind }) => [apiVersion, kind])).toEqual(Array(2).fill(['k8s.cni.cncf.io/v1', 'NetworkAttachmentDefinition']));
  expect([first, second].map(({ metadata }) => [metadata.namespace, metadata.name])).toEqual([['ml', 'rail-0'], ['networks', 'rail-1']]);
  expect(first.metadata.annotations).toEqual({ 'k8s.v1.cni.cncf.io/resourceName': 'nvidia.com/hostdev' });
  expect(configOf(first)).toEqual({ cniVersion: '0.3.1', name: 'rail-0', type: 'host-device', ipam: { type: 'whereabouts', range: '192.168.2.0/24' } });
});

test('a network that a pod is in several times is defined once', () => {
  const fabric = Fabric.roce({ resource: 'nvidia.com/hostdev', networks: [{ name: 'r' }, { name: 'r' }, { name: 'r', namespace: 'ml' }] });
  expect(definitions(fabric, { addresses })).toHaveLength(1);
  expect(around(fabric, { addresses }).explain()).toContain('3 = 3 of each pod');
});

test('rails with resources and pools of their own', () => {
  const fabric = Fabric.roce({ networks: [0, 1].map(rail => ({ name: `rail-${rail}`, resource: `nvidia.com/rail${rail}` })) });
  const made = definitions(fabric, { plugin: NetworkPlugin.sriov(100), addresses, networks: [{ name: 'rail-1', addresses: NetworkAddresses.nvIpam('pool-1'), plugin: NetworkPlugin.hostDevice() }] });
  expect(made.map(({ metadata }) => metadata.annotations['k8s.v1.cni.cncf.io/resourceName'])).toEqual(['nvidia.com/rail0', 'nvidia.com/rail1']);
  expect(made.map(configOf).map(({ type, vlan, ipam }) => [type, vlan, ipam])).toEqual([
    ['sriov', 100, { type: 'whereabouts', range: '192.168.2.0/24' }], ['host-device', undefined, { type: 'nv-ipam', poolName: 'pool-1' }],
  ]);
});

test('what changes an interface comes after what makes it', () => {
  const [made] = definitions(INFINIBAND, { plugin: NetworkPlugin.infiniBandSriov('0x7fff'), mtu: 4092, exclusiveRdma: true }).map(configOf);
  expect(made).toEqual({ cniVersion: '0.3.1', name: 'ib', plugins: [{ type: 'ib-sriov', pkey: '0x7fff', link_state: 'enable' }, { type: 'tuning', mtu: 4092 }, { type: 'rdma' }] });
});

test('interfaces beside one of the node take no device, so their definitions name no resource', () => {
  const [made] = definitions(SHARED, { plugin: NetworkPlugin.macvlan('ens1f0np0'), addresses });
  expect(made.metadata.annotations).toBeUndefined();
  expect(configOf(made)).toMatchObject({ type: 'macvlan', master: 'ens1f0np0', mode: 'bridge' });
});

test('any other plugin, with its settings', () => {
  const [made] = definitions(SHARED, { plugin: NetworkPlugin.other('ovs', { bridge: 'br0', trunk: [{ id: 5 }] }), addresses: NetworkAddresses.none() }).map(configOf);
  expect(made).toEqual({ cniVersion: '0.3.1', name: 'shared', type: 'ovs', bridge: 'br0', trunk: [{ id: 5 }] });
});

test('of a workload with several roles, those of the role that names networks', () => {
  const chart = new Chart(new App(), 'c', { namespace: 'ml' });
  const workload = new ParameterServer(chart, 'w', { container, ps: { replicas: 1 }, worker: { replicas: 1, fabric: INFINIBAND } });
  expect(new FabricNetworks(chart, 'n', { workload }).apiObjects.map(({ name }) => name)).toEqual(['ib']);
});

test.each<[what: string, fabric: Fabric | undefined, options: Options, message: string]>([
  ['a workload without a fabric', undefined, {}, 'workload: Forbidden: w has no fabric, so its pods name no network'],
  ['one with devices alone', Fabric.infiniBand({ resource: 'rdma/ib' }), {}, 'workload: Forbidden: the fabric of w names no network of Multus'],
  ['RoCE without addresses', ROCE, {}, 'addresses: Required value: RoCE addresses its packets by the IP addresses'],
  ['InfiniBand for RoCE', ROCE, { addresses, plugin: NetworkPlugin.infiniBandSriov() }, 'plugin: Invalid value: "ib-sriov": is for InfiniBand, and the fabric of the workload is RoCE'],
  ['Ethernet for InfiniBand', INFINIBAND, { networks: [{ name: 'ib', plugin: NetworkPlugin.macvlan('ens1') }] }, 'networks[0].plugin: Invalid value: "macvlan": is for RoCE'],
  ['a plugin that moves a device of a shared resource', SHARED, { addresses }, 'plugin: Invalid value: "host-device": moves a device that a device plugin has chosen, and rdma/hca_shared_devices_a of network shared is shared'],
  ['a difference of a network that there is not', ROCE, { addresses, networks: [{ name: 'rail-7' }] }, 'networks[0].name: Invalid value: "rail-7": the networks of the fabric are rail-0, rail-1'],
  ['differences of one network twice', ROCE, { addresses, networks: [{ name: 'rail-0' }, { name: 'rail-0' }] }, 'networks[1].name: Duplicate value'],
  ['a packet of 100 bytes', ROCE, { addresses, mtu: 100 }, 'mtu: Invalid value: 100'],
  ['one network with two resources', Fabric.roce({ networks: [{ name: 'r', resource: 'a.b/c' }, { name: 'r', resource: 'a.b/d' }] }), { addresses }, 'workload: Invalid value: "a.b/d": the fabric takes network r with a.b/c'],
])('refused: %s', (_, fabric, options, message) => {
  expect(refusal(fabric, options)).toContain(message);
});

test.each<[() => unknown, string]>([
  [() => NetworkPlugin.other('ib-sriov-cni'), 'is what the project is called: its program is ib-sriov'],
  [() => NetworkPlugin.other('host-local'), 'makes no interface of its own'],
  [() => NetworkPlugin.other('a/b'), 'is no name of a program'],
  [() => NetworkPlugin.other('ovs', { ipam: {} }), 'NetworkPlugin.other(settings).ipam: Forbidden'],
  [() => NetworkPlugin.other('ovs', { type: 'x' }), 'NetworkPlugin.other(settings).type: Forbidden'],
  [() => NetworkPlugin.sriov(4095), 'NetworkPlugin.sriov(vlan): Invalid value: 4095'],
  [() => NetworkPlugin.infiniBandSriov('5'), 'is no partition key'],
  [() => NetworkPlugin.macvlan('a/b'), 'NetworkPlugin.macvlan(parent): Invalid value'],
  [() => NetworkPlugin.ipoib(''), 'NetworkPlugin.ipoib(parent): Invalid value'],
  [() => NetworkAddresses.whereabouts('10.0.0.0'), 'NetworkAddresses.whereabouts(range): Invalid value: "10.0.0.0"'],
  [() => NetworkAddresses.whereabouts('10.0.0.0/8', ['x']), 'NetworkAddresses.whereabouts(exclude[0]): Invalid value: "x"'],
  [() => NetworkAddresses.nvIpam(''), 'NetworkAddresses.nvIpam(poolName): Required value'],
])('%s is refused', (make, message) => {
  expect(make).toThrow(message);
});

test('a workload of cdk8s-plus-28 says nothing of its network', () => {
  const chart = new Chart(new App(), 'c');
  const workload = Workload.of(new kplus.Deployment(chart, 'd', { containers: [{ image: 'a:1' }] }));
  expect(() => new FabricNetworks(chart, 'n', { workload })).toThrow(/has no fabric/);
});

describe('Multus', () => {
  const at = (apis: string[] | undefined) => {
    const chart = new Chart(new App(), 'c', { namespace: 'ml' });
    Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis });
    around(ROCE, { addresses }, chart);
    return findingsOf(chart.node.root).filter(({ id }) => id === 'AIW0002').map(({ message }) => message);
  };

  test('is said to be needed, and not where the target lists it', () => {
    expect(at(undefined)).toEqual(['the cluster must serve k8s.cni.cncf.io/v1, with Multus and the plugins on each node']);
    expect(at(['k8s.cni.cncf.io/v1'])).toEqual([]);
  });

  test('is refused where the target lists others', () => {
    expect(() => at(['jobset.x-k8s.io/v1alpha2'])).toThrow('needs k8s.cni.cncf.io/v1, which the target does not list');
  });
});

test('explain has interfaces with their sum, the programs and who gives addresses', () => {
  const text = around(ROCE, { addresses, exclusiveRdma: true }).explain();
  expect(text).toContain('1 + 1 = 2 of each pod, beside its own');
  expect(text).toMatch(/rail-0 +host-device, rdma +nvidia\.com\/hostdev +Whereabouts, from 192\.168\.2\.0\/24/);
  expect(text).toContain('kubectl -n ml get pods');
});

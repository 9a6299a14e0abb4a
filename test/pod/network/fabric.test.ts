import { ApiObject, App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, CapabilityProfile, Capacity, Fabric, GpuInferenceDeployment, IndexedTrainingJob, InferenceEngine, LeaderWorkerBackend,
  LeaderWorkerGroup, Memory, OnDemandFloor, ParameterServer, PodTemplateProps, RayBackend, RayCluster, RowEnvironment, SecurityProfile,
  SpotInference, Sweep, SweepResults, SweepTable, VllmKvTransfer, ZonalDeployments, ZonePartitionedStatefulSet,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { IMAGE, Manifest, carry, messageOf } from '../carrier';

const container = { image: IMAGE, portNumber: 8000 };
const RAILS = [{ name: 'rail-0' }, { name: 'rail-1' }];

function main(fabric: Fabric, props: Partial<PodTemplateProps> = {}): Manifest {
  return carry({ fabric, ...props }).main();
}

function variables(each: Manifest): Manifest {
  return Object.fromEntries((each.env ?? []).map(({ name, value }: Manifest) => [name, value]));
}

describe('a pod without a fabric has none of it', () => {
  test('and its template is the same as before', () => {
    expect(main(undefined as never).env).toBeUndefined();
    expect(carry().podTemplate().metadata.annotations).toBeUndefined();
  });
});

describe('sockets', () => {
  test('are one interface for all libraries, and no InfiniBand', () => {
    expect(variables(main(Fabric.socket()))).toEqual({ GLOO_SOCKET_IFNAME: 'eth0', NCCL_SOCKET_IFNAME: 'eth0', NCCL_IB_DISABLE: '1', UCX_NET_DEVICES: 'eth0' });
    expect(main(Fabric.socket()).securityContext.capabilities.add).toBeUndefined();
  });

  test('of another interface, on the network of the host', () => {
    expect(variables(main(Fabric.socket({ interfaceName: 'ens1f0np0' }), { hostNetwork: true })).NCCL_SOCKET_IFNAME).toBe('ens1f0np0');
  });

  test.each(['', 'eth0,eth1', '=eth0', 'a very long name'])('%j is no interface', name => {
    expect(messageOf(() => carry({ fabric: Fabric.socket({ interfaceName: name }) }).pod())).toContain('Fabric.socket(interfaceName): Invalid value');
  });
});

test.each<[string, (socketInterface?: string) => Fabric]>([
  ['EFA', socketInterface => Fabric.efa({ interfaces: 4, hugePages: '0', socketInterface })],
  ['RoCE', socketInterface => Fabric.roce({ resource: 'rdma/ib', socketInterface })],
  ['InfiniBand', socketInterface => Fabric.infiniBand({ resource: 'rdma/ib', socketInterface })],
])('%s finds its peers over eth0, or over another interface of the pod', (_, fabric) => {
  expect(variables(main(fabric())).NCCL_SOCKET_IFNAME).toBe('eth0');
  expect(variables(main(fabric('ens5'))).NCCL_SOCKET_IFNAME).toBe('ens5');
  expect(messageOf(() => fabric('eth0,eth1'))).toContain('(socketInterface): Invalid value: "eth0,eth1"');
});

describe('RoCE and InfiniBand', () => {
  test('take a device for each network, in the order of the interfaces', () => {
    const { podTemplate, main: container0 } = carry({ fabric: Fabric.roce({ resource: 'nvidia.com/hostdev', networks: RAILS }) });
    expect(podTemplate().metadata.annotations).toEqual({ 'k8s.v1.cni.cncf.io/networks': 'rail-0,rail-1' });
    expect(container0().resources.limits).toEqual({ 'nvidia.com/hostdev': '2' });
    expect(container0().resources.requests).toBeUndefined();
  });

  test('name namespace and interface of a network where they are given', () => {
    const fabric = Fabric.roce({ resource: 'a.b/c', networks: [{ name: 'x', namespace: 'net' }, { name: 'y', interfaceName: 'rdma0' }] });
    expect(carry({ fabric }).podTemplate().metadata.annotations['k8s.v1.cni.cncf.io/networks']).toBe('net/x,y@rdma0');
  });

  test('one network may be there several times, each with a device of its own', () => {
    const fabric = Fabric.roce({ resource: 'nvidia.com/hostdev', networks: [{ name: 'r' }, { name: 'r' }, { name: 'r' }] });
    expect(main(fabric).resources.limits).toEqual({ 'nvidia.com/hostdev': '3' });
    expect(carry({ fabric }).podTemplate().metadata.annotations['k8s.v1.cni.cncf.io/networks']).toBe('r,r,r');
  });

  test('a shared device is asked for once, however many networks there are: it opens all devices of the node', () => {
    expect(main(Fabric.infiniBand({ resource: 'rdma/hca_shared_devices_a', networks: RAILS })).resources.limits).toEqual({ 'rdma/hca_shared_devices_a': '1' });
  });

  test('rails with resources of their own', () => {
    const fabric = Fabric.roce({ networks: [{ name: 'rail-0', resource: 'nvidia.com/rail0' }, { name: 'rail-1', resource: 'nvidia.com/rail1' }, { name: 'again', resource: 'nvidia.com/rail1' }] });
    expect(main(fabric).resources.limits).toEqual({ 'nvidia.com/rail0': '1', 'nvidia.com/rail1': '2' });
  });

  test('stand beside the accelerators, in the main container alone', () => {
    const { pod } = carry({ fabric: Fabric.infiniBand({ resource: 'rdma/ib' }), accelerator: Accelerator.nvidia(8), sidecars: [{ name: 'logs', image: 'fluent:1' }], container: { image: IMAGE, memory: Memory.of('64Gi') } });
    expect(pod().containers[0].resources.limits).toEqual({ 'memory': '64Gi', 'nvidia.com/gpu': '8', 'rdma/ib': '1' });
    expect(pod().initContainers[0].resources).toBeUndefined();
    expect(pod().initContainers[0].securityContext.capabilities.add).toBeUndefined();
    expect(JSON.stringify(pod())).not.toMatch(/infiniband|"privileged"/);
  });

  test('names of devices are whole names to NCCL, and have a port for UCX and NVSHMEM', () => {
    expect(variables(main(Fabric.roce({ resource: 'rdma/ib', hcas: ['mlx5_1', 'mlx5_10:2'], gidIndex: 3 })))).toEqual({
      GLOO_SOCKET_IFNAME: 'eth0',
      NCCL_IB_GID_INDEX: '3',
      NCCL_IB_HCA: '=mlx5_1,mlx5_10:2',
      NCCL_SOCKET_IFNAME: 'eth0',
      NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME: 'eth0',
      NVSHMEM_HCA_LIST: 'mlx5_1:1,mlx5_10:2',
      NVSHMEM_IB_GID_INDEX: '3',
      UCX_IB_GID_INDEX: '3',
      UCX_NET_DEVICES: 'mlx5_1:1,mlx5_10:2',
    });
  });

  test('what the user says of a variable wins, and keeps its place among the others', () => {
    const given = variables(main(Fabric.roce({ resource: 'rdma/ib' }), { container: { image: IMAGE, envVariables: { NCCL_SOCKET_IFNAME: kplus.EnvValue.fromValue('net1') } } }));
    expect(given).toMatchObject({ NCCL_SOCKET_IFNAME: 'net1', GLOO_SOCKET_IFNAME: 'eth0' });
  });

  test.each<[what: string, options: Parameters<typeof Fabric.roce>[0], message: string]>([
    ['no resource', {}, 'Fabric.roce(resource): Required value: without a resource no device of the network is in the pod, only its interface'],
    ['a network without one', { networks: [{ name: 'a', resource: 'x.y/z' }, { name: 'b' }] }, 'Fabric.roce(resource): Required value'],
    ['a resource of Kubernetes', { resource: 'cpu' }, 'Fabric.roce(resource): Invalid value: "cpu"'],
    ['one resource said twice', { resource: 'x.y/z', networks: [{ name: 'a', resource: 'x.y/z' }] }, 'Fabric.roce(resource): Duplicate value: "x.y/z"'],
    ['fewer devices than networks', { resource: 'x.y/z', devices: 1, networks: RAILS }, 'Fabric.roce(devices): Invalid value: 1: 2 networks take a device of x.y/z each'],
    ['a number of devices where each network has its own', { devices: 2, networks: [{ name: 'a', resource: 'x.y/z' }] }, 'Fabric.roce(devices): Forbidden'],
    ['a name that Multus does not read', { resource: 'x.y/z', networks: [{ name: 'Rail_0' }] }, 'Fabric.roce(networks[0]).name: Invalid value: "Rail_0": is no name that Multus reads'],
    ['a namespace with a dot', { resource: 'x.y/z', networks: [{ name: 'a', namespace: 'b.c' }] }, 'Fabric.roce(networks[0]).namespace: Invalid value: "b.c"'],
    ['an interface of 16 characters', { resource: 'x.y/z', networks: [{ name: 'a', interfaceName: 'x'.repeat(16) }] }, 'Fabric.roce(networks[0]).interfaceName: Invalid value'],
    ["the interface of the pod's own network", { resource: 'x.y/z', networks: [{ name: 'a', interfaceName: 'eth0' }] }, "Duplicate value: \"eth0\": is the interface of the pod's own network"],
    ['an interface that Multus gives to another one', { resource: 'x.y/z', networks: [{ name: 'a' }, { name: 'b', interfaceName: 'net1' }] }, 'Duplicate value: "net1": is another interface of the pod'],
    ['an interface that no network makes', { resource: 'x.y/z', networks: RAILS, socketInterface: 'net3' }, 'Fabric.roce(socketInterface): Invalid value: "net3": the networks are net1, net2'],
    ['the same without networks', { resource: 'x.y/z', socketInterface: 'net1' }, 'there are no networks, so no pod has it'],
    ['a list of devices in one text', { resource: 'x.y/z', hcas: ['mlx5_0,mlx5_1'] }, 'Fabric.roce(hcas[0]): Invalid value: "mlx5_0,mlx5_1": is no device'],
    ['a device twice', { resource: 'x.y/z', hcas: ['mlx5_0', 'mlx5_0'] }, 'Fabric.roce(hcas[1]): Duplicate value'],
    ['an index of no address', { resource: 'x.y/z', gidIndex: -1 }, 'Fabric.roce(gidIndex): Invalid value: -1'],
  ])('refused: %s', (_, options, message) => {
    expect(messageOf(() => carry({ fabric: Fabric.roce(options) }).pod())).toContain(message);
  });
});

describe('EFA', () => {
  const memory = Memory.of('512Gi');

  test('adapters, huge pages, and the provider of libfabric', () => {
    const each = main(Fabric.efa({ interfaces: 32 }), { container: { image: IMAGE, memory } });
    expect(each.resources.limits).toEqual({ 'hugepages-2Mi': '5Gi', 'memory': '512Gi', 'vpc.amazonaws.com/efa': '32' });
    expect(variables(each)).toEqual({ FI_PROVIDER: 'efa', GLOO_SOCKET_IFNAME: 'eth0', NCCL_SOCKET_IFNAME: 'eth0' });
    expect(each.securityContext.capabilities.add).toBeUndefined();
  });

  test('as many as the instance has, where its type is known', () => {
    const of = (type: string) => main(Fabric.efa({ hugePages: '0' }), { nodeLabels: { 'node.kubernetes.io/instance-type': type } }).resources.limits['vpc.amazonaws.com/efa'];
    expect(['p5.48xlarge', 'p5en.48xlarge', 'p4d.24xlarge', 'g6.8xlarge'].map(of)).toEqual(['32', '16', '4', '1']);
  });

  test('without huge pages the provider is told, and no memory is needed', () => {
    const each = main(Fabric.efa({ interfaces: 1, hugePages: '0', lockMemory: true }));
    expect(each.resources.limits).toEqual({ 'vpc.amazonaws.com/efa': '1' });
    expect(variables(each).FI_EFA_USE_HUGE_PAGE).toBe('0');
    expect(each.securityContext.capabilities.add).toEqual(['IPC_LOCK']);
  });

  test.each<[what: string, props: Partial<PodTemplateProps>, message: string]>([
    ['no number and no type', { fabric: Fabric.efa({ hugePages: '0' }) }, 'Fabric.efa(interfaces): Required value: nothing says what instance the pods run on'],
    ['a type that is not known', { fabric: Fabric.efa({ hugePages: '0' }), nodeLabels: { 'node.kubernetes.io/instance-type': 'm5.large' } }, 'how many adapters m5.large has is not known here'],
    ['more than the instance has', { fabric: Fabric.efa({ interfaces: 32, hugePages: '0' }), nodeLabels: { 'node.kubernetes.io/instance-type': 'p4d.24xlarge' } }, 'Fabric.efa(interfaces): Invalid value: 32: p4d.24xlarge has 4, so no node has room for the pod'],
    ['huge pages without memory', { fabric: Fabric.efa({ interfaces: 1 }) }, 'container.memory: Required value: the fabric asks for 5Gi in huge pages'],
    ['huge pages said twice', { fabric: Fabric.efa({ interfaces: 1 }), container: { image: IMAGE, memory, hugePages: { '2Mi': '1Gi' } } }, 'container.hugePages: Duplicate value: "2Mi"'],
  ])('refused: %s', (_, props, message) => {
    expect(messageOf(() => carry(props).pod())).toContain(message);
  });
});

describe('GKE', () => {
  test('the annotations of its multi-networking, and the library of the node', () => {
    const { podTemplate, pod } = carry({ fabric: Fabric.gkeRdma({ networks: ['rdma-0', 'rdma-1'] }) });
    expect(podTemplate().metadata.annotations['networking.gke.io/default-interface']).toBe('eth0');
    expect(JSON.parse(podTemplate().metadata.annotations['networking.gke.io/interfaces'])).toEqual([
      { interfaceName: 'eth0', network: 'default' }, { interfaceName: 'eth2', network: 'rdma-0' }, { interfaceName: 'eth3', network: 'rdma-1' },
    ]);
    expect(pod().volumes).toContainEqual({ name: 'gib', hostPath: { path: '/home/kubernetes/bin/gib', type: 'Directory' } });
    expect(pod().containers[0].volumeMounts).toContainEqual({ name: 'gib', mountPath: '/usr/local/gib', readOnly: true });
    expect(variables(pod().containers[0]).LD_LIBRARY_PATH).toBe('/usr/local/gib/lib64:/usr/local/nvidia/lib64');
  });

  test('eight networks by default; nothing of the node where the image has the library', () => {
    const { podTemplate, pod } = carry({ fabric: Fabric.gkeRdma({ libraryFromNode: false }) });
    expect(JSON.parse(podTemplate().metadata.annotations['networking.gke.io/interfaces'])).toHaveLength(9);
    expect(pod().volumes).toBeUndefined();
    expect(variables(pod().containers[0]).LD_LIBRARY_PATH).toBeUndefined();
  });

  test.each([[[], 'Fabric.gkeRdma(networks): Required value'], [['a', 'a'], 'Fabric.gkeRdma(networks[1]): Duplicate value'], [['A'], 'Fabric.gkeRdma(networks[0]): Invalid value']])('refused: %j', (networks, message) => {
    expect(messageOf(() => carry({ fabric: Fabric.gkeRdma({ networks }) }).pod())).toContain(message);
  });
});

describe('locked memory', () => {
  const fabric = Fabric.infiniBand({ resource: 'rdma/ib' });
  const added = (props: Partial<PodTemplateProps>) => main(fabric, props).securityContext.capabilities?.add;

  test.each<[CapabilityProfile | undefined, string[]]>([
    [undefined, ['IPC_LOCK']],
    [CapabilityProfile.PUBLISHED, ['IPC_LOCK']],
    [CapabilityProfile.RDMA, ['IPC_LOCK']],
    [CapabilityProfile.SSHD, ['AUDIT_WRITE', 'IPC_LOCK', 'SYS_CHROOT']],
    [CapabilityProfile.PROFILER, ['IPC_LOCK', 'PERFMON', 'SYS_PTRACE']],
  ])('is added to the profile %s', (capabilityProfile, add) => {
    expect(added({ container: { image: IMAGE, capabilityProfile } })).toEqual(add);
  });

  test('is left to who gives capabilities by themselves, and to privileged containers', () => {
    expect(added({ container: { image: IMAGE, securityContext: { capabilities: { add: [kplus.Capability.IPC_LOCK] } } } })).toEqual(['IPC_LOCK']);
    expect(added({ container: { image: IMAGE, securityContext: { capabilities: { add: [kplus.Capability.ALL] } } } })).toEqual(['ALL']);
    const privileged = { image: IMAGE, securityContext: { privileged: true, allowPrivilegeEscalation: true, user: 1000 } };
    expect(() => carry({ fabric, container: privileged }).pod()).not.toThrow();
  });

  test('is not asked for where nodes lift the limit, and then anybody may be the user', () => {
    const lifted = Fabric.infiniBand({ resource: 'rdma/ib', lockMemory: false });
    const each = main(lifted, { security: SecurityProfile.hardened({ user: 1000 }) });
    expect(each.securityContext.capabilities).toEqual({ drop: ['ALL'] });
    expect(each.resources.limits).toEqual({ 'rdma/ib': '1' });
  });

  test.each<[what: string, props: Partial<PodTemplateProps>, message: string]>([
    ['capabilities without it', { container: { image: IMAGE, securityContext: { capabilities: { add: [kplus.Capability.NET_ADMIN] } } } }, 'container.securityContext.capabilities: Invalid value: ["NET_ADMIN"]: InfiniBand needs IPC_LOCK'],
    ['a profile without any', { container: { image: IMAGE, capabilityProfile: CapabilityProfile.NONE } }, 'container.capabilityProfile: Invalid value: "none"'],
    ['a hardened pod', { security: SecurityProfile.hardened({ user: 1000 }) }, 'fabric: Forbidden: InfiniBand needs IPC_LOCK, and no capability reaches a process that is not root'],
    ['a container of a user', { container: { image: IMAGE, securityContext: { user: 1000 } } }, 'fabric: Forbidden'],
    ['a pod of a user', { securityContext: { user: 1000 } }, 'fabric: Forbidden'],
    ['a pod that must not be root', { securityContext: { ensureNonRoot: true } }, 'fabric: Forbidden'],
    ['a user namespace', { hostUsers: false }, "hostUsers: Forbidden: InfiniBand needs IPC_LOCK, which counts for nothing in a user namespace of the pod's own"],
  ])('refused: %s', (_, props, message) => {
    expect(messageOf(() => carry({ fabric, ...props }).pod())).toContain(message);
  });

  test('root in a pod of a user may', () => {
    expect(added({ container: { image: IMAGE, securityContext: { user: 0 } }, securityContext: { user: 1000 } })).toEqual(['IPC_LOCK']);
  });
});

describe('refused, since one of the two takes the other away', () => {
  const fabric = Fabric.roce({ resource: 'nvidia.com/hostdev', networks: RAILS });

  test.each<[what: string, props: Partial<PodTemplateProps>, message: string]>([
    ["secondary networks on the host's", { hostNetwork: true }, 'hostNetwork: Forbidden: secondary networks are plugged into a network of the pod'],
    ['the annotation as well', { podMetadata: { annotations: { 'k8s.v1.cni.cncf.io/networks': 'x' } } }, 'podMetadata.annotations[k8s.v1.cni.cncf.io/networks]: Duplicate value: "x"'],
    ['the device as well', { container: { image: IMAGE, extendedResources: { 'nvidia.com/hostdev': 1 } } }, 'container.extendedResources: Duplicate value: "nvidia.com/hostdev"'],
    ['the device as an accelerator', { accelerator: Accelerator.resource('nvidia.com/hostdev', 1) }, 'fabric: Duplicate value: "nvidia.com/hostdev": is the accelerator of the pod as well'],
    ['InfiniBand switched off', { container: { image: IMAGE, envVariables: { NCCL_IB_DISABLE: kplus.EnvValue.fromValue('1') } } }, 'container.envVariables[NCCL_IB_DISABLE]: Invalid value: "1": it switches InfiniBand and RoCE off'],
    ['sockets asked for', { container: { image: IMAGE, envVariables: { NCCL_NET: kplus.EnvValue.fromValue('Socket') } } }, 'container.envVariables[NCCL_NET]: Invalid value: "Socket"'],
  ])('%s', (_, props, message) => {
    expect(messageOf(() => carry({ fabric, ...props }).pod())).toContain(message);
  });

  test('and not InfiniBand that is left on, nor devices on the network of the host', () => {
    const on = { container: { image: IMAGE, envVariables: { NCCL_IB_DISABLE: kplus.EnvValue.fromValue('0'), NCCL_NET: kplus.EnvValue.fromValue('IB') } } };
    expect(() => carry({ fabric, ...on }).pod()).not.toThrow();
    expect(() => carry({ fabric: Fabric.roce({ resource: 'rdma/ib' }), hostNetwork: true }).pod()).not.toThrow();
  });
});

const ray = { rayVersion: '2.53.0', container: { image: 'registry.example/ray:1', cpu: '8', memory: Memory.of('32Gi') }, workers: [{ replicas: 2 }] };
const engine = InferenceEngine.vllm({ version: '0.18', model: 'org/model', tensorParallel: 1 });
type Props = { readonly fabric: Fabric };

/** Each pattern, with the roles that hold its devices. */
const PATTERNS: { readonly [name: string]: readonly [make: (chart: Chart, props: Props) => unknown, holders: number] } = {
  'LeaderWorkerGroup': [(chart, props) => new LeaderWorkerGroup(chart, 'w', { size: 2, container, ...props }), 2],
  'LeaderWorkerGroup in one set': [(chart, props) => new LeaderWorkerGroup(chart, 'w', { size: 2, container, backend: LeaderWorkerBackend.singleStatefulSet(), ...props }), 1],
  'LeaderWorkerSet': [(chart, props) => new LeaderWorkerGroup(chart, 'w', { size: 2, container, backend: LeaderWorkerBackend.leaderWorkerSet(), ...props }), 2],
  'IndexedTrainingJob': [(chart, props) => new IndexedTrainingJob(chart, 'w', { workers: 2, container, ...props }), 1],
  'ParameterServer': [(chart, props) => new ParameterServer(chart, 'w', { container, chief: {}, ps: { replicas: 1 }, worker: { replicas: 2 }, ...props }), 1],
  'RayCluster': [(chart, props) => new RayCluster(chart, 'w', { ...ray, ...props }), 1],
  'RayCluster with KubeRay': [(chart, props) => new RayCluster(chart, 'w', { ...ray, backend: RayBackend.rayCluster(), ...props }), 1],
  'ZonePartitionedStatefulSet': [(chart, props) => new ZonePartitionedStatefulSet(chart, 'w', { zones: [{ zone: 'eu-1a', replicas: 1 }], container, ...props }), 1],
  'ZonalDeployments': [(chart, props) => new ZonalDeployments(chart, 'w', { zones: ['eu-1a'], container, ...props }), 1],
  'GpuInferenceDeployment': [(chart, props) => new GpuInferenceDeployment(chart, 'w', { engine, accelerator: Accelerator.nvidia(1), ...props }), 1],
  'SpotInference': [(chart, props) => new SpotInference(chart, 'w', { engine, accelerator: Accelerator.nvidia(1), replicas: 4, capacity: Capacity.spotKarpenter(), floor: OnDemandFloor.replicas(1), ...props }), 2],
  'Sweep': [(chart, props) => new Sweep(chart, 'w', { runs: SweepTable.grid({ SEED: ['1', '2'] }), rowEnvironment: RowEnvironment.fileOnly(), container, summary: container, results: SweepResults.onClaimName('r', '/r'), ...props }), 1],
};

function manifestsOf(make: (chart: Chart, props: Props) => unknown, fabric: Fabric): Manifest[] {
  const chart = new Chart(new App(), 'c', { namespace: 'ml' });
  make(chart, { fabric });
  return chart.node.findAll().filter(ApiObject.isApiObject).map(object => object.toJson());
}

/** Pod templates anywhere in a manifest. */
function templatesIn(value: Manifest): Manifest[] {
  if (value === null || typeof value !== 'object') {
    return [];
  }
  return [...(value.spec?.containers ? [value] : []), ...Object.values(value).flatMap(templatesIn)];
}

describe.each(Object.entries(PATTERNS))('%s', (_, [make, holders]) => {
  const fabric = Fabric.roce({ resource: 'nvidia.com/hostdev', networks: RAILS, lockMemory: false });

  test('gives devices, annotation and variables to the pods that hold its accelerators', () => {
    const templates = manifestsOf(make, fabric).flatMap(templatesIn).filter(({ metadata }) => metadata?.annotations?.['k8s.v1.cni.cncf.io/networks'] === 'rail-0,rail-1');
    expect(templates).toHaveLength(holders);
    for (const { spec } of templates) {
      expect(spec.containers[0].resources.limits['nvidia.com/hostdev']).toBe('2');
      expect(variables(spec.containers[0])).toMatchObject({ NCCL_SOCKET_IFNAME: 'eth0', GLOO_SOCKET_IFNAME: 'eth0' });
    }
  });

  test('and the name of an interface to all that do the work', () => {
    const with0 = manifestsOf(make, Fabric.socket()).flatMap(templatesIn).filter(({ spec }) => variables(spec.containers[0]).NCCL_SOCKET_IFNAME === 'eth0');
    expect(with0.length).toBeGreaterThanOrEqual(holders);
    expect(with0.every(({ metadata }) => metadata?.annotations?.['k8s.v1.cni.cncf.io/networks'] === undefined)).toBe(true);
  });
});

describe('roles', () => {
  const fabric = Fabric.infiniBand({ resource: 'rdma/ib' });

  test('of a parameter server have a fabric of their own', () => {
    const chart = new Chart(new App(), 'c');
    const { apiObject } = new ParameterServer(chart, 'w', { container, ps: { replicas: 1, fabric }, worker: { replicas: 1 } });
    const [ps, worker] = templatesIn(apiObject.toJson());
    expect([ps, worker].map(({ spec }) => spec.containers[0].resources?.limits)).toEqual([{ 'rdma/ib': '1' }, undefined]);
  });

  test('and those of Ray: a head has devices only where it is told to', () => {
    const head = (of: Fabric | undefined) => {
      const { apiObjects } = new RayCluster(new Chart(new App(), 'c'), 'w', { ...ray, fabric, head: { fabric: of } });
      return templatesIn(apiObjects[0].toJson())[0].spec.containers[0].resources.limits['rdma/ib'];
    };
    expect([head(undefined), head(fabric)]).toEqual([undefined, '1']);
  });
});

describe('pods that work each by itself', () => {
  const told = (make: (chart: Chart) => unknown) => {
    const chart = new Chart(new App(), 'c');
    make(chart);
    return findingsOf(chart.node.root).filter(({ id }) => id === 'AIW3206').map(({ message }) => message);
  };
  const fabric = Fabric.infiniBand({ resource: 'rdma/ib' });
  const server = (of: InferenceEngine, network: Fabric = fabric) => (chart: Chart) => new GpuInferenceDeployment(chart, 'w', { engine: of, accelerator: Accelerator.nvidia(1), fabric: network });

  test.each<[string, (chart: Chart) => unknown]>([
    ['a whole model', server(engine)],
    ['a row', chart => PATTERNS.Sweep[0](chart, { fabric })],
    ['a replica of a zone', chart => PATTERNS.ZonalDeployments[0](chart, { fabric })],
  ])('%s holds network devices for nobody, which is said', (_, make) => {
    expect(told(make)).toEqual([expect.stringContaining('so no process of these pods speaks to another one over it')]);
  });

  test('but not one that hands KV blocks over, nor one with sockets', () => {
    expect(told(server(InferenceEngine.vllm({ version: '0.18', model: 'org/model', tensorParallel: 1, kvTransfer: VllmKvTransfer.nixl() })))).toEqual([]);
    expect(told(server(engine, Fabric.socket()))).toEqual([]);
    expect(told(chart => PATTERNS.IndexedTrainingJob[0](chart, { fabric }))).toEqual([]);
  });
});

describe('explain', () => {
  test('has the devices of all pods with their sum, what programs are told, and what does not see the traffic', () => {
    const chart = new Chart(new App(), 'c');
    const text = new LeaderWorkerGroup(chart, 'w', { groups: 2, size: 4, container, fabric: Fabric.roce({ resource: 'nvidia.com/hostdev', networks: RAILS, hcas: ['mlx5_0'] }) }).explain();
    expect(text).toContain('8 pods x 2 nvidia.com/hostdev = 16');
    expect(text).toContain('networks of Multus: rail-0,rail-1');
    expect(text).toContain('NCCL_IB_HCA==mlx5_0');
    expect(text).toContain('what goes over RoCE passes by the kernel');
    expect(text).toContain('IPC_LOCK is refused by a namespace that enforces the baseline');
  });

  test('says nothing of sockets that only kernels do not see', () => {
    const text = new LeaderWorkerGroup(new Chart(new App(), 'c'), 'w', { size: 2, container, fabric: Fabric.socket() }).explain();
    expect(text).toContain('NCCL_IB_DISABLE=1');
    expect(text).not.toContain('passes by the kernel');
  });
});

import { Testing } from 'cdk8s';
import {
  Accelerator, AlignedDevices, DeviceAlignment, DeviceConstraint, DeviceRequest, IndexedTrainingJob, KubernetesVersion, LeaderWorkerGroup, Rendezvous,
  ResourceClaimTemplate, Target,
} from '../../../src';
import { Manifest, chartIn, messageOf } from '../carrier';

const gpu = (options = {}) => DeviceRequest.nvidia(options);
const nic = (options = {}) => DeviceRequest.dranet('dranet', options);
const pairs = (count?: number, options = {}) =>
  Accelerator.aligned(AlignedDevices.pairs(gpu(), nic(options), DeviceAlignment.samePcieRoot()), { count });

function claimOf(accelerator: Accelerator, props = {}): Manifest {
  const chart = chartIn();
  Target.define(chart, { kubernetes: KubernetesVersion.V1_34 });
  new LeaderWorkerGroup(chart, 'Llm', { size: 1, accelerator, container: { image: 'x:1', portNumber: 80 }, ...props });
  return Testing.synth(chart).find((each: Manifest) => each.kind === 'ResourceClaimTemplate')!.spec.spec.devices;
}

describe('pairs', () => {
  test('each GPU has a network card of its own on its PCIe root: a constraint for each pair, none over all', () => {
    const { requests, constraints } = claimOf(pairs(2));
    expect(requests.map((request: Manifest) => [request.name, request.exactly.deviceClassName, request.exactly.count])).toEqual([
      ['gpu-0', 'gpu.nvidia.com', 1], ['nic-0', 'dranet', 1], ['gpu-1', 'gpu.nvidia.com', 1], ['nic-1', 'dranet', 1],
    ]);
    expect(constraints).toEqual([
      { requests: ['gpu-0', 'nic-0'], matchAttribute: 'resource.kubernetes.io/pcieRoot' },
      { requests: ['gpu-1', 'nic-1'], matchAttribute: 'resource.kubernetes.io/pcieRoot' },
    ]);
    expect(requests[1].exactly.selectors).toEqual([{ cel: { expression: 'device.attributes["dra.net"].rdma == true' } }]);
  });

  test('a count of the companion is how many each device gets', () => {
    expect(claimOf(pairs(2, { count: 4 })).requests.map((request: Manifest) => request.exactly.count)).toEqual([1, 4, 1, 4]);
  });

  test('the number of pairs follows from the parallelism', () => {
    expect(claimOf(pairs(), { parallelism: { tensor: 4 } }).constraints).toHaveLength(4);
  });

  test('the whole claim goes to the main container, of which none is asked of a device plugin', () => {
    const chart = chartIn();
    new IndexedTrainingJob(chart, 'Run', { workers: 2, accelerator: pairs(8), rendezvous: Rendezvous.torchrun(), container: { image: 'x:1', command: ['torchrun', 'a.py'] }, runId: 'a' });
    const { spec } = Testing.synth(chart).find((each: Manifest) => each.kind === 'Job')!;
    expect(spec.template.spec.containers[0].resources).toEqual({ claims: [{ name: 'accelerator' }] });
  });

  test('the program is told of GPUs alone', () => {
    expect(pairs(4)).toMatchObject({ count: 4, resourceName: 'gpu.nvidia.com' });
  });
});

describe('together', () => {
  test('one constraint over all, and one request for the devices', () => {
    const numa = AlignedDevices.together(gpu(), [nic()], DeviceAlignment.sameNumaNode());
    const { requests, constraints } = claimOf(Accelerator.aligned(numa, { count: 4 }));
    expect(requests.map((request: Manifest) => [request.name, request.exactly.count])).toEqual([['gpu', 4], ['nic', 1]]);
    expect(constraints).toEqual([{ matchAttribute: 'resource.kubernetes.io/numaNode' }]);
  });

  test('of MIG devices of one GPU, and of GPUs of one NVLink partition', () => {
    const alone = (request: DeviceRequest, alignment: DeviceAlignment, count: number) =>
      claimOf(Accelerator.aligned(AlignedDevices.together(request, [], alignment), { count })).constraints;
    expect(alone(DeviceRequest.nvidiaMig('1g.10gb'), DeviceAlignment.sameGpu(), 2)).toEqual([{ matchAttribute: 'gpu.nvidia.com/parentUUID' }]);
    expect(alone(gpu(), DeviceAlignment.sameNvlinkPartition(4), 4)).toEqual([{ matchAttribute: 'gpu.nvidia.com/partition4' }]);
  });
});

describe('the attribute is one that all drivers of the claim publish', () => {
  const attributeOf = (device: DeviceRequest, other: DeviceRequest) =>
    claimOf(Accelerator.aligned(AlignedDevices.together(device, [other], DeviceAlignment.sameNumaNode()), { count: 1 }))
      .constraints[0].matchAttribute;
  const sriov = DeviceRequest.ofClass('vf', { driver: 'sriovnetwork.k8snetworkplumbingwg.io', name: 'vf' });

  test('the older one where a driver has no other', () => {
    expect(attributeOf(nic(), sriov)).toBe('dra.net/numaNode');
    expect(attributeOf(nic(), DeviceRequest.ofClass('unread', { driver: 'unread.example.com' }))).toBe('resource.kubernetes.io/numaNode');
  });

  test('and none is written where there is none', () => {
    expect(messageOf(() => attributeOf(gpu(), sriov))).toContain('AlignedDevices.together(alignment): Forbidden: one NUMA node is resource.kubernetes.io/numaNode or dra.net/numaNode, and no one of them is published of all devices');
    expect(messageOf(() => attributeOf(DeviceRequest.amd(), nic()))).toContain('those of gpu.amd.com have resource.kubernetes.io/pcieRoot');
  });
});

describe('refused', () => {
  const refusal = (make: () => unknown) => messageOf(make);

  test('more than a claim allocates, with the sum', () => {
    expect(refusal(() => pairs(17))).toContain('17 pairs are 17 x 2 = 34 requests, and one claim has at most 32');
    expect(refusal(() => claimOf(pairs(8, { count: 4 })))).toContain('= 40 devices, and one claim allocates at most 32');
    expect(claimOf(pairs(16)).requests).toHaveLength(32);
  });

  test('more GPUs than the partition has', () => {
    const partition = AlignedDevices.together(gpu(), [], DeviceAlignment.sameNvlinkPartition(2));
    expect(refusal(() => Accelerator.aligned(partition, { count: 4 }))).toContain('one NVLink partition of 2 has 2 GPUs');
    expect(refusal(() => DeviceAlignment.sameNvlinkPartition(3))).toContain('partitions have 1, 2, 4, 8 GPUs');
  });

  test('what the kind of device does not have', () => {
    expect(refusal(() => AlignedDevices.together(gpu(), [], DeviceAlignment.sameGpu()))).toContain('gpu.nvidia.com are whole GPUs, which have no gpu.nvidia.com/parentUUID');
    expect(refusal(() => AlignedDevices.together(DeviceRequest.nvidiaMig('1g.10gb'), [], DeviceAlignment.sameNvlinkPartition(2)))).toContain('mig.nvidia.com are slices');
  });

  test('two requests of one name, and names that are too long once numbered', () => {
    expect(refusal(() => AlignedDevices.pairs(gpu(), nic({ name: 'gpu' }), DeviceAlignment.samePcieRoot()))).toContain('Duplicate value: "gpu"');
    expect(refusal(() => AlignedDevices.pairs(gpu({ name: 'x'.repeat(62) }), nic(), DeviceAlignment.samePcieRoot()))).toContain('AlignedDevices.pairs(name)');
  });

  test('admin access, which shows devices of others', () => {
    expect(refusal(() => AlignedDevices.pairs(gpu().withAdminAccess(), nic(), DeviceAlignment.samePcieRoot()))).toContain('leave withAdminAccess() out');
    expect(refusal(() => Accelerator.claim(gpu().withAdminAccess()))).toContain('Accelerator.claim(request): Forbidden: admin access shows devices that other pods hold');
  });

  test('a class of GPUs as network cards', () => {
    expect(refusal(() => DeviceRequest.dranet('gpu.nvidia.com'))).toContain('the class gpu.nvidia.com selects devices of gpu.nvidia.com');
  });

  test('a target without claims', () => {
    const chart = chartIn();
    Target.define(chart, { kubernetes: KubernetesVersion.V1_33 });
    expect(refusal(() => new LeaderWorkerGroup(chart, 'Llm', { size: 1, accelerator: pairs(1), container: { image: 'x:1', portNumber: 80 } }))).toContain('the first minor that has it is 1.34');
  });
});

describe('constraints of a claim by hand', () => {
  const claim = (constraint: DeviceConstraint) => {
    const chart = chartIn();
    Target.define(chart, { kubernetes: KubernetesVersion.V1_36 });
    return () => new ResourceClaimTemplate(chart, 'GpuAndNic', { requests: [gpu(), nic()], constraints: [constraint] });
  };

  test('an attribute that one of the devices does not have is refused', () => {
    expect(messageOf(claim(DeviceConstraint.sameValue('gpu.nvidia.com/architecture')))).toContain('constraints[0].attribute: Invalid value: "gpu.nvidia.com/architecture": devices of dra.net have no gpu.nvidia.com/architecture');
    expect(messageOf(claim(DeviceConstraint.distinctValues('dra.net/numaNode', ['gpu', 'nic'])))).toContain('devices of gpu.nvidia.com have no dra.net/numaNode');
  });

  test('and taken where it holds for the others only', () => {
    expect(claim(DeviceConstraint.sameValue('gpu.nvidia.com/architecture', ['gpu']))).not.toThrow();
    expect(claim(DeviceConstraint.sameValue('resource.kubernetes.io/pcieRoot'))).not.toThrow();
  });
});

test('explain() has the sum, and what the devices share', () => {
  const chart = chartIn();
  const group = new LeaderWorkerGroup(chart, 'Llm', { size: 1, accelerator: pairs(2, { count: 4 }), container: { image: 'x:1', portNumber: 80 } });
  expect(group.explain()).toContain('each pod claims 2 x (1 gpu.nvidia.com + 4 dranet), each 5 on one PCIe root: resource.kubernetes.io/pcieRoot');
});

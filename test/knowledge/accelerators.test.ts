import { acceleratorKind } from '../../src/knowledge/accelerators';
import { awsDevicesOf } from '../../src/knowledge/aws-instances';
import { gpuMemoryMi } from '../../src/knowledge/gpu-nodes';
import { GPU_PRODUCTS, productMemoryMi } from '../../src/knowledge/gpu-products';
import { isSlicedMig } from '../../src/knowledge/mig';
import { EFA_INTERFACES, isVerbsResource } from '../../src/knowledge/rdma-devices';

/* Every row of the tables about devices, written out: a row that is lost or changed is noticed by no other test. */

describe('resources', () => {
  test.each([
    ['nvidia.com/gpu', 'NVIDIA', true],
    ['nvidia.com/gpu.shared', 'NVIDIA', false],
    ['nvidia.com/mig-1g.10gb', 'NVIDIA', false],
    ['amd.com/gpu', 'AMD', true],
    ['habana.ai/gaudi', 'Intel Gaudi', true],
    ['gpu.intel.com/i915', 'Intel', false],
    ['gpu.intel.com/xe', 'Intel', false],
    ['google.com/tpu', 'Google', false],
    ['aws.amazon.com/neuron', 'AWS', false],
    ['aws.amazon.com/neuroncore', 'AWS', false],
    ['aws.amazon.com/neurondevice', 'AWS', false],
  ])('%s is made by %s, and that one of it is a whole device is %s', (resource, vendor, isWhole) => {
    expect(acceleratorKind(resource)).toEqual({ vendor, isWhole });
  });

  test.each(['cpu', 'memory', 'nvidia.com/gpu.count', 'nvidia.com/hostdev', 'rdma/hca'])('%s is no accelerator', resource => {
    expect(acceleratorKind(resource)).toBeUndefined();
  });

  test.each([
    ['rdma/hca_shared_devices_a', true], ['rdma/rdma_shared_device_b', true], ['nvidia.com/hostdev', true], ['nvidia.com/sriov_rdma_vf', true], ['nvidia.com/mlnxnics', true],
    ['mellanox.com/mlnx_sriov_rdma_ib', true], ['openshift.io/mlnxnics', true], ['vpc.amazonaws.com/efa', false], ['nvidia.com/gpu', false],
  ])('that %s reaches other nodes over verbs is %s', (resource, isVerbs) => {
    expect(isVerbsResource(resource)).toBe(isVerbs);
  });
});

describe('instances of AWS', () => {
  test.each<[string, string | undefined, [string, number[], number | undefined][]]>([
    ['nvidia.com/gpu', 'Tesla-T4', [['t4', [1, 4, 8], 16384]]],
    ['nvidia.com/gpu', 'NVIDIA-A10G', [['a10g', [1, 4, 8], 22888]]],
    ['nvidia.com/gpu', 'NVIDIA-L4', [['l4', [1, 4, 8], 22888]]],
    ['nvidia.com/gpu', 'NVIDIA-L40S', [['l40s', [1, 4, 8], 45776]]],
    ['nvidia.com/gpu', 'NVIDIA-RTX-PRO-6000-Blackwell-Server-Edition', [['rtx-pro-server-6000', [1, 2, 4, 8], 98304]]],
    ['nvidia.com/gpu', 'NVIDIA-A100-SXM4-40GB', [['a100', [8], 40960]]],
    ['nvidia.com/gpu', 'NVIDIA-A100-SXM4-80GB', [['a100', [8], 81920]]],
    ['nvidia.com/gpu', 'NVIDIA-H100-80GB-HBM3', [['h100', [1, 8], 81920]]],
    ['nvidia.com/gpu', 'NVIDIA-H200', [['h200', [8], 144384]]],
    ['nvidia.com/gpu', 'NVIDIA-B200', [['b200', [8], 183359]]],
    ['nvidia.com/gpu', 'NVIDIA-R200', []],
    ['amd.com/gpu', 'Tesla-T4', []],
    ['amd.com/gpu', undefined, [['radeon-pro-v520', [1, 2, 4], 8192]]],
    ['aws.amazon.com/neuron', undefined, [
      ['inferentia', [1, 4, 16], undefined], ['inferentia2', [1, 6, 12], undefined], ['trainium', [1, 16], undefined], ['trainium2', [16], undefined],
    ]],
    ['google.com/tpu', undefined, []],
  ])('%s of product %s', (resource, product, devices) => {
    expect(awsDevicesOf(resource, product).map(each => [each.name, each.counts, each.memoryMi])).toEqual(devices);
  });

  test('GPUs of NVIDIA without a product are all of them, with their makers and architectures', () => {
    const all = awsDevicesOf('nvidia.com/gpu');

    expect(all.map(({ name, counts, memoryMi }) => `${name} ${counts.join()} ${memoryMi}`)).toEqual([
      't4 1,4,8 16384', 't4g 1,2 16384', 'a10g 1,4,8 22888', 'l4 1,4,8 22888', 'l40s 1,4,8 45776', 'rtx-pro-4500 1,2,4,8 32768', 'rtx-pro-server-6000 1,2,4,8 98304', 'v100 8 32768',
      'a100 8 40960', 'a100 8 81920', 'h100 1,8 81920', 'h200 8 144384', 'b200 8 183359', 'b300 8 275040',
    ]);
    expect(all.filter(({ arch }) => arch === 'arm64').map(({ name }) => name)).toEqual(['t4g']);
    expect(all.map(({ manufacturer }) => manufacturer)).toEqual(all.map(() => 'nvidia'));
    expect(['amd.com/gpu', 'aws.amazon.com/neuron'].map(resource => new Set(awsDevicesOf(resource).map(({ manufacturer }) => manufacturer))))
      .toEqual([new Set(['amd']), new Set(['aws'])]);
  });

  test.each([
    [1, ['g4dn.8xlarge', 'g4dn.12xlarge', 'g4dn.16xlarge', 'g4dn.metal', 'g5.8xlarge', 'g5.12xlarge', 'g5.16xlarge', 'g5.24xlarge', 'g5.48xlarge']],
    [1, ['g6.8xlarge', 'g6.12xlarge', 'g6.16xlarge', 'g6.24xlarge', 'g6.48xlarge', 'gr6.8xlarge', 'g6e.8xlarge', 'g6e.12xlarge', 'g6e.16xlarge']],
    [1, ['g7.8xlarge', 'g7.12xlarge', 'g7.24xlarge', 'g7e.8xlarge', 'g7e.12xlarge', 'inf1.24xlarge', 'p3dn.24xlarge', 'p5.4xlarge']],
    [2, ['g6e.24xlarge', 'g7.48xlarge', 'g7e.24xlarge']],
    [4, ['g6e.48xlarge', 'g7e.48xlarge', 'p4d.24xlarge', 'p4de.24xlarge']],
    [8, ['trn1.32xlarge', 'p6-b200.48xlarge']],
    [16, ['trn1n.32xlarge', 'trn2.48xlarge', 'p5en.48xlarge', 'p6-b300.48xlarge']],
    [32, ['p5.48xlarge', 'p5e.48xlarge']],
  ])('%d elastic fabric adapters: %j', (adapters, types) => {
    expect(types.map(type => EFA_INTERFACES[type])).toEqual(types.map(() => adapters));
  });

  test('types without adapters are not there', () => {
    expect(Object.keys(EFA_INTERFACES)).toHaveLength(41);
    expect(EFA_INTERFACES['g5.xlarge']).toBeUndefined();
  });
});

describe('memory of GPUs in Mi', () => {
  test.each([
    ['Tesla-T4', 15360], ['NVIDIA-A10', 23028], ['NVIDIA-A10G', 23028], ['NVIDIA-L4', 23034], ['NVIDIA-GeForce-RTX-4090', 24564], ['NVIDIA-GeForce-RTX-5090', 32607],
    ['NVIDIA-A40', 46068], ['NVIDIA-RTX-A6000', 46068], ['NVIDIA-L40', 46068], ['NVIDIA-L40S', 46068], ['NVIDIA-L20', 46068], ['NVIDIA-A100-SXM4-40GB', 40960],
    ['NVIDIA-A100-PCIE-40GB', 40960], ['NVIDIA-A100-SXM4-80GB', 81920], ['NVIDIA-A100-80GB-PCIe', 81920], ['NVIDIA-A800-SXM4-80GB', 81920], ['NVIDIA-A800-80GB-PCIe', 81920],
    ['NVIDIA-H100-80GB-HBM3', 81559], ['NVIDIA-H100-PCIe', 81559], ['NVIDIA-H800', 81559], ['NVIDIA-H100-NVL', 95830], ['NVIDIA-H20', 97871], ['NVIDIA-GH200-480GB', 97871],
    ['NVIDIA-RTX-PRO-6000-Blackwell-Server-Edition', 97887], ['NVIDIA-H200', 143771], ['NVIDIA-B200', 183359], ['NVIDIA-GB200', 189471], ['NVIDIA-R200', undefined], [undefined, undefined],
  ])('the product %s: %s', (product, memory) => {
    expect(productMemoryMi(product)).toBe(memory);
    expect(product && gpuMemoryMi('nvidia.com/gpu.product', product)).toBe(memory);
  });

  test.each([
    ['Turing', ['Tesla T4']],
    ['Ampere', ['NVIDIA A10', 'NVIDIA A40', 'NVIDIA A100-SXM4-40GB', 'NVIDIA A100-SXM4-80GB']],
    ['Ada Lovelace', ['NVIDIA L4', 'NVIDIA GeForce RTX 4090', 'NVIDIA L40']],
    ['Hopper', ['NVIDIA H100 80GB HBM3', 'NVIDIA H100 NVL', 'NVIDIA H20', 'NVIDIA H200']],
    ['Blackwell', ['NVIDIA GeForce RTX 5090', 'NVIDIA RTX PRO 6000 Blackwell Server Edition', 'NVIDIA B200', 'NVIDIA GB200']],
  ])('products of %s: %j', (architecture, first) => {
    expect(GPU_PRODUCTS.filter(each => each.architecture === architecture).map(({ names }) => names[0])).toEqual(first);
  });

  test('the box says so many GB', () => {
    expect(GPU_PRODUCTS.map(({ names, nominal }) => `${names[0].replace('NVIDIA ', '')} ${nominal}`)).toEqual([
      'Tesla T4 16', 'A10 24', 'L4 24', 'GeForce RTX 4090 24', 'GeForce RTX 5090 32', 'A40 48', 'L40 48', 'A100-SXM4-40GB 40', 'A100-SXM4-80GB 80', 'H100 80GB HBM3 80',
      'H100 NVL 94', 'H20 96', 'RTX PRO 6000 Blackwell Server Edition 96', 'H200 141', 'B200 180', 'GB200 186',
    ]);
  });

  test.each([
    ['nvidia-tesla-p4', 8192], ['nvidia-tesla-p100', 16384], ['nvidia-tesla-v100', 16384], ['nvidia-tesla-t4', 15360], ['nvidia-l4', 23034], ['nvidia-tesla-a100', 40960],
    ['nvidia-a100-80gb', 81920], ['nvidia-h100-80gb', 81559], ['nvidia-h100-mega-80gb', 81559], ['nvidia-h200-141gb', 143771], ['nvidia-b200', 183359], ['nvidia-gb200', 189471],
    ['nvidia-gb300', undefined],
  ])('nodes of GKE with %s: %s', (value, memory) => {
    expect(gpuMemoryMi('cloud.google.com/gke-accelerator', value)).toBe(memory);
  });

  test.each([
    ['g4dn.xlarge', 15360], ['g5.xlarge', 23028], ['g6.xlarge', 23034], ['g6e.xlarge', 46068], ['p3.2xlarge', 16384], ['p3dn.24xlarge', 32768], ['p4d.24xlarge', 40960], ['p4de.24xlarge', 81920],
    ['p5.48xlarge', 81559], ['p5e.48xlarge', 143771], ['p5en.48xlarge', 143771], ['p6-b200.48xlarge', 183359],
    ['Standard_NC64as_T4_v3', 15360], ['Standard_NC48ads_A100_v4', 81920], ['Standard_ND96asr_v4', 40960], ['Standard_ND96amsr_A100_v4', 81920], ['Standard_NC40adis_H100_v5', 95830],
    ['Standard_NC40ads_H100_v5', 95830], ['Standard_ND96isr_H100_v5', 81559], ['Standard_ND96isr_H200_v5', 143771], ['m5.large', undefined], ['Standard_D4s_v5', undefined],
  ])('machines of type %s: %s', (type, memory) => {
    expect(gpuMemoryMi('node.kubernetes.io/instance-type', type)).toBe(memory);
    expect(gpuMemoryMi('beta.kubernetes.io/instance-type', type)).toBe(memory);
  });

  test('another label says nothing of it', () => {
    expect(['kubernetes.io/arch', 'node.kubernetes.io/instance-types', 'nvidia.com/gpu.family'].map(key => gpuMemoryMi(key, 'g5.xlarge'))).toEqual([undefined, undefined, undefined]);
  });
});

test.each([
  [{ kind: 'MigDeviceConfig', sharing: { strategy: 'TimeSlicing' } }, true],
  [{ kind: 'MigDeviceConfig', sharing: { timeSlicingConfig: {} } }, true],
  [{ kind: 'MigDeviceConfig', sharing: { strategy: 'MPS' } }, false],
  [{ kind: 'GpuConfig', sharing: { strategy: 'TimeSlicing', timeSlicingConfig: {} } }, false],
  [{ kind: 'MigDeviceConfig' }, false],
])('that %j slices the time of MIG devices is %s', (parameters, isSliced) => {
  expect(isSlicedMig(parameters)).toBe(isSliced);
});

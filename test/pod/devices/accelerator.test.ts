import { Accelerator, SharedMemory } from '../../../src';
import { carry, messageOf } from '../carrier';

const render = (accelerator: Accelerator) => {
  const { pod } = carry({ accelerator, sharedMemory: SharedMemory.none() });
  const { resources: { limits, requests } } = pod().containers[0];
  return { limits, requests, tolerations: pod().tolerations, nodeSelector: pod().nodeSelector };
};

describe('each vendor: limits, toleration and node labels', () => {
  test.each([
    ['NVIDIA', Accelerator.nvidia(8, { product: 'NVIDIA-H100-80GB-HBM3' }), 'nvidia.com/gpu', 8, 'nvidia.com/gpu', { 'nvidia.com/gpu.product': 'NVIDIA-H100-80GB-HBM3' }],
    ['NVIDIA MIG', Accelerator.nvidiaMig('1g.10gb+me', 2), 'nvidia.com/mig-1g.10gb.me', 2, 'nvidia.com/gpu', undefined],
    ['AMD', Accelerator.amd(4, { product: 'AMD_Instinct_MI300X' }), 'amd.com/gpu', 4, 'amd.com/gpu', { 'amd.com/gpu.product-name': 'AMD_Instinct_MI300X' }],
    ['Intel', Accelerator.intel(1, { product: 'Max_1550' }), 'gpu.intel.com/i915', 1, 'gpu.intel.com/i915', { 'gpu.intel.com/product': 'Max_1550' }],
    ['Gaudi', Accelerator.gaudi(8, { nodeLabels: { pool: 'gaudi3' } }), 'habana.ai/gaudi', 8, 'habana.ai/gaudi', { pool: 'gaudi3' }],
    ['TPU', Accelerator.tpu(4, { type: 'tpu-v5p-slice', topology: '2x2x4' }), 'google.com/tpu', 4, 'google.com/tpu',
      { 'cloud.google.com/gke-tpu-accelerator': 'tpu-v5p-slice', 'cloud.google.com/gke-tpu-topology': '2x2x4' }],
    ['Neuron', Accelerator.neuron(16), 'aws.amazon.com/neuron', 16, 'aws.amazon.com/neuron', undefined],
    ['any other', Accelerator.resource('example.com/npu', 3, { taintKey: 'example.com/dedicated' }), 'example.com/npu', 3, 'example.com/dedicated', undefined],
    ['any other, by its own taint', Accelerator.resource('gpu.intel.com/xe', 1), 'gpu.intel.com/xe', 1, 'gpu.intel.com/xe', undefined],
  ] as [string, Accelerator, string, number, string, object | undefined][])('%s', (_, accelerator, resource, count, taint, nodeSelector) => {
    expect(render(accelerator)).toEqual({
      limits: { [resource]: String(count) }, requests: undefined, tolerations: [{ key: taint, operator: 'Exists' }], nodeSelector,
    });
  });
});

describe('whole numbers only', () => {
  const factories: [string, (count: number) => Accelerator][] = [
    ['Accelerator.nvidia(count)', count => Accelerator.nvidia(count)],
    ['Accelerator.nvidiaMig(count)', count => Accelerator.nvidiaMig('1g.10gb', count)],
    ['Accelerator.amd(count)', count => Accelerator.amd(count)],
    ['Accelerator.intel(count)', count => Accelerator.intel(count)],
    ['Accelerator.gaudi(count)', count => Accelerator.gaudi(count)],
    ['Accelerator.tpu(chips)', count => Accelerator.tpu(count, { type: 'tpu-v5p-slice', topology: '2x2x4' })],
    ['Accelerator.neuron(count)', count => Accelerator.neuron(count)],
    ['Accelerator.resource(count)', count => Accelerator.resource('example.com/npu', count)],
  ];
  const counts = [0.5, 0, -1, 1.5];

  test.each(factories.flatMap(([field, make]) => counts.map(count => [field, count, make] as const)))('%s refuses %d', (field, count, make) => {
    expect(messageOf(() => make(count))).toMatch(new RegExp(`^${field.replace(/[().]/g, '\\$&')}: Invalid value: ${count}: must be a whole number of at least 1\n {2}help: `));
  });

  test.each(factories.flatMap(([field, make]) => [NaN, Infinity].map(count => [field, count, make] as const)))('%s refuses %d, which is no number at all', (field, count, make) => {
    expect(messageOf(() => make(count))).toBe(`${field}: Invalid value: ${count}: expected a number\n  help: give a number`);
  });

  test('half a GPU: the error says how to share one', () => {
    expect(messageOf(() => Accelerator.nvidia(0.5))).toContain('use a MIG profile, or a time-sliced resource name');
  });
});

describe('MIG profiles', () => {
  test.each([
    ['1g.5gb', 'nvidia.com/mig-1g.5gb'], ['7g.80gb', 'nvidia.com/mig-7g.80gb'], ['1g.10gb+me', 'nvidia.com/mig-1g.10gb.me'],
    ['1g.24gb+me.all', 'nvidia.com/mig-1g.24gb.me.all'], ['2g.48gb+gfx', 'nvidia.com/mig-2g.48gb.gfx'], ['1g.24gb-me', 'nvidia.com/mig-1g.24gb-me'], ['1c.3g.40gb', 'nvidia.com/mig-1c.3g.40gb'],
  ])('%s is %s', (profile, resource) => expect(Accelerator.nvidiaMig(profile, 1).resourceName).toBe(resource));

  test.each(['', '8g.10gb', '1g', '1g.10GB', 'mig-1g.10gb', '1g.10gb.me', '1g.10gb+foo', '0g.10gb'])('"%s" is none', profile => {
    expect(messageOf(() => Accelerator.nvidiaMig(profile, 1))).toContain(`Accelerator.nvidiaMig(profile): Invalid value: "${profile}": is not a MIG profile`);
  });
});

describe('TPU slices', () => {
  test('the chips of a host divide the topology, or the error prints the product', () => {
    expect(messageOf(() => Accelerator.tpu(3, { type: 'tpu-v5p-slice', topology: '2x2x4' }))).toContain('Accelerator.tpu(chips): Invalid value: 3: does not divide the topology 2x2x4 = 16 chips');
    expect(messageOf(() => Accelerator.tpu(16, { type: 'tpu-v5-lite', topology: '2x4' }))).toContain('does not divide the topology 2x4 = 8 chips');
    expect(Accelerator.tpu(8, { type: 'tpu-v5-lite', topology: '2x4' }).count).toBe(8);
  });

  test.each(['', '4', '2x', '2x2x2x2', '0x4', '2X4', 'axb'])('"%s" is no topology', topology => {
    expect(messageOf(() => Accelerator.tpu(1, { type: 'x', topology }))).toContain(`Accelerator.tpu(topology): Invalid value: "${topology}": is not a TPU topology`);
  });
});

describe('any extended resource', () => {
  test.each(['gpu', 'nvidia.com/', '/gpu', 'NVIDIA.com/gpu', 'kubernetes.io/gpu', 'foo.kubernetes.io/gpu', 'requests.nvidia.com/gpu', 'a.b/c/d', `a.b/${'c'.repeat(64)}`])('"%s" is none', name => {
    expect(messageOf(() => Accelerator.resource(name, 1))).toContain(`Accelerator.resource(name): Invalid value: ${JSON.stringify(name)}: is not an extended resource`);
  });

  test('a product where nodes carry no product label is refused', () => {
    expect(messageOf(() => Accelerator.neuron(1, { product: 'trn2' }))).toContain('Accelerator.neuron(product): Invalid value: "trn2": nodes of this accelerator carry no product label\n  help: use nodeLabels');
  });
});

describe('node labels', () => {
  test('the pod\'s own are added to the accelerator\'s', () => {
    expect(carry({ accelerator: Accelerator.nvidia(1, { nodeLabels: { pool: 'a' } }), nodeLabels: { disk: 'nvme' } }).pod().nodeSelector).toEqual({ pool: 'a', disk: 'nvme' });
  });

  test('two values of one label contradict each other', () => {
    expect(messageOf(() => carry({ accelerator: Accelerator.nvidia(1, { product: 'A100' }), nodeLabels: { 'nvidia.com/gpu.product': 'H100' } })))
      .toContain('prod: nodeLabels[nvidia.com/gpu.product]: Invalid value: "H100": the accelerator needs "A100", and a node has one value');
  });

  test('a product that no label can hold is refused', () => {
    expect(messageOf(() => carry({ accelerator: Accelerator.nvidia(1, { product: 'NVIDIA H100' }) })))
      .toContain('prod: accelerator.nodeLabels[nvidia.com/gpu.product]: Invalid value: "NVIDIA H100": a valid label must be an empty string or consist of alphanumeric characters');
  });

  test('handed out as a copy', () => {
    const accelerator = Accelerator.nvidia(1, { product: 'A100' });
    accelerator.nodeLabels.more = 'x';
    expect(accelerator.nodeLabels).toEqual({ 'nvidia.com/gpu.product': 'A100' });
  });
});

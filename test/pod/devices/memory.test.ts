import { App, Chart } from 'cdk8s';
import { Accelerator, DeviceRequest, GpuInferenceDeployment, InferenceEngine } from '../../../src';
import { GPU_PRODUCTS } from '../../../src/knowledge/gpu-products';
import { missedProducts } from '../../../src/kubernetes/cel/memory-condition';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';

function said(options: Parameters<typeof DeviceRequest.nvidia>[0]) {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  new GpuInferenceDeployment(chart, 'Llama', {
    engine: InferenceEngine.vllm({ version: '0.18', model: '/models/llama', tensorParallel: 4 }),
    accelerator: Accelerator.claim(DeviceRequest.nvidia(options)),
  });
  return findingsOf(chart).filter(({ id }) => id === 'AIW2525');
}

test('80Gi takes no H100: a warning with what it reports and what to write', () => {
  expect(said({ product: 'H100', memoryAtLeast: '80Gi' })).toMatchObject([{
    class: 'risky',
    message: expect.stringContaining('NVIDIA H100 80GB HBM3 reports 81559Mi: less than 80Gi, so it is not taken'),
    help: 'write quantity("80G"), as on the box, or quantity("81559Mi")',
  }]);
  expect(said({ memoryAtLeast: '80Gi' })[0].notes).toEqual([expect.stringContaining('taken are: NVIDIA A100-SXM4-80GB, NVIDIA H100 NVL (94 GB)')]);
  expect(said({ product: 'H100', memoryAtLeast: '80G' })).toEqual([]);
  expect(said({ product: 'A100', memoryAtLeast: '80Gi' })).toEqual([]);
  expect(said({ product: 'H200', memoryAtLeast: '80Gi' })).toEqual([]);
});

const atLeast = (quantity: string) => `device.capacity["gpu.nvidia.com"].memory.compareTo(quantity("${quantity}")) >= 0`;

test('every product is taken by the GB of its box, as the advice says', () => {
  for (const { names: [name], nominal } of GPU_PRODUCTS) {
    const product = `device.attributes["gpu.nvidia.com"].productName == "${name}"`;
    expect({ name, found: missedProducts(atLeast(`${nominal}G`), [product]) }).toEqual({ name, found: undefined });
  }
});

test.each([
  ['24Gi', ['NVIDIA A10', 'NVIDIA L4', 'NVIDIA GeForce RTX 4090']], ['48Gi', ['NVIDIA A40', 'NVIDIA L40']], ['16Gi', ['Tesla T4']], ['141Gi', ['NVIDIA H200']], ['40Gi', undefined], ['1Ti', undefined],
])('%s misses %p', (quantity, names) => {
  expect(missedProducts(atLeast(quantity), [])?.missed.map(({ names: [name] }) => name)).toEqual(names);
});

describe('a pattern says which products are meant', () => {
  const missed = (pattern: string) => missedProducts(atLeast('23Gi'), [`device.attributes["gpu.nvidia.com"].productName.matches(r"${pattern}")`])?.missed.map(({ names: [name] }) => name);

  test.each([['(?i)\\bl4\\b', ['NVIDIA L4']], ['\\bA10', ['NVIDIA A10']], ['^NVIDIA (A10|L4)G?$', ['NVIDIA A10', 'NVIDIA L4']], ['\\bL\\b', undefined], ['RTX\\b', undefined]])('%s', (pattern, names) => {
    expect(missed(pattern)).toEqual(names);
  });

  test('one that is too large, or cannot be read, says nothing', () => {
    expect(missed('L{300}')).toEqual(['NVIDIA A10', 'NVIDIA L4']);
    expect(missed('(')).toEqual(['NVIDIA A10', 'NVIDIA L4']);
  });
});

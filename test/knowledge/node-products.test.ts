import { PRODUCT_LABELS, meantProducts } from '../../src/knowledge/node-products';

const PRODUCT = 'nvidia.com/gpu.product';
const TPU = 'cloud.google.com/gke-tpu-accelerator';

test.each<[string, string, string[]]>([
  [PRODUCT, 'A100', ['NVIDIA-A100-SXM4-40GB', 'NVIDIA-A100-PCIE-40GB', 'NVIDIA-A100-SXM4-80GB', 'NVIDIA-A100-80GB-PCIe']],
  [PRODUCT, 'nvidia-h200', ['NVIDIA-H200']],
  [PRODUCT, 'tesla-t4-SHARED', ['Tesla-T4']],
  [PRODUCT, 'a100 sxm4 80gb', ['NVIDIA-A100-SXM4-80GB']],
  ['cloud.google.com/gke-accelerator', 'nvidia-tesla-a100-80gb', ['nvidia-a100-80gb']],
  ['eks.amazonaws.com/instance-gpu-name', 'L40S', ['l40s']],
  [TPU, 'tpu-v5litepod-8', ['tpu-v5-lite-podslice', 'tpu-v5-lite-device']],
  [TPU, 'tpu-v5p', ['tpu-v5p-slice']],
  [TPU, 'v6e', ['tpu-v6e-slice']],
  ['cloud.google.com/gke-accelerator', 'nvidia-telsa-t4', ['nvidia-tesla-t4']],
])('%s: %s is a name of none, and near %j', (key, value, meant) => {
  expect(meantProducts(key, value)).toEqual(meant);
});

test.each([
  [PRODUCT, 'NVIDIA-A100-SXM4-80GB-MIG-1g.10gb'], [PRODUCT, 'A100-PCIE-40GB'], [PRODUCT, 'NVIDIA-R200'], [PRODUCT, 'NVIDIA'], [PRODUCT, 'Tesla-V100-SXM2-16GB'], [PRODUCT, ''],
  ['acme.example/gpu', 'A100'], [TPU, 'tpu8x'], [TPU, 'tpu7x'],
  ['cloud.google.com/gke-accelerator', 'nvidia-b300'], ['cloud.google.com/gke-accelerator', 'nvidia-a4'],
])('%s: nothing is said of %s', (key, value) => {
  expect(meantProducts(key, value)).toEqual([]);
});

test('each value that is known is right', () => {
  for (const [key, values] of PRODUCT_LABELS) {
    expect(values.filter(value => meantProducts(key, value).length > 0)).toEqual([]);
  }
});

import { AWS_DEVICES } from '../../src/knowledge/aws-instances';
import { MACHINES, devicesOfNodes } from '../../src/knowledge/machine-devices';

const TYPE = 'node.kubernetes.io/instance-type';

test.each([
  ['g5.48xlarge', 'nvidia.com/gpu', { most: 8 }],
  ['trn1.32xlarge', 'aws.amazon.com/neurondevice', { most: 16 }],
  ['trn2.48xlarge', 'aws.amazon.com/neuroncore', { most: 128 }],
  ['Standard_ND96isr_MI300X_v5', 'nvidia.com/gpu', { most: 0, instead: 'amd.com/gpu 8' }],
  ['g2-standard-24', 'nvidia.com/gpu', { most: 2 }],
  ['p4d.24xlarge', 'nvidia.com/mig-1g.5gb', undefined],
  ['m5.large', 'nvidia.com/gpu', undefined],
  ['g5.48xlarge', 'cpu', undefined],
])('a node of type %s has of %s %j', (type, resource, devices) => {
  expect(devicesOfNodes(TYPE, type, resource)).toEqual(devices);
});

test('a label with the number of devices counts those of its makers', () => {
  const count = 'cloud.google.com/gke-accelerator-count';
  expect(devicesOfNodes(count, '4', 'google.com/tpu')).toEqual({ most: 4 });
  expect(devicesOfNodes(count, '4', 'amd.com/gpu')).toBeUndefined();
  expect(devicesOfNodes(count, 'four', 'nvidia.com/gpu')).toBeUndefined();
  expect(devicesOfNodes('nvidia.com/gpu.count', '4', 'nvidia.com/gpu.shared')).toBeUndefined();
});

test('products of GKE have as many devices as their largest machine', () => {
  expect(devicesOfNodes('cloud.google.com/gke-accelerator', 'nvidia-tesla-t4', 'nvidia.com/gpu')).toEqual({ most: 4 });
  expect(devicesOfNodes('cloud.google.com/gke-accelerator', 'nvidia-tesla-t4', 'google.com/tpu')).toBeUndefined();
  expect(devicesOfNodes('cloud.google.com/gke-tpu-accelerator', 'tpu-v6e-slice', 'google.com/tpu')).toEqual({ most: 8 });
});

test('no two families have a machine of one name, and those of AWS have as many devices as Karpenter says of some', () => {
  const names = [...MACHINES.keys()];
  expect(names.every(name => /^[\w.-]+$/.test(name))).toBe(true);
  const ofAws = [...MACHINES].filter(([name]) => /^(?:[pg]|inf|trn)[\w-]*\.\w+$/.test(name));
  expect(ofAws.length).toBeGreaterThan(70);
  // EC2 has no p3 with another memory any more.
  const strays = ofAws.filter(([name, { resource, devices }]) => !name.startsWith('p3.') && !AWS_DEVICES.some(each => each.resource === resource && each.counts.includes(devices)));
  expect(strays).toEqual([]);
});

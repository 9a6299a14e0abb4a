/* Kinds that components of a cluster and its administrators write, as every server of 1.36 accepts them, with each field in at least one of them. */
const metadata = { name: 'sample', labels: { app: 'llm' }, annotations: { 'example.com/note': 'x' }, finalizers: ['example.com/hold'] };
const inZone = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'topology.kubernetes.io/zone', operator: 'In', values: ['a', 'b'] }] }] };
const attributes = {
  'productName': { string: 'H100' },
  'gpu.example.com/driverVersion': { version: '550.54.15' },
  'memoryGiB': { int: 80 },
  'mig': { bool: false },
};
const pool = { name: 'node-1/gpus', generation: 2, resourceSliceCount: 3 };
const driver = 'gpu.example.com';
const shared = {
  name: 'gpu-0',
  attributes,
  allowMultipleAllocations: true,
  capacity: {
    'memory': { value: '80Gi', requestPolicy: { default: '10Gi', validValues: ['10Gi', '20Gi', '40Gi'] } },
    'gpu.example.com/cores': { value: '100', requestPolicy: { default: '10', validRange: { min: '10', max: '90', step: '5' } } },
    'engines': { value: '7' },
  },
};

type Sample = Readonly<Record<string, any>>;

export const CONTROL_PLANE_SAMPLES: Readonly<Record<string, readonly Sample[]>> = {
  'resource.k8s.io/v1 ResourceSlice': [
    {
      metadata,
      spec: {
        driver,
        pool,
        nodeName: 'node-1',
        devices: [
          shared,
          {
            name: 'gpu-1',
            attributes,
            capacity: { memory: { value: '80Gi' } },
            taints: [{ key: 'example.com/broken', value: 'ecc', effect: 'NoExecute', timeAdded: '2026-01-01T00:00:00Z' }, { key: 'example.com/hot', effect: 'None' }],
            bindsToNode: true,
            bindingConditions: ['example.com/attached', 'Ready'],
            bindingFailureConditions: ['example.com/failed'],
          },
        ],
      },
    },
    {
      metadata: { name: 'sample' },
      spec: {
        driver,
        pool,
        perDeviceNodeSelection: true,
        devices: [
          {
            name: 'big', nodeSelector: inZone, consumesCounters: [{ counterSet: 'gpu-0', counters: { memory: { value: '80Gi' }, slices: { value: '7' } } }, { counterSet: 'gpu-1', counters: { memory: { value: '1Gi' } } }],
          },
          { name: 'small', nodeName: 'node-2' },
          { name: 'any', allNodes: true },
        ],
      },
    },
    { metadata: { name: 'sample' }, spec: { driver, pool: { ...pool, name: 'fabric' }, nodeSelector: inZone, sharedCounters: [{ name: 'gpu-0', counters: { memory: { value: '80Gi' } } }] } },
    { metadata: { name: 'sample' }, spec: { driver, pool, allNodes: true, devices: [{ name: 'plain' }] } },
  ],
};

import { build } from './build';
import { RayBackend, RayClusterProps } from '../../../src';

const RANGES: Partial<RayClusterProps> = {
  workers: [{ name: 'cpu', replicas: 3, firstOrdinal: 10, lastOrdinal: 109 }, { name: 'gpu', replicas: 2, firstOrdinal: 200 }],
  reserved: [{ first: 900, last: 909, purpose: 'restore' }],
};

test('each group has a range of its own, the head keeps 0', () => {
  const { objects, cluster } = build(RANGES);
  const sets = objects.filter(({ kind }) => kind === 'StatefulSet');
  expect(sets.map(({ metadata, spec }) => [metadata.name, spec.replicas, spec.ordinals])).toEqual([
    ['lab-head', 1, undefined], ['lab-cpu', 3, { start: 10 }], ['lab-gpu', 2, { start: 200 }],
  ]);
  expect(cluster.workload.pods({ index: 201 })).toMatchObject({ names: ['lab-gpu-201'], labels: { 'apps.kubernetes.io/pod-index': '201' } });
  expect(cluster.workload.pods({ role: 'cpu' }).names).toEqual(['lab-cpu-10', 'lab-cpu-11', 'lab-cpu-12']);
  expect(cluster.explain()).toMatch(/ordinals +head: 0\n +cpu: 10 to 12\n +gpu: 200 to 201\n +reserved \(restore\) 900-909\n/);
});

test('without them every group counts from 1, nothing is said of it, and an index is asked for with its role', () => {
  const { cluster, objects } = build({ workers: [{ name: 'cpu', replicas: 2 }, { name: 'gpu', replicas: 0 }] });
  expect(objects.filter(({ kind }) => kind === 'StatefulSet').map(({ spec }) => spec.ordinals?.start)).toEqual([undefined, 1, 1]);
  expect(cluster.explain()).not.toMatch(/ordinals/);
});

test.each<[what: string, props: Partial<RayClusterProps>, message: RegExp]>([
  ['the ordinal of the head', { workers: [{ replicas: 1, firstOrdinal: 0 }] }, /workers\[0\]\.firstOrdinal: Invalid value: 0: must be a whole number between 1 and \d+\n +help: the head has 0/],
  ['an end without a beginning', { workers: [{ replicas: 1, lastOrdinal: 9 }] }, /workers\[0\]\.firstOrdinal: Required value: lastOrdinal 9 ends a range/],
  ['an end before the beginning', { workers: [{ replicas: 1, firstOrdinal: 10, lastOrdinal: 9 }] }, /workers\[0\]\.lastOrdinal: Invalid value: 9: must be a whole number between 10 and/],
  ['more pods than ordinals', { workers: [{ replicas: 4, firstOrdinal: 10, lastOrdinal: 12 }] }, /workers\[0\]\.replicas: Invalid value: 4: 4 replicas do not fit worker 10-12[\s\S]*end the range at 13 or later/],
  ['a range that another reaches into', { workers: [{ name: 'a', replicas: 2, firstOrdinal: 10, lastOrdinal: 20 }, { name: 'b', replicas: 1, firstOrdinal: 20 }] },
    /workers\[1\]\.firstOrdinal: Invalid value: 20: b 20-20 overlaps a 10-20: an ordinal of a given range names one pod of the cluster/],
  ['a range that one which counts from 1 reaches into', { workers: [{ name: 'a', replicas: 5 }, { name: 'b', replicas: 1, firstOrdinal: 5 }] }, /b 5-5 overlaps a 1-5/],
  ['a reserved range', { workers: [{ replicas: 5 }], reserved: [{ first: 5, last: 9, purpose: 'restore' }] }, /workers\[0\]\.firstOrdinal: Invalid value: 1: worker 1-5 overlaps reserved \(restore\) 5-9/],
  ['a reserved range that ends before it begins', { reserved: [{ first: 9, last: 5 }] }, /reserved\[0\]\.last: Invalid value: 5: is before first 9/],
  ['ranges of pods that KubeRay names', { ...RANGES, reserved: undefined, backend: RayBackend.rayCluster() }, /workers\[0\]\.firstOrdinal: Forbidden: KubeRay draws the names of its pods, which have no ordinals/],
  ['reserved ones of pods that KubeRay names', { reserved: [{ first: 9, last: 10 }], backend: RayBackend.rayCluster() }, /reserved: Forbidden: KubeRay draws/],
])('refuses %s', (_, props, message) => {
  expect(() => build(props)).toThrow(message);
});

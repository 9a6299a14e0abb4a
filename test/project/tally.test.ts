import { Manifest, tally } from '../../build-tools/tally';

function manifest(kind: string, spec: object): Manifest {
  return { apiVersion: 'v1', kind, metadata: { name: 'a' }, spec };
}

function template(...limits: object[]): object {
  return { spec: { containers: limits.map(each => ({ resources: { limits: each } })) } };
}

const GPUS = { 'nvidia.com/gpu': 8, 'memory': '64Gi' };

describe('pods and accelerators of each carrier', () => {
  test.each<[string, Manifest, number, number]>([
    ['a Pod', manifest('Pod', { containers: [{ resources: { limits: GPUS } }] }), 1, 8],
    ['a StatefulSet', manifest('StatefulSet', { replicas: 3, template: template(GPUS) }), 3, 24],
    ['a pod with network cards of the same vendor', manifest('Pod', { containers: [{ resources: { limits: { ...GPUS, 'nvidia.com/rail0': 1 } } }] }), 1, 8],
    ['a Deployment without replicas', manifest('Deployment', { template: template(GPUS) }), 1, 8],
    ['an Indexed Job', manifest('Job', { completions: 16, parallelism: 16, template: template(GPUS) }), 16, 128],
    ['a Job with fewer completions than parallelism', manifest('Job', { completions: 2, parallelism: 5, template: template(GPUS) }), 2, 16],
    ['a Job without completions', manifest('Job', { parallelism: 5, template: template(GPUS) }), 5, 40],
    ['a CronJob', manifest('CronJob', { jobTemplate: { spec: { template: template(GPUS) } } }), 1, 8],
    ['a LeaderWorkerSet with its own leader', manifest('LeaderWorkerSet', {
      replicas: 2, leaderWorkerTemplate: { size: 4, leaderTemplate: template({ 'nvidia.com/gpu': 1 }), workerTemplate: template(GPUS) },
    }), 8, 2 * (1 + 3 * 8)],
    ['a LeaderWorkerSet of equal pods', manifest('LeaderWorkerSet', {
      replicas: 2, leaderWorkerTemplate: { size: 4, workerTemplate: template(GPUS) },
    }), 8, 64],
    ['a JobSet', manifest('JobSet', {
      replicatedJobs: [
        { replicas: 2, template: { spec: { parallelism: 3, template: template(GPUS) } } },
        { template: { spec: { template: template({ cpu: 1 }) } } },
      ],
    }), 7, 48],
    ['a DaemonSet, which follows the nodes', manifest('DaemonSet', { template: template(GPUS) }), 0, 0],
    ['a Service', manifest('Service', { selector: {} }), 0, 0],
  ])('%s', (_what, object, pods, accelerators) => {
    expect(tally([object])).toEqual({ objects: 1, pods, accelerators });
  });
});

describe('accelerators of a pod', () => {
  const count = (spec: object) => tally([manifest('Pod', spec)]).accelerators;
  const container = (limits: object, restartPolicy?: string) => ({ restartPolicy, resources: { limits } });

  test('containers and native sidecars add up, init containers do not', () => {
    const initContainers = [container({ 'nvidia.com/gpu': 1 }, 'Always'), container({ 'nvidia.com/gpu': 2 })];
    expect(count({ containers: [container({ 'nvidia.com/gpu': 2 }), container({ 'nvidia.com/gpu': 4 })], initContainers })).toBe(7);
  });

  test('an init container that wants more decides', () => {
    expect(count({ containers: [container({ 'nvidia.com/gpu': 1 })], initContainers: [container({ 'nvidia.com/gpu': 8 })] })).toBe(8);
  });

  test.each([
    ['a MIG slice', { 'nvidia.com/mig-1g.10gb': 2 }, 2],
    ['a count in quotes', { 'amd.com/gpu': '4' }, 4],
    ['Intel', { 'gpu.intel.com/i915': 1 }, 1],
    ['TPU chips', { 'google.com/tpu': 4 }, 4],
    ['Neuron devices', { 'aws.amazon.com/neuron': 16 }, 16],
    ['networks and memory', { 'rdma/hca': 8, 'vpc.amazonaws.com/efa': 4, 'memory': '1Gi', 'hugepages-2Mi': '2Gi' }, 0],
  ])('%s', (_what, limits, expected) => {
    expect(count({ containers: [container(limits)] })).toBe(expected);
  });
});

describe('device claims', () => {
  const claim = (...requests: object[]) => ({ devices: { requests } });
  const gpus = (count: number) => ({ name: 'gpu', exactly: { deviceClassName: 'gpu.nvidia.com', count } });
  const pods = (replicas: number, source: object) => manifest('Deployment', { replicas, template: { spec: { containers: [{}, {}], resourceClaims: [{ name: 'gpu', ...source }] } } });
  const named = (kind: string, spec: object): Manifest => ({ ...manifest(kind, spec), metadata: { name: 'gpus' } });

  test('each pod has those of its template, however many containers hold them', () => {
    expect(tally([named('ResourceClaimTemplate', { spec: claim(gpus(4)) }), pods(3, { resourceClaimTemplateName: 'gpus' })]).accelerators).toBe(12);
  });

  test('pods of one claim share its devices', () => {
    expect(tally([named('ResourceClaim', claim(gpus(2))), pods(3, { resourceClaimName: 'gpus' })]).accelerators).toBe(2);
  });

  test('of alternatives the first counts, and network cards do not', () => {
    const alternatives = { name: 'gpu', firstAvailable: [{ name: 'a', deviceClassName: 'mig.nvidia.com', count: 2 }, { name: 'b', deviceClassName: 'gpu.nvidia.com' }] };
    const nic = { name: 'nic', exactly: { deviceClassName: 'rdma.example.com', count: 8 } };
    expect(tally([named('ResourceClaim', claim(alternatives, nic))]).accelerators).toBe(2);
  });
});

test('where an autoscaler owns the replicas, its minimum counts', () => {
  const scaler = manifest('HorizontalPodAutoscaler', { scaleTargetRef: { kind: 'Deployment', name: 'a' }, minReplicas: 2, maxReplicas: 9 });
  expect(tally([manifest('Deployment', { template: template(GPUS) }), scaler])).toEqual({ objects: 2, pods: 2, accelerators: 16 });
  expect(tally([manifest('StatefulSet', { template: template(GPUS) }), scaler])).toEqual({ objects: 2, pods: 1, accelerators: 8 });
});

test('what scales to zero counts with its minimum, which is zero where nothing is said', () => {
  const scaler = (least: object) => manifest('ScaledObject', { scaleTargetRef: { name: 'a' }, maxReplicaCount: 9, ...least });
  const count = (least: object) => tally([manifest('Deployment', { template: template(GPUS) }), scaler(least)]).pods;
  expect([count({}), count({ minReplicaCount: 2 })]).toEqual([0, 2]);
});

import { Duration } from 'cdk8s';
import { cronJob, deployment, job, poolOf, quantity, server } from './pools';
import { KarpenterNodes } from '../../../src';

const GPU = 'nvidia.com/gpu';
const KEEP = 'karpenter.sh/do-not-disrupt';
const gpuLimit = (...args: Parameters<typeof poolOf>) => poolOf(...args).spec.limits?.[GPU];

describe('the limit of two workloads', () => {
  const two = [server('llama', 4), server('draft', 1, 2)];

  test('is what both need in whole nodes, and one roll-out, of the one that adds more', () => {
    const { pool, spec } = poolOf(two, { target: { gpusPerNode: 8, spareGpus: 4 } });

    expect(spec.limits).toEqual({ [GPU]: '32' });
    expect(pool.explain()).toContain('draft replica: 2 pods x 1, 1 node x 8 = 8');
    expect(pool.explain()).toContain('a roll-out of llama adds 1 x 4: 1 node x 8 = 8');
    expect(pool.explain()).toContain('together 16 + 8 + 8 = 32');
  });

  test.each([['24', true], ['23', false]])('that is given as %s is enough: %s', (limit, isEnough) => {
    const make = () => gpuLimit(two, { devicesPerNode: [8], limits: { [GPU]: limit } });

    if (isEnough) {
      expect(make()).toBe('24');
    } else {
      expect(make).toThrow('limits[nvidia.com/gpu]: Invalid value: "23": the workloads need 24: llama replica: 3 pods x 4, 2 nodes x 8 = 16; draft replica: 2 pods x 1, 1 node x 8 = 8');
    }
  });

  test.each<[order: string, makes: Parameters<typeof poolOf>[0]]>([
    ['first', [deployment('big', { gpus: 4 }), deployment('small', { gpus: 1 })]],
    ['last', [deployment('small', { gpus: 1 }), deployment('big', { gpus: 4 })]],
  ])('has room for the larger roll-out where it stands %s', (_, makes) => {
    expect(gpuLimit(makes, { devicesPerNode: [4] })).toBe('12');
  });

  test('has room for as many pods as the roll-out of a Deployment adds', () => {
    const surging = deployment('w', { gpus: 2, replicas: 4, spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: quantity(3), maxUnavailable: quantity(0) } } } });

    expect(gpuLimit([surging], { devicesPerNode: [2] })).toBe('14');
  });
});

describe('the size of nodes that wastes most counts', () => {
  test.each<[what: string, gpus: number, replicas: number, sizes: number[], limit: string]>([
    ['the larger one, half of which is left', 4, 3, [4, 8], '16'],
    ['the smaller one, a quarter of each is left', 3, 5, [16, 4], '20'],
    ['one that is too small for a pod is no size', 4, 1, [2, 8], '8'],
    ['one that is just large enough is', 4, 1, [4], '4'],
    ['pods that do not fill a node leave what is over', 3, 2, [8], '8'],
    ['one more pod than nodes hold takes another node', 3, 3, [8], '16'],
  ])('%s', (_, gpus, replicas, sizes, limit) => {
    const recreated = deployment('w', { gpus, replicas, spec: { strategy: { type: 'Recreate' } } });

    expect(gpuLimit([recreated], { devicesPerNode: sizes })).toBe(limit);
  });

  test('a roll-out, or what the Target keeps free, takes whole nodes of the largest size', () => {
    const one = [deployment('w', { gpus: 2 })];

    expect(gpuLimit(one, { devicesPerNode: [8, 2] })).toBe('16');
    expect(gpuLimit(one, { devicesPerNode: [2, 8], target: { spareGpus: 9 } })).toBe('24');
  });

  test('what the Target keeps free is named where it is more than a roll-out takes, and only then', () => {
    const text = (spareGpus: number) => poolOf([deployment('w', { gpus: 2, spec: { strategy: { rollingUpdate: { maxSurge: quantity(2) } } } })], { devicesPerNode: [8], target: { spareGpus } }).pool.explain();

    expect(text(4)).toContain('a roll-out of w adds 2 x 2: 1 node x 8 = 8');
    expect(text(5)).toContain('5 spare devices of the Target: 1 node x 8 = 8');
  });

  test('a declared size goes before that of the Target, and that before those of machines', () => {
    const pods = [server('llama', 4)];

    expect(poolOf(pods, { devicesPerNode: [8, 4], target: { gpusPerNode: 16 } }).requirements['karpenter.k8s.aws/instance-gpu-count']).toEqual(['4', '8']);
    expect(poolOf(pods, { target: { gpusPerNode: 16 } }).requirements['karpenter.k8s.aws/instance-gpu-count']).toEqual(['16']);
    expect(poolOf(pods).requirements['karpenter.k8s.aws/instance-gpu-count']).toEqual(['4', '8']);
  });

  test('the largest pod of all says how many devices a node needs', () => {
    const field = (props: Parameters<typeof poolOf>[1]) => () => poolOf([server('draft', 1), server('llama', 8)], props);

    expect(field({ devicesPerNode: [1, 4] })).toThrow('devicesPerNode: Invalid value: 8: a pod of llama replica has 8 devices, and no node has more than 4');
    expect(field({ target: { gpusPerNode: 4 } })).toThrow('workloads: Invalid value: 8: a pod of llama replica has 8 devices, and no node has more than 4');
  });
});

describe('limits that are given', () => {
  test('of every resource that nodes have are taken as they are, and none is derived without devices', () => {
    const limits = { 'cpu': '1000', 'memory': '4000Gi', 'ephemeral-storage': '10Ti', 'pods': '500', 'nodes': '0', 'example.com/disk': '1.5k' };

    expect(poolOf([deployment('web')], { limits }).spec.limits).toEqual(limits);
    expect(poolOf([deployment('web')]).spec).not.toHaveProperty('limits');
  });

  test('of other resources stand beside the derived one', () => {
    expect(poolOf([server('llama', 4)], { devicesPerNode: [4], limits: { cpu: '1000' } }).spec.limits).toEqual({ cpu: '1000', [GPU]: '12' });
  });

  test.each<[resource: string, value: string, message: string]>([
    ['disk', '1', 'limits[disk]'],
    ['cpu', '-1', 'limits[cpu]: Invalid value: "-1": is no amount'],
    ['memory', 'much', 'limits[memory]: Invalid value: "much": is no amount'],
  ])('%s: %s is refused', (resource, value, message) => {
    expect(() => poolOf([deployment('web')], { limits: { cpu: '1', [resource]: value } })).toThrow(message);
  });

  test('where nobody says how many devices a node has, its size is asked for', () => {
    const nodes = KarpenterNodes.of({ group: 'karpenter.example.com', kind: 'ExampleNodeClass', name: 'gpu' });

    expect(() => poolOf([server('llama', 4)], { nodes })).toThrow('devicesPerNode: Required value');
    expect(gpuLimit([server('llama', 4)], { nodes, devicesPerNode: [4] })).toBe('12');
  });

  test('are asked for where nobody says how many pods one of the workloads has', () => {
    const open = (limits?: { [resource: string]: string }) => poolOf([server('llama', 4), cronJob('nightly', { gpus: 1 })], { devicesPerNode: [4], limits });

    expect(() => open()).toThrow('limits[nvidia.com/gpu]: Required value: an autoscaler decides how many pods CronJob ml/nightly has');
    expect(() => open({ cpu: '1' })).toThrow('limits[nvidia.com/gpu]: Required value');
    expect(open({ [GPU]: '4' }).spec.limits).toEqual({ [GPU]: '4' });
    expect(open({ [GPU]: '4' }).pool.explain()).toContain('4 as given: an autoscaler decides how many pods CronJob ml/nightly has');
  });
});

describe('what one of two workloads asks for holds for the pool', () => {
  const servers = [server('llama', 4), server('draft', 4)];

  test('a run beside servers keeps its nodes, and is named', () => {
    const { spec, pool } = poolOf([server('llama', 4), job('train', { gpus: 4 })]);

    expect(spec.disruption).toMatchObject({ consolidationPolicy: 'WhenEmpty', budgets: [{ nodes: '0', reasons: ['Drifted', 'Underutilized'] }] });
    expect(spec.template.spec.expireAfter).toBe('Never');
    expect(pool.explain()).toMatch(/WhenEmpty, after \S+: Job ml\/train runs until it is done: its pods are not moved/);
    expect(pool.explain()).toContain('Job ml/train has nothing that keeps its nodes (karpenter.sh/do-not-disrupt); empty nodes go');
    expect(pool.explain()).toContain('Never: Job ml/train would lose its pods in the middle of a run');
  });

  test.each<[annotation: string, policy: string]>([
    ['true', 'WhenEmpty'], ['30m', 'WhenEmpty'], ['2h', 'WhenEmpty'], ['45s', 'WhenEmpty'], ['1.5h', 'WhenEmpty'],
    ['false', 'WhenEmptyOrUnderutilized'], ['', 'WhenEmptyOrUnderutilized'], ['1d', 'WhenEmptyOrUnderutilized'],
  ])('pods of the second server with do-not-disrupt %j: %s', (value, policy) => {
    const { spec, pool } = poolOf([server('llama', 4), deployment('web', { gpus: 1, annotations: { [KEEP]: value } })]);

    expect(spec.disruption.consolidationPolicy).toBe(policy);
    expect(spec.disruption.budgets).toEqual([{ nodes: '10%' }]);
    expect(spec.template.spec.expireAfter).toBe('720h');
    expect(pool.explain().includes(`Deployment ml/web carries ${KEEP}`)).toBe(policy === 'WhenEmpty');
  });

  test.each<[annotation: string, nodes: string]>([['true', '10%'], ['2h', '0']])('a run that is protected for %s lets %s of its nodes drift', (value, nodes) => {
    const made = poolOf([job('train', { gpus: 1, annotations: { [KEEP]: value } })]);

    expect(made.spec.disruption.budgets[0].nodes).toBe(nodes);
  });

  test('an age of nodes is refused where one of two runs is evicted by it', () => {
    const kept = job('kept', { gpus: 1, annotations: { [KEEP]: 'true' } });
    const expireAfter = Duration.hours(25);

    expect(poolOf([kept], { expireAfter }).spec.template.spec.expireAfter).toBe('25h');
    expect(() => poolOf([kept, job('bare', { gpus: 1 })], { expireAfter })).toThrow('expireAfter: Forbidden: Job ml/bare runs until it is done, and its pods are evicted when a node is 25h old');
    expect(() => poolOf(servers, { expireAfter: Duration.seconds(0) })).toThrow('expireAfter: Invalid value: "0s"');
    expect(poolOf(servers, { expireAfter: Duration.seconds(1) }).spec.template.spec.expireAfter).toBe('1s');
  });

  test('the longest time to stop is the least of terminationGracePeriod', () => {
    const two = [deployment('short', { gpus: 1 }), deployment('long', { gpus: 1, pod: { terminationGracePeriodSeconds: 90 } }), deployment('shorter', { gpus: 1, pod: { terminationGracePeriodSeconds: 10 } })];
    const grace = (seconds: number) => () => poolOf(two, { terminationGracePeriod: Duration.seconds(seconds) });

    expect(grace(90)().spec.template.spec.terminationGracePeriod).toBe('1m30s');
    expect(grace(90)().pool.explain()).toContain('1m30s: at least 90 s, which pods of Deployment ml/long have to stop');
    expect(grace(89)).toThrow('terminationGracePeriod: Invalid value: "89s": pods of Deployment ml/long have 90 s to stop');
    expect(poolOf([two[0]], { terminationGracePeriod: Duration.seconds(30) }).spec.template.spec.terminationGracePeriod).toBe('30s');
    expect(() => poolOf([two[0]], { terminationGracePeriod: Duration.seconds(29) })).toThrow('pods of Deployment ml/short have 30 s to stop');
  });

  test.each<[what: string, spec: object, pod: object, isTaken: boolean]>([
    ['a run without a deadline is not cut off', {}, {}, false],
    ['one that ends in time is taken', { activeDeadlineSeconds: 3600 }, {}, true],
    ['one that may take a second longer is not', { activeDeadlineSeconds: 3601 }, {}, false],
    ['a deadline of its pods counts', {}, { activeDeadlineSeconds: 3600 }, true],
    ['that of the Job goes before it', { activeDeadlineSeconds: 7200 }, { activeDeadlineSeconds: 3600 }, false],
  ])('%s', (_, spec, pod, isTaken) => {
    const make = () => poolOf([job('quick', { gpus: 1, spec: { activeDeadlineSeconds: 60 } }), job('train', { gpus: 1, spec: { ...spec }, pod: { ...pod } })], { terminationGracePeriod: Duration.hours(1) });

    if (isTaken) {
      expect(make().spec.template.spec.terminationGracePeriod).toBe('1h');
    } else {
      expect(make).toThrow('terminationGracePeriod: Forbidden: Job ml/train may run longer than the 1h');
    }
  });

  test('a deadline of a CronJob stands in the spec of its Jobs', () => {
    const nightly = (activeDeadlineSeconds: number) => () => poolOf([cronJob('nightly', { gpus: 1, spec: { activeDeadlineSeconds } })], {
      devicesPerNode: [1], limits: { [GPU]: '1' }, terminationGracePeriod: Duration.minutes(10),
    });

    expect(nightly(600)().spec.template.spec.terminationGracePeriod).toBe('10m');
    expect(nightly(601)).toThrow('CronJob ml/nightly may run longer than the 10m');
  });

  test('the longest start says how long nodes are left alone, in whole minutes and at least five', () => {
    const starting = (name: string, seconds: number) => (chart: Parameters<ReturnType<typeof server>>[0]) => {
      const made = server(name, 4)(chart);
      made.workload.roles.forEach(role => Object.defineProperty(role, 'startSeconds', { value: seconds }));
      return made;
    };
    const wait = (...seconds: number[]) => poolOf(seconds.map((each, index) => starting(`s${index}`, each)));

    expect(wait(60, 601, 30).spec.disruption.consolidateAfter).toBe('11m');
    expect(wait(60, 601, 30).pool.explain()).toContain('a start of s1 takes 601 s');
    expect(wait(300).spec.disruption.consolidateAfter).toBe('5m');
    expect(wait(300).pool.explain()).toContain('a pod that is started again finds its node');
    expect(wait(301).pool.explain()).toContain('a start of s0 takes 301 s');
    expect(wait(301).spec.disruption.consolidateAfter).toBe('6m');
    expect(poolOf(servers, { consolidateAfter: Duration.seconds(0) }).spec.disruption.consolidateAfter).toBe('0s');
    expect(poolOf(servers, { consolidateAfter: Duration.seconds(3661) }).spec.disruption.consolidateAfter).toBe('1h1m1s');
  });

  test('EKS Auto Mode has a time to stop of its own', () => {
    expect(poolOf(servers).pool.explain()).toContain('no limit: a node that goes waits for its pods');
    expect(poolOf(servers, { nodes: KarpenterNodes.eksAuto('default') }).pool.explain()).toContain('EKS Auto Mode makes it 24 h');
  });

  test('pods without devices run elsewhere, unless all are so', () => {
    const web = deployment('web', { pod: { nodeSelector: { tier: 'cpu' } } });
    const mixed = poolOf([server('llama', 4), web]);

    expect(mixed.spec.template.metadata).toBeUndefined();
    expect(mixed.pool.explain()).toContain('Deployment ml/web: no devices, so these run on other nodes');
    expect(poolOf([web]).spec.template.metadata.labels).toEqual({ tier: 'cpu' });
    expect(poolOf([web]).pool.explain()).not.toContain('run on other nodes');
  });

  test('two kinds of devices are two pools', () => {
    expect(() => poolOf([deployment('a', { gpus: 1 }), deployment('b', { gpus: 1, resource: 'amd.com/gpu' })])).toThrow(
      'workloads: Forbidden: their pods ask for nvidia.com/gpu and amd.com/gpu, and a node has one kind of devices');
  });
});

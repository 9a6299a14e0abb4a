import { accountOfObjects, carrier, groups, job, said, service, workloadOf } from './made';

const gpus = (count: number, name = 'nvidia.com/gpu') => ({ resources: { limits: { [name]: count } } });
const memory = (amount: string) => ({ resources: { requests: { memory: amount } } });
const scaler = (kind: string, name: string, spec: object) => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: `${name}-scaler`, namespace: 'ml' },
  spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind, name }, ...spec },
});

/** A StatefulSet of workload `w`: sets that differ in their amounts are parts of their own. */
const setOf = (name: string, replicas: number, made: object = {}) =>
  carrier('StatefulSet', {
    name,
    labels: { 'cdk8s-ai-workloads/name': 'w', name },
    spec: { replicas },
    ...made,
  });

describe('two sets of one workload', () => {
  const ROLE = { 'cdk8s-ai-workloads/name': 'w', 'cdk8s-ai-workloads/role': 'server' };

  test('that are alike are one part, whose pods, devices and memory add up', () => {
    const container = { resources: { limits: { 'nvidia.com/gpu': 8, 'memory': '3Gi' } } };

    const { pods, parts, devices, sums } = workloadOf(
      ...['0', '1'].map(group => setOf(`w-${group}`, 3, { container, labels: { ...ROLE, group } })),
    );

    expect([pods, parts]).toEqual([{ least: 6, most: 6 }, [{ name: 'server', pods: { least: 6, most: 6 } }]]);
    expect(devices).toEqual([{ name: 'nvidia.com/gpu', count: { least: 48, most: 48 } }]);
    expect([said(sums, 'pods'), said(sums, 'devices'), said(sums, 'memory')]).toEqual([
      ['6 pods'],
      ['6 pods x 8 = 48 nvidia.com/gpu'],
      ['6 x 3Gi = 18Gi'],
    ]);
  });

  test('that differ are two parts with their own factors, in one sum', () => {
    const [a, b] = [8, 4].map(count => ({
      resources: { limits: { 'nvidia.com/gpu': count, 'memory': `${count}Gi` } },
    }));

    const { parts, devices, sums } = workloadOf(setOf('a', 2, { container: a }), setOf('b', 3, { container: b }));

    expect(parts).toEqual([
      { name: 'a', pods: { least: 2, most: 2 } },
      { name: 'b', pods: { least: 3, most: 3 } },
    ]);
    expect(devices).toEqual([{ name: 'nvidia.com/gpu', count: { least: 28, most: 28 } }]);
    expect([said(sums, 'pods'), said(sums, 'devices'), said(sums, 'memory')]).toEqual([
      ['2 a + 3 b = 5 pods'],
      ['2 a x 8 + 3 b x 4 = 28 nvidia.com/gpu'],
      ['2 x 8Gi + 3 x 4Gi = 28Gi'],
    ]);
  });

  test('of the same memory are one term of its sum, and a set without pods is none', () => {
    const { sums } = workloadOf(
      setOf('a', 2, { container: { ...memory('8Gi'), args: ['a'] }, pod: { hostNetwork: true } }),
      setOf('b', 3, { container: memory('8Gi') }),
      setOf('c', 0, { container: memory('1Gi') }),
    );

    expect(said(sums, 'memory')).toEqual(['5 x 8Gi = 40Gi']);
  });

  test('have no memory in all where one of them asks for none, or is moved by an autoscaler', () => {
    expect(said(workloadOf(setOf('a', 2, { container: memory('8Gi') }), setOf('b', 3)).sums, 'memory')).toEqual([]);
    expect(
      said(
        workloadOf(
          setOf('a', 2, { container: memory('8Gi') }),
          setOf('b', 3, { container: memory('8Gi') }),
          scaler('StatefulSet', 'b', { maxReplicas: 4 }),
        ).sums,
        'memory',
      ),
    ).toEqual([]);
  });

  test('with an autoscaler each are ranges that add up', () => {
    const container = gpus(2);

    const { pods, devices, sums } = workloadOf(
      setOf('a', 1, { container }),
      setOf('b', 1, { container }),
      scaler('StatefulSet', 'a', { minReplicas: 2, maxReplicas: 6 }),
      scaler('StatefulSet', 'b', { minReplicas: 1, maxReplicas: 3 }),
    );

    expect([pods, devices]).toEqual([
      { least: 3, most: 9 },
      [{ name: 'nvidia.com/gpu', count: { least: 6, most: 18 } }],
    ]);
    expect(said(sums, 'devices')).toEqual(['3 to 9 pods x 2 = 6 to 18 nvidia.com/gpu']);
  });

  test('of which one has no known number are counted as far as they are known', () => {
    const [set, daemons] = ['StatefulSet', 'DaemonSet'].map((kind, index) =>
      carrier(kind, { name: kind, labels: { app: 'w', kind }, spec: { replicas: 2 }, container: gpus(8 - index) }),
    );

    const { pods, devices, sums } = workloadOf(set, daemons, service('w', { app: 'w' }));

    expect([pods, devices]).toEqual([undefined, [{ name: 'nvidia.com/gpu' }]]);
    expect([said(sums, 'pods'), said(sums, 'devices')]).toEqual([
      ['2 pods, and those of which nobody says how many'],
      ['nvidia.com/gpu: nobody says how many'],
    ]);
  });

  test('with other devices each have a sum for each resource', () => {
    const { devices, sums } = workloadOf(
      setOf('a', 2, { container: gpus(8) }),
      setOf('b', 3, { container: gpus(4, 'amd.com/gpu') }),
    );

    expect(devices).toEqual([
      { name: 'nvidia.com/gpu', count: { least: 16, most: 16 } },
      { name: 'amd.com/gpu', count: { least: 12, most: 12 } },
    ]);
    expect(said(sums, 'devices')).toEqual(['2 pods x 8 = 16 nvidia.com/gpu', '3 pods x 4 = 12 amd.com/gpu']);
  });
});

describe('two workloads of one account', () => {
  const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c', namespace: 'ml' } };

  test('have one sum of pods and of devices, by resource', () => {
    const { summary, workloads } = accountOfObjects(
      carrier('Deployment', { name: 'a', spec: { replicas: 2 }, container: gpus(8) }),
      carrier('Deployment', { name: 'b', spec: { replicas: 3 }, container: gpus(4) }),
      carrier('Deployment', { name: 'c', spec: { replicas: 1 }, container: gpus(1, 'amd.com/gpu') }),
      config,
    );

    expect(workloads.map(({ id, pods }) => [id, pods!.least])).toEqual([
      ['ml/a', 2],
      ['ml/b', 3],
      ['ml/c', 1],
    ]);
    expect(summary).toMatchObject({
      workloads: 3,
      objects: 4,
      pods: { least: 6, most: 6 },
      devices: [
        { name: 'nvidia.com/gpu', count: { least: 28, most: 28 } },
        { name: 'amd.com/gpu', count: { least: 1, most: 1 } },
      ],
    });
  });

  test('have no end where one autoscaler has none, and no number of devices where one is not known', () => {
    const endless = scaler('Deployment', 'b', { minReplicas: 2 });

    const { summary } = accountOfObjects(
      carrier('Deployment', { name: 'a', spec: { replicas: 2 }, container: gpus(1) }),
      carrier('Deployment', { name: 'b' }),
      carrier('DaemonSet', { name: 'd', container: gpus(1) }),
      endless,
    );

    expect(summary.pods).toEqual({ least: 4 });
    expect(summary.devices).toEqual([{ name: 'nvidia.com/gpu' }]);
  });

  test('count the devices of two claims each, and those that they share once', () => {
    const claim = (name: string, count: number) => ({
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceClaim',
      metadata: { name, namespace: 'ml' },
      spec: { devices: { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu.nvidia.com', count } }] } },
    });
    const claiming = (name: string, claims: string[]) =>
      carrier('Deployment', {
        name,
        spec: { replicas: 3 },
        pod: { resourceClaims: claims.map(each => ({ name: each, resourceClaimName: each })) },
        container: { resources: { claims: claims.map(each => ({ name: each })) } },
      });

    const { summary, workloads } = accountOfObjects(
      claiming('a', ['one', 'two']),
      claiming('b', ['two']),
      claim('one', 1),
      claim('two', 4),
    );

    expect(summary.devices).toEqual([{ name: 'gpu.nvidia.com', count: { least: 5, most: 5 } }]);
    expect(workloads.map(({ devices }) => devices.map(({ claim: of, count }) => [of, count!.least]))).toEqual([
      [
        ['ResourceClaim ml/one', 1],
        ['ResourceClaim ml/two', 4],
      ],
      [['ResourceClaim ml/two', 4]],
    ]);
    expect(said(workloads[0].sums, 'devices of a pod')).toEqual([
      '1 gpu.nvidia.com of ResourceClaim ml/one, which it shares + 4 gpu.nvidia.com of ResourceClaim ml/two, which it shares',
    ]);
  });

  test('of one name are numbered from the second, in each namespace by itself', () => {
    const inOther = { metadata: { namespace: 'other' } };

    const { workloads } = accountOfObjects(
      carrier('Deployment'),
      carrier('StatefulSet'),
      carrier('DaemonSet'),
      carrier('Deployment', inOther),
      carrier('StatefulSet', inOther),
    );

    expect(workloads.map(({ id }) => id)).toEqual(['ml/web', 'ml/web~2', 'ml/web~3', 'other/web', 'other/web~2']);
  });

  test('have their findings apart, also the second, and counts of each severity', () => {
    const bad = (name: string, image: string) =>
      carrier('Deployment', { name, container: { image, restartPolicy: 'Never' } });

    const { workloads, findings, summary } = accountOfObjects(bad('a', 'x:1'), bad('b', 'x:latest'));

    const about = (index: number) => workloads[index].findings.map(number => findings[number].object!.name);
    expect([new Set(about(0)), new Set(about(1))]).toEqual([new Set(['a']), new Set(['b'])]);
    expect(about(0).length + about(1).length).toBe(findings.length);
    const count = (...classes: string[]) => findings.filter(({ class: kind }) => classes.includes(kind)).length;
    expect(summary).toMatchObject({
      errors: count('rejected', 'dropped', 'broken', 'lossy'),
      warnings: count('risky'),
      infos: count('advice'),
      acknowledged: 0,
    });
    expect([summary.errors, summary.warnings, summary.infos].filter(each => each > 0).length).toBeGreaterThan(1);
  });
});

describe('devices of one pod', () => {
  test('of two containers add up, and each resource is a term', () => {
    const containers = [
      { name: 'a', image: 'a:1', ...gpus(2) },
      { name: 'b', image: 'b:1', ...gpus(3) },
      { name: 'c', image: 'c:1', ...gpus(1, 'amd.com/gpu') },
    ];

    expect(said(workloadOf(carrier('Deployment', { pod: { containers } })).sums, 'devices of a pod')).toEqual([
      '5 nvidia.com/gpu + 1 amd.com/gpu',
    ]);
  });

  test('of a request for several classes, or for all devices of one, have no number', () => {
    const template = (...requests: object[]) => ({
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceClaimTemplate',
      metadata: { name: 't', namespace: 'ml' },
      spec: { spec: { devices: { requests } } },
    });
    const claiming = carrier('Deployment', {
      spec: { replicas: 2 },
      pod: { resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 't' }] },
      container: { resources: { claims: [{ name: 'gpu' }] } },
    });
    const exactly = (deviceClassName: string, more: object = {}) => ({ exactly: { deviceClassName, ...more } });
    const choice = {
      name: 'c',
      firstAvailable: [
        { name: 'x', deviceClassName: 'a', count: 2 },
        { name: 'y', deviceClassName: 'a', count: 1 },
      ],
    };
    const devicesOf = (...requests: object[]) => workloadOf(claiming, template(...requests)).devices;

    expect(
      devicesOf(
        { name: 'a', ...exactly('a', { count: 2 }) },
        { name: 'b', ...exactly('b') },
        { name: 'again', ...exactly('a') },
      ),
    ).toEqual([
      { name: 'a', count: { least: 6, most: 6 } },
      { name: 'b', count: { least: 2, most: 2 } },
    ]);
    expect(
      devicesOf(
        { name: 'a', ...exactly('a', { count: 2 }) },
        { name: 'all', ...exactly('a', { allocationMode: 'All' }) },
      ),
    ).toEqual([{ name: 'a' }]);
    expect(devicesOf(choice)).toEqual([{ name: 'a' }]);
    expect(devicesOf({ name: 'a', ...exactly('a', { adminAccess: true }) })).toEqual([{ name: 'a' }]);
  });
});

describe('the parts of a sum', () => {
  test('of pods in groups of two sizes are no groups alike', () => {
    const group = (number: string, replicas: number) =>
      carrier('StatefulSet', {
        name: `g-${number}`,
        labels: { 'cdk8s-ai-workloads/name': 'g', 'cdk8s-ai-workloads/group': number },
        spec: { replicas },
      });

    expect(said(workloadOf(group('0', 2), group('1', 2)).sums, 'pods')).toEqual([
      '2 groups x 2 pods = 4 (2 g-0 + 2 g-1)',
    ]);
    expect(said(workloadOf(group('0', 2), group('1', 3)).sums, 'pods')).toEqual(['2 g-0 + 3 g-1 = 5 pods']);
    expect(said(workloadOf(groups({}, { size: 1 })).sums, 'pods')).toEqual(['2 groups x 1 pod = 2']);
  });

  test('of one pod have no memory in all, of two they have', () => {
    const made = (replicas: number) =>
      workloadOf(carrier('Deployment', { spec: { replicas }, container: memory('3Gi') })).sums;

    expect([said(made(1), 'memory'), said(made(2), 'memory')]).toEqual([[], ['2 x 3Gi = 6Gi']]);
  });

  test('indexes are said where fewer run at a time than there are', () => {
    const indexes = (completions: number, parallelism: number) =>
      said(workloadOf(job({ completions, parallelism })).sums, 'indexes');

    expect([indexes(4, 3), indexes(4, 4), indexes(4, 1)]).toEqual([['4, 3 at a time'], [], ['4, 1 at a time']]);
  });

  test('amounts take the first request of containers, and the limit of those without one', () => {
    const containers = [
      { name: 'a', image: 'a:1', resources: { requests: { memory: '1Gi' }, limits: { memory: '9Gi' } } },
      { name: 'b', image: 'b:1', resources: { requests: { cpu: 1 }, limits: { memory: '2Gi' } } },
      { name: 'c', image: 'c:1', resources: { requests: { memory: 0 } } },
    ];

    const { sums } = workloadOf(carrier('Deployment', { pod: { containers } }));

    expect([said(sums, 'memory of a pod'), said(sums, 'cpu of a pod')]).toEqual([['a 1Gi + b 2Gi = 3Gi'], ['b 1']]);
  });

  test.each([
    ['9999Mi', '10000Mi', '19.5Gi'],
    ['512Mi', '512Mi', '1Gi'],
    ['4000Mi', '999Mi', '4999Mi'],
    ['1000Mi', '9001Mi', '9.7Gi'],
    ['100', '200', '300'],
    ['1Ti', '2000Ti', '2001Ti'],
  ])('%s and %s are %s', (one, other, sum) => {
    const containers = [one, other].map((amount, index) => ({ name: `c${index}`, image: 'a:1', ...memory(amount) }));

    expect(
      said(workloadOf(carrier('Deployment', { pod: { containers } })).sums, 'memory of a pod')[0].split(' = ')[1],
    ).toBe(sum);
  });
});

test('statements point at the object and the field that say them', () => {
  const pod = {
    volumes: [
      { name: 'x', emptyDir: {} },
      { name: 'shm', emptyDir: { medium: 'Memory' } },
    ],
    initContainers: [{ name: 'side', image: 'a:1', restartPolicy: 'Always', ...memory('1Gi') }],
  };
  const { sums } = workloadOf(
    job(
      { completions: 8 },
      {
        pod,
        container: {
          command: ['torchrun', '--nnodes=4', '--nproc-per-node=2', 'train.py'],
          resources: { requests: { memory: '1Gi', cpu: 1 }, limits: { 'nvidia.com/gpu': 2 } },
        },
      },
    ),
  );

  expect(
    Object.fromEntries(
      sums.filter(({ field }) => field !== undefined).map(({ topic, field, object }) => [topic, `${object} ${field}`]),
    ),
  ).toEqual({
    'pods': '0 spec',
    'indexes': '0 spec.parallelism',
    'devices of a pod': '0 spec.template.spec.containers[0].resources.limits[nvidia.com/gpu]',
    'memory of a pod': '0 spec.template.spec.containers[0].resources',
    'cpu of a pod': '0 spec.template.spec.containers[0].resources',
    'memory volume': '0 spec.template.spec.volumes[1]',
    'world': '0 spec.template.spec.containers[0].command[1]',
  });
});

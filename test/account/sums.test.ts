import { accountOfObjects, carrier, groups, job, said, workloadOf } from './made';

const gpus = (count: number | string, more: object = {}) => ({ resources: { limits: { 'nvidia.com/gpu': count, ...more } } });

describe('pods and devices', () => {
  test('of groups have the sum of each group and of all', () => {
    const { sums, devices } = workloadOf(groups());
    expect(said(sums, 'pods')).toEqual(['2 groups x 4 pods = 8 (2 leader + 6 worker)']);
    expect(said(sums, 'devices')).toEqual(['8 pods x 8 = 64 nvidia.com/gpu; 32 in each group']);
    expect(devices).toEqual([{ name: 'nvidia.com/gpu', count: { least: 64, most: 64 } }]);
  });

  test('of one group are not multiplied', () => {
    expect(said(workloadOf(groups({ replicas: 1 })).sums, 'pods')).toEqual(['1 group of 4 pods (1 leader + 3 worker)']);
  });

  test('that differ by part are added up', () => {
    const leaderTemplate = { spec: { containers: [{ name: 'main', image: 'a:1', ...gpus(1) }] } };
    expect(said(workloadOf(groups({}, { leaderTemplate })).sums, 'devices')).toEqual(['2 leader x 1 + 6 worker x 8 = 50 nvidia.com/gpu; 25 in each group']);
  });

  test('under an autoscaler are ranges', () => {
    const scaler = { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 's', namespace: 'ml' }, spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, minReplicas: 2, maxReplicas: 6 } };
    const { sums } = workloadOf(carrier('Deployment', { container: gpus(4) }), scaler);
    expect([said(sums, 'pods'), said(sums, 'devices')]).toEqual([['2 to 6 pods'], ['2 to 6 pods x 4 = 8 to 24 nvidia.com/gpu']]);
  });

  test('are not added up where nobody says how many', () => {
    const { sums, devices } = workloadOf(carrier('DaemonSet', { container: gpus(1) }));
    expect([said(sums, 'pods'), said(sums, 'devices')]).toEqual([['as many as there are nodes for them, or as their controller makes'], ['nvidia.com/gpu: nobody says how many']]);
    expect(devices).toEqual([{ name: 'nvidia.com/gpu' }]);
  });

  test('of sidecars count, those of init containers do not', () => {
    const pod = { initContainers: [{ name: 'init', image: 'a:1', ...gpus(2) }, { name: 'side', image: 'a:1', restartPolicy: 'Always', ...gpus(1) }] };
    expect(said(workloadOf(carrier('Deployment', { pod, container: gpus(4) })).sums, 'devices of a pod')).toEqual(['5 nvidia.com/gpu']);
  });
});

describe('claimed devices', () => {
  const request = (more: object = {}) => ({ name: 'gpu', exactly: { deviceClassName: 'gpu.nvidia.com', ...more } });
  const template = (...requests: object[]) => ({ apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaimTemplate', metadata: { name: 't', namespace: 'ml' }, spec: { spec: { devices: { requests } } } });
  const claimed = (entry: object, name = 'web') => carrier('Deployment', { name, spec: { replicas: 3 }, pod: { resourceClaims: [{ name: 'gpu', ...entry }] }, container: { resources: { claims: [{ name: 'gpu' }] } } });

  test('of a template are those of each pod', () => {
    const { sums } = workloadOf(claimed({ resourceClaimTemplateName: 't' }), template(request({ count: 2 })));
    expect([said(sums, 'devices of a pod'), said(sums, 'devices')]).toEqual([['2 gpu.nvidia.com'], ['3 pods x 2 = 6 gpu.nvidia.com']]);
  });

  test('of a claim by its name are shared, and counted once over several workloads', () => {
    const claim = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata: { name: 'one', namespace: 'ml' }, spec: { devices: { requests: [request()] } } };
    const account = accountOfObjects(claimed({ resourceClaimName: 'one' }), claimed({ resourceClaimName: 'one' }, 'other'), claim);
    expect(account.workloads.map(({ sums }) => said(sums, 'devices'))).toEqual(Array(2).fill(['1 gpu.nvidia.com of ResourceClaim ml/one, shared by 3 pods']));
    expect(account.summary.devices).toEqual([{ name: 'gpu.nvidia.com', count: { least: 1, most: 1 } }]);
  });

  test.each([
    ['all that there are', request({ allocationMode: 'All' })],
    ['one of two kinds', { name: 'gpu', firstAvailable: [{ name: 'a', deviceClassName: 'gpu.nvidia.com' }, { name: 'b', deviceClassName: 'gpu.amd.com' }] }],
  ])('%s have no number', (_, asked) => {
    expect(workloadOf(claimed({ resourceClaimTemplateName: 't' }), template(asked)).devices[0].count).toBeUndefined();
  });

  test('of a template that is elsewhere have none either', () => {
    expect(workloadOf(claimed({ resourceClaimTemplateName: 'elsewhere' })).devices).toEqual([{ name: 'claim gpu' }]);
  });
});

describe('memory and cpu of a pod', () => {
  const memory = (amount: string) => ({ resources: { requests: { memory: amount } } });
  const amounts = (made: object) => {
    const { sums } = workloadOf(carrier('Deployment', { spec: { replicas: 2 }, ...made }));
    return [said(sums, 'memory of a pod'), said(sums, 'memory')];
  };

  test('are those of containers and sidecars together', () => {
    const pod = { initContainers: [{ name: 'side', image: 'a:1', restartPolicy: 'Always', ...memory('512Mi') }, { name: 'init', image: 'a:1', ...memory('1Gi') }] };
    expect(amounts({ pod, container: memory('2Gi') })).toEqual([['main 2Gi + side 512Mi = 2560Mi'], ['2 x 2560Mi = 5Gi']]);
  });

  test('are those of an init container and the sidecars before it, where that is more', () => {
    const pod = { initContainers: [{ name: 'side', image: 'a:1', restartPolicy: 'Always', ...memory('1Gi') }, { name: 'load', image: 'a:1', ...memory('8Gi') }, { name: 'late', image: 'a:1', restartPolicy: 'Always', ...memory('1Gi') }] };
    expect(amounts({ pod, container: memory('2Gi') })[0]).toEqual(['side 1Gi + load 8Gi = 9Gi']);
  });

  test('are the limit where nothing is requested', () => {
    expect(amounts({ container: { resources: { limits: { memory: '3Gi' } } } })[0]).toEqual(['main 3Gi']);
  });

  test('are what the pod itself asks for, with the overhead of its runtime', () => {
    expect(amounts({ pod: { resources: { requests: { memory: '4Gi' } }, overhead: { memory: '1Gi' } }, container: memory('2Gi') })[0]).toEqual(['the pod 4Gi + overhead 1Gi = 5Gi']);
  });

  test('are not said where nothing asks, or what is asked cannot be read', () => {
    expect(amounts({})).toEqual([[], []]);
    expect(amounts({ container: memory('much') })).toEqual([[], []]);
    expect(amounts({ container: memory('-1Gi') })).toEqual([[], []]);
  });

  test('of parts of a core are cores', () => {
    const cpu = { resources: { requests: { cpu: '1500m' } } };
    const pod = { initContainers: [{ name: 'side', image: 'a:1', restartPolicy: 'Always', resources: { requests: { cpu: '250m' } } }] };
    expect(said(workloadOf(carrier('Deployment', { pod, container: cpu })).sums, 'cpu of a pod')).toEqual(['main 1500m + side 250m = 1.75']);
  });

  test('large sums are rounded to what can be read', () => {
    const { sums } = workloadOf(carrier('StatefulSet', { spec: { replicas: 320 }, container: memory('468Gi') }));
    expect(said(sums, 'memory')).toEqual(['320 x 468Gi = 146.2Ti']);
  });

  test('a volume in memory says so', () => {
    const pod = { volumes: [{ name: 'shm', emptyDir: { medium: 'Memory', sizeLimit: '16Gi' } }, { name: 'any', emptyDir: { medium: 'Memory' } }] };
    expect(said(workloadOf(carrier('Deployment', { pod, container: { volumeMounts: [{ name: 'shm', mountPath: '/dev/shm' }] } })).sums, 'memory volume')).toEqual([
      'shm 16Gi at /dev/shm: what is written there counts as memory', 'any as much as the memory limit allows: what is written there counts as memory',
    ]);
  });
});

describe('how the model is cut', () => {
  const cut = (args: string[], devices = 8) => said(workloadOf(carrier('Deployment', { container: { command: ['vllm', 'serve', 'org/model'], args, ...gpus(devices) } })).sums, 'model cut');

  test('stands beside the devices that it is cut over', () => {
    expect(cut(['--tensor-parallel-size', '4', '--pipeline-parallel-size', '2'])).toEqual(['tensor 4 x pipeline 2 = 8; the container has nvidia.com/gpu 8']);
    expect(cut(['--tensor-parallel-size=8', '--pipeline-parallel-size=2', '--nnodes=2'])).toEqual(['tensor 8 x pipeline 2 = 16; 2 nodes x 8 devices are 16']);
  });

  test('is not said where it is not cut, or not known', () => {
    expect(cut([])).toEqual([]);
    expect(cut(['--config', 'file.yaml'])).toEqual([]);
  });

  test('also where the devices cannot be counted', () => {
    expect(said(workloadOf(carrier('Deployment', { container: { command: ['vllm', 'serve', 'm', '--tensor-parallel-size', '4', '--nnodes', '2'] } })).sums, 'model cut')).toEqual(['tensor 4, over 2 pods']);
  });
});

describe('the world of a training', () => {
  const world = (...command: string[]) => said(workloadOf(job({}, { container: { command, ...gpus(8) } })).sums, 'world');

  test('is nodes x processes', () => {
    expect(world('torchrun', '--nnodes=4', '--nproc-per-node=8', 'train.py')).toEqual(['4 nodes x 8 processes = 32 ranks']);
  });

  test('has one process a node where the launcher is told nothing', () => {
    expect(world('torchrun', '--nnodes=4', 'train.py')).toEqual(['4 nodes x 1 processes = 4 ranks']);
  });

  test('has as many as there are devices where the launcher counts them', () => {
    expect(world('torchrun', '--nnodes=4', '--nproc-per-node=gpu', 'train.py')).toEqual(['4 nodes x 8 processes = 32 ranks']);
    expect(world('torchrun', '--nnodes=4', '--nproc-per-node=$UNKNOWN', 'train.py')).toEqual([]);
  });

  test('is a range where the run is elastic', () => {
    expect(world('torchrun', '--nnodes=2:4', '--nproc-per-node=8', 'train.py')).toEqual(['2 to 4 nodes x 8 processes = 16 to 32 ranks']);
  });

  test('is not said where it stands elsewhere', () => {
    expect(world('python', 'train.py')).toEqual([]);
    expect(world('torchrun', 'train.py')).toEqual([]);
  });
});

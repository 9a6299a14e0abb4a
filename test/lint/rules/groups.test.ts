import { Manifest, cronJob, custom, deployment, findingsIn, job, jobSet, leaderWorkerSet, onlyFinding, service, statefulSet, template, workload } from '../run/manifests';

const messages = (id: string, ...objects: readonly Manifest[]) => findingsIn(id, ...objects).map(each => `${each.class} ${each.message}`);

describe('AIW2823 an index of every group', () => {
  const WORKER_INDEX = 'leaderworkerset.sigs.k8s.io/worker-index';
  const POD_INDEX = 'apps.kubernetes.io/pod-index';
  const COMPLETION_INDEX = 'batch.kubernetes.io/job-completion-index';
  const by = (selector: { [key: string]: string }) => service('one', { clusterIP: 'None', selector: { app: 'llm', ...selector }, ports: [{ port: 1 }] });
  const groups = (name: string, labels: { leader?: object; worker: object }) => leaderWorkerSet(name, {
    replicas: 2,
    leaderWorkerTemplate: {
      size: 3,
      ...(labels.leader ? { leaderTemplate: { metadata: { labels: labels.leader }, spec: { containers: [] } } } : {}),
      workerTemplate: { metadata: { labels: labels.worker }, spec: { containers: [] } },
    },
  });
  const jobs = (labels: object, name = 'worker') => jobSet('sim', {
    replicatedJobs: [{ name, replicas: 2, template: { spec: { completionMode: 'Indexed', completions: 2, parallelism: 2, template: template({ app: 'llm', ...labels }) } } }],
  });

  test.each<[string, Manifest[], string]>([
    ['workers alone', [groups('a', { leader: {}, worker: { app: 'llm' } })], 'worker 1 of each'],
    ['leaders of the same object', [groups('a', { worker: { app: 'llm' } })], 'the leader of group 1 and worker 1 of each'],
    ['leaders of another object', [groups('a', { leader: {}, worker: { app: 'llm' } }), groups('b', { leader: { app: 'llm' }, worker: {} })], 'worker 1 of each'],
  ])('the leader of a group is named where it is selected: %s', (_, sets, text) => {
    expect(onlyFinding('AIW2823', ...sets, by({ [POD_INDEX]: '1' })).message).toContain(`: selects ${text} of the 2 groups of LeaderWorkerSet ml/a`);
  });

  test('jobs that are called "worker" have no groups', () => {
    const workers = groups('a', { leader: {}, worker: { app: 'llm' } });
    expect(onlyFinding('AIW2823', jobs({ [WORKER_INDEX]: '1' }), workers, by({ [WORKER_INDEX]: '1' })).message).toContain('LeaderWorkerSet ml/a');
  });

  test('a JobSet counts its jobs beside a Job that is selected with it', () => {
    const beside = job('a', { completionMode: 'Indexed', completions: 2, parallelism: 2, template: template({ app: 'llm' }) });
    expect(onlyFinding('AIW2823', beside, jobs({}), by({ [COMPLETION_INDEX]: '0' })).message).toContain('selects pod 0 of each of the 2 jobs of JobSet ml/sim');
  });

  test('pods of jobs are numbered by their completion index, whatever other label they carry', () => {
    expect(findingsIn('AIW2823', jobs({ [WORKER_INDEX]: '0' }), by({ [WORKER_INDEX]: '0' }))).toEqual([]);
    expect(findingsIn('AIW2823', jobs({ [WORKER_INDEX]: '0' }), by({ [WORKER_INDEX]: '0', [COMPLETION_INDEX]: '0' }))).toHaveLength(1);
  });
});

describe('AIW2605 a world that is written down', () => {
  const INDEX = { name: 'RANK', valueFrom: { fieldRef: { fieldPath: "metadata.labels['batch.kubernetes.io/job-completion-index']" } } };
  const world = (value: unknown, pods: number, env: readonly object[] = [INDEX], sidecars: readonly object[] = []) => job('train', {
    completionMode: 'Indexed', completions: pods, parallelism: pods, template: template({}, { env: [{ name: 'WORLD_SIZE', value }, ...env] }, sidecars.length > 0 ? { initContainers: sidecars } : {}),
  });

  test.each<[string, number, string, string]>([
    ['1', 4, 'counts 1 process, RANK is the index of the pod, and 4 pods run at a time', 'write "4", or run 1 pods at a time'],
    ['16', 1, 'counts 16 processes, RANK is the index of the pod, and 1 pod runs at a time', 'write "1", or run 16 pods at a time'],
  ])('%s of %d', (value, pods, text, help) => {
    expect(onlyFinding('AIW2605', world(value, pods))).toMatchObject({
      class: 'broken', field: 'spec.template.spec.containers[0].env[0].value', message: `Invalid value: "${value}": WORLD_SIZE ${text}`, help,
    });
  });

  test('a sidecar that knows nothing of it does not change the number of pods', () => {
    const part = (name: string, count: number, pod: object = {}) => ({
      name, template: { spec: { completionMode: 'Indexed', completions: count, parallelism: count, template: template({}, { env: [{ name: 'WORLD_SIZE', value: '8' }, INDEX] }, pod) } },
    });
    const sidecar = { initContainers: [{ name: 'log', image: 'b:1', restartPolicy: 'Always' }] };
    expect(findingsIn('AIW2605', jobSet('train', { replicatedJobs: [part('driver', 1), part('worker', 3, sidecar)] })).map(each => each.help))
      .toEqual(['write "4", or run 8 pods at a time', 'write "4", or run 8 pods at a time']);
  });

  test.each<[string, Manifest]>([
    ['as many', world('4', 4)], ['no pods', world('4', 0)], ['no number', world('x2', 4)], ['a number and more', world('2x', 4)], ['nothing', world(undefined, 4)],
    ['a rank of another kind', world('8', 4, [{ name: 'RANK', value: '0' }])], ['no rank', world('8', 4, [])],
    ['pods that do not know of each other', deployment('a', workload('a', { env: [{ name: 'WORLD_SIZE', value: '8' }, INDEX] }))],
    ['another variable', job('train', { completions: 4, parallelism: 4, template: template({}, { env: [{ name: 'SIZE', value: '8' }, INDEX] }) })],
  ])('passes: %s', (_, object) => {
    expect(findingsIn('AIW2605', object)).toEqual([]);
  });
});

describe('AIW2610 devices that Ray is told of', () => {
  const ray = (value: unknown, devices: number) => custom('ray.io/v1', 'RayCluster')('ray', {
    headGroupSpec: {
      rayStartParams: value === undefined ? {} : { 'num-gpus': value },
      template: template({}, devices > 0 ? { resources: { limits: { 'nvidia.com/gpu': devices } } } : {}),
    },
  });
  const started = (...command: string[]) => deployment('a', workload('a', { command, resources: { limits: { 'nvidia.com/gpu': 1 } } }));

  test('more than the container has, and any where it has none', () => {
    expect(onlyFinding('AIW2610', ray('16', 8))).toMatchObject({
      class: 'broken', field: 'spec.headGroupSpec.rayStartParams[num-gpus]', message: expect.stringContaining('Invalid value: "16": num-gpus is 16, but container "main" has nvidia.com/gpu 8'),
    });
    expect(onlyFinding('AIW2610', ray('1', 0))).toMatchObject({ class: 'risky', message: 'Invalid value: "1": num-gpus is 1, but container "main" has no device' });
    expect(onlyFinding('AIW2610', started('ray', 'start', '--num-gpus=2')).field).toBe('spec.template.spec.containers[0].command[2]');
  });

  test.each([['8'], ['0'], [undefined], ['x9'], ['9x'], ['$(GPUS)']])('passes: %s of 8', value => {
    expect(findingsIn('AIW2610', ray(value, 8))).toEqual([]);
  });

  test.each([[['ray', 'start', '--block']], [['vllm', 'serve', 'm', '--num-gpus', '2']], [['ray', 'start', '--num-gpus']]])('passes: %j', command => {
    expect(findingsIn('AIW2610', started(...command))).toEqual([]);
  });
});

describe('AIW2609 slices of TPUs', () => {
  const slice = (topology: string, chips: number, pods: number) => job('train', {
    completions: pods,
    parallelism: pods,
    template: template({}, { resources: { limits: { 'google.com/tpu': chips } } }, { nodeSelector: { 'cloud.google.com/gke-tpu-topology': topology } }),
  });

  test.each<[string, number, number, string, string]>([
    ['4x4', 4, 1, 'broken', 'topology 4x4 = 16 chips / 4 a pod = 4 hosts, but 1 pod runs together'],
    ['16x16', 4, 63, 'broken', 'topology 16x16 = 256 chips / 4 a pod = 64 hosts, but 63 pods run together'],
    ['2x2x12', 4, 13, 'risky', 'topology 2x2x12 = 48 chips / 4 a pod = 12 hosts, but 13 pods run together'],
  ])('%s with %d chips and %d pods', (topology, chips, pods, kind, text) => {
    expect(onlyFinding('AIW2609', slice(topology, chips, pods))).toMatchObject({ class: kind, message: `Invalid value: ${text}` });
  });

  test.each<[string, Manifest]>([
    ['all hosts', slice('4x4', 4, 4)], ['two slices', slice('4x4', 4, 8)], ['copies of one host', slice('2x2', 4, 3)], ['a word', slice('4x4y', 4, 3)], ['five sides', slice('1x1x1x1x4', 1, 3)],
  ])('passes: %s', (_, object) => {
    expect(findingsIn('AIW2609', object)).toEqual([]);
  });
});

describe('AIW2604 nodes unlike pods', () => {
  const torch = (nodes: string) => template({}, { command: ['torchrun', `--nnodes=${nodes}`, 'train.py'] });
  const train = (nodes: string, parallelism: number) => job('train', { parallelism, completions: parallelism, template: torch(nodes) });

  test.each<[string, number, string[]]>([
    ['3', 2, ['broken Invalid value: "3": waits for 3 nodes, but Job has 2 pods (spec.parallelism)']],
    ['2', 1, ['broken Invalid value: "2": waits for 2 nodes, but Job has 1 pod (spec.parallelism)']],
    ['2', 3, ['broken Invalid value: "2": takes 2 nodes, but Job has 3 pods (spec.parallelism)']],
    ['2:3', 4, ['risky Invalid value: "2:3": takes 2:3 nodes, but Job has 4 pods (spec.parallelism)']],
    ['2:3', 1, ['broken Invalid value: "2:3": waits for 2:3 nodes, but Job has 1 pod (spec.parallelism)']],
    ['2:3', 2, []],
    ['2:3', 3, []],
  ])('%s nodes and %d pods', (nodes, parallelism, expected) => {
    expect(messages('AIW2604', train(nodes, parallelism))).toEqual(expected);
  });

  test('a number of nodes of another program is none of a rendezvous', () => {
    const ray = { command: ['ray', 'start', '--head'], args: ['--nnodes=3'] };
    expect(messages('AIW2604', job('train', { parallelism: 2, template: template({}, ray) }))).toEqual([]);
  });

  test('completions beyond the pods at a time: of the Job in a CronJob, and of Jobs alone', () => {
    const nightly = (completions: number) => cronJob('nightly', { jobTemplate: { spec: { completions, parallelism: 2, template: torch('4') } } });
    expect(messages('AIW2604', nightly(4))).toEqual(['broken Invalid value: "4": waits for 4 nodes, but of 4 completions only 2 (parallelism 2) run at a time']);
    expect(messages('AIW2604', nightly(2))).toEqual(['broken Invalid value: "4": waits for 4 nodes, but CronJob has 2 pods (spec.jobTemplate.spec.parallelism)']);
    const set = statefulSet('set', workload('set', { command: ['torchrun', '--nnodes=4', 'train.py'] }, { spec: { replicas: 2, completions: 4 } }));
    expect(messages('AIW2604', set)).toEqual(['broken Invalid value: "4": waits for 4 nodes, but StatefulSet has 2 pods (spec.replicas)']);
  });

  test('an operator has its numbers in several places, of which none is named', () => {
    const replicas = (count: number) => ({ replicas: count, template: torch('4') });
    expect(messages('AIW2604', custom('kubeflow.org/v1', 'PyTorchJob')('train', { pytorchReplicaSpecs: { Master: replicas(1), Worker: replicas(2) } })))
      .toContain('broken Invalid value: "4": waits for 4 nodes, but PyTorchJob has 3 pods');
  });

  test.each<[string, string, string[][], number]>([
    ['nothing that can be read: it may take part or not', '2', [['torchrun'], ['torchrun'], []], 0],
    ['another engine: it is no node', '2', [['torchrun'], ['torchrun'], ['vllm']], 0],
    ['the same, among others', '2', [['torchrun'], ['torchrun'], ['vllm', 'torchrun']], 3],
    ['the same', '2', [['torchrun'], ['torchrun'], ['torchrun']], 3],
    ['the same, as many as there are nodes', '3', [['torchrun'], ['torchrun'], ['torchrun']], 0],
  ])('what the third role of a training job starts: %s', (_, nodes, roles, count) => {
    const starts = (program: string) => (program === 'torchrun' ? ['torchrun', `--nnodes=${nodes}`, 'train.py'] : ['vllm', 'serve', 'm']);
    const containers = (programs: string[]) => [{ name: 'first', image: 'a:1' }, ...programs.map(each => ({ name: each, image: 'a:1', command: starts(each) }))];
    const replicas = roles.map((programs, index) => [`Role${index}`, { replicas: 1, template: { spec: { containers: containers(programs) } } }]);
    expect(messages('AIW2604', custom('kubeflow.org/v1', 'PyTorchJob')('train', { pytorchReplicaSpecs: Object.fromEntries(replicas) }))).toHaveLength(count);
  });

  test('two CronJobs, like two Jobs, may be one world', () => {
    const [a, b] = ['a', 'b'].map(name => cronJob(name, { jobTemplate: { spec: { template: torch('2') } } }));
    expect(messages('AIW2604', a)).toHaveLength(1);
    expect(messages('AIW2604', a, b)).toEqual([]);
    expect(messages('AIW2604', a, deployment('web', workload('web')))).toHaveLength(1);
  });
});

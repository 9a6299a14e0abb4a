import { Manifest, cronJob, custom, deployment, findingsIn, job, jobSet, leaderWorkerSet, onlyFinding, service, statefulSet, template, workload } from '../manifests';

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

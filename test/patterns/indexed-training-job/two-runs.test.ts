import { build, container, mpi, torchrun } from './build';
import { IndexedTrainingJobProps, Placement, TrainingBackend } from '../../../src';

const RUN = 'cdk8s-ai-workloads/run';
const GATES = { GenericWorkload: true, GangScheduling: true, TopologyAwareWorkloadScheduling: true };
const namesOf = (objects: any[]) => objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
const metadata = { namespace: 'train', labels: { team: 'llm', cost: 'a1' }, annotations: { 'example.com/note': 'x' } };

describe.each<[backend: string, props: Partial<IndexedTrainingJobProps>]>([['Job', {}], ['JobSet', { backend: TrainingBackend.jobSet() }]])('two runs of one name, each a %s', (kind, props) => {
  const runs = ['first', 'second'].map(runId => build({ runId, rendezvous: mpi, isolate: true, ...props }));
  const [first, second] = runs;

  test('share what outlives a run: Service, budget and policy', () => {
    const shared = ({ objects }: typeof first) => objects.filter(object => ['Service', 'PodDisruptionBudget', 'NetworkPolicy'].includes(object.kind));

    expect(namesOf(shared(first))).toEqual(['Service pretrain', 'PodDisruptionBudget pretrain', 'NetworkPolicy pretrain']);
    expect(shared(first)).toEqual(shared(second));
    shared(first).forEach(object => expect(object.metadata.labels).not.toHaveProperty([RUN]));
  });

  test('have an object and a host file of their own, which name the run', () => {
    runs.forEach(({ of }, index) => {
      const id = ['first', 'second'][index];
      expect([of(kind).metadata.name, of('ConfigMap').metadata.name]).toEqual([`pretrain-${id}`, `pretrain-${id}-hostfile`]);
      expect([of(kind), of('ConfigMap')].map(object => object.metadata.labels[RUN])).toEqual([id, id]);
    });
  });

  test('have pods that are told apart by a label, a variable and their addresses', () => {
    runs.forEach(({ spec, main, job }, index) => {
      const id = ['first', 'second'][index];
      expect(spec.template.metadata.labels[RUN]).toBe(id);
      expect(main.env).toContainEqual({ name: 'RUN_ID', value: id });
      expect(job.worker(1).dns).toBe(`pretrain-${id}${kind === 'Job' ? '' : '-worker-0'}-1.pretrain.ml`);
    });
  });

  test('are told apart where their pods keep out of the domains of each other', () => {
    const { spec } = build({ runId: 'first', placement: Placement.exclusiveDomain('example.com/rack'), ...props });
    const [{ labelSelector }] = spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution;

    expect(labelSelector).toEqual({ matchLabels: { 'cdk8s-ai-workloads/name': 'pretrain' }, matchExpressions: [{ key: RUN, operator: 'NotIn', values: ['first'] }] });
  });
});

describe('metadata of the run', () => {
  const { objects, of, job } = build({ metadata, rendezvous: mpi, isolate: true });

  test('places every object in its namespace, which is in the addresses', () => {
    expect(objects.map(({ kind, metadata: { namespace } }) => [kind, namespace])).toEqual(
      ['Service', 'Job', 'PodDisruptionBudget', 'NetworkPolicy', 'ConfigMap'].map(kind => [kind, 'train']));
    expect(job.leaderAddress).toBe('pretrain-1-0.pretrain.train');
  });

  test('is on the Job and the objects of the run, and on none that the next run has too', () => {
    const hasTeam = objects.filter(object => object.metadata.labels.team === 'llm').map(({ kind }) => kind);

    expect(hasTeam).toEqual(['Job', 'ConfigMap']);
    expect(of('Job').metadata).toMatchObject({ labels: { 'team': 'llm', 'cost': 'a1', 'cdk8s-ai-workloads/name': 'pretrain' }, annotations: { 'example.com/note': 'x' } });
    expect(of('ConfigMap').metadata).not.toHaveProperty('annotations');
  });

  test('is on the gang of the run', () => {
    const gang = build({ metadata, placement: Placement.gang() }, { featureGates: GATES, apis: ['scheduling.k8s.io/v1alpha2'] });

    expect(gang.of('PodGroup').metadata).toMatchObject({ namespace: 'train', labels: { team: 'llm', [RUN]: '1' } });
    expect(gang.pod.schedulingGroup).toEqual({ podGroupName: gang.of('PodGroup').metadata.name });
  });
});

describe('an elastic run', () => {
  const elastic = { rendezvous: torchrun, elastic: { minWorkers: 2 } };
  const KUEUE = ['kueue.x-k8s.io/job-min-parallelism', 'kueue.x-k8s.io/job-completions-equal-parallelism'];
  const annotationsOf = (props: Partial<IndexedTrainingJobProps>) => build(props).of('Job').metadata.annotations ?? {};

  test('tells a queue how many workers it begins with, and nobody without a queue', () => {
    expect(annotationsOf({ ...elastic, queueName: 'team' })).toEqual({ [KUEUE[0]]: '2', [KUEUE[1]]: 'true' });
    expect(annotationsOf(elastic)).toEqual({});
    expect(annotationsOf({ queueName: 'team' })).toEqual({});
  });

  test('tells it beside annotations of the user', () => {
    expect(annotationsOf({ ...elastic, queueName: 'team', metadata })).toEqual({ 'example.com/note': 'x', [KUEUE[0]]: '2', [KUEUE[1]]: 'true' });
  });

  test('is a gang of as many workers as it begins with', () => {
    const target = { featureGates: GATES, apis: ['scheduling.k8s.io/v1alpha2'] };

    expect(build({ ...elastic, placement: Placement.gang() }, target).of('PodGroup').spec.schedulingPolicy.gang.minCount).toBe(2);
    expect(build({ rendezvous: torchrun, placement: Placement.gang() }, target).of('PodGroup').spec.schedulingPolicy.gang.minCount).toBe(4);
  });
});

test('a queue is a label of the Job, also beside labels of the user, and waits by itself', () => {
  const labels = build({ queueName: 'team', metadata }).of('Job').metadata.labels;

  expect([labels['kueue.x-k8s.io/queue-name'], labels.team]).toEqual(['team', 'llm']);
  expect(() => build({ queueName: 'team', suspended: true })).toThrow('suspended: Forbidden');
});

test.each<[what: string, props: Partial<IndexedTrainingJobProps>, kind: string]>([['Job', {}, 'Job'], ['JobSet', { backend: TrainingBackend.jobSet() }, 'JobSet']])(
  'a suspended %s starts when somebody says so, and is deleted after its end', (_, props, kind) => {
    const { of } = build({ ...props, suspended: true, container });

    expect(of(kind).spec.suspend).toBe(true);
    expect(build(props).of(kind).spec).not.toHaveProperty('suspend');
  });

import { ApiObject, App, Chart, JsonPatch, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, IndexedTrainingJob, IWorkload, LeaderWorkerBackend, LeaderWorkerGroup, Memory, ParameterServer, Placement, QueuedWorkload,
  QueuedWorkloadProps, RayBackend, RayCluster, RayClusterProps, Rendezvous, Sweep, SweepResults, SweepTable, Workload, ZonePartitionedStatefulSet,
} from '../../../src';
import { withVariables } from '../../hygiene/variables';
import { WORKLOADS } from '../../workloads/handle/every-workload';

const QUEUE = 'kueue.x-k8s.io/queue-name';

const container = { image: 'registry.example/a:1', memory: Memory.of('8Gi') };

function queued(make: (chart: Chart) => IWorkload, props: Partial<QueuedWorkloadProps> = {}): any[] {
  const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
  new QueuedWorkload(chart, 'queued', { workload: make(chart), queueName: 'team-a', ...props });
  return Testing.synth(chart);
}

function kindsIn(objects: any[]): string[] {
  return objects.filter(({ metadata }) => metadata.labels?.[QUEUE] === 'team-a').map(({ kind }) => kind);
}

describe('the label stands where Kueue looks', () => {
  test('on the object of a LeaderWorkerSet, a set a zone, and a group of one set', () => {
    expect(kindsIn(queued(WORKLOADS['LeaderWorkerGroup, LeaderWorkerSet']))).toEqual(['LeaderWorkerSet']);
    expect(kindsIn(queued(WORKLOADS['LeaderWorkerGroup, one set a group'])).every(kind => kind === 'StatefulSet')).toBe(true);
    const zones = [{ zone: 'z1', replicas: 1 }, { zone: 'z2', replicas: 1 }];
    expect(kindsIn(queued(chart => new ZonePartitionedStatefulSet(chart, 'w', { zones, container: { ...container, portNumber: 8080 } })))).toEqual(['StatefulSet', 'StatefulSet']);
  });

  test('never on the pods, which Kueue would admit one by one', () => {
    const objects = queued(WORKLOADS['LeaderWorkerGroup, LeaderWorkerSet'], { priorityClass: 'high' });
    const [{ metadata, spec }] = objects.filter(({ kind }) => kind === 'LeaderWorkerSet');
    expect(metadata.labels).toMatchObject({ [QUEUE]: 'team-a', 'kueue.x-k8s.io/priority-class': 'high' });
    expect(JSON.stringify(spec)).not.toContain('kueue');
  });

  test('on each Job of a CronJob, which is itself no run', () => {
    const cron = (chart: Chart) => Workload.of(new kplus.CronJob(chart, 'w', {
      schedule: { expressionString: '0 3 * * *' } as never, containers: [{ image: 'a:1' }],
    }));
    const [{ metadata, spec }] = queued(cron).filter(({ kind }) => kind === 'CronJob');
    expect(metadata.labels?.[QUEUE]).toBeUndefined();
    expect(spec.jobTemplate.metadata.labels).toEqual({ [QUEUE]: 'team-a' });
  });

  test('beside what the template of a CronJob says already', () => {
    const written = (chart: Chart) => {
      const cron = new kplus.CronJob(chart, 'w', { schedule: { expressionString: '0 3 * * *' } as never, containers: [{ image: 'a:1' }] });
      ApiObject.of(cron).addJsonPatch(JsonPatch.add('/spec/jobTemplate/metadata', { labels: { team: 'a' }, annotations: { note: 'kept' } }));
      return Workload.of(cron);
    };
    const [{ spec }] = queued(written);
    expect(spec.jobTemplate.metadata).toEqual({ labels: { team: 'a', [QUEUE]: 'team-a' }, annotations: { note: 'kept' } });
  });

  test('on a CronJob that gets its containers afterwards', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
    const cron = new kplus.CronJob(chart, 'w', { schedule: { expressionString: '0 3 * * *' } as never });
    new QueuedWorkload(chart, 'queued', { workload: Workload.of(cron), queueName: 'team-a' });
    cron.addContainer({ image: 'a:1' });
    expect(Testing.synth(chart)[0].spec.jobTemplate.metadata.labels).toEqual({ [QUEUE]: 'team-a' });
  });

  test('on the rows of a Sweep, and not on its summary, which somebody starts when they are done', () => {
    const sweep = (chart: Chart) => new Sweep(chart, 'w', {
      runs: SweepTable.grid({ RATE: ['1', '2'] }), container, accelerator: Accelerator.nvidia(1), runId: 'a', results: SweepResults.onClaimName('results', '/results'), summary: container,
    });
    const jobs = queued(sweep).filter(({ kind }) => kind === 'Job');
    expect(jobs).toHaveLength(2);
    expect(jobs.map(({ metadata }) => metadata.labels[QUEUE])).toEqual(['team-a', undefined]);
  });

  test('with what an elastic run lets Kueue do', () => {
    const run = (queueName?: string) => (chart: Chart) => new IndexedTrainingJob(chart, 'w', {
      workers: 4, elastic: { minWorkers: 2 }, rendezvous: Rendezvous.torchrun(), container: { ...container, command: ['torchrun', 'train.py'] }, accelerator: Accelerator.nvidia(1), runId: 'a', queueName,
    });
    const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
    run('team-a')(chart);
    const named = Testing.synth(chart).find(({ kind }) => kind === 'Job');
    expect(queued(run()).find(({ kind }) => kind === 'Job')).toEqual(named);
    expect(named.metadata.annotations).toMatchObject({ 'kueue.x-k8s.io/job-min-parallelism': '2' });
  });
});

describe('refused', () => {
  const refusal = (make: (chart: Chart) => IWorkload, props: Partial<QueuedWorkloadProps> = {}) => () => queued(make, props);

  test('a group of several sets, since each set is admitted by itself', () => {
    expect(refusal(WORKLOADS['LeaderWorkerGroup, sets by role'])).toThrow(/workload: Forbidden: a group of w is several StatefulSets.*LeaderWorkerBackend\.leaderWorkerSet\(\)/s);
  });

  test('a second queue, whoever named the first', () => {
    const twice = (chart: Chart) => {
      const group = new LeaderWorkerGroup(chart, 'w', { groups: 1, size: 2, container, backend: LeaderWorkerBackend.leaderWorkerSet() });
      new QueuedWorkload(chart, 'first', { workload: group, queueName: 'team-b' });
      return group;
    };
    expect(refusal(twice)).toThrow(/waits in "team-b" already/);
  });

  test('a set with an autoscaler, whose changes Kueue refuses', () => {
    const scaled = (chart: Chart) => {
      const set = new kplus.StatefulSet(chart, 'w', { containers: [{ image: 'a:1' }], service: new kplus.Service(chart, 's', { ports: [{ port: 80 }] }) });
      new kplus.HorizontalPodAutoscaler(chart, 'scaler', { target: set, maxReplicas: 3 });
      return Workload.of(set);
    };
    expect(refusal(scaled)).toThrow(/Kueue refuses every change of replicas of a StatefulSet but from and to 0/);
  });

  const ray = (props: Partial<RayClusterProps>) => (chart: Chart) => new RayCluster(chart, 'w', {
    container: { ...container, image: 'rayproject/ray:2.53.0', cpu: '8' }, workers: [{ replicas: 1 }], backend: RayBackend.rayCluster(), ...props,
  });

  test('a RayCluster whose size changes, and one of more kinds of pods than a Workload has', () => {
    expect(refusal(ray({ workers: [{ replicas: 1, maxReplicas: 3 }] })))
      .toThrow(/workload: Forbidden: Kueue refuses RayCluster w: spec\.enableInTreeAutoscaling: Invalid value: true: Kueue admits a fixed number of pods/);
    const groups = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `g${index}`, replicas: 1 }));
    expect(refusal(ray({ workers: groups(8) }))).toThrow(/spec\.workerGroupSpecs: Too many: 8: a Workload has at most 8 pod sets: the head, 7 groups of workers/);
    expect(kindsIn(queued(ray({ workers: groups(7) })))).toEqual(['RayCluster']);
    const job = RayBackend.rayJob({ entrypoint: 'python train.py' });
    expect(refusal(ray({ workers: groups(7), backend: job }))).toThrow(/the head, the pod that submits, 6 groups of workers/);
    expect(kindsIn(queued(ray({ workers: groups(6), backend: job })))).toEqual(['RayJob']);
  });

  test('a CronJob whose template names a queue', () => {
    const named = (chart: Chart) => {
      const cron = new kplus.CronJob(chart, 'w', { schedule: { expressionString: '0 3 * * *' } as never, containers: [{ image: 'a:1' }] });
      ApiObject.of(cron).addJsonPatch(JsonPatch.add('/spec/jobTemplate/metadata', { labels: { [QUEUE]: 'team-b' } }));
      return Workload.of(cron);
    };
    expect(refusal(named)).toThrow(/waits in "team-b" already/);
  });

  test('what Kueue does not take, and what the app does not hold', () => {
    expect(refusal(chart => Workload.of(new kplus.DaemonSet(chart, 'w', { containers: [{ image: 'a:1' }] })))).toThrow(/Kueue takes no DaemonSet/);
    expect(refusal(() => Workload.named({ name: 'w', podLabels: { app: 'w' } }))).toThrow(/the app holds no object of w/);
  });

  test('names that no queue has, both at once', () => {
    expect(refusal(WORKLOADS['LeaderWorkerGroup, LeaderWorkerSet'], { queueName: 'Team A', priorityClass: 'x'.repeat(64) })).toThrow(/queueName: Invalid value: "Team A"/);
  });
});

describe('places', () => {
  const REQUIRED = 'kueue.x-k8s.io/podset-required-topology';
  const placed = (make: (chart: Chart) => IWorkload, placement = Placement.queueRequires('example.com/rack')) => queued(make, { placement });
  const set = (chart: Chart) => Workload.of(new kplus.StatefulSet(chart, 'w', { containers: [{ image: 'a:1' }], service: new kplus.Service(chart, 's', { ports: [{ port: 80 }] }) }));
  const cluster = (workers: RayClusterProps['workers']) => (chart: Chart) => new RayCluster(chart, 'w', {
    container: { ...container, image: 'rayproject/ray:2.53.0', cpu: '8' }, workers, backend: RayBackend.rayCluster(),
  });

  test('are asked for on the pods', () => {
    const [{ spec }] = placed(set).filter(({ kind }) => kind === 'StatefulSet');
    expect(spec.template.metadata.annotations).toEqual({ [REQUIRED]: 'example.com/rack' });
    const [preferred] = placed(set, Placement.queuePrefers('example.com/rack')).filter(({ kind }) => kind === 'StatefulSet');
    expect(preferred.spec.template.metadata.annotations).toEqual({ 'kueue.x-k8s.io/podset-preferred-topology': 'example.com/rack' });
  });

  test('as one for two kinds of pods, of which one is a single pod', () => {
    const [{ spec }] = placed(cluster([{ replicas: 2 }])).filter(({ kind }) => kind === 'RayCluster');
    [spec.headGroupSpec, ...spec.workerGroupSpecs].forEach(({ template }: any) => expect(template.metadata.annotations)
      .toMatchObject({ [REQUIRED]: 'example.com/rack', 'kueue.x-k8s.io/podset-group-name': 'w' }));
  });

  test('are refused where Kueue does not place the pods as one, or somebody else places them', () => {
    expect(() => placed(cluster([{ replicas: 2 }, { name: 'other', replicas: 1 }]))).toThrow(/has 3 kinds of pods \(head, worker, other\)/);
    expect(() => placed(WORKLOADS['ParameterServer with a chief'])).toThrow(/has 3 kinds of pods/);
    expect(() => placed(WORKLOADS.RayCluster)).toThrow(/w is 3 objects .* which Kueue places apart/);
    expect(() => placed(WORKLOADS['kplus Deployment'])).toThrow(/each pod of Deployment .* is admitted by itself/);
    expect(() => placed(WORKLOADS.IndexedTrainingJob)).toThrow(/w has a placement of its own/);
    expect(() => placed(set, Placement.sameZone())).toThrow(/placement: Invalid value: "firstPod": is no choice of Kueue/);
    const servers = (chart: Chart) => new ParameterServer(chart, 'w', { container, ps: { replicas: 2 }, worker: { replicas: 3 } });
    expect(() => placed(servers)).toThrow(/two kinds of several pods each \(2 of ps, 3 of worker\)/);
  });
});

test('a run that says suspend itself is refused: each apply would stop what Kueue has started', () => {
  const suspended = (chart: Chart) => new IndexedTrainingJob(chart, 'w', { workers: 2, container, suspended: true });
  expect(() => queued(suspended)).toThrow(/workload: Forbidden: Job w-1 says suspend: true, and each apply would stop the run that Kueue has started/);
});

describe('explain', () => {
  const explained = (make: (chart: Chart) => IWorkload) => {
    const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
    return new QueuedWorkload(chart, 'queued', { workload: make(chart), queueName: 'team-a' }).explain();
  };

  test('says what Kueue changes, for GitOps, of what it starts by suspend', () => {
    expect(explained(WORKLOADS.IndexedTrainingJob)).toContain('    name: w-1\n');
    expect(explained(WORKLOADS.IndexedTrainingJob)).toContain('jsonPointers: [/spec/suspend]');
    expect(explained(WORKLOADS.IndexedTrainingJob)).toMatch(/until then +suspended, without a pod/);
  });

  test('and of a schedule what becomes of its runs meanwhile', () => {
    expect(explained(WORKLOADS['kplus CronJob'])).toContain('a run that waits counts as one that is on: with concurrencyPolicy Forbid');
    expect(explained(WORKLOADS['kplus Job'])).not.toContain('concurrencyPolicy');
  });

  test('and of what it keeps unscheduled that pods are there', () => {
    const text = explained(WORKLOADS['LeaderWorkerGroup, LeaderWorkerSet']);
    expect(text).toMatch(/until then +pods that are there and are not scheduled/);
    expect(text).not.toContain('ignoreDifferences');
    expect(text).toMatch(/quota +Kueue/);
  });
});

describe('at synth', () => {
  withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

  test('a mistake is told, and the workload is left as it was', () => {
    const chart = new Chart(new App(), 'chart');
    const group = WORKLOADS['LeaderWorkerGroup, LeaderWorkerSet'](chart);
    new QueuedWorkload(chart, 'queued', { workload: group, queueName: '' });
    expect(() => Testing.synth(chart)).toThrow(/queueName\s+Invalid value: ""/);
    expect(group.workload.apiObjects.map(({ metadata }) => metadata.getLabel(QUEUE))).toEqual([undefined]);
  });

  test('a mistake of the workload is told once, as its own', () => {
    const chart = new Chart(new App(), 'chart');
    new QueuedWorkload(chart, 'queued', { workload: new LeaderWorkerGroup(chart, 'w', { groups: 0, size: 2, container }), queueName: 'a' });
    expect(() => Testing.synth(chart)).toThrow(/1 error/);
  });
});

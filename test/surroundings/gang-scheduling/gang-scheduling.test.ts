import { ApiObject, App, Chart, Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, DisaggregatedInference, GangScheduler, GangScheduling, GangSchedulingProps, IWorkload, IndexedTrainingJob, KubernetesVersion,
  LeaderWorkerBackend, LeaderWorkerGroup, LeaderWorkerGroupProps, Memory, Placement, QueuedWorkload, RayBackend, RayCluster, Rendezvous, Target,
  Workload,
} from '../../../src';
import { WORKLOADS } from '../../workloads/handle/every-workload';

const VOLCANO_GROUP = 'scheduling.k8s.io/group-name';
const COSCHEDULING_GROUP = 'scheduling.x-k8s.io/pod-group';
const container = { image: 'registry.example/a:1', cpu: '2', memory: Memory.of('8Gi') };

type Make = (chart: Chart) => IWorkload;
const GATES = { GenericWorkload: true, GangScheduling: true, TopologyAwareWorkloadScheduling: true };

function around(make: Make, props: Partial<GangSchedulingProps> = {}, isAlpha = false): { objects: any[]; gangs: GangScheduling } {
  const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
  if (isAlpha) {
    Target.define(chart, { kubernetes: KubernetesVersion.V1_36, featureGates: GATES, apis: ['scheduling.k8s.io/v1alpha2', 'jobset.x-k8s.io/v1alpha2'] });
  }
  const gangs = new GangScheduling(chart, 'gang', { workload: make(chart), scheduler: GangScheduler.volcano(), ...props });
  return { objects: Testing.synth(chart), gangs };
}

const group = (props: Partial<LeaderWorkerGroupProps> = {}): Make => chart => new LeaderWorkerGroup(chart, 'w', { groups: 2, size: 3, container, ...props });
const elastic: Make = chart => new IndexedTrainingJob(chart, 'w', {
  workers: 4, elastic: { minWorkers: 2 }, rendezvous: Rendezvous.torchrun(), container: { ...container, command: ['torchrun', 'train.py'] }, accelerator: Accelerator.nvidia(2),
});
const set = (props: Partial<kplus.StatefulSetProps> = {}): Make => chart => Workload.of(new kplus.StatefulSet(chart, 'w', {
  replicas: 3, podManagementPolicy: kplus.PodManagementPolicy.PARALLEL, containers: [{ image: 'a:1' }], service: new kplus.Service(chart, 's', { ports: [{ port: 80 }] }), ...props,
}));

const ofKind = (objects: readonly any[], kind: string) => objects.filter(object => object.kind === kind);
const groupsOf = (objects: readonly any[]) => ofKind(objects, 'PodGroup').map(({ metadata, spec }) => [metadata.name, spec.minMember]);

describe('each group is a gang of its own', () => {
  test('of the pods of both its sets, which name it and the scheduler', () => {
    const { objects } = around(group());
    expect(groupsOf(objects)).toEqual([['w-0', 3], ['w-1', 3]]);
    const named = ofKind(objects, 'StatefulSet').map(({ metadata, spec: { template } }) => [metadata.name, template.metadata.annotations[VOLCANO_GROUP], template.spec.schedulerName]);
    expect(named).toEqual([['w-0-leader', 'w-0', 'volcano'], ['w-0-worker', 'w-0', 'volcano'], ['w-1-leader', 'w-1', 'volcano'], ['w-1-worker', 'w-1', 'volcano']]);
  });

  test('by a label for the coscheduling plugin, beside the labels that select the pods', () => {
    const { objects } = around(group(), { scheduler: GangScheduler.coscheduling({ timeout: Duration.minutes(2) }) });
    expect(ofKind(objects, 'StatefulSet').map(({ spec: { template } }) => template.metadata.labels[COSCHEDULING_GROUP])).toEqual(['w-0', 'w-0', 'w-1', 'w-1']);
    ofKind(objects, 'StatefulSet').forEach(({ spec }) => expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels));
    expect(ofKind(objects, 'PodGroup')[0]).toMatchObject({ apiVersion: 'scheduling.x-k8s.io/v1alpha1', spec: { minMember: 3, scheduleTimeoutSeconds: 120 } });
  });

  test('by a field for the default scheduler, whose name is left out', () => {
    const { objects } = around(group(), { scheduler: GangScheduler.native() }, true);
    const [first, second] = ofKind(objects, 'PodGroup');
    expect(first).toMatchObject({ apiVersion: 'scheduling.k8s.io/v1alpha2', spec: { schedulingPolicy: { gang: { minCount: 3 } } } });
    expect(ofKind(objects, 'StatefulSet').map(({ spec: { template } }) => [template.spec.schedulingGroup.podGroupName, template.spec.schedulerName]))
      .toEqual([first, first, second, second].map(({ metadata }) => [metadata.name, undefined]));
  });

  test('annotations that a user adds afterwards stay', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
    const llm = group()(chart) as LeaderWorkerGroup;
    new GangScheduling(chart, 'gang', { workload: llm, scheduler: GangScheduler.volcano() });
    llm.leader.podMetadata.addAnnotation('team', 'search');
    const [leader] = ofKind(Testing.synth(chart), 'StatefulSet');
    expect(leader.spec.template.metadata.annotations).toMatchObject({ team: 'search', [VOLCANO_GROUP]: 'w-0' });
  });
});

describe('the least is what the workload needs', () => {
  test('an elastic run begins with fewer workers, and asks the queue of Volcano for those', () => {
    const [{ spec }] = ofKind(around(elastic, { scheduler: GangScheduler.volcano({ queue: 'team', priorityClass: 'high' }) }).objects, 'PodGroup');
    expect(spec).toEqual({ minMember: 2, queue: 'team', priorityClassName: 'high', minResources: { 'cpu': '4', 'memory': '16Gi', 'nvidia.com/gpu': '4' } });
  });

  test('or more of it, where that is given', () => {
    expect(groupsOf(around(elastic, { minimum: 3 }).objects)).toEqual([['w-1', 3]]);
    expect(() => around(elastic, { minimum: 1 })).toThrow(/minimum: Invalid value: 1: the run needs 2: torchrun begins with 2/);
    expect(() => around(elastic, { minimum: 5 })).toThrow(/minimum: Invalid value: 5: a run has 4 pods, so it never starts/);
  });

  test('a Ray cluster that grows begins with its head and the workers of the beginning; what they ask for is left open', () => {
    const ray: Make = chart => new RayCluster(chart, 'w', {
      container: { ...container, image: 'rayproject/ray:2.53.0', memory: Memory.of('32Gi') }, workers: [{ replicas: 2, maxReplicas: 6 }], backend: RayBackend.rayCluster(),
    });
    expect(ofKind(around(ray).objects, 'PodGroup')[0].spec).toEqual({ minMember: 3 });
  });

  test('all roles of parameter servers', () => {
    const { objects } = around(WORKLOADS['ParameterServer with a chief']);
    expect(groupsOf(objects)).toEqual([['w-1', 6]]);
    const [{ spec }] = ofKind(objects, 'JobSet');
    spec.replicatedJobs.forEach((job: any) => {
      const { metadata, spec: pods } = job.template.spec.template;
      expect([metadata.annotations[VOLCANO_GROUP], pods.schedulerName]).toEqual(['w-1', 'volcano']);
    });
  });

  test('of a StatefulSet only who made it knows', () => {
    expect(groupsOf(around(set(), { minimum: 2 }).objects).map(([, least]) => least)).toEqual([2]);
    expect(() => around(set())).toThrow(/minimum: Required value: nothing says how many pods/);
    expect(() => around(set(), { minimum: 1 })).toThrow(/a gang of one pod waits for nobody/);
    expect(() => around(set({ podManagementPolicy: kplus.PodManagementPolicy.ORDERED_READY }), { minimum: 2 })).toThrow(/the first one waits for the others/);
    const scaled: Make = chart => {
      const workload = set({ replicas: undefined })(chart);
      new kplus.HorizontalPodAutoscaler(chart, 'scaler', { target: chart.node.findChild('w') as kplus.StatefulSet, maxReplicas: 5 });
      return workload;
    };
    expect(() => around(scaled, { minimum: 2 })).toThrow(/has an autoscaler, which may leave fewer pods than start together/);
  });
});

describe('groups of a LeaderWorkerSet', () => {
  const lws = group({ backend: LeaderWorkerBackend.leaderWorkerSet() });

  test('are made gangs by its controller: the queue stands on the object, and no PodGroup is written', () => {
    const { objects, gangs } = around(lws, { scheduler: GangScheduler.volcano({ queue: 'team' }) });
    expect([ofKind(objects, 'PodGroup'), gangs.apiObjects]).toEqual([[], []]);
    const [{ metadata, spec: { leaderWorkerTemplate } }] = ofKind(objects, 'LeaderWorkerSet');
    expect(metadata.annotations).toMatchObject({ 'scheduling.volcano.sh/queue-name': 'team' });
    expect([leaderWorkerTemplate.leaderTemplate, leaderWorkerTemplate.workerTemplate].map(({ spec }) => spec.schedulerName)).toEqual(['volcano', 'volcano']);
    expect(JSON.stringify(leaderWorkerTemplate)).not.toContain(VOLCANO_GROUP);
  });

  test('with other schedulers they would be one gang', () => {
    expect(() => around(lws, { scheduler: GangScheduler.coscheduling() })).toThrow(/scheduler: Forbidden: all groups of w share the template of one LeaderWorkerSet/);
  });
});

describe('refused', () => {
  test('what is placed as a gang already, and pods of another scheduler or gang', () => {
    expect(() => around(group({ placement: Placement.gang() }), {}, true)).toThrow(/is placed as a gang already \(Placement\.gang\)/);
    expect(() => around(group({ schedulerName: 'batch' }))).toThrow(/scheduler: Duplicate value: "batch": is the scheduler of the pods of StatefulSet w-0-leader already/);
    const twice: Make = chart => {
      const workload = group()(chart);
      new GangScheduling(chart, 'first', { workload, scheduler: GangScheduler.volcano() });
      return workload;
    };
    expect(() => around(twice)).toThrow(/workload: Duplicate value: "w-0": is the gang of the pods of StatefulSet w-0-leader already/);
  });

  test('the default scheduler for pods in objects whose definition drops the field, and without the alpha API', () => {
    const native = { scheduler: GangScheduler.native() };
    expect(() => around(WORKLOADS['ParameterServer with a chief'], native, true)).toThrow(/the definition of JobSet \(w-1\) does not know spec\.schedulingGroup/);
    expect(() => around(group(), native)).toThrow(/scheduler/);
    const domain = { scheduler: GangScheduler.native({ topologyKey: 'example.com/rack' }) };
    expect(() => around(group({ placement: Placement.sameZone() }), domain, true)).toThrow(/use Placement\.gang\("example\.com\/rack"\)|chooses a domain/);
    expect(ofKind(around(group({ placement: Placement.anywhere() }), domain, true).objects, 'PodGroup')[0].spec.schedulingConstraints).toEqual({ topology: [{ key: 'example.com/rack' }] });
  });

  test('pods that need nobody, each with its reason', () => {
    expect(() => around(WORKLOADS['kplus Deployment'])).toThrow(/its pods work each by itself/);
    expect(() => around(WORKLOADS.Sweep)).toThrow(/each row is a run of its own/);
    expect(() => around(chart => new IndexedTrainingJob(chart, 'w', { workers: 1, container }))).toThrow(/a run of one worker waits for nobody/);
    const service = RayBackend.rayService({ serveConfig: 'applications:\n- name: app\n  import_path: app:main\n  route_prefix: /\n' });
    expect(() => around(chart => new RayCluster(chart, 'w', {
      container: { ...container, image: 'rayproject/ray:2.53.0', memory: Memory.of('32Gi') }, workers: [{ replicas: 2 }], backend: service, servingPort: 8000,
    }))).toThrow(/KubeRay makes a second cluster of a RayService/);
  });

  test('groups of a common set, of which two revisions stand beside each other while it is rolled out', () => {
    const decode: Make = chart => (WORKLOADS['DisaggregatedInference, DisaggregatedSet'](chart) as DisaggregatedInference).decode;
    expect(() => around(decode)).toThrow(/workload: Forbidden: each revision of the common DisaggregatedSet makes LeaderWorkerSets of other names/);
  });

  test('at synth a mistake is told, and the workload is left as it was', () => {
    delete process.env.CDK8S_AI_WORKLOADS_FAIL_FAST;
    const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
    const workload = group()(chart);
    new GangScheduling(chart, 'gang', { workload, scheduler: GangScheduler.volcano(), minimum: 9 });
    expect(() => Testing.synth(chart)).toThrow(/minimum\s+Invalid value: 9/);
    expect(workload.workload.apiObjects.map((object: ApiObject) => (object.toJson() as any).spec.template.spec.schedulerName)).not.toContain('volcano');
    process.env.CDK8S_AI_WORKLOADS_FAIL_FAST = '1';
  });
});

describe('explain', () => {
  test('says who admits quota and who finds places', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
    const workload = elastic(chart);
    const gangs = new GangScheduling(chart, 'gang', { workload, scheduler: GangScheduler.volcano({ queue: 'team' }) });
    expect(gangs.explain()).toMatch(/quota +Queue team of Volcano, by what the gang asks for/);
    new QueuedWorkload(chart, 'queued', { workload, queueName: 'search' });
    expect(gangs.explain()).toMatch(/quota +LocalQueue search of Kueue, before any pod is scheduled\n +then Queue team of Volcano/);
    expect(gangs.explain()).toMatch(/places +the scheduler of Volcano/);
    expect(gangs.explain()).toMatch(/start together +2 of 4 pods: torchrun begins with 2/);
  });

  test('says what the first pod still decides, and what a LeaderWorkerSet needs', () => {
    expect(around(group({ placement: Placement.sameZone() })).gangs.explain()).toContain('the first pod of a group still chooses the topology.kubernetes.io/zone');
    expect(around(group({ placement: Placement.anywhere() })).gangs.explain()).not.toContain('still chooses');
    expect(around(group({ backend: LeaderWorkerBackend.leaderWorkerSet() })).gangs.explain()).toContain('gangSchedulingManagement.schedulerProvider: volcano');
    expect(around(group(), { scheduler: GangScheduler.coscheduling({ schedulerName: 'default-scheduler' }) }).gangs.explain()).toMatch(/quota +nobody/);
  });
});

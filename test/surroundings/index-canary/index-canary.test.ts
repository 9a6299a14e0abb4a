import { ApiObject, App, Chart, JsonPatch, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { GpuInferenceDeployment, IndexCanary, IndexCanaryProps, IWorkload, LeaderWorkerGroup, Rollout, Workload, WorkloadPurpose, ZonePartitionedStatefulSet } from '../../../src';
import { withVariables } from '../../hygiene/variables';
import { WORKLOADS, container } from '../../workloads/handle/every-workload';

type Given = Omit<IndexCanaryProps, 'workload'>;
type Make = (chart: Chart) => IWorkload;

function canaried(make: Make, props: Given): { canary: IndexCanary; objects: () => any[]; chart: Chart } {
  const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
  const canary = new IndexCanary(chart, 'next', { workload: make(chart), ...props });
  return { canary, objects: () => Testing.synth(chart), chart };
}

const set = (props: Partial<kplus.StatefulSetProps> = {}): Make => chart => Workload.of(new kplus.StatefulSet(chart, 'set', {
  metadata: { name: 'set' }, replicas: 4, containers: [container], service: new kplus.Service(chart, 's', { ports: [{ port: 80 }] }), ...props,
}));

const zones: Make = chart => new ZonePartitionedStatefulSet(chart, 'db', { zones: [{ zone: 'eu-1a', replicas: 3 }, { zone: 'eu-1b', replicas: 4 }], container });

const setIn = (chart: Chart): ApiObject =>
  chart.node.findAll().find((each): each is ApiObject => ApiObject.isApiObject(each) && each.kind === 'StatefulSet')!;

const strategies = (objects: any[]): { [name: string]: unknown } =>
  Object.fromEntries(objects.filter(({ kind }) => kind === 'StatefulSet').map(({ metadata, spec }) => [metadata.name, spec.updateStrategy]));

describe('the partition', () => {
  test.each([[[], 4], [[3], 3], [[2, 3], 2], [[3, 2], 2], [[0, 1, 2, 3], 0]])('of indexes %j of four pods is %d', (indexes, partition) => {
    expect(strategies(canaried(set(), { indexes }).objects())).toEqual({ set: { type: 'RollingUpdate', rollingUpdate: { partition } } });
  });

  test('counts from the first pod of a range, and stands on the set of that zone alone', () => {
    expect(strategies(canaried(zones, { part: { zone: 'eu-1b' }, indexes: [103] }).objects())).toEqual({
      'db-eu-1a': { type: 'RollingUpdate' }, 'db-eu-1b': { type: 'RollingUpdate', rollingUpdate: { partition: 3 } },
    });
  });

  test('keeps what the strategy says besides', () => {
    const make: Make = chart => {
      const workload = zones(chart);
      workload.workload.apiObjects[0].addJsonPatch(JsonPatch.add('/spec/updateStrategy/rollingUpdate', { maxUnavailable: 2 }));
      return workload;
    };
    const { chart } = canaried(make, { part: { zone: 'eu-1a' }, indexes: [2] });
    expect(strategies(chart.node.findAll().filter((each): each is ApiObject => ApiObject.isApiObject(each)).map(object => object.toJson()))).toMatchObject({ 'db-eu-1a': { type: 'RollingUpdate', rollingUpdate: { partition: 2, maxUnavailable: 2 } } });
  });

  test('is compared with the final manifest', () => {
    const { chart, canary } = canaried(set(), { indexes: [3] });
    const object = setIn(chart);
    object.addJsonPatch(JsonPatch.replace('/spec/replicas', 6));
    expect(canary.promotion()).toHaveLength(3);
    expect(() => Testing.synth(chart)).toThrow(/AIW3510.*3 of 6 replicas: the canary of set planned 3 of 4/s);
  });
});

describe('the Service of the canary', () => {
  const services = (objects: any[]) => objects.filter(({ kind, metadata }) => kind === 'Service' && metadata.name === 'next').map(({ spec }) => spec);

  test('selects the highest index and no other, whatever runs the new template', () => {
    for (const indexes of [[], [103], [101, 102, 103]]) {
      expect(services(canaried(zones, { part: { zone: 'eu-1b' }, indexes, port: 5432 }).objects())).toEqual([{
        selector: { 'cdk8s-ai-workloads/name': 'db', 'cdk8s-ai-workloads/zone': 'eu-1b', 'apps.kubernetes.io/pod-index': '103' },
        ports: [{ name: 'http', port: 5432, targetPort: 5432 }],
      }]);
    }
  });

  test('is not made where nobody says a port, and explain() says so', () => {
    const { canary, objects } = canaried(zones, { part: { zone: 'eu-1b' }, indexes: [] });
    expect(services(objects())).toEqual([]);
    expect(canary.service).toBeUndefined();
    expect(canary.explain()).toContain('no Service reaches db-eu-1b-103 alone: nobody says a port');
  });

  test('of workers that answer nobody has no port of the head, unless one is given', () => {
    expect(services(canaried(WORKLOADS.RayCluster, { part: { role: 'worker' }, indexes: [] }).objects())).toEqual([]);
    expect(services(canaried(WORKLOADS.RayCluster, { part: { role: 'worker' }, indexes: [], port: 8080 }).objects()))
      .toMatchObject([{ selector: { 'apps.kubernetes.io/pod-index': '3' }, ports: [{ port: 8080 }] }]);
  });
});

describe('steps', () => {
  test('name the pods that each replaces, highest index first, and one of them is here', () => {
    const { canary } = canaried(zones, { part: { zone: 'eu-1b' }, indexes: [102, 103], podsPerStep: 1 });
    expect(canary.promotion().map(({ title, indexes, replaces, isHere }) => [title, indexes, replaces, isHere])).toEqual([
      ['held', [], [], false],
      ['canary', [103], ['db-eu-1b-103'], false],
      ['promotion', [102, 103], ['db-eu-1b-102'], true],
      ['promotion', [101, 102, 103], ['db-eu-1b-101'], false],
      ['promoted', [100, 101, 102, 103], ['db-eu-1b-100'], false],
    ]);
  });

  test('after the canary move all that are left, unless podsPerStep says fewer', () => {
    const { canary } = canaried(set(), { indexes: [] });
    expect(canary.promotion().map(({ replaces }) => replaces)).toEqual([[], ['set-3'], ['set-2', 'set-1', 'set-0']]);
    expect(canary.promotion().map(({ commands }) => commands)).toEqual([
      [], ['kubectl -n ml rollout status statefulset/set --timeout=930s'], ['kubectl -n ml rollout status statefulset/set --timeout=2790s'],
    ]);
  });

  test('hold the whole manifest, with the partition of the step and what was patched afterwards', () => {
    const { canary, chart } = canaried(set(), { indexes: [3], port: 8000 });
    const object = setIn(chart);
    object.addJsonPatch(JsonPatch.add('/metadata/annotations', { team: 'serving' }));
    const [, , promoted] = canary.promotion().map(({ manifest }) => manifest);
    expect(promoted).toMatch(/kind: Service[\s\S]*---[\s\S]*kind: StatefulSet[\s\S]*team: serving[\s\S]*partition: 0/);
    expect(canary.promotion()[0].manifest).toContain('partition: 4');
  });

  test('back hold first, then take one pod after the other, the lowest first', () => {
    const { canary } = canaried(set(), { indexes: [2, 3] });
    const [hold, replace] = canary.rollBack();
    expect([hold.replaces, hold.commands]).toEqual([[], []]);
    expect(hold.manifest).toContain('partition: 4');
    expect(replace.replaces).toEqual(['set-2', 'set-3']);
    expect(replace.commands.map(command => command.replace(/ --timeout=930s$/, ''))).toEqual(['set-2', 'set-3'].flatMap(pod => [
      `kubectl -n ml delete pod ${pod}`, `kubectl -n ml wait --for=create pod/${pod}`, `kubectl -n ml wait --for=condition=Ready pod/${pod}`,
    ]));
  });

  test('back there are none before the first and after the last one', () => {
    expect(canaried(set(), { indexes: [] }).canary.rollBack()).toEqual([]);
    expect(canaried(set(), { indexes: [0, 1, 2, 3] }).canary.rollBack()).toEqual([]);
  });

  test('without a namespace name none', () => {
    const chart = new Chart(new App(), 'chart');
    const canary = new IndexCanary(chart, 'next', { workload: set()(chart), indexes: [3] });
    expect(canary.promotion()[1].commands).toEqual(['kubectl rollout status statefulset/set --timeout=930s']);
  });

  test('are printed with where they are, and with what the controller does', () => {
    const text = canaried(set(), { indexes: [3], port: 8000 }).canary.explain();
    expect(text).toContain('Service next reaches set-3 alone');
    expect(text).toMatch(/canary +indexes \[3\], replaces set-3 {2}<- these manifests/);
    expect(text).toContain('also with --cascade=orphan, has lost it');
  });
});

describe('refused', () => {
  const refusal = (make: Make, props: Given) => () => canaried(make, props);

  test('an index in the middle, with what would go with it and what to do', () => {
    expect(refusal(set(), { indexes: [1] })).toThrow(/indexes: Invalid value: \[1\]: .*with 1 goes 2, 3 as well\n\s+help: give \[1, 2, 3\] or \[3\]; an index of your choice needs a StatefulSet of its own/);
    expect(refusal(set(), { indexes: [1, 3] })).toThrow(/with 1 goes 2, 3 as well/);
  });

  test('an index that there is not, or twice', () => {
    expect(refusal(zones, { part: { zone: 'eu-1b' }, indexes: [3] })).toThrow(/indexes\[0\]: Invalid value: 3: no pod of db-eu-1b has it: there are 100 to 103/);
    expect(refusal(set(), { indexes: [4] })).toThrow(/there are 0 to 3/);
    expect(refusal(set(), { indexes: [3, 3] })).toThrow(/indexes\[1\]: Invalid value: 3: stands here already/);
  });

  test('several sets without a choice, and a choice that there is not', () => {
    expect(refusal(zones, { indexes: [] })).toThrow(/part: Required value: db is 2 StatefulSets \(db-eu-1a, db-eu-1b\).*\n.*part: \{ zone: 'eu-1a' \}/);
    expect(refusal(WORKLOADS.RayCluster, { indexes: [] })).toThrow(/part: \{ role: 'gpu' \}/);
    expect(refusal(zones, { part: { zone: 'eu-1c' }, indexes: [] })).toThrow(/part\.zone: Invalid value: "eu-1c"/);
    expect(refusal(set(), { part: { index: 3 }, indexes: [] })).toThrow(/part\.index: Forbidden/);
  });

  test('groups, runs, Deployments, pods that an operator makes, and what the app does not hold', () => {
    expect(refusal(WORKLOADS['LeaderWorkerGroup, sets by role'], { indexes: [] })).toThrow(/pods of a group of w work as one.*\n.*Rollout\.canary/);
    expect(refusal(WORKLOADS['LeaderWorkerGroup, LeaderWorkerSet'], { indexes: [] })).toThrow(/with LeaderWorkerSet Rollout\.partition/);
    expect(refusal(WORKLOADS.Sweep, { indexes: [] })).toThrow(/w works until it is done/);
    expect(refusal(WORKLOADS.GpuInferenceDeployment, { indexes: [] })).toThrow(/pods of the Deployment w have no index/);
    expect(refusal(WORKLOADS['RayCluster, KubeRay'], { indexes: [] })).toThrow(/pods of the RayCluster w have no index/);
    expect(refusal(() => Workload.named({ name: 'w', podLabels: { app: 'w' }, purpose: WorkloadPurpose.SERVE }), { indexes: [] })).toThrow(/the app holds no object of w/);
  });

  test('one pod, which would be replaced as a whole', () => {
    expect(refusal(set({ replicas: 1 }), { indexes: [] })).toThrow(/set has one pod/);
    expect(refusal(WORKLOADS.RayCluster, { part: { role: 'head' }, indexes: [] })).toThrow(/w-head has one pod/);
  });

  test('a set with an autoscaler, whose highest indexes come and go', () => {
    const scaled: Make = chart => {
      const target = new kplus.StatefulSet(chart, 'set', { containers: [container], service: new kplus.Service(chart, 's', { ports: [{ port: 80 }] }) });
      new kplus.HorizontalPodAutoscaler(chart, 'scaler', { target, maxReplicas: 3 });
      return Workload.of(target);
    };
    expect(refusal(scaled, { indexes: [] })).toThrow(/an autoscaler changes the number of pods/);
  });

  test('OnDelete, and a partition that stands there already', () => {
    const onDelete: Make = chart => new ZonePartitionedStatefulSet(chart, 'db', { zones: [{ zone: 'eu-1a', replicas: 3 }], container, rollout: Rollout.onDelete() });
    expect(refusal(onDelete, { indexes: [] })).toThrow(/updateStrategy OnDelete/);
    const twice: Make = chart => {
      const workload = set()(chart);
      new IndexCanary(chart, 'first', { workload, indexes: [3] });
      return workload;
    };
    expect(refusal(twice, { indexes: [2, 3] })).toThrow(/set has a partition already/);
  });

  test('a port where the Service of the workload says it, and steps of nothing', () => {
    const served: Make = chart => Workload.of(new kplus.StatefulSet(chart, 'set', { replicas: 2, containers: [container], service: new kplus.Service(chart, 's', { ports: [{ port: 80 }] }) }));
    expect(refusal(served, { indexes: [], podsPerStep: 0 })).toThrow(/podsPerStep: Invalid value: 0/);
    expect(refusal(WORKLOADS.RayCluster, { part: { role: 'head' }, indexes: [], port: 1 })).toThrow(/has one pod/);
  });
});

describe('at synth', () => {
  withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

  test('a mistake is told, the workload is left as it was, and methods answer', () => {
    const chart = new Chart(new App(), 'chart');
    const workload = zones(chart);
    const canary = new IndexCanary(chart, 'next', { workload, part: { zone: 'eu-1b' }, indexes: [100] });
    expect([canary.promotion(), canary.rollBack()]).toEqual([[], []]);
    expect(canary.explain()).toContain('chart/next is not planned');
    expect(() => Testing.synth(chart)).toThrow(/with 100 goes 101, 102, 103 as well/);
    expect(strategies(workload.workload.apiObjects.map(object => object.toJson()))['db-eu-1b']).toEqual({ type: 'RollingUpdate' });
  });

  test('a mistake of the workload is told once, as its own', () => {
    const chart = new Chart(new App(), 'chart');
    new IndexCanary(chart, 'next', { workload: new LeaderWorkerGroup(chart, 'w', { groups: 0, size: 2, container }), indexes: [] });
    expect(() => Testing.synth(chart)).toThrow(/1 error/);
  });
});

test('a Deployment is told what is there for it', () => {
  const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
  const workload = WORKLOADS.GpuInferenceDeployment(chart) as GpuInferenceDeployment;
  expect(() => new IndexCanary(chart, 'next', { workload, indexes: [] })).toThrow(/use ModelVariants with a second workload/);
});

import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, ChaosExperiment, ChaosExperimentProps, ChaosFault, ChaosReach, DisaggregatedInference, Fabric, IndexedTrainingJob, InferenceEngine,
  InferenceRole, IWorkload, KubernetesVersion, LeaderWorkerGroup, Memory, ParameterServer, PrefillDecodeRouter, Target, Workload,
  ZonePartitionedStatefulSet,
} from '../../../src';
import { POSITION_LABELS } from '../../../src/knowledge/chaos-mesh';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { ALL } from '../ways';

type Manifest = any;
type Options = Partial<Omit<ChaosExperimentProps, 'workload'>>;

const container = { image: 'registry.example/server:1', portNumber: 8000 };
const groups = (chart: Chart) => new LeaderWorkerGroup(chart, 'w', { groups: 2, size: 3, container });
const zones = (chart: Chart) => new ZonePartitionedStatefulSet(chart, 'w', { zones: [{ zone: 'eu-1a', replicas: 2 }, { zone: 'eu-1b', replicas: 2 }], container });
const run = (chart: Chart) => new IndexedTrainingJob(chart, 'w', { workers: 4, container });

const inference = {
  engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-8B-Instruct', tensorParallel: 2 }), accelerator: Accelerator.nvidia(2), container: { memory: Memory.of('20Gi') },
};
const onNode = (chart: Chart) => Workload.of(new kplus.Deployment(chart, 'w', { hostNetwork: true, containers: [{ image: 'registry.example/server:1' }] }));
const decodeOnNode = (chart: Chart) => new DisaggregatedInference(chart, 'w', {
  prefill: InferenceRole.deployment(inference),
  decode: InferenceRole.deployment({ ...inference, hostNetwork: true, dns: { policy: kplus.DnsPolicy.CLUSTER_FIRST_WITH_HOST_NET } }),
  router: PrefillDecodeRouter.none(),
});

function around(make: (chart: Chart) => IWorkload, options: Options = {}): ChaosExperiment {
  const chart = new Chart(new App(), 'c', { namespace: 'ml' });
  return new ChaosExperiment(chart, 'game-day', { workload: make(chart), fault: ChaosFault.killPod(), ...options });
}

function made(make: (chart: Chart) => IWorkload, options: Options = {}): Manifest {
  return around(make, options).apiObject.toJson();
}

function refusal(make: (chart: Chart) => IWorkload, options: Options): string {
  try {
    around(make, options);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
}

const seconds = (count: number) => Duration.seconds(count);

test('an experiment on one leader: its labels, its namespace, pods that run, and an end that the kubelet sees', () => {
  expect(made(groups, { part: { role: 'leader', group: 1 } })).toMatchObject({
    apiVersion: 'chaos-mesh.org/v1alpha1',
    kind: 'PodChaos',
    metadata: { name: 'game-day', namespace: 'ml' },
    spec: {
      action: 'pod-kill',
      mode: 'one',
      gracePeriod: 1,
      selector: {
        namespaces: ['ml'],
        labelSelectors: { 'cdk8s-ai-workloads/name': 'w', 'cdk8s-ai-workloads/role': 'leader', 'cdk8s-ai-workloads/group': '1' },
        podPhaseSelectors: ['Running'],
      },
    },
  });
});

/** Which pod of a workload it is, and not of which. */
const OF_A_PART = ['cdk8s-ai-workloads/role', 'cdk8s-ai-workloads/zone', 'cdk8s-ai-workloads/group', ...POSITION_LABELS];

describe.each(Object.entries(ALL))('around %s', (_, make) => {
  const parts = ({ roles, zones: places }: Workload) => [{}, ...roles.map(({ name }) => ({ role: name })), ...places.map(zone => ({ zone }))];

  test('the selector is the labels that the workload answers for the part, one of which says whose the pods are', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
    const { workload } = make(chart);
    const said = parts(workload).filter(part => !isRefused(() => workload.pods(part)));
    expect(said).toContainEqual({});
    said.forEach((part, index) => {
      const { spec: { selector } } = new ChaosExperiment(chart, `c-${index}`, { workload, part, fault: ChaosFault.killPod() }).apiObject.toJson();
      expect(selector).toEqual({ namespaces: ['ml'], labelSelectors: workload.pods(part).labels, podPhaseSelectors: ['Running'] });
      expect(Object.keys(selector.labelSelectors).filter(key => !OF_A_PART.includes(key))).not.toEqual([]);
    });
  });
});

function isRefused(body: () => unknown): boolean {
  try {
    body();
    return false;
  } catch {
    return true;
  }
}

test('a namespace that nobody says is left to the webhook, which takes that of the experiment', () => {
  const chart = new Chart(new App(), 'c');
  const { metadata, spec } = new ChaosExperiment(chart, 'x', { workload: groups(chart), fault: ChaosFault.killPod() }).apiObject.toJson();
  expect(metadata).not.toHaveProperty('namespace');
  expect(spec.selector).toEqual({ labelSelectors: { 'cdk8s-ai-workloads/name': 'w' }, podPhaseSelectors: ['Running'] });
});

test('a workload that the app does not have stands in the namespace of the experiment', () => {
  const named = () => Workload.named({ name: 'other', podLabels: { app: 'other' } });
  expect(made(named).spec.selector).toMatchObject({ namespaces: ['ml'], labelSelectors: { app: 'other' } });
});

test('a Schedule waits for the last one, leaves out what is late and keeps a few', () => {
  expect(made(zones, { part: { zone: 'eu-1a' }, schedule: '0 10 * * 1-5' })).toMatchObject({
    kind: 'Schedule',
    spec: {
      schedule: '0 10 * * 1-5',
      type: 'PodChaos',
      concurrencyPolicy: 'Forbid',
      historyLimit: 3,
      startingDeadlineSeconds: 300,
      podChaos: { action: 'pod-kill', selector: { labelSelectors: { 'cdk8s-ai-workloads/name': 'w', 'cdk8s-ai-workloads/zone': 'eu-1a' } } },
    },
  });
  const { spec } = made(zones, { schedule: '@daily', startingDeadline: seconds(60), historyLimit: 1, fault: ChaosFault.loss({ percent: 5, duration: seconds(60) }) });
  expect(spec).toMatchObject({ startingDeadlineSeconds: 60, historyLimit: 1, type: 'NetworkChaos', networkChaos: { action: 'loss' } });
  expect(spec).not.toHaveProperty('podChaos');
});

test.each<[string, ChaosFault, object]>([
  ['killed at once, as a whole', ChaosFault.killPod(seconds(30)), { action: 'pod-kill', gracePeriod: 30 }],
  ['asleep', ChaosFault.failPod(seconds(90)), { action: 'pod-failure', duration: '90s' }],
  ['its main container', ChaosFault.killContainer(), { action: 'container-kill', containerNames: ['main'] }],
  ['another container', ChaosFault.killContainer('logs'), { action: 'container-kill', containerNames: ['logs'] }],
  ['late', ChaosFault.delay({ latency: Duration.millis(100), jitter: Duration.millis(10), duration: seconds(60) }), { action: 'delay', delay: { latency: '100ms', jitter: '10ms' }, duration: '60s' }],
  ['lossy', ChaosFault.loss({ percent: 25, duration: seconds(60) }), { action: 'loss', loss: { loss: '25' }, duration: '60s' }],
])('%s', (_, fault, spec) => {
  const { spec: written } = made(groups, { fault });
  expect(written).toMatchObject(spec);
  expect(written).not.toHaveProperty('direction');
  expect(written).not.toHaveProperty('target');
});

test('late on the way to the leader alone', () => {
  const { spec } = made(groups, { part: { role: 'worker', group: 0 }, fault: ChaosFault.delay({ latency: Duration.millis(5), duration: seconds(9), towards: { role: 'leader', group: 0 } }) });
  expect(spec.direction).toBe('to');
  expect(spec.target).toMatchObject({ mode: 'all', selector: { namespaces: ['ml'], labelSelectors: { 'cdk8s-ai-workloads/role': 'leader', 'cdk8s-ai-workloads/group': '0' } } });
});

test('parts that do not hear each other, in both directions', () => {
  const { spec } = made(zones, { part: { zone: 'eu-1a' }, reach: ChaosReach.all(), fault: ChaosFault.partition({ from: { zone: 'eu-1b' }, duration: seconds(30) }) });
  expect(spec).toMatchObject({ action: 'partition', mode: 'all', direction: 'both', duration: '30s', target: { selector: { labelSelectors: { 'cdk8s-ai-workloads/zone': 'eu-1b' } } } });
});

test.each<[ChaosReach, object]>([
  [ChaosReach.one(), { mode: 'one' }], [ChaosReach.all(), { mode: 'all' }], [ChaosReach.pods(2), { mode: 'fixed', value: '2' }], [ChaosReach.percent(50), { mode: 'fixed-percent', value: '50' }],
])('reach %#', (reach, spec) => {
  const { mode, value } = made(groups, { reach }).spec;
  expect({ mode, ...(value === undefined ? {} : { value }) }).toEqual(spec);
});

test.each<[what: string, make: (chart: Chart) => IWorkload, options: Options, message: string]>([
  ['a part that there is not', groups, { part: { role: 'driver' } }, 'part.role: Invalid value: "driver": the roles of w are leader, worker'],
  ['an index that no label says', chart => Workload.of(new kplus.Deployment(chart, 'd', { containers: [{ image: 'a:1' }] })), { part: { index: 0 } }, 'part.index: Forbidden'],
  ['no grace period where names stay', zones, { fault: ChaosFault.killPod(seconds(0)) }, 'fault: Invalid value: "ChaosFault.killPod(0 s)": pods of w keep their names'],
  ['more pods than there are', zones, { reach: ChaosReach.pods(5) }, 'reach: Invalid value: "ChaosReach.pods(5)": there are 4 of these pods'],
  ['a partition from itself', zones, { part: { zone: 'eu-1a' }, fault: ChaosFault.partition({ from: { zone: 'eu-1a' }, duration: seconds(9) }) }, 'fault.from: Invalid value'],
  ['a partition from a zone that there is not', zones, { fault: ChaosFault.partition({ from: { zone: 'x' }, duration: seconds(9) }) }, 'fault.from.zone: Invalid value: "x"'],
  ['a delay towards a role that there is not', groups, { fault: ChaosFault.delay({ latency: Duration.millis(9), duration: seconds(9), towards: { role: 'x' } }) }, 'fault.towards.role: Invalid value: "x"'],
  ['a container of nobody', () => Workload.named({ name: 'w', podLabels: { app: 'w' } }), { fault: ChaosFault.killContainer() }, 'fault: Required value: nothing says what containers pods of w have'],
  ['a network that is the node\'s', onNode, { fault: ChaosFault.loss({ percent: 1, duration: seconds(9) }) }, '(pod) have hostNetwork: their network is that of the node'],
  ['another side with the network of its node', decodeOnNode, {
    part: { role: 'prefill' }, fault: ChaosFault.delay({ latency: Duration.millis(1), duration: seconds(9), towards: { role: 'decode' } }),
  }, 'fault.towards: Forbidden: pods of w (decode) have hostNetwork'],
  ['no schedule', groups, { schedule: 'every day' }, 'schedule: Invalid value: "every day": Chaos Mesh reads it as cron does'],
  ['a fault that is longer than the time to the next', groups, { schedule: '*/5 * * * *', fault: ChaosFault.failPod(seconds(300)) }, 'schedule: Invalid value: "*/5 * * * *": starts again after 300 s, while the fault lasts 300 s'],
  ['a deadline without a schedule', groups, { startingDeadline: seconds(5) }, 'startingDeadline: Forbidden: the experiment happens once'],
  ['a history without a schedule', groups, { historyLimit: 5 }, 'historyLimit: Forbidden'],
  ['no history', groups, { schedule: '@daily', historyLimit: 0 }, 'historyLimit: Invalid value: 0'],
  ['no time for a late start', groups, { schedule: '@daily', startingDeadline: seconds(0) }, 'startingDeadline: Invalid value: "0s"'],
  ['a name of 58 characters', groups, { name: 'x'.repeat(58) }, 'has 58 characters; Chaos Mesh puts 6 behind it'],
])('refused: %s', (_, make, options, message) => {
  expect(refusal(make, options)).toContain(message);
});

test('pods in the network of their node can be killed, and their neighbours can be slow', () => {
  expect(() => made(onNode)).not.toThrow();
  expect(() => made(decodeOnNode, { part: { role: 'prefill' }, fault: ChaosFault.loss({ percent: 1, duration: seconds(9) }) })).not.toThrow();
});

test('what lasts one second less is taken, and so is what has no end to wait for', () => {
  expect(() => made(groups, { schedule: '*/5 * * * *', fault: ChaosFault.failPod(seconds(299)) })).not.toThrow();
  expect(() => made(groups, { schedule: '* * * * *' })).not.toThrow();
});

test('pods without a name of their own may be removed at once', () => {
  expect(made(run, { fault: ChaosFault.killPod(seconds(0)) }).spec.gracePeriod).toBe(0);
});

test.each<[() => unknown, string]>([
  [() => ChaosReach.pods(0), 'ChaosReach.pods(count): Invalid value: 0'],
  [() => ChaosReach.percent(101), 'ChaosReach.percent(percent): Invalid value: 101'],
  [() => ChaosFault.failPod(seconds(0)), 'ChaosFault.failPod(duration): Invalid value: "0s"'],
  [() => ChaosFault.loss({ percent: 0, duration: seconds(1) }), 'ChaosFault.loss(percent): Invalid value: 0'],
  [() => ChaosFault.delay({ latency: Duration.millis(0), duration: seconds(1) }), 'ChaosFault.delay(latency): Invalid value: "0ms"'],
  [() => ChaosFault.killContainer('A B'), 'ChaosFault.killContainer(container): Invalid value: "A B"'],
])('%s is refused', (make, message) => {
  expect(make).toThrow(message);
});

test('roles whose main containers have different names need one of them', () => {
  const make = (chart: Chart) => new ParameterServer(chart, 'w', { container, ps: { replicas: 1 }, worker: { replicas: 1 } });
  expect(made(make, { part: { role: 'ps' }, fault: ChaosFault.killContainer() }).spec.containerNames).toEqual(['main']);
});

describe('Chaos Mesh', () => {
  const told = (apis: string[] | undefined) => {
    const chart = new Chart(new App(), 'c', { namespace: 'ml' });
    Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis });
    new ChaosExperiment(chart, 'x', { workload: groups(chart), fault: ChaosFault.killPod() });
    return findingsOf(chart.node.root).filter(({ id }) => id === 'AIW0002').map(({ message }) => message);
  };

  test('is said to be needed, refused where the target lists others, and taken where it lists it', () => {
    expect(told(undefined)).toEqual(['the cluster must serve chaos-mesh.org/v1alpha1, with Chaos Mesh']);
    expect(told(['chaos-mesh.org/v1alpha1'])).toEqual([]);
    expect(() => told(['jobset.x-k8s.io/v1alpha2'])).toThrow('needs chaos-mesh.org/v1alpha1, which the target does not list');
  });
});

describe('explain', () => {
  test('has who may be hit, what the workload does then in its own words, and what holds nothing off', () => {
    const chart = new Chart(new App(), 'c', { namespace: 'ml' });
    const workload = run(chart);
    const text = new ChaosExperiment(chart, 'x', { workload, fault: ChaosFault.killPod(), reach: ChaosReach.percent(30), schedule: '0 10 * * *' }).explain();
    expect(text).toContain('4 pods: ');
    expect(text).toContain('30 % of them, rounded up: 2');
    expect(text).toContain('86400 s between two at least');
    expect(text).toContain('a disruption budget holds off evictions, and this is a deletion');
    const own = /a disruption +(.*)/.exec(workload.explain())![1];
    expect(text).toContain(own);
    expect(text).toContain('kubectl -n ml annotate schedules.chaos-mesh.org x experiment.chaos-mesh.org/pause=true');
  });

  test.each([['leader', 'leader lost', 'worker lost'], ['worker', 'worker lost', 'leader lost']])('of a %s says %s, and not what is of others', (role, own, other) => {
    const text = around(groups, { part: { role } }).explain();
    expect(text).toContain(own);
    expect(text).not.toContain(other);
  });

  test('says that RDMA passes by, where the workload has it and the network is meant', () => {
    const make = (chart: Chart) => new IndexedTrainingJob(chart, 'w', { workers: 2, container, fabric: Fabric.infiniBand({ resource: 'rdma/ib' }) });
    const fault = ChaosFault.loss({ percent: 1, duration: seconds(9) });
    expect(around(make, { fault }).explain()).toContain('what goes over InfiniBand passes by the kernel');
    expect(around(run, { fault }).explain()).not.toContain('passes by the kernel');
    expect(around(make).explain()).not.toContain('passes by the kernel');
  });
});

import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { PROPS, ZONES, build } from './build';
import {
  Capacity, DisruptionBudget, EngineMonitor, GpuInferenceDeployment, GpuMetrics, InferenceEngine, ModelCache, ModelVariants, OnDemandFloor,
  SpotInferenceProps, Target, Workload, WorkloadAutoscaler,
} from '../../../src';

const NAME = { 'cdk8s-ai-workloads/name': 'llama' };
const ROLE = 'cdk8s-ai-workloads/role';

const deployments = (props: Partial<SpotInferenceProps> = {}) => {
  const { one } = build(props);
  return { onDemand: one('Deployment', 'llama-on-demand'), spot: one('Deployment', 'llama-spot') };
};
const specOf = ({ spec }: any) => spec.template.spec;

function matches(selector: { [key: string]: string }, { labels }: any): boolean {
  return Object.entries(selector).every(([key, value]) => labels[key] === value);
}

describe('identity', () => {
  test('each Deployment selects its own pods; Service and budget select those of both', () => {
    const { one } = build();
    const [onDemand, spot] = ['llama-on-demand', 'llama-spot'].map(name => one('Deployment', name));
    for (const [own, other] of [[onDemand, spot], [spot, onDemand]]) {
      expect(matches(own.spec.selector.matchLabels, own.spec.template.metadata)).toBe(true);
      expect(matches(own.spec.selector.matchLabels, other.spec.template.metadata)).toBe(false);
      expect(matches(one('Service').spec.selector, own.spec.template.metadata)).toBe(true);
      expect(matches(one('PodDisruptionBudget').spec.selector.matchLabels, own.spec.template.metadata)).toBe(true);
    }
  });

  test('Service and budget are those of a GpuInferenceDeployment of the name, so one may take the other\'s place', () => {
    const { one } = build();
    const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
    Target.define(chart, { zones: ZONES });
    const { floor, capacity, ...common } = PROPS;
    new GpuInferenceDeployment(chart, 'Llama', common);
    const before = chart.toJson().filter(({ kind }) => kind !== 'Deployment');
    expect(before.map(({ kind }) => kind)).toEqual(['Service', 'PodDisruptionBudget']);
    expect(before).toEqual([one('Service'), one('PodDisruptionBudget')]);
  });

  test('nothing is made twice', () => {
    const { manifests } = build({ gpuMetrics: GpuMetrics.nodeExporter(), podMonitor: {}, isolate: true }, { zones: ZONES, apis: ['monitoring.coreos.com/v1'] });
    expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual([
      'Deployment llama-on-demand', 'Deployment llama-spot', 'NetworkPolicy llama', 'PodDisruptionBudget llama', 'PodMonitor llama', 'PodMonitor llama-on-demand-gpu',
      'PodMonitor llama-spot-gpu', 'Service llama',
    ]);
    expect(manifests.find(({ kind }) => kind === 'NetworkPolicy').spec.podSelector.matchLabels).toEqual(NAME);
    expect(manifests.find(({ kind, metadata }) => kind === 'PodMonitor' && metadata.name === 'llama').spec.selector.matchLabels).toEqual(NAME);
  });
});

describe('pods of both parts', () => {
  test.each<[string, Capacity]>([['Karpenter', Capacity.spotKarpenter()], ['preferred', Capacity.preferSpot(Capacity.spotKarpenter())]])('differ in their nodes alone: %s', (_, capacity) => {
    const { onDemand, spot } = deployments({ capacity });
    const { affinity: kept, topologySpreadConstraints: spreadKept, ...floor } = specOf(onDemand);
    const { affinity, nodeSelector, topologySpreadConstraints, ...rest } = specOf(spot);
    expect(floor).toEqual(rest);
    expect(kept.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms)
      .toEqual([{ matchExpressions: [{ key: 'karpenter.sh/capacity-type', operator: 'NotIn', values: ['spot'] }] }]);
    expect(nodeSelector ?? affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight).toEqual(nodeSelector ? { 'karpenter.sh/capacity-type': 'spot' } : 100);
    expect([spreadKept, topologySpreadConstraints].map(([{ labelSelector }]) => labelSelector.matchLabels[ROLE])).toEqual(['on-demand', 'spot']);
  });

  test('the taint of spot nodes is tolerated on spot alone', () => {
    const container = { preStopSleep: Duration.seconds(2) };
    const engine = InferenceEngine.vllm({ version: '0.18', model: 'org/model', tensorParallel: 2, longestStream: Duration.seconds(20) });
    const { onDemand, spot } = deployments({ capacity: Capacity.spotAks(), container, engine });
    const keys = (each: any) => specOf(each).tolerations.map(({ key }: any) => key);
    expect([keys(onDemand), keys(spot)]).toEqual([['nvidia.com/gpu'], ['nvidia.com/gpu', 'kubernetes.azure.com/scalesetpriority']]);
  });

  test.each<[string, Partial<SpotInferenceProps>, [number, number]]>([
    ['another floor', { floor: OnDemandFloor.replicas(5) }, [5, 3]],
    ['a share', { floor: OnDemandFloor.percent(30) }, [3, 5]],
    ['more replicas', { replicas: 20 }, [2, 18]],
  ])('%s changes two numbers and nothing else of the Deployments', (_, props, replicas) => {
    const [before, after] = [deployments(), deployments(props)];
    expect([after.onDemand.spec.replicas, after.spot.spec.replicas]).toEqual(replicas);
    for (const part of ['onDemand', 'spot'] as const) {
      expect({ ...after[part].spec, replicas: 0 }).toEqual({ ...before[part].spec, replicas: 0 });
    }
  });
});

describe('autoscaling', () => {
  const autoscaling = { minReplicas: 4, maxReplicas: 12, queueDepth: 8 };
  const bounds = (manifests: any[]) => Object.fromEntries(manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
    .map(({ spec }) => [spec.scaleTargetRef.name, [spec.minReplicas, spec.maxReplicas]]));

  test('scales the spot part; the floor has its number', () => {
    const { manifests, one, inference } = build({ autoscaling, replicas: undefined });
    expect(bounds(manifests)).toEqual({ 'llama-spot': [2, 10] });
    expect(one('Deployment', 'llama-on-demand').spec.replicas).toBe(2);
    expect(one('Deployment', 'llama-spot').spec).not.toHaveProperty('replicas');
    expect(inference.onDemand.workload.scale.refusal).toContain('the floor is what is left when spot is gone');
    expect(inference.adapterRules).toContain('vllm:num_requests_waiting');
  });

  test('with a share that leaves spot one number has the rules of the floor', () => {
    const { manifests, inference } = build({
      autoscaling: { ...autoscaling, minReplicas: 2, maxReplicas: 3 }, replicas: undefined, floor: OnDemandFloor.percent(50),
    });
    expect(bounds(manifests)).toEqual({ 'llama-on-demand': [1, 2] });
    expect(inference.adapterRules).toContain('vllm:num_requests_waiting');
    expect(inference.explain()).toContain('scale up');
  });

  test('explain() says over which pods the average is', () => {
    const metricsOf = (floor: OnDemandFloor) => /^ {2}metrics +(.*)$/m.exec(build({ autoscaling, replicas: undefined, floor }).inference.explain())![1];
    expect(metricsOf(OnDemandFloor.percent(25))).toBe('adapterRules holds the configuration of the Prometheus adapter');
    expect(metricsOf(OnDemandFloor.replicas(2))).toBe(
      'adapterRules holds the configuration of the Prometheus adapter; the average is over pods of llama-spot alone, which get the same share as others');
  });

  test('with a share scales both', () => {
    const { manifests } = build({ autoscaling, replicas: undefined, floor: OnDemandFloor.percent(25) });
    expect(bounds(manifests)).toEqual({ 'llama-on-demand': [1, 3], 'llama-spot': [3, 9] });
  });

  test('a share that rounds to the same number at both ends is a fixed floor', () => {
    const { manifests, one } = build({ autoscaling: { ...autoscaling, maxReplicas: 5 }, replicas: undefined, floor: OnDemandFloor.percent(10) });
    expect(bounds(manifests)).toEqual({ 'llama-spot': [3, 4] });
    expect(one('Deployment', 'llama-on-demand').spec.replicas).toBe(1);
  });

  test('of one\'s own takes the spot part, not the floor', () => {
    const { chart, inference } = build();
    expect(inference.workload._isScaled).toBe(false);
    new WorkloadAutoscaler(chart, 'Scaler', { workload: inference.spot, minReplicas: 1, maxReplicas: 6, queueDepth: 8 });
    expect(inference.workload._isScaled).toBe(true);
    const manifests = chart.toJson();
    expect(bounds(manifests)).toEqual({ 'llama-spot': [1, 6] });
    expect(manifests.find(({ metadata }) => metadata.name === 'llama-spot').spec).not.toHaveProperty('replicas');
    expect(inference.explain()).toContain('the spot part alone, by an autoscaler of yours; the floor of 2 stays');
    for (const workload of [inference, inference.onDemand]) {
      expect(() => new WorkloadAutoscaler(chart, `Of${workload.name}`, { workload, minReplicas: 1, maxReplicas: 6, queueDepth: 8 })).toThrow(/floor/);
    }
    expect(() => inference.onDemand.toScalingTarget()).toThrow('autoscaling: Forbidden: the floor is what is left');
    expect(() => new kplus.HorizontalPodAutoscaler(chart, 'Hpa', { target: inference.onDemand, maxReplicas: 3 })).toThrow('the floor is what is left');
  });

  test('a second one is refused', () => {
    const { inference } = build({ autoscaling, replicas: undefined });
    expect(() => inference.spot.markHasAutoscaler()).toThrow('there is an autoscaler already');
  });
});

describe('what surrounds it', () => {
  test('a monitor scrapes both parts, or one', () => {
    const { chart, inference } = build({}, { zones: ZONES, apis: ['monitoring.coreos.com/v1'] });
    new EngineMonitor(chart, 'All', { workload: inference });
    new EngineMonitor(chart, 'One', { workload: inference.spot });
    const selectors = chart.toJson().filter(({ kind }) => kind === 'PodMonitor').map(({ spec }) => spec.selector.matchLabels);
    expect(selectors).toEqual([NAME, { ...NAME, [ROLE]: 'spot' }]);
  });

  test('a variant reaches both parts by their Service; a part alone has none', () => {
    const { chart, inference } = build({}, { zones: ZONES, apis: ['gateway.networking.k8s.io/v1'] });
    new ModelVariants(chart, 'models', {
      gateway: { name: 'public' },
      variants: [
        { name: 'a', workload: inference, weight: 1 }, { name: 'b', workload: Workload.named({ name: 'b', podLabels: { app: 'b' } }), port: 80, weight: 0 },
      ],
    });
    const route = chart.toJson().find(({ kind }) => kind === 'HTTPRoute');
    expect(route.spec.rules[0].backendRefs.map(({ name }: any) => name)).toContain('llama');
    expect(inference.spot.workload.serving).toBeUndefined();
  });

  test('the budget is the user\'s, over both', () => {
    expect(build({ disruptionBudget: DisruptionBudget.atMost(7) }).one('PodDisruptionBudget').spec).toMatchObject({ maxUnavailable: 7, selector: { matchLabels: NAME } });
    expect(build({ disruptionBudget: DisruptionBudget.none() }).manifests.filter(({ kind }) => kind === 'PodDisruptionBudget')).toEqual([]);
  });
});

describe('explain()', () => {
  test.each<[string, Partial<SpotInferenceProps>, string[]]>([
    ['has the sum of what is left', {}, ['2 of 8 replicas are left (2 x 2 = 4 devices), each with 8 / 2 = 4 times its requests', 'on-demand  llama-on-demand  2         2 x 2 = 4', 'The others wait for spot nodes']],
    ['has it at both ends of an autoscaler', { replicas: undefined, autoscaling: { minReplicas: 4, maxReplicas: 9, queueDepth: 8 } }, [
      '2 of 4 replicas are left (2 x 2 = 4 devices), each with 4 / 2 = 2 times its requests, at least', '2 of 9 replicas are left (2 x 2 = 4 devices), each with 9 / 2 = 4.5 times its requests, at most',
      'the spot part alone, 2 to 7; the floor of 2 stays',
    ]],
    ['says what a floor of one is', { floor: OnDemandFloor.replicas(1) }, ['is one replica: while spot is gone, its loss or roll-out is an outage of up to drain 80 s + start 900 s = 980 s.\n', 'A drain may take it while all of spot is there']],
    ['says that the others fall back', { capacity: Capacity.preferSpot(Capacity.spotKarpenter()) }, ['The others start on any node with room, then take up to 900 s', 'no spot ']],
    ['says what a budget does to drains of the floor', {}, ['with 1 of them no drain takes any of the floor']],
    ['says that nothing keeps drains off', { disruptionBudget: DisruptionBudget.none() }, ['may take all replicas at once, of the floor too']],
    ['says how a share came about', { floor: OnDemandFloor.percent(30) }, ['30 % of 8, rounded up = 3 on demand, 8 - 3 = 5 on spot']],
  ])('%s', (_, props, texts) => {
    const text = build(props).inference.explain();
    texts.forEach(each => expect(text).toContain(each));
  });
});

describe('refused', () => {
  test.each<[string, Partial<SpotInferenceProps>, string]>([
    ['no kind of spot nodes', { capacity: undefined }, 'prod/Llama: capacity: Required value: the spot nodes, which the floor keeps off: `Capacity.spotKarpenter()`'],
    ['nodes that stay as spot nodes', { capacity: Capacity.onDemand() }, 'capacity: Invalid value: "on-demand nodes, or whatever the scheduler finds": is no kind of spot nodes'],
    ['no number', { replicas: undefined }, 'replicas: Required value: nothing says how many there are in all'],
    ['a number for one part', { replicas: 1 }, 'replicas: Invalid value: 1: must be a whole number of at least 2'],
    ['a floor of all', { floor: OnDemandFloor.replicas(8) }, 'replicas: Invalid value: 8: the floor has 8 of 8, which leaves 0 for spot nodes'],
    ['a floor above all, with what would do', { floor: OnDemandFloor.replicas(9) }, 'give at least 10, or a smaller floor'],
    ['a share of all', { replicas: 2, floor: OnDemandFloor.percent(60) }, 'replicas: Invalid value: 2: the floor has 60 % of 2, rounded up = 2, which leaves 0'],
    ['a number and an autoscaler', { autoscaling: { minReplicas: 4, maxReplicas: 8, queueDepth: 8 } }, 'replicas: Forbidden: an autoscaler decides'],
    ['a floor above the least', { replicas: undefined, autoscaling: { minReplicas: 2, maxReplicas: 8, queueDepth: 8 } },
      'autoscaling.minReplicas: Invalid value: 2: the floor has 2 of 2, which leaves 0 for spot nodes'],
    ['bounds the wrong way round', { replicas: undefined, autoscaling: { minReplicas: 9, maxReplicas: 8, queueDepth: 8 } }, 'autoscaling.minReplicas: Invalid value: 9: is more than maxReplicas 8'],
    ['a drain beyond the notice', { capacity: Capacity.spotGke() }, 'capacity: Invalid value: "80s": preStop 15 s + drain (--shutdown-timeout) 60 s + margin 5 s = 80 s is more than the 15 s that Spot VMs of GKE'],
    ['a node label that only one part could have', { nodeLabels: { 'karpenter.sh/capacity-type': 'spot' } }, 'nodeLabels[karpenter.sh/capacity-type]: Invalid value: "spot": capacity keeps off these nodes'],
    ['a label of ours', { metadata: { labels: { 'cdk8s-ai-workloads/name': 'x' } } }, 'metadata.labels[cdk8s-ai-workloads/name]: Forbidden: is set by the pattern'],
    ['a claim for one node', { modelCache: ModelCache.claimName('m', { accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE] }) }, 'modelCache'],
    ['a monitor of an engine that exports nothing', {
      podMonitor: {},
      engine: InferenceEngine.custom({ name: 'own', version: '1', model: 'm', image: 'own:1', port: 80, healthPath: '/health', tensorParallel: 2 }),
    }, 'podMonitor: Forbidden: nobody says what the engine exports'],
    ['a name that is too long', { name: 'l'.repeat(64) }, 'name: Too long'],
  ])('%s', (_, props, message) => {
    expect(() => build(props)).toThrow(message);
  });

  test.each([
    ['no floor', () => OnDemandFloor.replicas(0), 'OnDemandFloor.replicas(replicas): Invalid value: 0'],
    ['nothing of it', () => OnDemandFloor.percent(0), 'OnDemandFloor.percent(percent): Invalid value: 0: must be above 0 and below 100'],
    ['all of it', () => OnDemandFloor.percent(100), 'OnDemandFloor.percent(percent): Invalid value: 100'],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(message);
  });
});

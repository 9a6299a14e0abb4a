import { ApiObject, App, Chart, Duration, JsonPatch, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  Accelerator, DisaggregatedInference, EngineMonitor, FlaggerCanary, FlaggerCanaryProps, FlaggerProvider, GpuInferenceDeployment,
  GpuInferenceDeploymentProps, InferenceEngine, InferencePool, InferenceRole, IWorkload, Memory, ModelVariants, PrefillDecodeRouter, Target,
  Workload, WorkloadAutoscaler, WorkloadRoute,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { objectsIn } from '../../../src/workloads/objects-of-app';
import { withVariables } from '../../hygiene/variables';
import { WORKLOADS } from '../../workloads/handle/every-workload';

const OWN = 'cdk8s-ai-workloads/name';
const APIS = ['flagger.app/v1beta1', 'monitoring.coreos.com/v1', 'gateway.networking.k8s.io/v1', 'leaderworkerset.x-k8s.io/v1', 'ray.io/v1'];
const gateway = FlaggerProvider.gatewayApi({
  gateways: [{ name: 'public', namespace: 'gateways', listener: 'https' }],
  hostnames: ['llama.example'],
  requestTimeout: Duration.minutes(30),
});
const engine = InferenceEngine.vllm({ version: '0.18', model: 'a/b' });

type Given = Partial<Omit<FlaggerCanaryProps, 'workload'>>;
type Make = (chart: Chart) => IWorkload;

function llama(chart: Chart, props: Partial<GpuInferenceDeploymentProps> = {}): GpuInferenceDeployment {
  return new GpuInferenceDeployment(chart, 'llama', {
    engine,
    accelerator: Accelerator.nvidia(2),
    container: { memory: Memory.of('20Gi') },
    autoscaling: { minReplicas: 2, maxReplicas: 4, queueDepth: 8 },
    ...props,
    ...(props.engine ? {} : { engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: 2 }) }),
  });
}

function selected(chart: Chart, props: Partial<kplus.DeploymentProps> = {}): kplus.Deployment {
  const deployment = new kplus.Deployment(chart, 'web', {
    metadata: { name: 'web' }, podMetadata: { labels: { app: 'web' } }, select: false, containers: [{ image: 'a:1', portNumber: 8000 }], ...props,
  });
  deployment.select(kplus.LabelSelector.of({ labels: { app: 'web' } }));
  return deployment;
}

function tried(make: Make, props: Given = {}): { canary: FlaggerCanary; chart: Chart; objects: (kind: string) => any[] } {
  const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
  Target.define(chart, { apis: APIS });
  const workload = make(chart);
  const canary = new FlaggerCanary(chart, 'next', {
    workload, provider: gateway, prometheus: 'http://prometheus.monitoring:9090', primaryServes: true, selectorLabels: ['app', OWN], queueDepth: 4, ...props,
  });
  return { canary, chart, objects: kind => Testing.synth(chart).filter(each => each.kind === kind) };
}

describe('the Canary', () => {
  test('names the Deployment, its autoscaler, the port of its Service and the deadline of its start', () => {
    const { spec, metadata } = tried(llama).objects('Canary')[0];
    expect(metadata).toMatchObject({ name: 'next', namespace: 'ml' });
    expect(spec).toEqual({
      provider: 'gatewayapi:v1',
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'llama' },
      autoscalerRef: { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', name: 'llama' },
      progressDeadlineSeconds: 2400,
      revertOnDeletion: true,
      service: {
        port: 8000,
        portName: 'http',
        targetPort: 'http',
        portDiscovery: false,
        timeout: '1800s',
        hosts: ['llama.example'],
        gatewayRefs: [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'public', namespace: 'gateways', sectionName: 'https' }],
      },
      analysis: {
        interval: '60s',
        threshold: 5,
        stepWeight: 10,
        maxWeight: 50,
        metrics: [{ name: 'queue-depth', interval: '60s', templateRef: { name: 'next-queue-depth' }, thresholdRange: { max: 4 } }],
      },
    });
  });

  test('has the deadline of the Deployment itself', () => {
    const { objects } = tried(llama);
    expect(objects('Canary')[0].spec.progressDeadlineSeconds).toBe(objects('Deployment')[0].spec.progressDeadlineSeconds);
    expect(tried(web, { port: 80, engine, autoscalerName: 'scaler' }).objects('Canary')[0].spec.progressDeadlineSeconds).toBe(600);
  });

  test('checks so many times before all requests go over, where nothing shares them', () => {
    const { spec } = tried(llama, { provider: FlaggerProvider.kubernetes(7), interval: Duration.seconds(30), failedChecks: 2 }).objects('Canary')[0];
    expect(spec).toMatchObject({ provider: 'kubernetes', analysis: { interval: '30s', threshold: 2, iterations: 7 } });
    expect(Object.keys(spec.analysis)).not.toEqual(expect.arrayContaining(['stepWeight']));
  });

  test('keeps the name of a Service that is called otherwise, and where it prefers to send', () => {
    const { service } = tried(chart => llama(chart, { service: { name: 'models' } }), { provider: FlaggerProvider.named('istio') }).objects('Canary')[0].spec;
    expect(service).toEqual({ name: 'models', port: 8000, portName: 'http', targetPort: 'http', portDiscovery: false });
  });

  const scaledWeb: Make = chart => {
    const deployment = selected(chart);
    new kplus.HorizontalPodAutoscaler(chart, 'scaler', { metadata: { name: 'web-scaler' }, target: deployment, minReplicas: 3, maxReplicas: 3 });
    return Workload.of(deployment);
  };

  test('of a Deployment of cdk8s-plus-28 takes its label, its autoscaler and the given port', () => {
    const { objects, canary } = tried(scaledWeb, { port: 8000, engine, selectorLabels: undefined });
    expect(objects('Canary')[0].spec).toMatchObject({ autoscalerRef: { name: 'web-scaler' }, targetRef: { name: 'web' }, service: { port: 8000, targetPort: 8000 } });
    expect(canary.primaryName).toBe('web-primary');
    expect(canary.explain()).toContain('primary + canary = 3 + 3 pods at the least; the promotion');
  });
});

function web(chart: Chart): IWorkload {
  return Workload.of(selected(chart));
}

describe('checks', () => {
  const queries = (props: Given, make: Make = llama) => Object.fromEntries(tried(make, { queueDepth: undefined, ...props }).objects('MetricTemplate').map(({ metadata, spec }) => [metadata.name, spec.query]));
  const PODS = 'namespace="{{ namespace }}",pod=~"{{ target }}-[0-9a-zA-Z]+(-[0-9a-zA-Z]+)"';

  test('ask for the series of the engine, of the pods that are tried and not of the primary', () => {
    expect(queries({ queueDepth: 4, timeToFirstToken: Duration.millis(1500), errorShare: 0.01 })).toEqual({
      'next-queue-depth': `max(sum by (pod) (vllm:num_requests_waiting{${PODS}}))`,
      'next-time-to-first-token': `histogram_quantile(0.95, sum by (le) (rate(vllm:time_to_first_token_seconds_bucket{${PODS}}[{{ interval }}])))`,
      'next-error-share': `sum(rate(vllm:request_success_total{${PODS},finished_reason=~"abort|error"}[{{ interval }}])) / sum(rate(vllm:request_success_total{${PODS}}[{{ interval }}]))`,
    });
  });

  test('tell pods of the Deployment from those of its primary', () => {
    const pattern = new RegExp(`^${PODS.split('pod=~"')[1].slice(0, -1).replace('{{ target }}', 'llama')}$`);
    expect(['llama-7c9d8b-x2x9z', 'llama-primary-7c9d8b-x2x9z'].map(name => pattern.test(name))).toEqual([true, false]);
  });

  test('have their limits, in seconds where it is a time', () => {
    const { metrics } = tried(llama, { timeToFirstToken: Duration.millis(1500), errorShare: 0, metrics: [{ name: 'kv', query: 'max(x)', min: 0, max: 0.9 }] }).objects('Canary')[0].spec.analysis;
    expect(metrics.map(({ name, thresholdRange }: any) => [name, thresholdRange])).toEqual([
      ['queue-depth', { max: 4 }], ['time-to-first-token', { max: 1.5 }], ['error-share', { max: 0 }], ['kv', { min: 0, max: 0.9 }],
    ]);
  });

  test('name the Prometheus', () => {
    expect(tried(llama).objects('MetricTemplate')[0].spec.provider).toEqual({ type: 'prometheus', address: 'http://prometheus.monitoring:9090' });
  });

  const refusal = (props: Given, make: Make = llama) => () => tried(make, { queueDepth: undefined, ...props });

  test('are refused where there are none, or no series says them', () => {
    expect(refusal({})).toThrow(/queueDepth: Required value: nothing says when the new version is worse/);
    const sglang: Make = chart => llama(chart, { engine: InferenceEngine.sglang({ version: '0.5.3', model: 'a/b', tensorParallel: 2 }) });
    expect(refusal({ errorShare: 0.1 }, sglang)).toThrow(/errorShare: Forbidden: no series of this engine is known/);
    expect(refusal({ queueDepth: 1, engine })).toThrow(/engine: Forbidden: llama says by itself/);
    expect(refusal({ queueDepth: 1, port: 80, autoscalerName: 'a' }, web)).toThrow(/engine: Required value: nothing says which engine runs in web/);
  });

  test('of the time to the first token go by the series of each engine', () => {
    const sglang: Make = chart => llama(chart, { engine: InferenceEngine.sglang({ version: '0.5.3', model: 'a/b', tensorParallel: 2 }) });
    expect(refusal({ timeToFirstToken: Duration.seconds(1) }, sglang)).not.toThrow();
  });

  test('are refused where nobody sends requests to the canary, since a check without a value fails', () => {
    expect(refusal({ provider: FlaggerProvider.kubernetes(3), timeToFirstToken: Duration.seconds(1) })).toThrow(/timeToFirstToken: Forbidden: with this provider nobody sends requests/);
    expect(refusal({ provider: FlaggerProvider.kubernetes(3), errorShare: 0 })).toThrow(/errorShare: Forbidden/);
  });

  test.each([
    [{ queueDepth: -1 }, /queueDepth/], [{ timeToFirstToken: Duration.seconds(0) }, /timeToFirstToken: Invalid value/], [{ errorShare: 1 }, /errorShare: Invalid value: 1/], [{ errorShare: -0.1 }, /errorShare: Invalid value/],
    [{ metrics: [{ name: 'a', query: 'x' }] }, /metrics\[0\]\.max: Required value/], [{ metrics: [{ name: 'a', query: ' ', max: 1 }] }, /metrics\[0\]\.query/],
    [{ metrics: [{ name: 'a', query: 'x', min: 2, max: 1 }] }, /metrics\[0\]\.min: Invalid value: 2: is more than max 1/], [{ metrics: [{ name: 'A', query: 'x', max: 1 }] }, /metrics\[0\]\.name/],
    [{ metrics: [{ name: 'a', query: 'x', max: Infinity }] }, /metrics\[0\]\.max/],
    [{ queueDepth: 1, metrics: [{ name: 'queue-depth', query: 'x', max: 1 }] }, /metrics: Duplicate value: "queue-depth"/],
  ] as [Given, RegExp][])('with limits that mean nothing are refused: %j', (props, message) => {
    expect(refusal(props)).toThrow(message);
  });
});

describe('what is around the pods', () => {
  test('comes a second time for those of the primary', () => {
    const { objects } = tried(chart => llama(chart, { podMonitor: {}, isolate: true }));
    for (const [kind, selectorOf] of Object.entries({ PodDisruptionBudget: 'selector', PodMonitor: 'selector', NetworkPolicy: 'podSelector' })) {
      expect(objects(kind).map(({ metadata, spec }) => [metadata.name, spec[selectorOf].matchLabels])).toEqual([['llama', { [OWN]: 'llama' }], ['llama-primary', { [OWN]: 'llama-primary' }]]);
    }
    expect(objects('NetworkPolicy')[1].spec.ingress).toEqual([{ from: [{ podSelector: { matchLabels: { [OWN]: 'llama-primary' } } }] }]);
  });

  test('of other pods does not, nor of another namespace', () => {
    const { objects } = tried(chart => {
      new EngineMonitor(chart, 'other', { workload: Workload.named({ name: 'other', podLabels: { app: 'other' } }), ports: [{ name: 'metrics' }] });
      const elsewhere = new Chart(chart.node.root as App, 'elsewhere', { namespace: 'elsewhere' });
      new EngineMonitor(elsewhere, 'copy', { workload: Workload.named({ name: 'copy', podLabels: { [OWN]: 'llama' } }), ports: [{ name: 'metrics' }] });
      return llama(chart);
    });
    expect(objects('PodMonitor').map(({ metadata }) => metadata.name)).toEqual(['other']);
  });

  test('finds the pods of the primary, so that nothing is said of it', () => {
    const { chart } = tried(place => llama(place, { podMonitor: {}, isolate: true }));
    expect(findingsOf(chart.node.root).filter(each => each.class !== 'advice').map(({ id, field }) => `${id} ${field}`)).toEqual([]);
  });

  test('its Service selects the primary as Flagger writes it, once that serves', () => {
    expect(tried(llama).objects('Service')[0].spec.selector).toEqual({ [OWN]: 'llama-primary' });
    const before = tried(llama, { primaryServes: false });
    expect(before.objects('Service')[0].spec.selector).toEqual({ [OWN]: 'llama' });
    expect(before.canary.explain()).toContain('when the Canary is Initialized set primaryServes: true');
  });

  test('explain() has the sum of devices and of the time', () => {
    const text = tried(llama).canary.explain();
    expect(text).toContain('primary + canary = 2 + 2 pods x 2 devices = 8 devices at the least, 4 + 4 pods x 2 devices = 16 devices at the most');
    expect(text).toContain('start 900 s + 5 steps (50 % / 10 %) x 60 s = 1200 s');
    expect(tried(llama, { provider: FlaggerProvider.kubernetes(3) }).canary.explain()).toContain('start 900 s + 3 checks x 60 s = 1080 s');
    expect(tried(chart => { const w = selected(chart); return Workload.of(w); }, { port: 80, engine, autoscalerName: 'made-elsewhere' }).canary.explain())
      .toContain('as many as minReplicas of made-elsewhere again');
  });
});

describe('refused', () => {
  const refusal = (make: Make, props: Given = {}) => () => tried(make, props);

  test.each([
    ['ZonePartitionedStatefulSet', /w is a StatefulSet, of which it cannot make a second one.*\n\s+help: use IndexCanary/],
    ['LeaderWorkerGroup, LeaderWorkerSet', /w is a LeaderWorkerSet.*\n\s+help: use Rollout\.partition/],
    ['IndexedTrainingJob', /w is a Job/],
    ['RayCluster, KubeRay', /w is a RayCluster/],
    ['ZonalDeployments', /w is 2 Deployments \(w-eu-1a, w-eu-1b\), and a Canary is of one/],
    ['DisaggregatedInference', /a Canary is of one/],
  ])('%s', (name, message) => {
    expect(refusal(WORKLOADS[name])).toThrow(message);
  });

  test('what the app does not hold', () => {
    expect(refusal(() => Workload.named({ name: 'w', podLabels: { app: 'w' } }))).toThrow(/the app holds no object of w/);
  });

  test('a selector without a label that this Flagger knows, with what to start it with', () => {
    expect(refusal(llama, { selectorLabels: undefined })).toThrow(
      /selectorLabels: Required value: the selector of llama has cdk8s-ai-workloads\/name, and Flagger looks for one of app, name, app\.kubernetes\.io\/name.*\n\s+help: start Flagger with -selector-labels=app,name,app\.kubernetes\.io\/name,cdk8s-ai-workloads\/name/);
  });

  test('a name that has no room for the word that Flagger appends', () => {
    expect(refusal(chart => llama(chart, { name: 'l'.repeat(56) }))).toThrow(/Flagger appends -primary to it, which is 1 more than the 63/);
    expect(refusal(chart => llama(chart, { name: 'l'.repeat(45) }))).not.toThrow();
  });

  test('a Deployment that nothing scales, and two that say it', () => {
    expect(refusal(chart => llama(chart, { autoscaling: undefined, replicas: 2 }))).toThrow(/autoscalerName: Required value: nothing scales llama: .*\n.*minReplicas = maxReplicas/);
    expect(refusal(llama, { autoscalerName: 'other' })).toThrow(/autoscalerName: Forbidden: the app scales llama by llama/);
    const around: Make = chart => {
      const workload = llama(chart, { autoscaling: undefined, replicas: 2 });
      new WorkloadAutoscaler(chart, 'scaler', { workload, minReplicas: 2, maxReplicas: 2, queueDepth: 8 });
      return workload;
    };
    expect(tried(around).objects('Canary')[0].spec.autoscalerRef.name).toBe('scaler');
  });

  test('a Service of the name that Flagger gives its own', () => {
    const taken = (name: string): Make => chart => {
      const deployment = selected(chart);
      new kplus.Service(chart, 's', { metadata: { name }, ports: [{ port: 80 }], selector: deployment });
      return Workload.of(deployment);
    };
    for (const name of ['web', 'web-primary', 'web-canary']) {
      expect(refusal(taken(name), { port: 80, engine, autoscalerName: 'a' })).toThrow(new RegExp(`the app has one called ${name}:`));
    }
    expect(refusal(taken('web-debug'), { port: 80, engine, autoscalerName: 'a' })).not.toThrow();
  });

  test('ports: none, two, and one that is said already', () => {
    expect(refusal(web, { engine, autoscalerName: 'a' })).toThrow(/port: Required value: web has no Service/);
    expect(refusal(llama, { port: 80 })).toThrow(/port: Forbidden: the Service llama/);
    expect(refusal(chart => llama(chart, { service: { ports: [{ name: 'http', port: 80, targetPort: 8000 }, { name: 'other', port: 81, targetPort: 8000 }] } }))).toThrow(/has 2 ports, and Flagger leaves one/);
  });

  test('a start that the deadline does not cover', () => {
    expect(refusal(llama, { startTime: Duration.seconds(2400) })).toThrow(/startTime: Invalid value: "2400s": is not less than progressDeadlineSeconds 2400 of llama/);
    expect(refusal(web, { startTime: Duration.minutes(10), port: 80, engine, autoscalerName: 'a' })).toThrow(/progressDeadlineSeconds 600 of web/);
  });

  test.each([
    [{ prometheus: 'prometheus:9090' }, /prometheus: Invalid value/], [{ interval: Duration.seconds(10) }, /interval/], [{ failedChecks: 0 }, /failedChecks/],
    [{ stepWeight: 0 }, /stepWeight/], [{ maxWeight: 101 }, /maxWeight/], [{ stepWeight: 60 }, /stepWeight: Invalid value: 60: is more than maxWeight 50/],
  ] as [Given, RegExp][])('%j', (props, message) => {
    expect(refusal(llama, props)).toThrow(message);
  });

  test('providers that there are not, and those that have an option of their own', () => {
    expect(() => FlaggerProvider.named('gatewayapi:v1')).toThrow(/use FlaggerProvider\.gatewayApi/);
    expect(() => FlaggerProvider.named('kubernetes')).toThrow(/use FlaggerProvider\.kubernetes/);
    expect(() => FlaggerProvider.named('traffic')).toThrow(/one of apisix,/);
    expect(() => FlaggerProvider.gatewayApi({ gateways: [] })).toThrow(/Flagger refuses a route without a Gateway/);
    expect(() => FlaggerProvider.gatewayApi({ gateways: [{ name: 'A' }] })).toThrow(/gateways\[0\]\.name\)/);
    expect(() => FlaggerProvider.gatewayApi({ gateways: [{ name: 'a', namespace: 'B', listener: 'c' }] })).toThrow(/gateways\[0\]\.namespace\)/);
    expect(() => FlaggerProvider.gatewayApi({ gateways: [{ name: 'a', listener: 'C' }] })).toThrow(/gateways\[0\]\.listener\)/);
    expect(() => FlaggerProvider.kubernetes(0)).toThrow(/checks/);
  });

  test('a target that does not list the API', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
    Target.define(chart, { apis: [] });
    const given = { workload: llama(chart), provider: gateway, prometheus: 'http://p', primaryServes: true, selectorLabels: [OWN], queueDepth: 1 };
    expect(() => new FlaggerCanary(chart, 'next', given)).toThrow(/needs flagger\.app\/v1beta1, which the target does not list/);
  });
});

describe('what else leads to the Deployment', () => {
  type Around = (chart: Chart, workload: IWorkload) => void;
  const route: Around = (chart, workload) => new WorkloadRoute(chart, 'route', { workload, gateway: { name: 'public' } });
  const portRoute: Around = (chart, workload) => new WorkloadRoute(chart, 'route', { workload, gateway: { name: 'public' }, port: 8000 });
  const pool: Around = (chart, workload) => new InferencePool(chart, 'pool', { workload, picker: 'epp' });
  const variants: Around = (chart, workload) => {
    const other = new GpuInferenceDeployment(chart, 'other', { engine, accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('20Gi') } });
    new ModelVariants(chart, 'variants', { gateway: { name: 'public' }, variants: [{ name: 'a', workload: other, weight: 9 }, { name: 'b', workload, weight: 1 }] });
  };

  function found(around: Around, isCanaryFirst: boolean, props: Given = {}, make: Make = llama): string[] {
    const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
    const workload = make(chart);
    const canary = () => new FlaggerCanary(chart, 'next', {
      workload, provider: gateway, prometheus: 'http://p', primaryServes: true, selectorLabels: ['app', OWN], queueDepth: 4, ...props,
    });
    const leading = () => around(chart, workload);
    (isCanaryFirst ? [canary, leading] : [leading, canary]).forEach(each => each());
    return findingsOf(chart.node.root).filter(({ id }) => ['AIW2835', 'AIW2836'].includes(id)).map(each => `${each.id} ${each.construct} ${each.field}: ${each.message}`);
  }

  test.each([true, false])('leads past it by its Service, whichever was first: the canary %s', isCanaryFirst => {
    expect(found(route, isCanaryFirst)).toEqual([expect.stringMatching(
      /^AIW2835 chart\/route workload: Forbidden: it leads to Service llama, which is the primary's: FlaggerCanary chart\/next shares requests by a route of its own/)]);
    expect(found(variants, isCanaryFirst)).toEqual([expect.stringMatching(/^AIW2835 chart\/variants variants\[1\]\.workload: /)]);
  });

  test.each([true, false])('reaches the pods that it stops by their label, whichever was first: the canary %s', isCanaryFirst => {
    expect(found(pool, isCanaryFirst)).toEqual([expect.stringMatching(
      /^AIW2836 chart\/pool workload: Forbidden: InferencePool pool selects cdk8s-ai-workloads\/name=llama, pods that FlaggerCanary chart\/next stops .*name=llama-primary$/)]);
  });

  test.each([true, false])('finds pods of both by another label, with every provider, whichever was first: the canary %s', isCanaryFirst => {
    const blueGreen = { port: 8000, engine, autoscalerName: 'a', provider: FlaggerProvider.kubernetes(3) };
    expect(found(portRoute, isCanaryFirst, blueGreen, web)).toEqual([expect.stringMatching(/^AIW2835 chart\/route workload: Forbidden: Service route selects cdk8s\.io\/metadata\.addr=\S+, pods of the primary and of the new version alike/)]);
  });

  test('is right where nothing shares requests, and where the handle is of another workload', () => {
    expect(found(route, true, { provider: FlaggerProvider.kubernetes(3) })).toEqual([]);
    expect(found(route, true, { provider: FlaggerProvider.named('istio') })).toEqual([]);
    const other: Around = chart => route(chart, new GpuInferenceDeployment(chart, 'other', { engine, accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('20Gi') } }));
    expect(found(other, true)).toEqual([]);
  });

  test('leads to the router of a whole, and so past no canary of one of its roles', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
    const role = InferenceRole.deployment({ engine, accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('20Gi') } });
    const whole = new DisaggregatedInference(chart, 'whole', { prefill: role, decode: role, router: PrefillDecodeRouter.vllmRouter({ image: 'registry.example/router:1' }) });
    new FlaggerCanary(chart, 'next', { workload: whole.decode, provider: gateway, prometheus: 'http://p', primaryServes: true, autoscalerName: 'a', selectorLabels: [OWN], queueDepth: 4 });
    route(chart, whole);
    expect(findingsOf(chart.node.root).filter(({ id }) => id === 'AIW2835')).toEqual([]);
  });

  test('of a Deployment of cdk8s-plus-28 is known by another handle of it', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
    const deployment = selected(chart);
    new FlaggerCanary(chart, 'next', { workload: Workload.of(deployment), provider: gateway, prometheus: 'http://p', primaryServes: true, port: 8000, engine, autoscalerName: 'a', queueDepth: 4 });
    portRoute(chart, Workload.of(deployment));
    expect(findingsOf(chart.node.root).filter(({ id }) => id === 'AIW2835')).toHaveLength(1);
  });
});

/** As they are written, without the checks of a synth: these objects have mistakes that are no part of these tests. */
function written({ chart }: { readonly chart: Chart }, kind: string): any[] {
  return objectsIn(chart.node.root).filter(each => each.kind === kind).map(each => each.toJson());
}

describe('exactly at a limit', () => {
  const refusal = (props: Given, make: Make = llama) => () => tried(make, props);
  const analysisOf = (props: Given) => written(tried(llama, props), 'Canary')[0].spec.analysis;

  test('numbers that are just enough are taken', () => {
    expect(analysisOf({ interval: Duration.seconds(30), failedChecks: 1, stepWeight: 1, maxWeight: 100 })).toMatchObject({ interval: '30s', threshold: 1, stepWeight: 1, maxWeight: 100 });
    expect(analysisOf({ stepWeight: 50, maxWeight: 50 })).toMatchObject({ stepWeight: 50, maxWeight: 50 });
    expect(
      analysisOf({ queueDepth: 0, errorShare: 0.999 }).metrics.map(({ thresholdRange }: any) => thresholdRange),
    ).toEqual([{ max: 0 }, { max: 0.999 }]);
    expect(analysisOf({ metrics: [{ name: 'a', query: ' x ', min: 2, max: 2 }, { name: 'b', query: 'y', min: -1 }] }).metrics.slice(1).map(({ thresholdRange }: any) => thresholdRange)).toEqual([{ min: 2, max: 2 }, { min: -1 }]);
  });

  test.each<[props: Given, message: string]>([
    [{ interval: Duration.seconds(29) }, 'interval: Invalid value: "29s"'],
    [{ stepWeight: 101 }, 'stepWeight: Invalid value: 101'],
    [{ maxWeight: 0 }, 'maxWeight: Invalid value: 0'],
    [{ stepWeight: 51, maxWeight: 50 }, 'stepWeight: Invalid value: 51: is more than maxWeight 50'],
    [{ queueDepth: 0.5 }, 'queueDepth: Invalid value: 0.5'],
    [{ metrics: [{ name: 'a', query: 'x', max: 1 }, { name: 'b', query: 'y' }] }, 'metrics[1].max: Required value'],
    [{ metrics: [{ name: 'a', query: 'x', max: 1 }, { name: 'b', query: 'y', min: NaN }] }, 'metrics[1].min: Invalid value'],
    [{ metrics: [{ name: 'a', query: 'x', max: 1 }, { name: 'a', query: 'y', max: 2 }] }, 'metrics: Duplicate value: "a"'],
  ])('%j is refused', (props, message) => {
    expect(refusal(props)).toThrow(message);
  });

  test('a start may take a second less than the deadline', () => {
    expect(refusal({ startTime: Duration.seconds(2399) })).not.toThrow();
    expect(refusal({ startTime: Duration.seconds(2400) })).toThrow('startTime: Invalid value: "2400s"');
    expect(refusal({ startTime: Duration.seconds(0) })).toThrow('startTime: Invalid value: "0s"');
  });

  test('names of pods are told apart up to 46 characters, and of a Deployment up to 55', () => {
    const called = (length: number): Make => chart => llama(chart, { name: 'l'.repeat(length) });
    const own: Given = { queueDepth: undefined, metrics: [{ name: 'own', query: 'x', max: 1 }] };

    expect(refusal({}, called(46))).not.toThrow();
    expect(refusal({}, called(47))).toThrow(/queueDepth: Invalid value: "l{47}": the name of the Deployment has 47 characters.*\n\s+help: shorten it to 46/);
    expect(refusal(own, called(55))).not.toThrow();
    expect(refusal(own, called(56))).toThrow('Flagger appends -primary to it, which is 1 more than the 63');
  });

  test('the value of the label has no room either where it is longer than the name', () => {
    const labelled = (length: number): Make => chart => {
      const app = 'v'.repeat(length);
      const deployment = new kplus.Deployment(chart, 'web', { metadata: { name: 'web' }, podMetadata: { labels: { app } }, select: false, containers: [{ image: 'a:1', portNumber: 8000 }] });
      deployment.select(kplus.LabelSelector.of({ labels: { app } }));
      return Workload.of(deployment);
    };
    const props = { port: 80, engine, autoscalerName: 'scaler' };

    expect(refusal(props, labelled(55))).not.toThrow();
    expect(refusal(props, labelled(57))).toThrow(/workload: Invalid value: "v{57}": Flagger appends -primary to it, which is 2 more than the 63/);
  });
});

describe('two of each', () => {
  const scaledBy =
    (
      ...scalers: readonly {
        readonly name: string;
        readonly namespace?: string;
        readonly target?: string;
        readonly kind?: string;
        readonly min?: number;
      }[]
    ): Make =>
      chart => {
        scalers.forEach(
          ({ name, namespace = 'ml', target = 'web', kind = 'Deployment', min }) =>
            new ApiObject(chart, name, {
              apiVersion: 'autoscaling/v2',
              kind: 'HorizontalPodAutoscaler',
              metadata: { name, namespace },
              spec: {
                scaleTargetRef: { apiVersion: 'apps/v1', kind, name: target },
                ...(min === undefined ? {} : { minReplicas: min }),
                maxReplicas: 9,
              },
            }),
        );
        return web(chart);
      };
  const scalerOf = (make: Make) => written(tried(make, { port: 8000, engine }), 'Canary')[0].spec.autoscalerRef.name;

  test('the autoscaler is that of this Deployment in this namespace', () => {
    const others = [{ name: 'of-set', kind: 'StatefulSet' }, { name: 'of-other', target: 'other' }, { name: 'elsewhere', namespace: 'other' }];

    expect(scalerOf(scaledBy(...others, { name: 'mine' }))).toBe('mine');
    expect(() => scalerOf(scaledBy(...others))).toThrow('autoscalerName: Required value: nothing scales web');
    expect(written(tried(scaledBy(...others), { port: 8000, engine, autoscalerName: 'mine' }), 'Canary')[0].spec.autoscalerRef.name).toBe('mine');
    expect(() => tried(scaledBy({ name: 'a' }, { name: 'b' }), { port: 8000, engine, autoscalerName: 'mine' })).toThrow('the app scales web by a, b');
  });

  test('an autoscaler without a least number keeps one pod', () => {
    expect(tried(scaledBy({ name: 'mine' }), { port: 8000, engine }).canary.explain()).toContain('primary + canary = 1 + 1 pods at the least, 9 + 9 pods at the most');
    expect(tried(scaledBy({ name: 'mine', min: 2 }), { port: 8000, engine }).canary.explain()).toContain('primary + canary = 2 + 2 pods at the least, 9 + 9 pods at the most');
  });

  test('of two labels that Flagger knows the first of its list counts', () => {
    const twoLabels: Make = chart => {
      const labels = { 'app': 'one', 'app.kubernetes.io/name': 'two' };
      const deployment = new kplus.Deployment(chart, 'web', { metadata: { name: 'web' }, podMetadata: { labels }, select: false, containers: [{ image: 'a:1', portNumber: 8000 }] });
      deployment.select(kplus.LabelSelector.of({ labels }));
      return Workload.of(deployment);
    };
    const labelIn = (selectorLabels?: string[]) => tried(twoLabels, { port: 80, engine, autoscalerName: 'a', selectorLabels }).canary.explain();

    expect(labelIn()).toMatch(/label +app: one-primary on the pods/);
    expect(labelIn(['app.kubernetes.io/name', 'app'])).toMatch(/label +app\.kubernetes\.io\/name: two-primary on the pods/);
  });

  test('two objects that select the pods come a second time each, with their labels and annotations, and no other value is touched', () => {
    const guarded: Make = chart => {
      const own = { [OWN]: 'llama' };
      new ApiObject(chart, 'budget', {
        apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: { name: 'second', namespace: 'ml', labels: { team: 'a' }, annotations: { why: 'b' } }, spec: { selector: { matchLabels: { ...own, tier: 'llama' } } },
      });
      new ApiObject(chart, 'policy', {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'NetworkPolicy',
        metadata: { name: 'peers', namespace: 'ml' },
        spec: { podSelector: { matchLabels: { app: 'web' } }, egress: [{ to: [{ podSelector: { matchLabels: { app: 'other' } } }, { podSelector: { matchLabels: own } }] }] },
      });
      return llama(chart);
    };
    const made = tried(guarded);

    expect(written(made, 'PodDisruptionBudget').map(({ metadata }) => metadata.name)).toEqual(['second', 'llama', 'second-primary', 'llama-primary']);
    expect(written(made, 'PodDisruptionBudget')[2]).toMatchObject({
      metadata: { namespace: 'ml', labels: { team: 'a' }, annotations: { why: 'b' } }, spec: { selector: { matchLabels: { [OWN]: 'llama-primary', tier: 'llama' } } },
    });
    expect(written(made, 'NetworkPolicy').find(({ metadata }) => metadata.name === 'peers-primary').spec.egress).toEqual([
      { to: [{ podSelector: { matchLabels: { app: 'other' } } }, { podSelector: { matchLabels: { [OWN]: 'llama-primary' } } }] },
    ]);
  });

  test('two canaries have templates of their own, in the namespace of each', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
    const other = new Chart(chart.node.root as App, 'other', { namespace: 'web' });
    const common = { provider: gateway, prometheus: 'http://p', primaryServes: true, selectorLabels: [OWN], queueDepth: 4 };
    new FlaggerCanary(chart, 'one', { ...common, workload: llama(chart) });
    new FlaggerCanary(other, 'two', { ...common, workload: llama(other), queueDepth: 5 });

    const found = [chart, other].map(each => (each.toJson() as any[]).filter(({ kind }) => kind === 'MetricTemplate').map(({ metadata: { name, namespace } }) => [name, namespace]));
    expect(found).toEqual([[['one-queue-depth', 'ml']], [['two-queue-depth', 'web']]]);
  });

  test('two Gateways and a host for all names below it stand in the route', () => {
    const provider = FlaggerProvider.gatewayApi({ gateways: [{ name: 'public' }, { name: 'inner', namespace: 'gateways' }], hostnames: ['llama.example', '*.llama.example'] });

    expect(written(tried(llama, { provider }), 'Canary')[0].spec.service).toMatchObject({
      hosts: ['llama.example', '*.llama.example'],
      gatewayRefs: [
        { group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'public' }, { group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'inner', namespace: 'gateways' },
      ],
    });
    expect(written(tried(llama, { provider }), 'Canary')[0].spec.service).not.toHaveProperty('timeout');
    expect(() => FlaggerProvider.gatewayApi({ gateways: [{ name: 'a' }, { name: 'B' }] })).toThrow('gateways[1].name)');
    expect(() => FlaggerProvider.gatewayApi({ gateways: [{ name: 'a' }], hostnames: ['a.example', 'B_c'] })).toThrow('FlaggerProvider.gatewayApi(hostnames[1])');
    expect(() => FlaggerProvider.gatewayApi({ gateways: [{ name: 'a' }], requestTimeout: Duration.seconds(0) })).toThrow('FlaggerProvider.gatewayApi(requestTimeout)');
  });

  test('a Service and a canary meet: where the Service prefers to send, and the port behind it', () => {
    const preferring: Make = chart => {
      const workload = llama(chart);
      workload.service.apiObject.addJsonPatch(JsonPatch.add('/spec/trafficDistribution', 'PreferClose'), JsonPatch.replace('/spec/ports', [{ port: 80 }]));
      return workload;
    };
    const named: Make = chart => {
      const workload = llama(chart);
      workload.service.apiObject.addJsonPatch(JsonPatch.replace('/spec/ports', [{ name: 'web', port: 80, targetPort: 8000 }]));
      return workload;
    };
    const provider = FlaggerProvider.kubernetes(2);

    expect(written(tried(preferring, { provider }), 'Canary')[0].spec.service).toEqual({ port: 80, targetPort: 80, portDiscovery: false, trafficDistribution: 'PreferClose' });
    expect(written(tried(named, { provider }), 'Canary')[0].spec.service).toEqual({ port: 80, portName: 'web', targetPort: 8000, portDiscovery: false });
  });

  test('a Service of that name in another namespace is no trouble', () => {
    const elsewhere: Make = chart => {
      new ApiObject(chart, 'service', { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web-primary', namespace: 'other' }, spec: { ports: [{ port: 80 }] } });
      return web(chart);
    };

    expect(() => tried(elsewhere, { port: 80, engine, autoscalerName: 'a' })).not.toThrow();
  });

  test('steps that do not fill the last one take one more, and the deadline and failed checks are named', () => {
    const text = tried(llama, {
      stepWeight: 15,
      maxWeight: 50,
      failedChecks: 3,
      interval: Duration.seconds(90),
      startTime: Duration.seconds(100),
    }).canary.explain();

    expect(text).toContain('start 100 s + 4 steps (50 % / 15 %) x 90 s = 460 s until it is promoted');
    expect(text).toContain('pods that are not ready within 2400 s, or 3 failed checks, take it back');
    expect(text).toContain('the Services llama-primary and llama-canary; llama has no pods unless a change is tried');
  });
});

describe('at synth', () => {
  withVariables({ CDK8S_AI_WORKLOADS_FAIL_FAST: undefined });

  test('mistakes are told together, the workload is left as it was, and the handles answer', () => {
    const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
    const workload = llama(chart);
    const canary = new FlaggerCanary(chart, 'next', { workload, provider: gateway, prometheus: 'none', primaryServes: true, selectorLabels: [OWN], failedChecks: 0, queueDepth: 1 });
    expect(canary.explain()).toContain('chart/next is not planned');
    expect(canary.primaryName).toBe('not-planned-primary');
    expect(() => Testing.synth(chart)).toThrow(/failedChecks[\s\S]*prometheus/);
    expect((workload.service.apiObject.toJson() as any).spec.selector).toEqual({ [OWN]: 'llama' });
  });
});

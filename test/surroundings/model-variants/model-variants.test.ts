import { App, Chart, Duration, Lazy, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Accelerator, GpuInferenceDeployment, InferenceEngine, Memory, ModelVariant, ModelVariants, ModelVariantsProps, RayCluster, Target, VllmOptions, Workload, ZonePartitionedStatefulSet } from '../../../src';
import { WORKLOADS } from '../../workloads/handle/every-workload';

type Given = Partial<Omit<ModelVariantsProps, 'variants'>>;

/** What a chart holds besides the workloads themselves. */
function made(variants: (chart: Chart) => ModelVariant[], props: Given = {}, namespace?: string): { route: any; services: any[] } {
  const chart = new Chart(new App(), 'chart', { namespace });
  Target.define(chart, { apis: ['gateway.networking.k8s.io/v1'] });
  const given = variants(chart);
  const before = new Set(chart.toJson().map(({ kind, metadata }) => `${kind} ${metadata.name}`));
  new ModelVariants(chart, 'models', { gateway: { name: 'public' }, ...props, variants: given });
  const objects = Testing.synth(chart).filter(({ kind, metadata }) => !before.has(`${kind} ${metadata.name}`));
  return { route: objects.find(({ kind }) => kind === 'HTTPRoute'), services: objects.filter(({ kind }) => kind === 'Service') };
}

const named = (name: string, others: Partial<ModelVariant> = {}): ModelVariant => ({
  name, workload: Workload.named({ name, podLabels: { app: name } }), port: 8000, ...others,
});

const deployed = (chart: Chart, name: string, others: Partial<ModelVariant> = {}): ModelVariant => ({
  name, workload: Workload.of(new kplus.Deployment(chart, name, { containers: [{ image: 'registry.example/a:1', portNumber: 8000 }] })), port: 8000, ...others,
});

function server(chart: Chart, id: string): GpuInferenceDeployment {
  const engine = InferenceEngine.vllm({ version: '0.18', model: 'a/b' });
  return new GpuInferenceDeployment(chart, id, { engine, accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('20Gi') } });
}

const set = (chart: Chart, replicas = 4): kplus.StatefulSet => new kplus.StatefulSet(chart, 'set', {
  replicas, containers: [{ image: 'registry.example/a:1', portNumber: 8000 }],
});

const weights = (rule: any): unknown[] => rule.backendRefs.map(({ name, weight }: any) => [name, weight]);

const GATEWAY = { group: 'gateway.networking.k8s.io', kind: 'Gateway' };
const backend = (name: string, weight: number) => ({ group: '', kind: 'Service', name, port: 8000, weight });

test('Services of the workloads are shared by weight, and none is made beside them', () => {
  const { route, services } = made(chart => [
    { name: 'stable', workload: server(chart, 'llama'), weight: 90 }, { name: 'canary', workload: server(chart, 'next'), weight: 10 },
  ]);
  expect(services).toEqual([]);
  expect(route.spec).toEqual({
    parentRefs: [{ ...GATEWAY, name: 'public' }],
    rules: [{ matches: [{ path: { type: 'PathPrefix', value: '/' } }], backendRefs: [backend('llama', 90), backend('next', 10)] }],
  });
});

test('headers choose before the weights do, and a variant that they choose has no share unless it says so', () => {
  const { route } = made(chart => [deployed(chart, 'a'), deployed(chart, 'b', { headers: { 'X-Variant': 'b' } })], {
    gateway: { name: 'public', namespace: 'gateways', listener: 'https' }, hostnames: ['*.models.example'], pathPrefix: '/v1', requestTimeout: Duration.minutes(30),
  }, 'ml');
  const path = { type: 'PathPrefix', value: '/v1' };
  expect(route.spec).toEqual({
    parentRefs: [{ ...GATEWAY, name: 'public', namespace: 'gateways', sectionName: 'https' }],
    hostnames: ['*.models.example'],
    rules: [
      { matches: [{ path, headers: [{ name: 'X-Variant', type: 'Exact', value: 'b' }] }], backendRefs: [backend('models-b', 1)], timeouts: { request: '1800s' } },
      { matches: [{ path }], backendRefs: [backend('models-a', 1), backend('models-b', 0)], timeouts: { request: '1800s' } },
    ],
  });
});

test('a cookie is found anywhere among others, and nowhere inside of one, whether a gateway takes a part or the whole', () => {
  const { route } = made(chart => [deployed(chart, 'a'), deployed(chart, 'b', { cookie: 'variant=b.1' })]);
  const [{ name, type, value }] = route.spec.rules[0].matches[0].headers;
  expect([name, type]).toEqual(['Cookie', 'RegularExpression']);
  const found = (cookie: string) => new RegExp(value).test(cookie);
  expect(['variant=b.1', 'id=3; variant=b.1', 'variant=b.1; id=3', 'a=1;variant=b.1;c=2'].filter(cookie => !found(cookie))).toEqual([]);
  expect(['xvariant=b.1', 'variant=b.10', 'variant=bx1', 'id=variant=b.1', 'variant=b'].filter(found)).toEqual([]);
});

test('pods of an index have a Service that reaches them alone', () => {
  const { route, services } = made(chart => {
    const workload = Workload.of(set(chart));
    return [{ name: 'stable', workload, port: 8000, indexes: [0, 1, 2], weight: 90 }, { name: 'canary', workload, port: 8000, part: { index: 3 }, weight: 10 }];
  });
  expect(services.map(({ metadata, spec }) => [metadata.name, spec.selector['apps.kubernetes.io/pod-index'], spec.ports])).toEqual([
    ...[0, 1, 2].map(index => [`models-stable-${index}`, `${index}`, [{ name: 'http', port: 8000, targetPort: 8000 }]]),
    ['models-canary', '3', [{ name: 'http', port: 8000, targetPort: 8000 }]],
  ]);
  expect(weights(route.spec.rules[0])).toEqual([['models-stable-0', 90], ['models-stable-1', 90], ['models-stable-2', 90], ['models-canary', 30]]);
});

test('a part of a workload with a Service keeps its port, and the role that answers', () => {
  const { services } = made(chart => {
    const workload = WORKLOADS.ZonePartitionedStatefulSet(chart) as ZonePartitionedStatefulSet;
    return workload.workload.zones.map(zone => ({ name: zone, workload, part: { zone }, port: 9000 }));
  });
  expect(services.map(({ spec }) => spec.selector['cdk8s-ai-workloads/zone'])).toEqual(['eu-1a', 'eu-1b'].slice(0, services.length));
  expect(services.length).toBeGreaterThan(1);
});

test('a promotion changes weights and nothing else', () => {
  const of = (stable: number, canary: number): any => made(chart => [deployed(chart, 'stable', { weight: stable }), deployed(chart, 'canary', { weight: canary })]);
  const before = of(100, 0);
  const after = of(0, 100);
  expect(after.services).toEqual(before.services);
  expect(weights(before.route.spec.rules[0])).toEqual([['models-stable', 100], ['models-canary', 0]]);
  expect(weights(after.route.spec.rules[0])).toEqual([['models-stable', 0], ['models-canary', 100]]);
  after.route.spec.rules[0].backendRefs.forEach((to: any, place: number) => { to.weight = before.route.spec.rules[0].backendRefs[place].weight; });
  expect(after.route).toEqual(before.route);
});

describe('refused', () => {
  const refusal = (variants: (chart: Chart) => ModelVariant[], props: Given = {}, namespace?: string) => () => made(variants, props, namespace);

  test.each<[string, () => ModelVariant[], RegExp]>([
    ['one variant', () => [named('a')], /variants: Invalid value: 1/],
    ['two of one name', () => [named('a'), named('a')], /variants\[1\]\.name: Duplicate value: "a"/],
    ['weights of the sum 0', () => [named('a', { weight: 0 }), named('b', { weight: 0 })], /variants: Invalid value: 0: is the sum of the weights/],
    ['a weight that the API does not hold', () => [named('a', { weight: 1_000_001 }), named('b')], /variants\[0\]\.weight: Invalid value: 1000001/],
    ['shared pods', () => [named('a'), named('b', { workload: Workload.named({ name: 'b', podLabels: { app: 'a', tier: 'x' } }) })], /variants\[1\]: Duplicate value: "app=a,tier=x": selects pods of variants\[0\] too/],
    ['no port', () => [named('a', { port: undefined }), named('b')], /variants\[0\]\.port: Required value: a has no Service/],
    ['one match in two cases', () => [named('a', { headers: { 'X-A': '1' } }), named('b', { headers: { 'x-a': '1' } }), named('c')], /variants\[1\]: Duplicate value: "x-a: 1": chooses variants\[0\] already/],
    ['one header in two cases', () => [named('a', { headers: { 'X-A': '1', 'x-a': '2' } }), named('b')], /variants\[0\]\.headers\[x-a\].*another case/],
    ['no name of a header', () => [named('a', { headers: { 'x a': '1' } }), named('b')], /is no name of a header/],
    ['no cookie', () => [named('a', { cookie: 'variant' }), named('b')], /variants\[0\]\.cookie: Invalid value: "variant": is no name=value/],
    ['an index twice', () => [named('a', { indexes: [1, 1] }), named('b')], /variants\[0\]\.indexes/],
    ['an index that there is not', () => [named('a', { indexes: [1] }), named('b')], /pods of a have no index/],
  ])('%s', (_, variants, message) => {
    expect(refusal(variants)).toThrow(message);
  });

  test('the whole set beside one of its indexes', () => {
    expect(refusal(chart => {
      const workload = Workload.of(set(chart));
      return [{ name: 'all', workload, port: 8000 }, { name: 'canary', workload, port: 8000, indexes: [3] }];
    })).toThrow(/variants\[1\]: Duplicate value.*would get both shares/s);
  });

  test('an index outside of the set', () => {
    expect(refusal(chart => [{ name: 'a', workload: Workload.of(set(chart)), port: 8000, indexes: [0, 4] }, named('b')])).toThrow(/variants\[0\]\.indexes\[1\].*there are 0 to 3/s);
  });

  test('a workload that runs until it is done, and a port that a Service says', () => {
    expect(refusal(chart => [{ name: 'a', workload: WORKLOADS.IndexedTrainingJob(chart), port: 8000 }, named('b')])).toThrow(/works until it is done and answers nobody/);
    expect(refusal(chart => [{ name: 'a', workload: server(chart, 'llama'), port: 8000 }, named('b')])).toThrow(/variants\[0\]\.port: Forbidden: the Service llama/);
  });

  test('a workload of another namespace', () => {
    const other = named('b', { workload: Workload.named({ name: 'b', podLabels: { app: 'b' }, namespace: 'other' }) });
    expect(refusal(() => [named('a'), other], {}, 'ml')).toThrow(/variants\[1\]\.workload: Invalid value: "other".*ReferenceGrant/s);
  });

  test('more Services than a rule takes, and paths and hosts that are none', () => {
    expect(refusal(chart => [{ name: 'a', workload: Workload.of(set(chart, 20)), port: 8000, indexes: Array.from({ length: 16 }, (_, index) => index) }, named('b')]))
      .toThrow(/variants: Invalid value: 17: Services are behind one rule/);
    expect(refusal(() => [named('a'), named('b')], { pathPrefix: 'v1' })).toThrow(/pathPrefix: Invalid value: "v1"/);
    expect(refusal(() => [named('a'), named('b')], { hostnames: ['a b'] })).toThrow(/hostnames\[0\]/);
    expect(refusal(() => [named('a'), named('b')], { requestTimeout: Duration.days(2) })).toThrow(/requestTimeout: Invalid value: "172800s"/);
  });

  test('a target that does not list the API', () => {
    const chart = new Chart(new App(), 'chart');
    Target.define(chart, { apis: ['apps/v1'] });
    expect(() => new ModelVariants(chart, 'models', { gateway: { name: 'public' }, variants: [named('a'), named('b')] })).toThrow(/gateway\.networking\.k8s\.io\/v1/);
  });
});

describe('the model that a request asks for', () => {
  const serving = (chart: Chart, id: string, options: Partial<VllmOptions>) => new GpuInferenceDeployment(chart, id, {
    engine: InferenceEngine.vllm({ version: '0.18', model: `models/${id}`, ...options }), accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('20Gi') },
  });
  const both = (next: Partial<VllmOptions>, others: Partial<ModelVariant> = {}, now: Partial<VllmOptions> = {}) => made(chart => [
    { name: 'stable', workload: serving(chart, 'llama', now), weight: 90 }, { name: 'canary', workload: serving(chart, 'next', next), weight: 10, ...others },
  ]);

  test.each<[string, Partial<VllmOptions>, Partial<VllmOptions>, string]>([
    ['names that follow from the models', {}, {}, '"models/next": is the model that its engine answers to, and that of variants[0] answers to "models/llama"'],
    ['a name and a model', { servedModelName: 'llama' }, {}, '"llama": is the model that its engine answers to, and that of variants[0] answers to "models/llama"'],
  ])('%s are refused where both have a share', (_, next, now, text) => {
    expect(() => both(next, {}, now)).toThrow(`variants[1].workload: Invalid value: ${text}: a request names one of them, and the other answers 404`);
  });

  test('one name for both is right, and so is a variant without a share', () => {
    expect(weights(both({ servedModelName: 'chat' }, {}, { servedModelName: 'chat' }).route.spec.rules[0])).toEqual([['llama', 90], ['next', 10]]);
    expect(() => both({}, { weight: 0 })).not.toThrow();
    expect(() => both({}, { weight: undefined, headers: { 'x-model': 'next' } })).not.toThrow();
    expect(() => both({ servedModelName: Lazy.any({ produce: () => 'models/llama' }) })).not.toThrow();
  });

  test('a workload whose engine nobody knows is not compared', () => {
    expect(() => made(chart => [{ name: 'stable', workload: serving(chart, 'llama', {}) }, deployed(chart, 'canary')])).not.toThrow();
  });
});

describe('pods of a set whose indexes are shared out', () => {
  const explained = (variants: (workload: Workload) => ModelVariant[]): string => {
    const chart = new Chart(new App(), 'chart');
    Target.define(chart, { apis: ['gateway.networking.k8s.io/v1'] });
    return new ModelVariants(chart, 'models', { gateway: { name: 'public' }, variants: variants(Workload.of(set(chart, 6))) }).explain();
  };
  const part = (workload: Workload, name: string, others: Partial<ModelVariant>): ModelVariant => ({ name, workload, port: 8000, ...others });

  test('those of no variant are named', () => {
    expect(explained(workload => [part(workload, 'a', { indexes: [0, 1, 2] }), part(workload, 'b', { part: { index: 4 } })]))
      .toMatch(/in no variant +chart-set-[0-9a-z]+-3, chart-set-[0-9a-z]+-5: this route sends them nothing/);
  });

  test('nothing is said where each is in one, or where nobody shares out indexes', () => {
    expect(explained(workload => [part(workload, 'a', { indexes: [0, 1, 2] }), part(workload, 'b', { indexes: [3, 4, 5] })])).not.toContain('in no variant');
    expect(explained(workload => [part(workload, 'a', {}), named('b')])).not.toContain('in no variant');
  });

  test('pods of another role are none of it, also where nothing but the variants says which answer', () => {
    const chart = new Chart(new App(), 'chart');
    Target.define(chart, { apis: ['gateway.networking.k8s.io/v1'] });
    const workload = new RayCluster(chart, 'ray', {
      rayVersion: '2.53.0', container: { image: 'registry.example/ray:1', cpu: '1', memory: Memory.of('16Gi') }, workers: [{ replicas: 3 }],
    });
    const worker = (name: string, index: number): ModelVariant => ({ name, workload, port: 8000, part: { role: 'worker', index } });
    expect(new ModelVariants(chart, 'models', { gateway: { name: 'public' }, variants: [worker('a', 1), worker('b', 2)] }).explain())
      .toMatch(/in no variant +ray-worker-3: this route sends them nothing/);
  });
});

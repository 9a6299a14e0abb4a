import { App, Chart, Testing } from 'cdk8s';
import { Accelerator, GpuInferenceDeployment, InferenceEngine, InferencePool, IWorkload, Memory, Target, Workload, WorkloadExport, WorkloadExportProps, WorkloadRoute, ZonePartitionedStatefulSet } from '../../../src';
import { WORKLOADS } from '../../workloads/handle/every-workload';

type Make = (chart: Chart) => IWorkload;

const APIS = ['gateway.networking.k8s.io/v1', 'inference.networking.k8s.io/v1', 'multicluster.x-k8s.io/v1beta1'];
const named: Make = () => Workload.named({ name: 'w', podLabels: { app: 'w' } });

const server: Make = chart => new GpuInferenceDeployment(chart, 'llama', {
  engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b' }), accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('20Gi') },
});

function put(make: Make, props: Partial<WorkloadExportProps> = {}, apis: string[] | undefined = APIS, namespace: string | undefined = 'ml'): { chart: Chart; all: WorkloadExport } {
  const chart = new Chart(new App(), 'chart', { namespace: namespace === '' ? undefined : namespace });
  Target.define(chart, { apis });
  return { chart, all: new WorkloadExport(chart, 'everywhere', { workload: make(chart), ...props }) };
}

const objects = (chart: Chart, kind: string): any[] => Testing.synth(chart).filter(each => each.kind === kind);

test('the export has the name and namespace of the Service, by which clusters know each other', () => {
  const { chart, all } = put(server);
  expect(objects(chart, 'ServiceExport').map(({ apiVersion, metadata: { name, namespace } }) => [apiVersion, name, namespace])).toEqual([['multicluster.x-k8s.io/v1beta1', 'llama', 'ml']]);
  expect(objects(chart, 'Service').map(({ metadata }) => metadata.name)).toEqual(['llama']);
  expect(all.dns).toBe('llama.ml.svc.clusterset.local');
});

test('what nobody serves gets a Service of the name of the export', () => {
  const { chart } = put(named, { port: 9000 });
  const [service] = objects(chart, 'Service');
  expect([service.metadata.name, service.spec.selector]).toEqual(['everywhere', { app: 'w' }]);
  expect(objects(chart, 'ServiceExport')[0].metadata.name).toBe('everywhere');
});

test('a route to the export leads to all clusters, one to the workload stays in its own', () => {
  const { chart, all } = put(named, { port: 9000 });
  new WorkloadRoute(chart, 'far', { workload: all, gateway: { name: 'public' } });
  new WorkloadRoute(chart, 'near', { workload: named(chart), port: 9000, gateway: { name: 'public' } });
  expect(objects(chart, 'HTTPRoute').map(({ spec }) => spec.rules[0].backendRefs[0])).toEqual([
    { group: 'multicluster.x-k8s.io', kind: 'ServiceImport', name: 'everywhere', port: 9000, weight: 1 }, { group: '', kind: 'Service', name: 'near', port: 9000, weight: 1 },
  ]);
});

test('a target with the older version alone gets that', () => {
  const versionFor = (...apis: string[]) => objects(put(server, {}, apis).chart, 'ServiceExport')[0].apiVersion;
  expect(versionFor('multicluster.x-k8s.io/v1alpha1')).toBe('multicluster.x-k8s.io/v1alpha1');
  expect(versionFor('multicluster.x-k8s.io/v1alpha1', 'multicluster.x-k8s.io/v1beta1')).toBe('multicluster.x-k8s.io/v1beta1');
});

test('the explanation says who is asked by which name', () => {
  expect(put(server).all.explain()).toMatch(/llama\.ml\.svc\.clusterset\.local[\s\S]*ClusterSetIP.*: http 8000\/TCP[\s\S]*llama\.ml\.svc reach the pods of their own cluster alone/);
});

const zones: Make = chart => new ZonePartitionedStatefulSet(chart, 'db', {
  zones: [{ zone: 'eu-1a', replicas: 2 }, { zone: 'eu-1b', replicas: 2 }], container: { image: 'registry.example/db:1', portNumber: 5432 },
});

describe('headless', () => {
  test('of pods with names, the Service that names them is exported, and the cluster stands in the names for clients of all clusters', () => {
    const { chart, all } = put(zones, { headless: true });
    expect(objects(chart, 'ServiceExport').map(({ metadata }) => metadata.name)).toEqual(['db']);
    expect(objects(chart, 'Service').filter(({ metadata }) => metadata.name === 'everywhere')).toEqual([]);
    expect(all.explain()).toMatch(/Headless[\s\S]*db-\S+\.<cluster>\.db\.ml\.svc\.clusterset\.local/);
  });

  test('pods of groups, and those without names, get a Service without address, of those that answer and at their own port', () => {
    const { chart, all } = put(server, { headless: true });
    expect(objects(chart, 'Service').filter(({ metadata }) => metadata.name === 'everywhere').map(({ spec }) => [spec.clusterIP, spec.ports])).toEqual([['None', [{ name: 'http', port: 8000, targetPort: 'http' }]]]);
    expect(objects(chart, 'ServiceExport').map(({ metadata }) => metadata.name)).toEqual(['everywhere']);
    expect(all.explain()).toMatch(/Headless[\s\S]*pods by name +have none/);
    const group = put(WORKLOADS['LeaderWorkerGroup, one set a group'], { headless: true });
    expect(objects(group.chart, 'ServiceExport').map(({ metadata }) => metadata.name)).toEqual(['everywhere']);
  });

  test('no route leads to it', () => {
    const { chart, all } = put(server, { headless: true });
    expect(() => new WorkloadRoute(chart, 'far', { workload: all, gateway: { name: 'public' } })).toThrow(/workload: Forbidden: the export of llama is headless/);
  });
});

test('what is put around the export of all clusters picks no pods of one', () => {
  const { chart, all } = put(named, { port: 9000 });
  expect(() => new WorkloadRoute(chart, 'far', { workload: all, part: {}, gateway: { name: 'public' } })).toThrow(/part: Forbidden: the export of w is that of all clusters/);
  expect(() => new WorkloadExport(chart, 'again', { workload: all })).toThrow(/workload: Forbidden: w is exported already/);
});

describe('refused', () => {
  test.each<[what: string, make: Make, props: Partial<WorkloadExportProps>, message: RegExp]>([
    ['a workload that runs until it is done', chart => WORKLOADS.IndexedTrainingJob(chart), { port: 80 }, /workload: Forbidden: .*works until it is done/],
    ['a port that the headless Service says', zones, { port: 80, headless: true }, /port: Forbidden: the Service db, which names the pods, says it/],
    ['no port', named, {}, /port: Required value/],
    ['another name than that of the Service', server, { name: 'other' }, /name: Forbidden: an export has the name of its Service, llama/],
  ])('%s', (_, make, props, message) => {
    expect(() => put(make, props)).toThrow(message);
  });

  test('a workload of no namespace', () => {
    expect(() => put(named, { port: 80 }, APIS, '')).toThrow(/workload: Required value: nothing says the namespace of w/);
  });

  test('pods behind a picker', () => {
    expect(() => put(chart => new InferencePool(chart, 'pool', { workload: server(chart), picker: 'p' }))).toThrow(/workload: Forbidden: its pods are in the InferencePool pool/);
  });

  test('a target without the API', () => {
    expect(() => put(server, {}, [])).toThrow(/workload: Forbidden: needs multicluster\.x-k8s\.io\/v1beta1/);
  });
});

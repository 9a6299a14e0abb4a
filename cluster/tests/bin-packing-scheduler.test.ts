import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as https from 'https';
import * as path from 'path';
import { App, Chart } from 'cdk8s';
import { binaries } from '../harness/binaries';
import { Cluster, startCluster, synthesise } from '../harness/cluster';
import { eventually } from '../harness/eventually';
import { Manifest } from '../harness/manifest';
import { freePort } from '../harness/processes';
import { Accelerator, BinPackingScheduler, BinPackingSchedulerProps, GpuInferenceDeployment, InferenceEngine, IWorkload, KubernetesVersion, Memory, Target } from 'cdk8s-ai-workloads';

/*
 * The scheduler of the library as the real kube-scheduler reads it: with the rights of its account, on a server that asks roles, beside the scheduler of the cluster.
 * Its pods are no processes here: the program is started by the test, as its Deployment says.
 */

const NAME = 'packed';
const ZONES = ['eu-1a', 'eu-1b'];

let cluster: Cluster;
beforeAll(async () => { cluster = await startCluster({ zones: ZONES, nodesPerZone: 4, roles: true }); });
afterAll(() => cluster?.stop());

function replicas(chart: Chart): IWorkload {
  return new GpuInferenceDeployment(chart, 'small', {
    engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b' }), accelerator: Accelerator.nvidia(1), container: { memory: Memory.of('200Gi') }, replicas: 8,
  });
}

function app(namespace: string, props?: Partial<BinPackingSchedulerProps>): Manifest[] {
  return synthesise((tree: App) => {
    const chart = new Chart(tree, 'chart', { namespace });
    Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ZONES });
    const workload = replicas(chart);
    if (props) {
      new BinPackingScheduler(chart, NAME, { workloads: [workload], ...props });
    }
  });
}

const configurationOf = (objects: readonly Manifest[]): string => objects.find(({ kind, data }) => kind === 'ConfigMap' && data['configuration.yaml'])!.data['configuration.yaml'];

/** What it is in a pod: its address there is that of the token in it. */
async function asAccount(namespace: string): Promise<string> {
  const { status: { token } } = await cluster.client.call<Manifest>('POST', `/api/v1/namespaces/${namespace}/serviceaccounts/${NAME}/token`,
    { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} });
  const config = JSON.parse(fs.readFileSync(cluster.kubeconfig, 'utf8'));
  const file = path.join(cluster.folder, `${namespace}.kubeconfig`);
  fs.writeFileSync(file, JSON.stringify({ ...config, users: [{ name: 'admin', user: { token } }] }), { mode: 0o600 });
  return file;
}

const fileOf = (name: string, text: string): string => {
  const file = path.join(cluster.folder, name);
  fs.writeFileSync(file, text);
  return file;
};

/** Its nodes as the pods of a namespace stand on them, once all run. */
async function podsByNode(namespace: string): Promise<Record<string, number>> {
  const pods = await eventually(`8 replicas of ${namespace} run`, () => cluster.pods(namespace, 'cdk8s-ai-workloads/name=small'),
    found => found.length === 8 && found.every(({ spec, status }) => spec.nodeName && status.phase === 'Running'), { seconds: 60 });
  const found: Record<string, number> = {};
  pods.forEach(({ spec: { nodeName } }) => { found[nodeName] = (found[nodeName] ?? 0) + 1; });
  return found;
}

test('replicas fill one node of each zone, where the scheduler of the cluster takes the emptiest', async () => {
  await cluster.apply(app('alone'));
  expect(Object.keys(await podsByNode('alone'))).toHaveLength(8);

  const objects = app('ml', {});
  await cluster.apply(objects);
  const { spec } = objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === NAME)!;
  const [container] = spec.template.spec.containers;
  const port = await freePort();
  const configuration = `${configurationOf(objects)}clientConnection:\n  kubeconfig: ${await asAccount('ml')}\n`;
  const args = container.command.slice(1)
    .map((each: string) => (each.startsWith('--config=') ? `--config=${fileOf('packing.yaml', configuration)}` : `--secure-port=${port}`));
  await cluster.processes.start({ name: NAME, command: (await binaries(undefined, ['kube-scheduler'])).path('kube-scheduler'), args: [...args, '--bind-address=127.0.0.1'] });
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    await eventually(`its ${probe} answers`, () => answers(port, container[probe].httpGet.path), status => status === 200, { seconds: 30 });
  }

  const found = await podsByNode('ml');
  expect(Object.values(found)).toEqual([4, 4]);
  const nodes = await cluster.client.list<Manifest>('v1', 'Node');
  const zones = Object.keys(found).map(name => nodes.find(({ metadata }) => metadata.name === name)!.metadata.labels!['topology.kubernetes.io/zone']);
  expect(zones.sort()).toEqual(ZONES);
});

test('it holds a Lease of its own, and its account may do all that it tried', async () => {
  const lease = await cluster.client.get('coordination.k8s.io/v1', 'Lease', 'ml', NAME);
  expect(lease.spec.holderIdentity).toBeTruthy();
  const log = fs.readFileSync(path.join(cluster.folder, `${NAME}.log`), 'utf8');
  expect(log).toMatch(/Successfully acquired lease/i);
  expect(log).not.toMatch(/forbidden/i);
});

describe('the program reads', () => {
  const read = async (name: string, text: string) => {
    const [file, written] = [fileOf(`${name}.yaml`, `${text}clientConnection:\n  kubeconfig: ${cluster.kubeconfig}\n`), path.join(cluster.folder, `${name}.written`)];
    const { status, stderr } = spawnSync((await binaries(undefined, ['kube-scheduler'])).path('kube-scheduler'), [`--config=${file}`, `--write-config-to=${written}`], { encoding: 'utf8', timeout: 30_000 });
    return { status, stderr: stderr.replaceAll('\\', ''), written: fs.existsSync(written) ? fs.readFileSync(written, 'utf8') : '' };
  };
  const SHAPE = [{ utilization: 0, score: 0 }, { utilization: 90, score: 10 }, { utilization: 100, score: 5 }];

  test.each<[string, Partial<BinPackingSchedulerProps>, RegExp]>([
    ['the fuller the better', {}, /type: MostAllocated/],
    ['a shape', { shape: SHAPE, resourceWeights: { 'nvidia.com/gpu': 100 }, weight: 20 }, /type: RequestedToCapacityRatio/],
  ])('%s, strictly', async (name, props, strategy) => {
    const { status, written } = await read(name.replace(/ /g, '-'), configurationOf(app('ml', props)));
    expect(status).toBe(0);
    expect(written).toMatch(strategy);
    expect(written).toMatch(/defaultingType: List/);
  });

  test.each<[string, (text: string) => string, RegExp]>([
    ['a version that has ended', text => text.replaceAll('kubescheduler.config.k8s.io/v1', 'kubescheduler.config.k8s.io/v1beta3'), /no kind "KubeSchedulerConfiguration" is registered for version "kubescheduler.config.k8s.io\/v1beta3"/],
    ['a negative weight', text => text.replace('weight: 10', 'weight: -1'), /resource weight of nvidia.com\/gpu not in valid range \(0, 100\]/],
    ['a weight of 101', text => text.replace('weight: 10', 'weight: 101'), /resource weight of nvidia.com\/gpu not in valid range \(0, 100\]/],
    ['a strategy that nobody knows', text => text.replace('MostAllocated', 'MostFull'), /Unsupported value: "MostFull"/],
    ['a field that nobody knows', text => text.replace('scoringStrategy:', 'scoring:'), /unknown field "scoring"/],
  ])('%s not at all: what the rule says', async (name, changed, text) => {
    const { status, stderr } = await read(name.replace(/ /g, '-'), changed(configurationOf(app('ml', {}))));
    expect(status).not.toBe(0);
    expect(stderr).toMatch(text);
  });
});

function answers(port: number, where: string): Promise<number> {
  return new Promise(resolve => {
    https.get({ host: '127.0.0.1', port, path: where, rejectUnauthorized: false }, response => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).on('error', () => resolve(0));
  });
}

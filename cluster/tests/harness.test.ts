import { spawn } from 'child_process';
import * as fs from 'fs';
import * as net from 'net';
import * as path from 'path';
import { ApiServer, MINORS, startApiServer } from '../harness/api-server';
import { Cluster, startCluster } from '../harness/cluster';
import { customResourceDefinitions } from '../harness/crds';
import { eachOf, eventually, pause } from '../harness/eventually';
import { Manifest } from '../harness/manifest';
import { isAlive, RunRecord } from '../harness/processes';

const deployment = (replicas: number): Manifest => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { namespace: 'steady', name: 'web' },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
  },
});

const readiness = (pod: Manifest) => pod.status?.conditions?.find((each: any) => each.type === 'Ready');

describe('a cluster', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ nodesPerZone: 1 });
  });
  afterAll(() => cluster?.stop());

  // Simulated kubelets without leases look fine for 50 s; then every pod stops being ready while the nodes still are.
  test('keeps all pods ready for two minutes', async () => {
    await cluster.apply([deployment(6)]);
    const pods = await eventually('six pods are ready', () => cluster.pods('steady'), all => all.length === 6 && all.every(pod => readiness(pod)?.status === 'True'));
    await pause(120_000);
    const later = await cluster.pods('steady');
    expect(later.map(pod => [pod.metadata.uid, readiness(pod)])).toEqual(pods.map(pod => [pod.metadata.uid, readiness(pod)]));
  });

  test('has nodes in its zones, with GPUs and without', async () => {
    const nodes = await cluster.client.list<Manifest>('v1', 'Node');
    expect(nodes.map(({ metadata, status }) => [metadata.name, metadata.labels!['topology.kubernetes.io/zone'], status.allocatable['nvidia.com/gpu']]).sort()).toEqual([
      ['gpu-eu-1a-0', 'eu-1a', '8'], ['gpu-eu-1b-0', 'eu-1b', '8'], ['gpu-eu-1c-0', 'eu-1c', '8'],
      ['plain-eu-1a', 'eu-1a', undefined], ['plain-eu-1b', 'eu-1b', undefined], ['plain-eu-1c', 'eu-1c', undefined],
    ]);
  });
});

describe('a server that starts with the definitions that another one has installed', () => {
  let server: ApiServer;
  let definitions: Manifest[];
  beforeAll(async () => {
    definitions = await customResourceDefinitions();
    server = await startApiServer({ minor: '1.36' });
  });
  afterAll(() => server?.stop());

  /** The generation that a definition would have if it were replaced; one that changes has the second. */
  async function replaced(definition: Manifest): Promise<number> {
    const at = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${definition.metadata.name}`;
    const { metadata } = await server.client.call<Manifest>('GET', at);
    const sent = { ...definition, metadata: { ...definition.metadata, resourceVersion: metadata.resourceVersion } };
    return (await server.client.call<Manifest>('PUT', at, sent, { dryRun: 'All' })).metadata.generation!;
  }

  test('has them as they are published: to replace one is no change', async () => {
    expect(await eachOf(definitions, 4, replaced)).toEqual(definitions.map(() => 1));
    const [{ spec, ...first }] = definitions;
    expect(await replaced({ ...first, spec: { ...spec, names: { ...spec.names, shortNames: ['other'] } } })).toBe(2);
  });

  test('refuses what they refuse', async () => {
    const { status, body } = await server.client.dryRun({ apiVersion: 'leaderworkerset.x-k8s.io/v1', kind: 'LeaderWorkerSet', metadata: { name: 'llm', namespace: 'default' }, spec: { replicas: 'two' } });
    expect([status, body]).toEqual([422, expect.objectContaining({ message: expect.stringContaining('spec.replicas: Invalid value: "string"') })]);
  });
});

describe('API servers side by side', () => {
  let servers: ApiServer[] = [];
  beforeAll(async () => {
    servers = await eachOf(MINORS, 4, minor => startApiServer({ minor, crds: false }));
  });
  afterAll(() => eachOf(servers, 4, server => server.stop()));

  test('are the minors that they were asked to be', async () => {
    // Major and minor stay those of the binary. Source: KEP-4330; apimachinery pkg/version/types.go (1.36).
    const versions = await eachOf(servers, 4, ({ client }) => client.call<any>('GET', '/version'));
    expect(versions.map(({ emulationMajor, emulationMinor }) => `${emulationMajor}.${emulationMinor}`)).toEqual(MINORS);
    expect(versions.map(({ gitVersion }) => gitVersion)).toEqual(Array(4).fill('v1.36.3'));
    const dra = await eachOf(servers, 4, ({ client }) => client.serves('resource.k8s.io/v1', 'ResourceClaim'));
    expect(dra).toEqual([false, true, true, true]);
  });

  test('do not see the objects of one another', async () => {
    await servers[0].client.ensureNamespace('mine');
    const statuses = await eachOf(servers, 4, async ({ client }) => (await client.request('GET', '/api/v1/namespaces/mine')).status);
    expect(statuses).toEqual([200, 404, 404, 404]);
  });
});

test('a server that cannot start says which program ended, with its last words', async () => {
  const starting = startApiServer({ minor: '1.36', crds: false, gates: { NoSuchGate: true } });
  await expect(starting).rejects.toThrow(/kube-apiserver ended with status 1[\s\S]*NoSuchGate[\s\S]*logs: /);
});

describe('a run that is killed', () => {
  const start = async () => {
    const script = path.join(__dirname, 'programs/hold-a-server.ts');
    const args = [require.resolve('ts-node/dist/bin'), '--transpile-only', '--project', path.join(__dirname, '../tsconfig.json'), script];
    const owner = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    const line = await new Promise<string>(resolve => owner.stdout.once('data', chunk => resolve(String(chunk))));
    const { folder, url } = JSON.parse(line) as { folder: string; url: string };
    const record = JSON.parse(fs.readFileSync(path.join(folder, 'processes.json'), 'utf8')) as RunRecord;
    return { owner, folder, port: Number(new URL(url).port), pids: [record.keeper, ...Object.values(record.running)] };
  };

  test.each(['SIGKILL', 'SIGINT'] as const)('leaves no process and no open port after %s', async signal => {
    const { owner, folder, port, pids } = await start();
    expect(pids).toHaveLength(3);
    expect(await isOpen(port)).toBe(true);
    process.kill(-owner.pid!, signal); // The whole group, as Ctrl-C does.
    await eventually('all processes are gone', async () => pids.filter(isAlive), left => left.length === 0, { seconds: 20 });
    expect(await isOpen(port)).toBe(false);
    expect(fs.existsSync(path.join(folder, 'etcd'))).toBe(false);
    expect(fs.existsSync(path.join(folder, 'kube-apiserver.log'))).toBe(true);
  });
});

function isOpen(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

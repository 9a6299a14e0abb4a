import * as fs from 'fs';
import * as path from 'path';
import { App, Chart } from 'cdk8s';
import { HARMLESS } from './identity/changes';
import { family, Writing } from './identity/family';
import { guardedChanges } from './identity/guarded';
import { held, runningPods, settled, uids } from './identity/observed';
import { allApps, ROOT } from '../../build-tools/examples';
import { DeviceRequest, IndexedTrainingJob, ResourceClaimTemplate, ZonePartitionedStatefulSet, ZonePartitionedStatefulSetProps } from '../../src';
import { Identities, identitiesOf, moves } from '../../test/identity/identity';
import { ApiClient, ApiError } from '../harness/client';
import { Cluster, startCluster, synthesise } from '../harness/cluster';
import { installDefinitionsOf } from '../harness/cluster-definitions';
import { Manifest } from '../harness/manifest';
import { AskedServer, rememberedServer } from '../harness/remembered/remembered-server';

/** The golden corpus: names, selectors and claims of every example. */
const CORPUS: Record<string, Identities> = JSON.parse(fs.readFileSync(path.join(ROOT, 'test/identity/corpus.json'), 'utf8'));

let cluster: Cluster;
let server: AskedServer;

beforeAll(async () => {
  server = await rememberedServer(__filename, { minor: '1.36' });
  cluster = await startCluster({ leaderWorkerSet: true });
}, 300_000);

afterAll(() => Promise.all([cluster?.stop(), server?.stop()]));

describe('one of each pattern', () => {
  const namespace = 'family';
  const PODS = 30;
  const objects = synthesise(app => family(app, { namespace }));
  let pods: Record<string, string>;

  beforeAll(async () => {
    await cluster.apply(objects);
    pods = uids(await runningPods(cluster, namespace, PODS));
  }, 300_000);

  test.each<[string, Omit<Writing, 'namespace'>]>([
    ['as before', {}],
    ['in another chart', { chart: 'production-eu' }],
    ['under other scopes', { scopes: ['Team', 'Models'] }],
    ['with other ids', { ids: id => `Renamed${id}` }],
    ['with properties, zones and labels in another order', { reversed: true }],
    ['in all of these ways', { chart: 'c', scopes: ['Deep'], ids: id => `${id}2`, reversed: true }],
  ])('written %s and applied again, no object changes and no pod is replaced', async (_how, writing) => {
    const before = await held(cluster.client, objects);
    const again = await cluster.applyApp(app => family(app, { ...writing, namespace }));
    expect(again.map(nameOf).sort()).toEqual(objects.map(nameOf).sort());
    expect((await held(cluster.client, objects)).map(settled)).toEqual(before.map(settled));
    expect(uids(await runningPods(cluster, namespace, PODS))).toEqual(pods);
  });

  const guarded = guardedChanges(objects);

  test.each(guarded.filter(({ refusal }) => refusal))('$what cannot change, and the corpus reports it', async ({ before, after, refusal, moved }) => {
    expect(moves(identitiesOf([before]), identitiesOf([after]))).toContainEqual(expect.stringContaining(`${before.metadata.name}: ${moved} was`));
    expect(await refusalOf(cluster.client.apply(after, { dryRun: 'All' }))).toMatch(refusal!);
  });

  test.each(guarded.filter(({ refusal }) => !refusal))('$what can change, so that only the corpus reports it', async ({ before, after, moved }) => {
    expect(moves(identitiesOf([before]), identitiesOf([after]))).toContainEqual(expect.stringContaining(`${before.metadata.name}: ${moved} was`));
    expect(await refusalOf(cluster.client.apply(after, { dryRun: 'All' }))).toBeUndefined();
  });
});

describe.each(examples())('$name', ({ name, revisions }) => {
  const all = revisions.flatMap(({ objects }) => ofExample(objects, name));
  /** Of most objects the API server alone decides what may change; of these their webhooks do too. */
  const needsCluster = all.some(({ kind }) => kind === 'LeaderWorkerSet');
  let client: ApiClient;

  beforeAll(async () => {
    client = needsCluster ? cluster.client : server.client;
    await client.ensureNamespacesOf(all);
    await (needsCluster && installDefinitionsOf(client, all));
  });

  // Roll-outs of many examples at once would take most of the time.
  afterAll(() => (needsCluster ? client.deleteAll(all) : undefined));

  async function apply(objects: readonly Manifest[]): Promise<void> {
    for (const object of objects) {
      await client.apply(object);
    }
  }

  test('is updated in place, all but the programs of runs', async () => {
    for (const { app, objects } of revisions) {
      expect(moves(CORPUS[app], identitiesOf(objects))).toEqual([]);
      await apply(ofExample(objects, name));
    }
    const objects = ofExample(revisions.at(-1)!.objects, name);
    const before = await held(client, objects);
    const refusals: string[] = [];
    for (const { what, change } of HARMLESS) {
      for (const object of objects) {
        const changed = change(object);
        const refusal = changed && await refusalOf(client.apply(changed));
        refusals.push(...(refusal ? [`${what} of ${object.kind} ${object.metadata.name}: ${refusal.replace(/\{.*\}/, '{…}')}`] : []));
      }
    }
    const after = await held(client, objects);
    expect(after.map(uidOf)).toEqual(before.map(uidOf));
    // The cluster fills in the volume of a claim once it is bound.
    expect(moves(identitiesOf(before), identitiesOf(after)).filter(line => !line.includes('volumeName was undefined'))).toEqual([]);
    // A Job's template is immutable: another program is another run. Of a suspended one resources may change, so the rest is compared by itself.
    expect(refusals).toEqual(objects.filter(({ kind }) => kind === 'Job').map(({ metadata }) => expect.stringMatching(
      new RegExp(`^images of Job ${metadata.name}: .* 422 Job\\.batch "${metadata.name}" is invalid: spec\\.template(\\.spec)?: Invalid value: \\{…\\}: field is immutable$`))));
  });
});

describe('what no update can change is made anew under another name', () => {
  const namespace = 'anew';

  test('a run', async () => {
    const run = (runId: string, image: string) => synthesise(app => {
      new IndexedTrainingJob(new Chart(app, 'prod', { namespace }), 'Pretrain', { runId, workers: 2, container: { image, command: ['train'] } });
    });
    await cluster.apply(run('a', 'registry.example/train:1'));
    expect(await refusalOf(cluster.apply(run('a', 'registry.example/train:2')))).toMatch(/spec\.template: Invalid value: .*: field is immutable$/);
    await cluster.apply(run('b', 'registry.example/train:2'));
    expect((await cluster.client.list<Manifest>('batch/v1', 'Job', namespace)).map(({ metadata }) => metadata.name)).toEqual(['pretrain-a', 'pretrain-b']);
  });

  test('a device claim', async () => {
    const template = (count: number) => synthesise(app => {
      new ResourceClaimTemplate(new Chart(app, 'prod', { namespace }), 'Gpus', { name: 'gpus', requests: [DeviceRequest.nvidia({ count })] });
    });
    const [two] = await cluster.apply(template(2));
    const [four] = template(4);
    const underTheOldName = { ...four, metadata: { ...four.metadata, name: two.metadata.name } };
    expect(await refusalOf(cluster.client.apply(underTheOldName))).toMatch(/ResourceClaimTemplate\.resource\.k8s\.io .* is invalid: spec: Invalid value: .*: field is immutable$/);
    await cluster.apply([four]);
    expect(await cluster.client.list('resource.k8s.io/v1', 'ResourceClaimTemplate', namespace)).toHaveLength(2);
  });
});

describe('another identity', () => {
  const namespace = 'renamed';
  const database = (props: Partial<ZonePartitionedStatefulSetProps>) => synthesise((app: App) => {
    const container = { image: 'postgres:17', portNumber: 5432 };
    new ZonePartitionedStatefulSet(new Chart(app, 'prod', { namespace }), 'Db', { container, zones: [{ zone: 'eu-1a', replicas: 2 }], ...props });
  });

  test('of name makes new pods beside the old ones, which the corpus reports', async () => {
    const [before, after] = [database({}), database({ name: 'ledger' })];
    await cluster.apply(before);
    const pods = uids(await runningPods(cluster, namespace, 2));
    await cluster.apply(after);
    const now = uids(await runningPods(cluster, namespace, 4));
    expect(now).toMatchObject(pods);
    expect(Object.keys(now)).toEqual(['db-eu-1a-0', 'db-eu-1a-1', 'ledger-eu-1a-0', 'ledger-eu-1a-1']);
    expect(moves(identitiesOf(before), identitiesOf(after))).toContain(`apps/v1 StatefulSet ${namespace}/db-eu-1a: is gone or has another name`);
  });
});

interface Example {
  readonly name: string;
  readonly revisions: { readonly app: string; readonly objects: Manifest[] }[];
}

/** Each example once; one that shows a roll-out with the manifests of all of its stages, which follow one another. */
function examples(): Example[] {
  const found = new Map<string, Example>();
  for (const { name: app, build } of allApps()) {
    const [name] = app.split('/');
    const example = found.get(name) ?? { name, revisions: [] };
    example.revisions.push({ app, objects: synthesise(build) });
    found.set(name, example);
  }
  return [...found.values()];
}

/** Examples share namespaces and names, which clusters of their own would keep apart; those of one example stay apart from each other. */
function ofExample(objects: readonly Manifest[], name: string): Manifest[] {
  return objects.map(object => {
    const { apiVersion, kind, metadata } = object;
    const place = metadata.namespace === undefined ? {} : { namespace: `${name}-${metadata.namespace}` };
    return { ...object, metadata: { ...metadata, ...place, ...(apiVersion === 'v1' && kind === 'Namespace' ? { name: `${name}-${metadata.name}` } : {}) } };
  });
}

function uidOf({ metadata }: Manifest): string {
  return metadata.uid!;
}

function nameOf({ apiVersion, kind, metadata }: Manifest): string {
  return `${apiVersion} ${kind} ${metadata.name}`;
}

/** Message of the server's refusal, or undefined. Anything but a refusal is a failure. */
async function refusalOf(request: Promise<unknown>): Promise<string | undefined> {
  try {
    await request;
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    return (error as ApiError).message;
  }
}

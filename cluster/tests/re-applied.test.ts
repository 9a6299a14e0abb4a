import { execFile } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { promisify } from 'util';
import { ApiObject, App, Chart } from 'cdk8s';
import { allApps, ExampleApp, ROOT } from '../../build-tools/examples';
import { DefaultSet, KubernetesVersion, Target } from '../../src';
import { temporaryFolder } from '../../test/hygiene/temporary';
import { TEMPLATE_APPS } from '../../test/identity/template-apps';
import { ApiServer, startApiServer } from '../harness/api-server';
import { binaries } from '../harness/binaries';
import { ApiClient } from '../harness/client';
import { startCluster, synthesise } from '../harness/cluster';
import { isBuiltIn } from '../harness/compare';
import { eachOf } from '../harness/eventually';
import { Manifest } from '../harness/manifest';
import { respelled } from '../harness/stored';

/* What an app writes is what the server stores, so that a second apply of the same files is no change: kubectl says `unchanged`, not `configured`. */

const dist = temporaryFolder('re-applied');

let server: ApiServer;
let kubectl: (...args: string[]) => Promise<string>;

beforeAll(async () => {
  const program = (await binaries(undefined, ['kubectl'])).path('kubectl');
  server = await startApiServer({ minor: '1.36' });
  kubectl = async (...args) => (await promisify(execFile)(program, ['--kubeconfig', server.kubeconfig, ...args], { maxBuffer: 2 ** 26 })).stdout;
}, 600_000);

afterAll(() => server?.stop());

interface Written {
  readonly name: string;
  readonly folder: string;
  readonly objects: readonly Manifest[];
  /** Those that the library renders itself; the others of an example are cdk8s-plus-28's and the example's own. */
  readonly ours: readonly Manifest[];
}

/** The files of an app, as `cdk8s synth` leaves them. */
function written({ name, build }: ExampleApp): Written {
  const folder = path.join(dist, name);
  const app = new App({ outdir: folder });
  build(app);
  app.synth();
  const objects = app.node.findAll().filter(construct => ApiObject.isApiObject(construct));
  return { name, folder, objects: objects.map(manifestOf), ours: objects.filter(object => object.constructor.name === 'PlainApiObject').map(manifestOf) };
}

/** What kubectl calls an object, without its namespace. */
function named({ kind, metadata }: Manifest): string {
  return `${kind.toLowerCase()} ${metadata.name}`;
}

/** Apps that kubectl applies together, since none has an object that is called like one of another: each start of it takes longer than the apply of an app. */
function batchesOf(apps: readonly Written[]): Written[][] {
  const batches: { readonly apps: Written[]; readonly names: Set<string> }[] = [];
  for (const app of apps) {
    const batch = batches.find(({ names }) => !app.objects.some(object => names.has(named(object)))) ?? { apps: [], names: new Set() };
    batches.push(...batch.apps.length === 0 ? [batch] : []);
    batch.apps.push(app);
    app.objects.forEach(object => batch.names.add(named(object)));
  }
  return batches.map(({ apps: together }) => together);
}

function manifestOf(object: ApiObject): Manifest {
  return JSON.parse(JSON.stringify(object.toJson()));
}

function live({ apiVersion, kind, metadata }: Manifest): Promise<Manifest> {
  return server.client.get<Manifest>(apiVersion, kind, metadata.namespace, metadata.name);
}

/** The server gives an object that it writes a new one. */
function versions(objects: readonly Manifest[]): string[] {
  return objects.map(({ kind, metadata }) => `${kind} ${metadata.name} ${metadata.resourceVersion}`);
}

/**
 * kubectl patches the selector of every disruption budget, whatever it is: the field says that a patch replaces it. The object stays as it is.
 * Source: k8s.io/api policy/v1/types.go (patchStrategy: replace), v0.36
 */
const ALWAYS_PATCHED = 'poddisruptionbudget.policy/';

/** What kubectl says of objects, and the versions that they have then. */
interface Applied {
  readonly lines: readonly string[];
  readonly stored: ReadonlyMap<Manifest, Manifest>;
}

describe.each(batchesOf(allApps().map(written)).map((apps, index) => ({ apps, index })))('apps applied together, $index', ({ apps }) => {
  let [first, again, onServer, againOnServer]: Applied[] = [];

  async function applied(...options: string[]): Promise<Applied> {
    const lines = (await kubectl('apply', ...options, ...apps.flatMap(({ folder }) => ['-f', folder]))).trim().split('\n');
    const ours = apps.flatMap(app => app.ours);
    const stored = await eachOf(ours, 4, live);
    return { lines, stored: new Map(ours.map((object, index) => [object, stored[index]])) };
  }

  beforeAll(async () => {
    await eachOf(apps, 1, ({ objects }) => server.client.ensureNamespacesOf(objects));
    first = await applied();
    again = await applied();
    onServer = await applied('--server-side', '--force-conflicts');
    againOnServer = await applied('--server-side', '--force-conflicts');
  });

  // Other apps have objects of the same names, also when this one fails.
  afterAll(() => server.client.deleteAll(apps.flatMap(({ objects }) => objects)));

  test.each(apps)('$name applied again changes nothing, from the client and from the server', ({ objects, ours }) => {
    const nameOf = (line: string) => /^([^./]+)[^/]*\/(\S+)/.exec(line)!.slice(1).join(' ');
    const linesOf = (some: readonly Manifest[]) => again.lines.filter(line => some.map(named).includes(nameOf(line)));
    const versionsIn = ({ stored }: Applied) => versions(ours.map(object => stored.get(object)!));
    expect(linesOf(objects)).toHaveLength(objects.length);
    expect(linesOf(ours).filter(line => !line.endsWith(' unchanged') && !line.startsWith(ALWAYS_PATCHED))).toEqual([]);
    expect(versionsIn(again)).toEqual(versionsIn(first));
    expect(versionsIn(againOnServer)).toEqual(versionsIn(onServer));
    expect(ours.flatMap(object => respelled(object, onServer.stored.get(object)!).map(line => `${object.kind} ${object.metadata.name}: ${line}`))).toEqual([]);
  });
});

describe('what releases before wrote with other spellings', () => {
  type Recorded = { readonly [app: string]: { readonly [object: string]: any } };
  const recorded = JSON.parse(fs.readFileSync(path.join(ROOT, 'test/identity/templates-v1.json'), 'utf8')) as Recorded;
  const NAMESPACE = 'moved';

  /** The objects of today, each with the spec of then. */
  function frozen(): { readonly now: Manifest; readonly then: Manifest }[] {
    return Object.entries(TEMPLATE_APPS).flatMap(([name, build], index) => {
      const objects = synthesise(app => {
        const chart = new Chart(app, 'app', { namespace: `${NAMESPACE}-${index}` });
        Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['eu-1a', 'eu-1b', 'eu-1c'], defaults: DefaultSet.V1 });
        build(chart);
      });
      return objects.filter(({ kind, metadata }) => `${kind} ${metadata.name}` in recorded[name])
        .map(now => ({ now, then: { ...now, spec: inNamespace(recorded[name][`${now.kind} ${now.metadata.name}`], now.metadata.namespace!) } }));
    });
  }

  /** Addresses hold the namespace, which is `ml` in what was recorded. */
  function inNamespace(spec: object, namespace: string): object {
    return JSON.parse(JSON.stringify(spec).replace(/\.ml(?=["\\:/ ,.])/g, `.${namespace}`));
  }

  /** Applies what was, then what is; the names of objects whose spec the server took for another one. */
  async function moved(client: ApiClient, objects: readonly { readonly now: Manifest; readonly then: Manifest }[]): Promise<string[]> {
    await client.ensureNamespacesOf(objects.map(({ now }) => now));
    const before = await eachOf(objects, 4, ({ then }) => client.apply(then));
    const after = await eachOf(objects, 4, ({ now }) => client.apply(now));
    return after.filter(({ metadata }, index) => metadata.generation !== before[index].metadata.generation).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  }

  test('is the same to the server: nothing rolls when the newer manifests are applied', async () => {
    const objects = frozen().filter(({ now }) => isBuiltIn(now));
    expect(objects.filter(({ now, then }) => JSON.stringify(now) !== JSON.stringify(then)).length).toBeGreaterThan(10);
    expect(await moved(server.client, objects)).toEqual([]);
  });

  test('is the same to the webhooks of LeaderWorkerSet, which write what they read', async () => {
    const cluster = await startCluster({ leaderWorkerSet: true, zones: [], plainNodes: false });
    try {
      const objects = frozen().filter(({ now: { kind } }) => kind === 'LeaderWorkerSet');
      expect(objects.filter(({ now, then }) => JSON.stringify(now) !== JSON.stringify(then)).length).toBeGreaterThan(0);
      expect(await moved(cluster.client, objects)).toEqual([]);
    } finally {
      await cluster.stop();
    }
  });
});

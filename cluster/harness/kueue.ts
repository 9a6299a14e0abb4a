import * as fs from 'fs';
import * as https from 'https';
import * as path from 'path';
import { ApiServer } from './api-server';
import { binaries, moduleDirectory } from './binaries';
import { documentsIn } from './crds';
import { definitionsAreServed } from './definitions';
import { eachOf, eventually } from './eventually';
import { Manifest } from './manifest';
import { freePort } from './processes';

const KUEUE = { module: 'sigs.k8s.io/kueue', version: 'v0.17.1' };
const NAMESPACE = 'kueue-system';
const SERVICE = 'kueue-webhook-service';
const SECRET = 'kueue-webhook-server-cert';

/** Kinds that are stored in one version and read in another, by a webhook. Source: config/components/crd/kustomization.yaml, pkg/util/cert/cert.go (v0.17.1) */
const CONVERTED = ['localqueues', 'clusterqueues', 'workloads', 'cohorts', 'multikueueclusters'];

/** What its installation leaves alone. Source: config/components/webhook/kustomization.yaml (v0.17.1) */
const EXCEPT = { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['kube-system', NAMESPACE] }] };
const OF_PODS = ['pod', 'deployment', 'statefulset'].flatMap(kind => [`m${kind}.kb.io`, `v${kind}.kb.io`]);

export interface KueueOptions {
  /** Further fields of its configuration. */
  readonly configuration?: Readonly<Record<string, unknown>>;
  /** Whether the API server asks its webhooks about workloads and pods. @default true */
  readonly webhooks?: boolean;
}

/**
 * Kueue with its webhooks, those that convert between versions included, as its manifests install it. It makes its certificate itself; the Service in front of its
 * webhooks is another name for this host.
 */
export async function startKueue(server: ApiServer, options: KueueOptions = {}): Promise<void> {
  const port = await freePort();
  const folder = path.join(server.folder, 'kueue');
  fs.mkdirSync(folder);
  await install(server, port, options);
  const config = path.join(folder, 'config.json');
  fs.writeFileSync(config, JSON.stringify({ ...configuration(folder, port), ...options.configuration }));
  await server.processes.start({ name: 'kueue', command: (await binaries(undefined, ['kueue'])).path('kueue'), args: [`--config=${config}`], env: { KUBECONFIG: server.kubeconfig } });
  const ca = await mountCertificate(server, folder);
  await eventually('kueue serves its webhooks', () => statusOf(port, ca), status => status !== 404, { hopeless: () => server.processes.failure() });
}

async function install(server: ApiServer, port: number, { webhooks = true }: KueueOptions): Promise<void> {
  const { client } = server;
  const root = await moduleDirectory(KUEUE.module, KUEUE.version);
  await client.ensureNamespace(NAMESPACE);
  await client.apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name: SECRET, namespace: NAMESPACE } });
  await client.apply({ apiVersion: 'v1', kind: 'Service', metadata: { name: SERVICE, namespace: NAMESPACE }, spec: { type: 'ExternalName', externalName: 'localhost' } });
  const service = { name: SERVICE, namespace: NAMESPACE, port };
  const bases = path.join(root, 'config/components/crd/bases');
  const definitions = fs.readdirSync(bases).flatMap(file => documentsIn(path.join(bases, file)) as Manifest[]);
  await eachOf(definitions, 4, definition => client.apply(converted(definition, service)));
  await definitionsAreServed(client, definitions);
  const declared = documentsIn(path.join(root, 'config/components/webhook/manifests.yaml')) as Manifest[];
  await eachOf(declared, 1, each => client.apply(webhookConfiguration(each, service, webhooks)));
}

function converted(definition: Manifest, service: object): Manifest {
  const { spec } = definition;
  return CONVERTED.includes(spec.names.plural)
    ? { ...definition, spec: { ...spec, conversion: { strategy: 'Webhook', webhook: { clientConfig: { service: { ...service, path: '/convert' } }, conversionReviewVersions: ['v1'] } } } }
    : definition;
}

/** The module's own, with the address and the exceptions that its kustomization adds. */
function webhookConfiguration(declared: Manifest, service: object, areAsked: boolean): Manifest {
  const asked = (declared.webhooks as any[]).filter(({ clientConfig }) => areAsked || /-kueue-x-k8s-io-/.test(clientConfig.service.path));
  const webhooks = asked.map(webhook => ({
    ...webhook,
    clientConfig: { service: { ...service, path: webhook.clientConfig.service.path } },
    ...(OF_PODS.includes(webhook.name) ? { namespaceSelector: EXCEPT } : {}),
  }));
  return { ...declared, metadata: { name: `kueue-${declared.metadata.name}` }, webhooks };
}

function configuration(folder: string, port: number): object {
  return {
    apiVersion: 'config.kueue.x-k8s.io/v1beta2',
    kind: 'Configuration',
    namespace: NAMESPACE,
    health: { healthProbeBindAddress: '0' },
    metrics: { bindAddress: '0' },
    webhook: { host: '127.0.0.1', port, certDir: folder },
    leaderElection: { leaderElect: false },
    internalCertManagement: { enable: true, webhookServiceName: SERVICE, webhookSecretName: SECRET },
    // It listens on a port that nobody else may have.
    featureGates: { VisibilityOnDemand: false },
    clientConnection: { qps: 200, burst: 400 },
    integrations: {
      frameworks: [
        'batch/job', 'ray.io/rayjob', 'ray.io/raycluster', 'ray.io/rayservice', 'jobset.x-k8s.io/jobset', 'pod', 'deployment', 'statefulset', 'leaderworkerset.x-k8s.io/leaderworkerset',
      ],
    },
  };
}

/** As a kubelet does with the Secret. */
async function mountCertificate(server: ApiServer, folder: string): Promise<string> {
  const { data } = await eventually('kueue makes its certificate', () => server.client.get('v1', 'Secret', NAMESPACE, SECRET), ({ data: made }) => made?.['tls.crt'] !== undefined,
    { hopeless: () => server.processes.failure() });
  ['tls.key', 'tls.crt'].forEach(file => fs.writeFileSync(path.join(folder, file), Buffer.from(data[file], 'base64'), { mode: 0o600 }));
  return Buffer.from(data['ca.crt'], 'base64').toString();
}

/** A review without content is answered with an error, but not with "not found". */
function statusOf(port: number, ca: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = https.request({ host: '127.0.0.1', port, path: '/mutate-kueue-x-k8s-io-v1beta2-workload', servername: `${SERVICE}.${NAMESPACE}.svc`, method: 'POST', ca, headers: { 'Content-Type': 'application/json' } },
      response => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
    request.on('error', reject);
    request.end('{}');
  });
}

import * as fs from 'fs';
import * as path from 'path';
import { parseAllDocuments } from 'yaml';
import { ApiServer } from './api-server';
import { binaries, moduleDirectory } from './binaries';
import { crdSources, documentsIn } from './crds';
import { eventually } from './eventually';
import { Manifest } from './manifest';
import { Oracle } from './oracle';
import { freePort } from './processes';

const NAMESPACE = 'keda';
const METRICS_SERVER = 'keda-metrics-apiserver';
const SETTINGS = { WATCH_NAMESPACE: '', POD_NAMESPACE: NAMESPACE, KEDA_CLUSTER_OBJECT_NAMESPACE: NAMESPACE };

/** Where the parts of KEDA find each other. */
interface Addresses {
  readonly folder: string;
  /** The operator's, at which the metrics server asks. */
  readonly values: number;
  readonly metrics: number;
  readonly webhooks: number;
}

/**
 * KEDA as its manifests install it, in processes of this machine: the operator, which asks a Prometheus and sets 0 and 1; the metrics server, which the
 * autoscaler's controller asks for external metrics; and the webhooks.
 *
 * Source: keda config/manager, config/metrics-server, config/webhooks (v2.21.0)
 */
export async function startKeda(server: ApiServer, oracle: Oracle): Promise<void> {
  const { cert, key } = await oracle.certificate(['localhost', '127.0.0.1', `${METRICS_SERVER}.${NAMESPACE}.svc`]);
  const folder = writeCertificates(server.folder, cert, key);
  const addresses = { folder, values: await freePort(), metrics: await freePort(), webhooks: await freePort() };
  await server.client.ensureNamespace(NAMESPACE);
  await createDefinitions(server);
  await startOperator(server, addresses);
  await startMetricsServer(server, addresses);
  await startWebhooks(server, addresses);
  const ca = Buffer.from(cert).toString('base64');
  await registerMetrics(server, addresses, ca);
  await registerWebhooks(server, addresses, ca);
}

function writeCertificates(parent: string, cert: string, key: string): string {
  const folder = path.join(parent, 'keda');
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'ca.crt'), cert);
  fs.writeFileSync(path.join(folder, 'tls.crt'), cert);
  fs.writeFileSync(path.join(folder, 'tls.key'), key, { mode: 0o600 });
  return folder;
}

/** The module of the definitions that all test servers have. */
async function moduleOfKeda(): Promise<string> {
  const { module, version, sum } = crdSources().find(({ name }) => name === 'scaledobjects.keda.sh')!;
  return moduleDirectory(module, version, sum);
}

/** Where its events may go, which the operator watches as well. */
async function createDefinitions(server: ApiServer): Promise<void> {
  const bases = path.join(await moduleOfKeda(), 'config/crd/bases');
  for (const file of ['eventing.keda.sh_cloudeventsources.yaml', 'eventing.keda.sh_clustercloudeventsources.yaml']) {
    for (const definition of documentsIn(path.join(bases, file))) {
      await server.client.create(definition as Manifest);
    }
  }
}

async function startOperator(server: ApiServer, { folder, values }: Addresses): Promise<void> {
  const name = 'keda-operator';
  await server.processes.start({
    name,
    command: (await binaries(undefined, [name])).path(name),
    args: [`--kubeconfig=${server.kubeconfig}`, '--leader-elect=false', '--enable-prometheus-metrics=false', '--health-probe-bind-address=0', `--cert-dir=${folder}`,
      `--metrics-service-bind-address=127.0.0.1:${values}`, '--kube-api-qps=200', '--kube-api-burst=400'],
    env: SETTINGS,
  });
}

/** Nobody but the API server of the test asks it, and that one allows everything. */
async function startMetricsServer(server: ApiServer, { folder, values, metrics }: Addresses): Promise<void> {
  const name = 'keda-metrics-server';
  await server.processes.start({
    name,
    command: (await binaries(undefined, [name])).path(name),
    args: [
      ...['kubeconfig', 'lister-kubeconfig', 'authentication-kubeconfig', 'authorization-kubeconfig'].map(flag => `--${flag}=${server.kubeconfig}`),
      '--authentication-tolerate-lookup-failure', '--bind-address=127.0.0.1', `--secure-port=${metrics}`, `--port=${await freePort()}`,
      `--cert-dir=${folder}`, `--tls-cert-file=${folder}/tls.crt`, `--tls-private-key-file=${folder}/tls.key`, `--metrics-service-address=127.0.0.1:${values}`,
    ],
    env: SETTINGS,
  });
}

async function startWebhooks(server: ApiServer, { folder, webhooks }: Addresses): Promise<void> {
  const name = 'keda-webhooks';
  await server.processes.start({
    name,
    command: (await binaries(undefined, [name])).path(name),
    args: [`--kubeconfig=${server.kubeconfig}`, '--metrics-bind-address=0', '--health-probe-bind-address=0', `--cert-dir=${folder}`, `--port=${webhooks}`],
    env: SETTINGS,
  });
}

/** An ExternalName Service leads out of the cluster. Source: k8s.io/apiserver pkg/util/proxy/proxy.go ResolveCluster (v0.36.3) */
async function registerMetrics(server: ApiServer, { metrics }: Addresses, caBundle: string): Promise<void> {
  const { client } = server;
  const service = { namespace: NAMESPACE, name: METRICS_SERVER };
  const registration = { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name: 'v1beta1.external.metrics.k8s.io' } };
  await client.create({ apiVersion: 'v1', kind: 'Service', metadata: service, spec: { type: 'ExternalName', externalName: 'localhost' } });
  const spec = { group: 'external.metrics.k8s.io', version: 'v1beta1', service: { ...service, port: metrics }, caBundle, groupPriorityMinimum: 100, versionPriority: 100 };
  await client.create({ ...registration, spec });
  await eventually('the API server forwards to the metrics server of KEDA', () => client.get(registration.apiVersion, registration.kind, undefined, registration.metadata.name),
    ({ status }) => status?.conditions?.some((each: any) => each.type === 'Available' && each.status === 'True'), { hopeless: () => server.processes.failure() });
}

/** Its own configuration, with an address in place of the Service, and with failures that count: in a test, silence is no consent. */
async function registerWebhooks(server: ApiServer, { webhooks: port }: Addresses, caBundle: string): Promise<void> {
  const file = path.join(await moduleOfKeda(), 'config/webhooks/validation_webhooks.yaml');
  const [configuration] = parseAllDocuments(fs.readFileSync(file, 'utf8')).map(document => document.toJS() as Manifest);
  const webhooks = configuration.webhooks.map((webhook: any) => ({
    ...webhook, failurePolicy: 'Fail', clientConfig: { url: `https://127.0.0.1:${port}${webhook.clientConfig.service.path}`, caBundle },
  }));
  await server.client.create({ ...configuration, metadata: { name: configuration.metadata.name }, webhooks });
}

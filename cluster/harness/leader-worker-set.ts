import * as fs from 'fs';
import * as https from 'https';
import * as path from 'path';
import { JsonPatch } from 'cdk8s';
import { parse, parseAllDocuments } from 'yaml';
import { ApiServer } from './api-server';
import { binaries, moduleDirectory } from './binaries';
import { crdSources } from './crds';
import { eventually } from './eventually';
import { Manifest } from './manifest';
import { Oracle } from './oracle';
import { freePort } from './processes';

const NAME = 'lws-controller';

/**
 * Starts the LeaderWorkerSet controller with its webhooks: they, not the controller, give pods their index labels and the environment
 * variables, so a cluster without them shows groups that no real one has.
 *
 * Source: sigs.k8s.io/lws pkg/webhooks/pod_webhook.go.
 */
export async function startLeaderWorkerSet(server: ApiServer): Promise<void> {
  const folder = path.join(server.folder, NAME);
  fs.mkdirSync(folder);
  const { cert, key } = await certificate();
  fs.writeFileSync(path.join(folder, 'tls.crt'), cert);
  fs.writeFileSync(path.join(folder, 'tls.key'), key, { mode: 0o600 });
  const webhookPort = await freePort();
  const config = path.join(folder, 'config.json');
  fs.writeFileSync(config, JSON.stringify(configuration(folder, webhookPort)));
  const command = (await binaries(undefined, [NAME])).path(NAME);
  // The admission of every pod waits for the webhook, so it is registered once the controller answers.
  await server.processes.start({ name: NAME, command, args: [`--config=${config}`, `--kubeconfig=${server.kubeconfig}`] });
  const webhooks = await webhookConfigurations(`https://127.0.0.1:${webhookPort}`, cert);
  await whenServed(server, webhooks, cert);
  for (const each of webhooks) {
    await server.client.create(each);
  }
}

async function certificate(): Promise<{ cert: string; key: string }> {
  const oracle = await Oracle.start();
  try {
    return await oracle.certificate(['127.0.0.1']);
  } finally {
    await oracle.stop();
  }
}

function configuration(folder: string, webhookPort: number): object {
  return {
    apiVersion: 'config.lws.x-k8s.io/v1alpha1',
    kind: 'Configuration',
    leaderElection: { leaderElect: false },
    internalCertManagement: { enable: false },
    webhook: { host: '127.0.0.1', port: webhookPort, certDir: folder },
    health: { healthProbeBindAddress: '0' },
    metrics: { bindAddress: '0' },
  };
}

/** Files of the module's own installation: what its code declares, and what its kustomization changes in it. */
const DECLARED = 'manifests.yaml';
const PATCHES: Readonly<Record<string, string>> = {
  MutatingWebhookConfiguration: 'mutating-patch.yaml',
  ValidatingWebhookConfiguration: 'validating-patch.yaml',
};

/**
 * The module's own configuration, with addresses in place of the Service that a cluster would have. Without its patches the webhook would be asked
 * about every pod of the cluster, and not only about those of groups.
 */
async function webhookConfigurations(url: string, certificateText: string): Promise<Manifest[]> {
  const { module, version, sum } = crdSources().find(({ name }) => name === 'leaderworkersets.leaderworkerset.x-k8s.io')!;
  const folder = path.join(await moduleDirectory(module, version, sum), 'config/webhook');
  const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');
  const caBundle = Buffer.from(certificateText).toString('base64');
  return parseAllDocuments(read(DECLARED)).map(document => document.toJS() as Manifest).filter(Boolean).map(declared => {
    const patches = parse(read(PATCHES[declared.kind])) as { op: 'replace'; path: string; value: unknown }[];
    const installed = JsonPatch.apply(declared, ...patches.map(({ path: at, value }) => JsonPatch.replace(at, value))) as Manifest;
    const webhooks = installed.webhooks.map((webhook: any) =>
      ({ ...webhook, clientConfig: { url: `${url}${webhook.clientConfig.service.path}`, caBundle } }));
    return { ...installed, metadata: { name: `lws-${installed.metadata.name}` }, webhooks };
  });
}

/** The controller says it is ready before it serves its webhooks, and a webhook that is not served refuses what it is asked about. */
async function whenServed(server: ApiServer, configurations: readonly Manifest[], ca: string): Promise<void> {
  const urls: string[] = configurations.flatMap(({ webhooks }) => webhooks.map((webhook: any) => webhook.clientConfig.url));
  await eventually('the LeaderWorkerSet controller serves its webhooks', () => Promise.all(urls.map(url => statusOf(url, ca))),
    statuses => !statuses.includes(404), { hopeless: () => server.processes.failure() });
}

/** A review without content is answered with an error, but not with "not found". */
function statusOf(url: string, ca: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = https.request(url, { method: 'POST', ca, headers: { 'Content-Type': 'application/json' } }, response => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    request.end('{}');
  });
}

import * as fs from 'fs';
import * as https from 'https';
import * as path from 'path';
import { JsonPatch } from 'cdk8s';
import { parse, parseAllDocuments } from 'yaml';
import { ApiServer } from './api-server';
import { binaries, moduleDirectory } from './binaries';
import { Program } from './build/programs';
import { crdSources } from './crds';
import { eventually } from './eventually';
import { Manifest } from './manifest';
import { Oracle } from './oracle';
import { freePort } from './processes';

/** A controller built with controller-runtime that serves webhooks about its own kind and about pods. */
export interface WebhookController {
  readonly program: Program;
  /** Definition of its kind: says the module and the release. */
  readonly definition: string;
  /** Group of its configuration file. */
  readonly configuration: string;
  /** Folder in its module with what its code declares. */
  readonly declared: string;
  /** Folder in its module with what its kustomization changes in that. */
  readonly patches: string;
  /** Further fields of its configuration file. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** The files in both folders; controller-gen and kubebuilder name them. */
const DECLARED = 'manifests.yaml';
const PATCHES: Readonly<Record<string, string>> = {
  MutatingWebhookConfiguration: 'mutating-patch.yaml',
  ValidatingWebhookConfiguration: 'validating-patch.yaml',
};

/** Starts the controller, and registers its webhooks once it serves them: the admission of every pod of its kind waits for them. */
export async function startWebhookController(server: ApiServer, controller: WebhookController): Promise<void> {
  const name = controller.program;
  const { folder, cert } = await certifiedFolder(server, name);
  const webhookPort = await freePort();
  const config = path.join(folder, 'config.json');
  fs.writeFileSync(config, JSON.stringify(configurationFile(controller, folder, webhookPort)));
  const command = (await binaries(undefined, [name])).path(name);
  await server.processes.start({ name, command, args: [`--config=${config}`, `--kubeconfig=${server.kubeconfig}`] });
  const webhooks = await webhookConfigurations(controller, `https://127.0.0.1:${webhookPort}`, cert);
  await whenServed(server, name, webhooks, cert);
  for (const each of webhooks) {
    await server.client.create(each);
  }
}

/** A folder of a program with a certificate for its webhooks. */
export async function certifiedFolder(server: ApiServer, name: string): Promise<{ folder: string; cert: string }> {
  const folder = path.join(server.folder, name);
  fs.mkdirSync(folder);
  const oracle = await Oracle.start();
  try {
    const { cert, key } = await oracle.certificate(['127.0.0.1']);
    fs.writeFileSync(path.join(folder, 'tls.crt'), cert);
    fs.writeFileSync(path.join(folder, 'tls.key'), key, { mode: 0o600 });
    return { folder, cert };
  } finally {
    await oracle.stop();
  }
}

function configurationFile({ configuration, settings }: WebhookController, folder: string, webhookPort: number): object {
  return {
    apiVersion: `${configuration}/v1alpha1`,
    kind: 'Configuration',
    leaderElection: { leaderElect: false },
    internalCertManagement: { enable: false },
    webhook: { host: '127.0.0.1', port: webhookPort, certDir: folder },
    health: { healthProbeBindAddress: '0' },
    metrics: { bindAddress: '0' },
    ...settings,
  };
}

/**
 * The module's own configuration, with addresses in place of the Service that a cluster would have. Without its patches the webhook would be asked
 * about every pod of the cluster, and not only about those of its kind.
 */
async function webhookConfigurations(controller: WebhookController, url: string, certificateText: string): Promise<Manifest[]> {
  const { module, version, sum } = crdSources().find(({ name }) => name === controller.definition)!;
  const root = await moduleDirectory(module, version, sum);
  const read = (folder: string, file: string) => fs.readFileSync(path.join(root, folder, file), 'utf8');
  const caBundle = Buffer.from(certificateText).toString('base64');
  return parseAllDocuments(read(controller.declared, DECLARED)).map(document => document.toJS() as Manifest).filter(Boolean).map(declared => {
    const patches = parse(read(controller.patches, PATCHES[declared.kind])) as { op: 'replace'; path: string; value: unknown }[];
    const installed = JsonPatch.apply(declared, ...patches.map(({ path: at, value }) => JsonPatch.replace(at, value))) as Manifest;
    const webhooks = installed.webhooks.map((webhook: any) =>
      ({ ...webhook, clientConfig: { url: `${url}${webhook.clientConfig.service.path}`, caBundle } }));
    return { ...installed, metadata: { name: `${controller.program}-${installed.metadata.name}` }, webhooks };
  });
}

/** The controller says it is ready before it serves its webhooks, and a webhook that is not served refuses what it is asked about. */
export async function whenServed(server: ApiServer, name: string, configurations: readonly Manifest[], ca: string): Promise<void> {
  const urls: string[] = configurations.flatMap(({ webhooks }) => webhooks.map((webhook: any) => webhook.clientConfig.url));
  await eventually(`${name} serves its webhooks`, () => Promise.all(urls.map(url => statusOf(url, ca))),
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

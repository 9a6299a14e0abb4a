import * as fs from 'fs';
import * as path from 'path';
import { ApiServer } from './api-server';
import { binaries, moduleDirectory } from './binaries';
import { planOf } from './build/programs';
import { documentsIn } from './crds';
import { installDefinitions } from './definitions';
import { Manifest } from './manifest';
import { freePort } from './processes';
import { certifiedFolder, whenServed } from './webhook-controller';

const PROGRAM = 'chaos-controller-manager';
const MODULE = 'github.com/chaos-mesh/chaos-mesh';

/** Kinds that are tried, by the name of their resource and that of their webhook's path. */
const KINDS: Readonly<Record<string, string>> = { podchaos: 'podchaos', networkchaos: 'networkchaos', schedules: 'schedule' };

/**
 * The controller of Chaos Mesh with its webhooks for the kinds that are tried. It asks chaos-daemon of the node to do what is done on nodes, which nobody answers here: pods are
 * selected, deleted and changed, containers and networks are not.
 */
export async function startChaosMesh(server: ApiServer): Promise<void> {
  const root = await moduleDirectory(MODULE, ...pin());
  const bases = path.join(root, 'config/crd/bases');
  // All of them: the controller watches each kind, also those that the servers do not have.
  await installDefinitions(server.client, fs.readdirSync(bases).flatMap(file => documentsIn(path.join(bases, file)) as Manifest[]));
  const { folder, cert } = await certifiedFolder(server, PROGRAM);
  const port = await freePort();
  const command = (await binaries(undefined, [PROGRAM])).path(PROGRAM);
  await server.processes.start({ name: PROGRAM, command, args: [], env: environment(server, folder, port) });
  const webhooks = ['Mutating', 'Validating'].map(what => configuration(what as 'Mutating' | 'Validating', `https://127.0.0.1:${port}`, cert));
  await whenServed(server, PROGRAM, webhooks, cert);
  for (const each of webhooks) {
    await server.client.create(each);
  }
}

/** Of the go.mod, so that definitions and program are of one release. */
function pin(): [version: string, sum: string] {
  const { moduleFolder } = planOf(PROGRAM);
  const version = new RegExp(`^require ${MODULE} (\\S+)$`, 'm').exec(fs.readFileSync(path.join(moduleFolder, 'go.mod'), 'utf8'))![1];
  const sum = fs.readFileSync(path.join(moduleFolder, 'go.sum'), 'utf8').split('\n').map(line => line.split(' ')).find(([module, of]) => module === MODULE && of === version)![2];
  return [version, sum];
}

/** Source: chaos-mesh pkg/config/controller.go */
function environment(server: ApiServer, folder: string, port: number): Record<string, string> {
  return {
    KUBECONFIG: server.kubeconfig,
    NAMESPACE: 'default',
    WEBHOOK_HOST: '127.0.0.1',
    WEBHOOK_PORT: String(port),
    CERTS_DIR: folder,
    METRICS_HOST: '127.0.0.1',
    METRICS_PORT: '0',
    ENABLE_LEADER_ELECTION: 'false',
    SECURITY_MODE: 'false',
    CHAOSD_SECURITY_MODE: 'false',
    CHAOS_DNS_SERVICE_PORT: '0',
  };
}

/** As its chart registers them. Source: chaos-mesh helm/chaos-mesh/templates/mutating-admission-webhooks.yaml, validating-admission-webhooks.yaml */
function configuration(what: 'Mutating' | 'Validating', url: string, certificateText: string): Manifest {
  const verb = what === 'Mutating' ? 'mutate' : 'validate';
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: `${what}WebhookConfiguration`,
    metadata: { name: `chaos-mesh-${verb}` },
    webhooks: Object.entries(KINDS).map(([resource, name]) => ({
      name: `${verb[0]}${name}.kb.io`,
      clientConfig: { url: `${url}/${verb}-chaos-mesh-org-v1alpha1-${name}`, caBundle: Buffer.from(certificateText).toString('base64') },
      rules: [{ apiGroups: ['chaos-mesh.org'], apiVersions: ['v1alpha1'], operations: ['CREATE', 'UPDATE'], resources: [resource] }],
      failurePolicy: 'Fail',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    })),
  };
}

import * as fs from 'fs';
import * as path from 'path';
import { ApiServer } from './api-server';
import { binaries, moduleDirectory } from './binaries';
import { documentsIn } from './crds';
import { installDefinitions } from './definitions';
import { Manifest } from './manifest';
import { CLUSTER } from './paths';
import { freePort } from './processes';

const MODULE = 'sigs.k8s.io/karpenter';

/** A machine that the simulated provider has in every zone, of each kind of capacity. */
export interface InstanceType {
  readonly name: string;
  readonly gpus: number;
  readonly price: number;
  /** Labels as the provider of a cloud gives them: `karpenter.k8s.aws/instance-gpu-name`. */
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * Karpenter with its own provider of simulated nodes (kwok): it makes Node objects, which kwok then takes for machines. All that decides about nodes is
 * Karpenter's own code; machines, prices and zones are the test's.
 */
export async function startKarpenter(server: ApiServer, zones: readonly string[], types: readonly InstanceType[]): Promise<void> {
  await installNodeClass(server);
  const file = path.join(server.folder, 'instance-types.json');
  fs.writeFileSync(file, JSON.stringify(types.map(type => instanceType(type, zones))));
  const name = 'karpenter';
  await server.client.ensureNamespace('karpenter');
  await server.processes.start({
    name,
    command: (await binaries(undefined, [name])).path(name),
    args: [
      '--disable-leader-election', `--metrics-port=${await freePort()}`, `--health-probe-port=${await freePort()}`, `--instance-types-file-path=${file}`,
      '--batch-idle-duration=500ms', '--batch-max-duration=2s',
    ],
    env: { KUBECONFIG: server.kubeconfig, SYSTEM_NAMESPACE: 'karpenter' },
  });
}

/** Its own definition, of the release that is built. Those of pools and claims are there. */
async function installNodeClass({ client }: ApiServer): Promise<void> {
  const { version, sum } = pinned();
  const file = path.join(await moduleDirectory(MODULE, version, sum), 'kwok/apis/crds/karpenter.kwok.sh_kwoknodeclasses.yaml');
  const [definition] = documentsIn(file) as Manifest[];
  await installDefinitions(client, [definition]);
}

function pinned(): { readonly version: string; readonly sum: string } {
  const lines = fs.readFileSync(path.join(CLUSTER, 'karpenter/go.sum'), 'utf8').split('\n');
  const [, version, sum] = lines.find(line => line.startsWith(`${MODULE} `) && !line.includes('/go.mod '))!.split(' ');
  return { version, sum };
}

/** Source: karpenter kwok/cloudprovider/helpers.go InstanceTypeOptions (v1.14.1) */
function instanceType({ name, gpus, price, labels }: InstanceType, zones: readonly string[]): object {
  const own = Object.entries(labels).map(([key, value]) => ({ key, operator: 'In', values: [value] }));
  return {
    name,
    architecture: 'amd64',
    operatingSystems: ['linux'],
    resources: { 'cpu': '192', 'memory': '2000Gi', 'ephemeral-storage': '9000Gi', 'pods': '250', ...(gpus > 0 ? { 'nvidia.com/gpu': String(gpus) } : {}) },
    offerings: zones.flatMap(zone => ['spot', 'on-demand'].map(type => ({
      Price: type === 'spot' ? price / 3 : price,
      Available: true,
      Requirements: [
        { key: 'karpenter.sh/capacity-type', operator: 'In', values: [type] },
        { key: 'topology.kubernetes.io/zone', operator: 'In', values: [zone] },
        ...own,
      ],
    }))),
  };
}

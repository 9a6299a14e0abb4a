/*
 * Starts a cluster that stays, and prints how to use it:
 *   npm run cluster:up [-- --kubernetes 1.34 --zones eu-1a,eu-1b --nodes 4 --gpus 8 --leader-worker-set]
 */
import { parseArgs } from 'util';
import { Minor, MINORS } from '../harness/api-server';
import { SetupError } from '../harness/binaries';
import { startCluster } from '../harness/cluster';
import { startProvisionerProcess } from '../harness/provisioner';

const OPTIONS = {
  'kubernetes': { type: 'string', default: '1.36' },
  'zones': { type: 'string', default: 'eu-1a,eu-1b,eu-1c' },
  'nodes': { type: 'string', default: '4' },
  'gpus': { type: 'string', default: '8' },
  'leader-worker-set': { type: 'boolean', default: false },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  const minor = MINORS.find(each => each === values.kubernetes);
  if (minor === undefined) {
    throw new SetupError(`--kubernetes: ${values.kubernetes}: must be one of ${MINORS.join(', ')}`);
  }
  const zones = values.zones.split(',').filter(Boolean);
  const [nodes, gpus] = [count('--nodes', values.nodes), count('--gpus', values.gpus)];
  process.stderr.write(`starting Kubernetes ${minor} …\n`);
  const cluster = await startCluster({ minor, zones, nodesPerZone: nodes, gpusPerNode: gpus, leaderWorkerSet: values['leader-worker-set'], crds: true });
  await startProvisionerProcess(cluster);
  await cluster.processes.linger();
  process.stdout.write(`${usage(minor, cluster.kubeconfig, zones, nodes, gpus)}\n`);
  await cluster.provisioner.stop();
  cluster.client.close();
}

function count(option: string, text: string): number {
  if (!/^\d{1,3}$/.test(text)) {
    throw new SetupError(`${option}: ${text}: must be a whole number up to 999`);
  }
  return Number(text);
}

function usage(minor: Minor, kubeconfig: string, zones: readonly string[], nodes: number, gpus: number): string {
  return [
    `Kubernetes ${minor} runs with ${nodes} nodes of ${gpus} GPUs in each of the zones ${zones.join(', ')}.`,
    '',
    `  export KUBECONFIG=${kubeconfig}`,
    '  kubectl get nodes -L topology.kubernetes.io/zone',
    '  npm run demo && kubectl apply -f dist/llama-inference/ # any folder of dist/',
    '',
    'API server, controllers and scheduler are real; nodes, what runs on them and volumes are simulated.',
    'Stop it with: npm run cluster:down',
  ].join('\n');
}

main().catch(error => {
  process.stderr.write(`${error instanceof SetupError ? error.message : error.stack ?? error}\n`);
  process.exit(1);
});

import * as fs from 'fs';
import * as path from 'path';
import { ApiServer } from './api-server';
import { binaries, moduleDirectory } from './binaries';
import { documentsIn } from './crds';
import { installDefinitions } from './definitions';
import { eventually } from './eventually';
import { Manifest } from './manifest';

/** A scheduler beside the default one. */
export type GangSchedulerProgram = 'coscheduling' | 'volcano';

const VOLCANO = { module: 'volcano.sh/volcano', version: 'v1.14.1' };

/** Starts a scheduler that places gangs, with the objects that it reads. Its release is that of Kubernetes 1.34. */
export function startGangScheduler(server: ApiServer, program: GangSchedulerProgram): Promise<void> {
  return program === 'volcano' ? startVolcano(server) : startCoscheduling(server);
}

/** As the chart of scheduler-plugins installs it beside the default scheduler. Source: manifests/coscheduling/scheduler-config.yaml, manifests/install/charts (v0.34.7) */
async function startCoscheduling(server: ApiServer): Promise<void> {
  const name = 'coscheduling-scheduler';
  const config = path.join(server.folder, `${name}.json`);
  fs.writeFileSync(config, JSON.stringify({
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    leaderElection: { leaderElect: false },
    clientConnection: { kubeconfig: server.kubeconfig, qps: 500, burst: 1000 },
    // Soon again: a gang that was refused is tried when nodes come.
    podInitialBackoffSeconds: 1,
    podMaxBackoffSeconds: 2,
    profiles: [{
      schedulerName: 'scheduler-plugins-scheduler',
      plugins: { multiPoint: { enabled: [{ name: 'Coscheduling' }] }, queueSort: { enabled: [{ name: 'Coscheduling' }], disabled: [{ name: '*' }] } },
      pluginConfig: [{ name: 'Coscheduling', args: { permitWaitingTimeSeconds: 5 } }],
    }],
  }));
  await server.processes.start({
    name,
    command: (await binaries(undefined, [name])).path(name),
    // A new node is no event for the plugin: pods that it refused are tried again after this time, which is five minutes elsewhere.
    args: [`--config=${config}`, '--secure-port=0', '--pod-max-in-unschedulable-pods-duration=3s', ...['authentication', 'authorization'].map(flag => `--${flag}-kubeconfig=${server.kubeconfig}`)],
  });
}

/** The scheduler alone: PodGroups are the library's, and its controllers would only make those of pods that name none. Source: installer/helm/chart/volcano (v1.14.1) */
async function startVolcano(server: ApiServer): Promise<void> {
  const name = 'volcano-scheduler';
  const { client, processes, folder, kubeconfig } = server;
  const root = await moduleDirectory(VOLCANO.module, VOLCANO.version);
  const bases = path.join(root, 'config/crd/volcano/bases');
  const definitions = fs.readdirSync(bases).flatMap(file => documentsIn(path.join(bases, file)) as Manifest[]);
  await installDefinitions(client, definitions);
  await processes.start({
    name,
    command: (await binaries(undefined, [name])).path(name),
    args: [
      `--kubeconfig=${kubeconfig}`, '--leader-elect=false', '--cache-dumper=false', '--priority-class=true', '--v=2',
      `--scheduler-conf=${path.join(root, 'installer/helm/chart/volcano/config/volcano-scheduler.conf')}`,
    ],
    env: { DEBUG_SOCKET_DIR: folder },
  });
  await openVolcanoQueue(server, 'default');
}

/** Says that a queue takes gangs, as the controller of queues does, which is not run. Source: volcano pkg/controllers/queue/state (v1.14.1) */
export async function openVolcanoQueue({ client, processes }: ApiServer, name: string): Promise<void> {
  const queue = await eventually(`there is a Queue ${name} of Volcano`, () => client.get('scheduling.volcano.sh/v1beta1', 'Queue', undefined, name),
    ({ metadata }) => metadata.name === name, { hopeless: () => processes.failure() });
  await client.patch(queue, { status: { state: 'Open' } }, 'status');
}

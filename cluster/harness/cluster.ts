import * as fs from 'fs';
import * as path from 'path';
import { App } from 'cdk8s';
import { parse } from 'yaml';
import { ApiServer, ApiServerOptions, emulation, Minor, startApiServer } from './api-server';
import { binaries, moduleDirectory } from './binaries';
import { definitionsOfControllers, installDefinitionsOf } from './cluster-definitions';
import { eachOf, eventually } from './eventually';
import { GangSchedulerProgram, startGangScheduler } from './gang-schedulers';
import { JOB_SET } from './job-set';
import { InstanceType, startKarpenter } from './karpenter';
import { startKubeRay } from './kube-ray';
import { KueueOptions, startKueue } from './kueue';
import { LEADER_WORKER_SET, LEADER_WORKER_SET_WITH_VOLCANO, startDisaggregatedSet } from './leader-worker-set';
import { Manifest } from './manifest';
import { addNode, NodeProps, SIMULATED_NODES } from './nodes';
import { Start } from './processes';
import { classesNamedIn, DEFAULT_CLASS, Provisioner, storageClass } from './provisioner';
import { startWebhookController } from './webhook-controller';

export interface ClusterOptions {
  /** @default '1.36' */
  readonly minor?: Minor;
  /** @default - eu-1a, eu-1b, eu-1c */
  readonly zones?: readonly string[];
  /** @default 4 */
  readonly nodesPerZone?: number;
  /** @default 8 */
  readonly gpusPerNode?: number;
  /** One node without GPUs and taints in each zone, for other pods. @default true */
  readonly plainNodes?: boolean;
  /** Runs the LeaderWorkerSet controller with its webhooks. @default false */
  readonly leaderWorkerSet?: boolean;
  /** Runs the controller of DisaggregatedSets and of the LeaderWorkerSets of its release, with their webhooks; not together with `leaderWorkerSet`. @default false */
  readonly disaggregatedSet?: boolean;
  /** Runs the JobSet controller with its webhooks. @default false */
  readonly jobSet?: boolean;
  /** Runs the KubeRay operator. @default false */
  readonly kubeRay?: boolean;
  /** Runs Karpenter with a provider of simulated nodes, which has these machines in every zone. */
  readonly karpenter?: readonly InstanceType[];
  /** Runs Kueue with its webhooks. @default - no Kueue */
  readonly kueue?: KueueOptions;
  /** Schedulers of gangs beside the default one; with Volcano the LeaderWorkerSet controller has it place its groups. @default - none */
  readonly gangSchedulers?: readonly GangSchedulerProgram[];
  /** @default - those that the controllers read, and with the objects that are applied those of their kinds */
  readonly crds?: ApiServerOptions['crds'];
  readonly gates?: ApiServerOptions['gates'];
  /** Serves alpha and beta APIs too, which some gates need. @default false */
  readonly allApis?: boolean;
  /** Asks roles and their bindings what somebody may do, instead of allowing all. @default false */
  readonly roles?: boolean;
  /** How long a pod that is deleted is there: longer where controllers must have seen that it goes. @default 300 */
  readonly deletionMs?: number;
  /** Additional flags of the controllers. */
  readonly controllerFlags?: readonly string[];
  /** Runs the controller of Jobs in a process of its own, which `restartControllers` then restarts alone. @default false */
  readonly jobControllerApart?: boolean;
}

/** A cluster with a real API server, controllers and scheduler, and nodes simulated by kwok. */
export interface Cluster extends ApiServer {
  readonly zones: readonly string[];
  /** Makes volumes for claims. */
  readonly provisioner: Pick<Provisioner, 'stop'>;
  /** Creates the namespaces, the storage classes and the definitions that the objects need, and applies them in order, as `kubectl apply --server-side` does. Returns what the server holds. */
  apply(objects: readonly Manifest[]): Promise<Manifest[]>;
  /** Synthesises an app and applies it. Returns what was sent. */
  applyApp(build: (app: App) => void): Promise<Manifest[]>;
  /** Pods by name. */
  pods(namespace: string, labelSelector?: string): Promise<Manifest[]>;
  addNode(node: NodeProps): Promise<void>;
  /** Restarts kube-controller-manager (or the controller of Jobs that runs apart), as a fail-over does. It forgets the back-off before it replaces a failed pod of a Job. */
  restartControllers(): Promise<void>;
}

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const { minor = '1.36', gangSchedulers = [], zones = ['eu-1a', 'eu-1b', 'eu-1c'], gates, allApis, roles } = options;
  // Queues and gangs concern many kinds.
  const crds = options.crds ?? (options.kueue || gangSchedulers.length > 0 ? true : definitionsOfControllers(options));
  const server = await startApiServer({ minor, gates, allApis, roles, crds, serviceAccounts: true });
  try {
    await startControllers(server, options);
    await startKubelets(server, options);
    await server.client.create(storageClass(DEFAULT_CLASS));
    await eachOf(nodes(options, zones), 8, node => addNode(server.client, node));
    // What makes PodGroups of Volcano finds their kind.
    await eachOf(gangSchedulers, 1, program => startGangScheduler(server, program));
    const groups = gangSchedulers.includes('volcano') ? LEADER_WORKER_SET_WITH_VOLCANO : LEADER_WORKER_SET;
    const extensions = [...(options.leaderWorkerSet ? [groups] : []), ...(options.jobSet ? [JOB_SET] : [])];
    await eachOf(extensions, 1, extension => startWebhookController(server, extension));
    if (options.disaggregatedSet) {
      await startDisaggregatedSet(server);
    }
    if (options.kubeRay) {
      await startKubeRay(server);
    }
    if (options.karpenter) {
      await startKarpenter(server, zones, options.karpenter);
    }
    if (options.kueue) {
      await startKueue(server, options.kueue);
    }
    return clusterOf(server, zones, options, new Provisioner(server.client));
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function clusterOf(server: ApiServer, zones: readonly string[], options: ClusterOptions, provisioner: Provisioner): Cluster {
  const { client } = server;
  const apply = async (objects: readonly Manifest[]) => {
    await client.ensureNamespacesOf(objects);
    await installDefinitionsOf(client, objects);
    // An app's cluster has the storage classes that the app names.
    await eachOf(classesNamedIn(objects), 4, name => client.apply(storageClass(name)));
    const applied: Manifest[] = [];
    for (const object of objects) {
      applied.push(await client.apply(object));
    }
    return applied;
  };
  return {
    ...server,
    zones,
    provisioner,
    stop: async () => {
      await Promise.all([provisioner.stop(), server.stop()]);
    },
    apply,
    applyApp: async build => {
      const objects = synthesise(build);
      await apply(objects);
      return objects;
    },
    pods: async (namespace, labelSelector) =>
      (await client.list<Manifest>('v1', 'Pod', namespace, labelSelector)).sort((a, b) => a.metadata.name < b.metadata.name ? -1 : 1),
    addNode: node => addNode(client, node),
    restartControllers: async () => server.processes.restart((await controllerManagers(server, options)).at(-1)!),
  };
}

/** The objects of an app in the order in which it writes them. */
export function synthesise(build: (app: App) => void): Manifest[] {
  const app = new App();
  build(app);
  return app.charts.flatMap(chart => chart.toJson() as Manifest[]);
}

function nodes(options: ClusterOptions, zones: readonly string[]): NodeProps[] {
  const { nodesPerZone = 4, gpusPerNode = 8, plainNodes = true } = options;
  return zones.flatMap(zone => [
    ...Array.from({ length: nodesPerZone }, (_, index) => ({ name: `gpu-${zone}-${index}`, zone, gpus: gpusPerNode })),
    ...(plainNodes ? [{ name: `plain-${zone}`, zone, gpus: 0 }] : []),
  ]);
}

async function startControllers(server: ApiServer, options: ClusterOptions): Promise<void> {
  for (const manager of await controllerManagers(server, options)) {
    await server.processes.start(manager);
  }
  const programs = await binaries(undefined, ['kube-scheduler']);
  await server.processes.start({ name: 'kube-scheduler', command: programs.path('kube-scheduler'), args: commonFlags(server, options) });
  await eventually('the controllers give the default namespace its service account',
    () => server.client.request('GET', '/api/v1/namespaces/default/serviceaccounts/default'), ({ status }) => status === 200,
    { hopeless: () => server.processes.failure() });
}

const JOB_CONTROLLER = 'job-controller';

/** Runs all controllers, in one process or two: with a shorter list, the nodes keep their not-ready taint. The last one is that which a test restarts. */
async function controllerManagers(server: ApiServer, options: ClusterOptions): Promise<Start[]> {
  const name = 'kube-controller-manager';
  const keys = `--service-account-private-key-file=${server.folder}/service-accounts.key`;
  const args = [...commonFlags(server, options), keys, ...options.controllerFlags ?? []];
  const manager = { name, command: (await binaries(undefined, [name])).path(name), args };
  const running = (other: string, controllers: string): Start => ({ ...manager, name: other, args: [...args, `--controllers=${controllers}`] });
  return options.jobControllerApart ? [running(name, `*,-${JOB_CONTROLLER}`), running(JOB_CONTROLLER, JOB_CONTROLLER)] : [manager];
}

/** Controllers and scheduler need no port, since nobody connects to them. */
function commonFlags(server: ApiServer, options: ClusterOptions): string[] {
  const kubeconfig = ['--kubeconfig', '--authentication-kubeconfig', '--authorization-kubeconfig'].map(flag => `${flag}=${server.kubeconfig}`);
  const flags = ['--leader-elect=false', '--secure-port=0', '--kube-api-qps=500', '--kube-api-burst=1000'];
  return [...kubeconfig, ...flags, ...emulation(server.minor, options.gates)];
}

/** Without stages kwok exits at once; without leases pods become unready after about 50 s although their nodes look healthy. */
async function startKubelets(server: ApiServer, { deletionMs = 300 }: ClusterOptions): Promise<void> {
  const { module, version } = KWOK;
  const stages = path.join(await moduleDirectory(module, version), 'kustomize/stage');
  const published = ['pod/fast', 'node/fast', 'node/heartbeat-with-lease'].flatMap(stage => stageFiles(path.join(stages, stage)));
  const configs = published.map(file => path.basename(file) === 'pod-delete.yaml' ? inAMoment(file, server.folder, deletionMs) : file);
  await server.processes.start({
    name: 'kwok',
    command: (await binaries(undefined, ['kwok'])).path('kwok'),
    args: [
      `--kubeconfig=${server.kubeconfig}`, `--manage-nodes-with-annotation-selector=${SIMULATED_NODES}`, '--node-lease-duration-seconds=40',
      '--cidr=10.64.0.0/12', ...configs.map(file => `--config=${file}`),
    ],
  });
}

/**
 * A pod that is deleted is there for a moment, as with a kubelet: the LeaderWorkerSet controller re-creates a group when it sees a member that is being deleted, and
 * nothing where it only finds that one is gone. Source: sigs.k8s.io/lws pkg/controllers/pod_controller.go handleRestartPolicy (v0.8.0)
 */
function inAMoment(file: string, folder: string, durationMilliseconds: number): string {
  const stage = parse(fs.readFileSync(file, 'utf8'));
  const slower = path.join(folder, path.basename(file));
  fs.writeFileSync(slower, JSON.stringify({ ...stage, spec: { ...stage.spec, delay: { durationMilliseconds } } }));
  return slower;
}

const KWOK = { module: 'sigs.k8s.io/kwok', version: 'v0.8.0' };

function stageFiles(folder: string): string[] {
  return fs.readdirSync(folder).filter(name => name.endsWith('.yaml') && name !== 'kustomization.yaml').map(name => path.join(folder, name));
}

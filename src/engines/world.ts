import { Entrypoint, onOtherIndexes, resolves, shellEntrypoint, shellScript, waitStep } from './entrypoint';
import { JAX, MPI, RAY, TENSORFLOW, TORCH } from './frameworks';
import { RAY_LIMIT, rayJoinSteps } from './ray/start';
import { Rendezvous } from './rendezvous';
import { invalid, required } from '../base/errors/invalid-input';
import { PlainObject } from '../base/plain';
import { EnvVariable } from '../pod/container/environment';

/** An argv, or lines of a script. */
type Words = readonly string[];

/** One set of processes that know each other. */
export interface World {
  readonly pods: number;
  readonly processesPerPod: number;
  /** Address of index 0; may refer to earlier variables as `$(NAME)`. */
  readonly leaderAddress: string;
  /** The same as the shell sees it. */
  readonly leaderInShell: string;
  /** Variable that holds the pod's index in the world. */
  readonly indexVariable: string;
  /** Address of each pod, by index; undefined where one template serves several worlds (LeaderWorkerSet). */
  readonly hosts?: readonly string[];
  /** Fewest pods that may run; only torchrun can. */
  readonly minPods?: number;
  /** How often an agent of an elastic run starts its processes again in place. */
  readonly agentRestarts?: number;
  /** Name of this world, unique while it runs. */
  readonly id: string;
}

/** Variables that the framework reads, after those of the pattern. */
export function rendezvousEnvironment(rendezvous: Rendezvous, world: World): EnvVariable[] {
  const index = `$(${world.indexVariable})`;
  const port = String(rendezvous._port);
  switch (rendezvous._kind) {
    case 'torchrun':
      return world.minPods === undefined ? [
        { name: TORCH.nodes, value: String(world.pods) },
        { name: TORCH.processesPerNode, value: String(world.processesPerPod) },
        { name: TORCH.nodeRank, value: index },
        { name: TORCH.masterAddress, value: world.leaderAddress },
        { name: TORCH.masterPort, value: port },
      ] : [
        // Elastic: ranks are given out by the rendezvous, so no node rank.
        { name: TORCH.nodes, value: `${world.minPods}:${world.pods}` },
        { name: TORCH.processesPerNode, value: String(world.processesPerPod) },
        { name: TORCH.rendezvousBackend, value: 'c10d' },
        { name: TORCH.rendezvousEndpoint, value: `${world.leaderAddress}:${port}` },
        { name: TORCH.rendezvousId, value: world.id },
        ...(world.agentRestarts === undefined ? [] : [{ name: TORCH.maxRestarts, value: String(world.agentRestarts) }]),
      ];
    case 'jax':
      return [
        { name: JAX.coordinator, value: `${world.leaderAddress}:${port}` },
        { name: JAX.processes, value: String(world.pods) },
        { name: JAX.processId, value: index },
      ];
    case 'ray':
      return [{ name: RAY.address, value: `${world.leaderAddress}:${RAY.gcsPort}` }];
    case 'mpi':
      return [
        { name: 'OMPI_MCA_orte_default_hostfile', value: MPI.hostFile },
        { name: 'OMPI_MCA_orte_keep_fqdn_hostnames', value: 'true' },
        { name: 'OMPI_MCA_plm_rsh_args', value: `-p ${MPI.sshPort} -o ConnectionAttempts=10 -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null` },
        { name: 'OMPI_ALLOW_RUN_AS_ROOT', value: '1' },
        { name: 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM', value: '1' },
      ];
    default:
      return [];
  }
}

/** Every variable by which the processes of a world find each other, whether or not a user may set it. */
export function worldVariables(rendezvous: Rendezvous): string[] {
  return rendezvous._kind === 'torchrun' ? [...reservedVariables(rendezvous), TORCH.maxRestarts] : reservedVariables(rendezvous);
}

/** Every name the framework's part may set, so that users cannot shadow one of them. */
export function reservedVariables(rendezvous: Rendezvous): string[] {
  switch (rendezvous._kind) {
    case 'torchrun':
      return [TORCH.nodes, TORCH.processesPerNode, TORCH.nodeRank, TORCH.masterAddress, TORCH.masterPort,
        TORCH.rendezvousBackend, TORCH.rendezvousEndpoint, TORCH.rendezvousId];
    case 'jax':
      return [JAX.coordinator, JAX.processes, JAX.processId];
    case 'ray':
      return [RAY.address];
    case 'mpi':
      return ['OMPI_MCA_orte_default_hostfile', 'OMPI_MCA_orte_keep_fqdn_hostnames', 'OMPI_MCA_plm_rsh_args',
        'OMPI_ALLOW_RUN_AS_ROOT', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM'];
    case 'tensorflow':
      return [TENSORFLOW.variable];
    default:
      return [];
  }
}

/** Ports that the framework listens on, by name. */
export function rendezvousPorts(rendezvous: Rendezvous): { readonly name: string; readonly port: number }[] {
  switch (rendezvous._kind) {
    case 'torchrun': return [{ name: 'torchrun', port: rendezvous._port! }];
    case 'jax': return [{ name: 'jax', port: rendezvous._port! }];
    case 'mpi': return [{ name: 'ssh', port: rendezvous._port! }];
    case 'tensorflow': return [{ name: 'tensorflow', port: rendezvous._port! }];
    case 'ray': return [{ name: 'gcs', port: RAY.gcsPort }, { name: 'dashboard', port: RAY.dashboardPort }, { name: 'client', port: RAY.clientPort }];
    default: return [];
  }
}

/** Container ports as the pod declares them. */
export function containerPorts(rendezvous: Rendezvous): PlainObject[] {
  return rendezvousPorts(rendezvous).map(port => ({ name: port.name, containerPort: port.port }));
}

/** Volumes and mounts of MPI: the ssh key pair and the host file. */
export function mpiVolumes(rendezvous: Rendezvous, hostFileConfigMap: string): { volumes: PlainObject[]; mounts: PlainObject[] } {
  const options = rendezvous._mpi!;
  const sshFolder = options.home ? `${options.home}/.ssh` : MPI.sshFolder;
  return {
    volumes: [
      {
        name: 'mpi-ssh',
        secret: {
          secretName: options.sshSecretName,
          defaultMode: 0o600,
          items: [
            { key: 'ssh-privatekey', path: 'id_rsa' },
            { key: 'ssh-publickey', path: 'id_rsa.pub' },
            { key: 'ssh-publickey', path: 'authorized_keys' },
          ],
        },
      },
      { name: 'mpi-hostfile', configMap: { name: hostFileConfigMap } },
    ],
    mounts: [
      { name: 'mpi-ssh', mountPath: sshFolder, readOnly: true },
      { name: 'mpi-hostfile', mountPath: MPI.hostFileFolder, readOnly: true },
    ],
  };
}

/** One line for each pod, with as many slots as it runs processes: `-np` is pods x slots. */
export function mpiHostFile(world: World): string {
  const text = (world.hosts ?? []).map(host => `${host} slots=${world.processesPerPod}\n`).join('');
  return checkHosts('the host file', text, world, MAX_CONFIG_MAP, 'a ConfigMap');
}

/** Source: pkg/apis/core/types.go MaxSecretSize, which holds for ConfigMaps as well (v1.36) */
const MAX_CONFIG_MAP = 2 ** 20;

/** One argument of a process holds 32 pages of 4 KiB; the script around the list, and the user's command, get 1 KiB of it. Source: linux include/uapi/linux/binfmts.h MAX_ARG_STRLEN */
const MAX_ARGUMENT = 32 * 4096 - 1024;

/** Lists of hosts grow with the pods, and end somewhere. */
function checkHosts(what: string, text: string, world: World, max: number, holder: string): string {
  if (text.length > max) {
    throw invalid('rendezvous', `${world.pods} pods`, `${what} names every pod and has ${text.length} bytes, more than the ${max} that ${holder} holds`,
      'use fewer pods, shorter names, or a rendezvous that needs the leader only: torchrun or JAX');
  }
  return text;
}

/**
 * Steps that MPI needs before the command: sshd everywhere, the launcher on index 0 once every name resolves.
 *
 * @param timeoutSeconds bound of the launcher's wait; 0 does not wait.
 */
export function mpiEntrypoint(world: World, command: Words | undefined, args: Words | undefined, timeoutSeconds: number): Entrypoint {
  requireCommand(command, 'mpirun starts on index 0 only');
  const sshd = `/usr/sbin/sshd -e -p ${MPI.sshPort} -o StrictModes=no -o PidFile=none`;
  return shellEntrypoint([
    'mkdir -p /run/sshd && ssh-keygen -A >/dev/null 2>&1',
    `if [ "$${world.indexVariable}" != 0 ]; then exec ${sshd} -D; fi`,
    sshd,
    ...(timeoutSeconds > 0 ? [
      'while read -r host slots; do',
      ...waitStep({ until: resolves('"$host"'), what: '$host has no address', timeoutSeconds }).split('\n').map(line => `  ${line}`),
      `done < ${MPI.hostFile}`,
    ] : []),
  ], command, args);
}

/**
 * `TF_CONFIG` differs by index in its task, so a small script writes it.
 *
 * @param steps run first: a wait.
 */
export function tensorFlowEntrypoint(
  rendezvous: Rendezvous, world: World, command: Words | undefined, args: Words | undefined, steps: Words = []): Entrypoint {
  requireCommand(command, 'TF_CONFIG is written before it starts');
  const servers = rendezvous._tensorFlow?.parameterServers ?? 0;
  const hosts = (world.hosts ?? []).map(host => `${host}:${rendezvous._port}`);
  const cluster = JSON.stringify(servers > 0
    ? { chief: hosts.slice(0, 1), ps: hosts.slice(1, 1 + servers), worker: hosts.slice(1 + servers) }
    : { worker: hosts });
  const index = `$${world.indexVariable}`;
  const task = servers > 0 ? [
    `if [ "${index}" = 0 ]; then type=chief; task=0`,
    `elif [ "${index}" -le ${servers} ]; then type=ps; task=$((${world.indexVariable} - 1))`,
    `else type=worker; task=$((${world.indexVariable} - ${servers + 1})); fi`,
  ] : [`type=worker; task="${index}"`];
  checkHosts('TF_CONFIG', cluster, world, MAX_ARGUMENT, 'an argument of a process');
  return shellEntrypoint([
    ...steps,
    ...task,
    `export TF_CONFIG='{"cluster":${cluster},"task":{"type":"'"$type"'","index":'"$task"'}}'`,
  ], command, args);
}

const RAY_HEAD = `ray start --head --port=${RAY.gcsPort} --dashboard-host=0.0.0.0`;

/** The Ray head: starts the node, then becomes the given command, or stays. */
export function rayLeaderEntrypoint(command: Words | undefined, args: Words | undefined, steps: Words = []): Entrypoint {
  if (command === undefined && args === undefined) {
    return shellScript([...steps, RAY_LIMIT, `exec ${RAY_HEAD} --block`]);
  }
  requireCommand(command, '`ray start` runs before it');
  return shellEntrypoint([...steps, RAY_LIMIT, RAY_HEAD], command, args);
}

/** A Ray node that joins: it waits, bounded, until the head's control store answers, at every start of the container. */
export function rayWorkerEntrypoint(world: World, timeoutSeconds: number): Entrypoint {
  return shellScript(rayWorkerSteps(world, timeoutSeconds));
}

/** One template for both roles of a Ray group. */
export function rayEntrypoint(world: World, command: Words | undefined, args: Words | undefined, timeoutSeconds: number): Entrypoint {
  return rayLeaderEntrypoint(command, args, [onOtherIndexes(world.indexVariable, rayWorkerSteps(world, timeoutSeconds))]);
}

function rayWorkerSteps(world: World, timeoutSeconds: number): string[] {
  return rayJoinSteps(`${world.leaderInShell}:${RAY.gcsPort}`, ['--block'], timeoutSeconds);
}

export function requireCommand(command: Words | undefined, why: string): void {
  if (!command || command.length === 0) {
    throw required('container.command', `${why}, and the entry point inside the image cannot be seen from here`, 'write the command that the image would run');
  }
}

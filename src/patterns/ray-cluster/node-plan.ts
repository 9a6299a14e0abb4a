import { RayHead, RayNodes, RayWorkers } from './props';
import { WrittenAt, invalid, renamed, required } from '../../base/errors/invalid-input';
import { RAY } from '../../engines/frameworks';
import { RAY_HEAD_PARAMETERS, RayStartParameters, rayNodeParameters } from '../../engines/ray/start';
import { formatBytes, parseBytes, parseCores, sizeToQuantity } from '../../kubernetes/quantity';
import { ContainerSpec } from '../../pod/container/container';
import { withinNotice } from '../../pod/lifecycle/notice';
import { Capacity, checkCapacity } from '../../pod/scheduling/capacity';
import { SharedMemory } from '../../pod/storage/shared-memory';
import { PodPlan, planPod } from '../../pod/template/pod-plan';
import { PodTemplateProps } from '../../pod/template/pod-template-props';
import { Target } from '../../target-cluster/target';
import { withRole, writtenAtRole } from '../role-props';

/** The pods of one role with their sums. */
export interface RayNodePlan {
  /** `head`, or the name of the group. */
  readonly role: string;
  readonly isHead: boolean;
  /** Of the first pod, where StatefulSets carry them. */
  readonly firstOrdinal: number;
  readonly pods: number;
  /** Absent where the number does not change. */
  readonly maxPods?: number;
  /** Pods of one TPU slice, which start and go together; 1 otherwise. */
  readonly hosts: number;
  readonly podProps: PodTemplateProps;
  readonly pod: PodPlan;
  readonly capacity: Capacity;
  readonly parameters: RayStartParameters;
  readonly coresSum: string;
  readonly memorySum: string;
  readonly sharedMemorySum: string;
  readonly writtenAt: WrittenAt;
}

/** What a node is planned from. */
export interface RayNodeRequest {
  readonly role: string;
  readonly firstOrdinal: number;
  /** Where its differences were written: `head`, `workers[0]`. */
  readonly at: string;
  readonly node: RayHead | RayWorkers;
  readonly props: PodTemplateProps & { readonly capacity?: Capacity; readonly servingPort?: number };
  readonly target: Target;
}

const MEBIBYTE = 2 ** 20;
/** Source: ray python/ray/_private/ray_constants.py DEFAULT_OBJECT_STORE_MEMORY_PROPORTION, DEFAULT_OBJECT_STORE_MAX_MEMORY_BYTES, OBJECT_STORE_MINIMUM_MEMORY_BYTES */
const STORE_SHARE = 0.3;
const MOST_STORE = 200e9;
const LEAST_STORE = 75 * MEBIBYTE;
/** What else lives in `/dev/shm`: as much as a container has there by default, and NCCL's for each device. */
const BESIDE_STORE = 64 * MEBIBYTE;
const BESIDE_STORE_OF_DEVICE = 2 * 2 ** 30;

/** Where no task runs, nobody reads a model. */
const NO_MODEL = { modelCache: undefined, preload: undefined };

/** Pure: the numbers of one role. */
export function planNode({ role, at, firstOrdinal, node, props, target }: RayNodeRequest): RayNodePlan {
  const isHead = role === 'head';
  const given = withRole(props, node, isHead ? undefined : props.accelerator, !isHead);
  const writtenAt = writtenAtRole(at, node);
  return renamed(writtenAt, () => {
    checkContainerOfNode(given.container, props.servingPort);
    const cores = planCores(given, isHead, node as RayHead);
    const memory = planNodeMemory(given, node, at);
    const podProps = { ...given, ...(cores.count === 0 ? NO_MODEL : {}), sharedMemory: SharedMemory.of(formatBytes(memory.shared)) };
    const capacity = node.capacity ?? props.capacity ?? Capacity.onDemand();
    const workers = node as RayWorkers;
    checkCapacity(capacity, { ...podProps.accelerator?.nodeLabels, ...podProps.nodeLabels });
    return {
      role,
      isHead,
      firstOrdinal,
      pods: isHead ? 1 : workers.replicas,
      maxPods: isHead ? undefined : workers.maxReplicas,
      hosts: isHead ? 1 : planHosts(given, workers, at),
      podProps,
      pod: withinNotice(capacity, planPod(podProps, target, [], { called: 'nodes of the cluster' }), props.terminationGracePeriod !== undefined),
      capacity,
      parameters: {
        ...(isHead ? RAY_HEAD_PARAMETERS : {}),
        ...rayNodeParameters({ cores: cores.count, memory: memory.tasks, objectStore: memory.store, accelerator: podProps.accelerator }),
      },
      coresSum: cores.sum,
      memorySum: memory.sum,
      sharedMemorySum: memory.sharedSum,
      writtenAt,
    };
  });
}

function checkContainerOfNode(container: ContainerSpec, servingPort: number | undefined): void {
  const command = container.command ? 'command' : container.args ? 'args' : undefined;
  if (command) {
    throw invalid(`container.${command}`, container[command]!.join(' '), 'the pods run `ray start`',
      'leave it out; submit the program: `ray job submit`, or as entrypoint of RayBackend.rayJob');
  }
  checkPortsOfNode(container, servingPort);
}

const TPU_TOPOLOGY = 'cloud.google.com/gke-tpu-topology';

/** The chips of a slice are on several hosts, which are one machine to the program. Source: kuberay apis/ray/v1 numOfHosts (v1.6) */
function planHosts({ accelerator }: PodTemplateProps, { replicas, maxReplicas = replicas }: RayWorkers, at: string): number {
  const topology = accelerator?.nodeLabels[TPU_TOPOLOGY];
  const hosts = topology === undefined ? 1 : topology.split('x').reduce((product, part) => product * Number(part), 1) / accelerator!.count;
  const [field, odd] = replicas % hosts === 0 ? ['maxReplicas', maxReplicas] : ['replicas', replicas];
  if (odd % hosts !== 0) {
    throw invalid(`${at}.${field}`, odd, `a slice of ${topology} has ${hosts} hosts with ${accelerator!.count} chips each, and is there as a whole or not at all`,
      `give a multiple of ${hosts}`);
  }
  return hosts;
}

const PORTS: readonly number[] = [
  RAY.gcsPort, RAY.dashboardPort, RAY.clientPort, RAY.metricsPort, RAY.agentPort, RAY.nodeManagerPort, RAY.objectManagerPort,
];

/** Ports of Ray belong to it, and the pattern declares them: KubeRay finds them by their names. */
function checkPortsOfNode(container: ContainerSpec, servingPort: number | undefined): void {
  const { portNumber, port, ports = [] } = container;
  const isTaken = (number: number | undefined) => number !== undefined && (number === servingPort || PORTS.includes(number));
  const listed = ports.findIndex(({ number }) => isTaken(number));
  const field = isTaken(portNumber) ? 'portNumber' : isTaken(port) ? 'port' : listed >= 0 ? `ports[${listed}].number` : undefined;
  if (field) {
    const number = listed >= 0 ? ports[listed].number : portNumber ?? port;
    throw invalid(`container.${field}`, number, 'is a port of Ray itself, which the pattern declares', 'leave it out, or give your server another one');
  }
}

/** A limit counts before a request, as with KubeRay. Source: kuberay common/pod.go generateRayStartCommand (v1.6) */
function planCores(
  { container, accelerator }: PodTemplateProps, isHead: boolean, { runsTasks = accelerator !== undefined }: RayHead): { count: number; sum: string } {
  if (isHead && !runsTasks) {
    return { count: 0, sum: '0: no task runs beside the control store' };
  }
  const { limit, request } = container.resources?.cpu ?? {};
  const given = container.cpu ?? limit?.amount ?? request?.amount;
  if (given === undefined) {
    throw required('container.cpu', 'Ray would count all cores of the machine, and start as many tasks', "say how many it may use: cpu: '8'");
  }
  const cores = parseCores('container.cpu', String(given));
  const count = Math.max(1, Math.floor(cores));
  return { count, sum: `${count} of ${given}` };
}

interface NodeMemory {
  readonly store: number;
  readonly shared: number;
  readonly tasks: number;
  readonly sum: string;
  readonly sharedSum: string;
}

/**
 * The store lies in `/dev/shm`, which counts against the limit, so tasks have the rest. `/dev/shm` must be greater than the store, or Ray puts the store on
 * disk, and does not start at all from 10 GB on. Source: ray python/ray/_private/services.py determine_plasma_store_config
 */
function planNodeMemory(props: PodTemplateProps, node: RayNodes, place: string): NodeMemory {
  const limit = memoryLimit(props.container);
  const field = `${place}.objectStoreMemory`;
  const store = node.objectStoreMemory === undefined
    ? Math.floor(Math.min(limit * STORE_SHARE, MOST_STORE) / MEBIBYTE) * MEBIBYTE
    : parseBytes(field, node.objectStoreMemory);
  const shown = formatBytes(store);
  if (store < LEAST_STORE) {
    throw invalid(node.objectStoreMemory === undefined ? 'container.memory' : field, node.objectStoreMemory ?? formatBytes(limit),
      `the object store would have ${shown}, and Ray needs 75Mi at least`, 'give the pod more memory');
  }
  const shared = planShared(props, store);
  if (shared.bytes >= limit) {
    const [at, value] = props.sharedMemory ? ['sharedMemory', props.sharedMemory._quantity]
      : node.objectStoreMemory === undefined ? ['container.memory', formatBytes(limit)] : [field, node.objectStoreMemory];
    throw invalid(at, value, `/dev/shm (${shared.sum}) is inside the memory limit of ${formatBytes(limit)} and leaves nothing`, 'raise the memory, or lower the object store');
  }
  const share = limit * STORE_SHARE > MOST_STORE ? '200 GB at most' : '30 %';
  const ofStore = node.objectStoreMemory === undefined ? `${shown} (${share})` : shown;
  return {
    store,
    shared: shared.bytes,
    tasks: limit - store,
    sum: `${formatBytes(limit)} - object store ${ofStore} = ${formatBytes(limit - store)} for tasks`,
    sharedSum: shared.sum,
  };
}

function planShared({ sharedMemory, accelerator }: PodTemplateProps, store: number): { bytes: number; sum: string } {
  const shown = formatBytes(store);
  if (!sharedMemory) {
    const beside = accelerator ? BESIDE_STORE_OF_DEVICE * accelerator.count : BESIDE_STORE;
    const why = accelerator ? `2Gi x ${accelerator.count} for NCCL` : `${formatBytes(beside)} for others`;
    return { bytes: store + beside, sum: `object store ${shown} + ${why} = ${formatBytes(store + beside)}` };
  }
  const given = sharedMemory._quantity;
  const bytes = given === undefined ? 0 : parseBytes('sharedMemory', given);
  if (bytes <= store) {
    throw invalid('sharedMemory', given ?? 'none', `must be greater than the object store of ${shown}, or Ray puts the store on disk, and from 10 GB on does not start`,
      'leave it out to have it computed, or lower objectStoreMemory');
  }
  return { bytes, sum: `given ${given} > object store ${shown}` };
}

function memoryLimit({ memory, resources }: ContainerSpec): number {
  if (memory?._parts) {
    throw invalid('container.memory', 'Memory.derived', 'the object store is a share of the limit, and the limit would be a sum with the object store in it',
      "say the whole: memory: Memory.of('64Gi')");
  }
  const limit = memory?._quantity ?? (resources?.memory?.limit && sizeToQuantity(resources.memory.limit));
  if (limit === undefined) {
    throw required('container.memory', 'object store, /dev/shm and what tasks may reserve are shares of it', "say how much in memory, such as Memory.of('64Gi')");
  }
  return parseBytes('container.memory', limit);
}

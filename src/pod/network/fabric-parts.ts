import { EfaFabricOptions, FabricNetwork, GkeRdmaFabricOptions, InfiniBandFabricOptions, RoceFabricOptions, SocketFabricOptions } from './fabric-options';
import { duplicate, forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { LONGEST_INTERFACE, NETWORK_NAME_PART, POD_INTERFACE } from '../../knowledge/cni';
import { SHARED_RDMA_PREFIX } from '../../knowledge/rdma-devices';
import { formatBytes, parseBytes } from '../../kubernetes/quantity';
import { checkExtendedResource, checkSubdomain } from '../../kubernetes/refused/names';

/** TCP. */
export interface SocketParts {
  readonly kind: 'socket';
  readonly title: string;
  readonly socketInterface: string;
}

/** RDMA by verbs. */
export interface RdmaParts {
  readonly kind: 'rdma';
  readonly title: 'RoCE' | 'InfiniBand';
  readonly resources: { readonly [name: string]: number };
  readonly networks: readonly FabricNetwork[];
  readonly hcas: readonly string[];
  readonly gidIndex?: number;
  readonly socketInterface: string;
  readonly lockMemory: boolean;
}

/** EFA. */
export interface EfaParts {
  readonly kind: 'efa';
  readonly title: string;
  readonly interfaces?: number;
  readonly hugePages?: string;
  readonly socketInterface: string;
  readonly lockMemory: boolean;
}

/** RDMA networks of GKE. */
export interface GkeParts {
  readonly kind: 'gke';
  readonly title: string;
  readonly networks: readonly string[];
  readonly libraryFromNode: boolean;
  readonly socketInterface: string;
}

/** What a fabric is made of, checked as far as the pod does not matter. */
export type FabricParts = SocketParts | RdmaParts | EfaParts | GkeParts;

/** Node names of interfaces may have a colon or an at sign, which mean something else in the annotation and to NCCL. Source: net/core/dev.c dev_valid_name */
const INTERFACE = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

export function socketParts({ interfaceName = POD_INTERFACE }: SocketFabricOptions): SocketParts {
  return { kind: 'socket', title: 'sockets', socketInterface: checkInterface('Fabric.socket(interfaceName)', interfaceName) };
}

export function rdmaParts(
  factory: string, title: RdmaParts['title'], { networks = [], hcas = [], socketInterface = POD_INTERFACE, lockMemory = true, ...options }: RoceFabricOptions): RdmaParts {
  networks.forEach((network, index) => checkNetwork(`${factory}(networks[${index}])`, network));
  checkInterfacesOnce(factory, networks, socketInterface);
  hcas.forEach((hca, index) => checkHca(`${factory}(hcas[${index}])`, hca, hcas.slice(0, index)));
  if (options.gidIndex !== undefined) {
    wholeNumber(`${factory}(gidIndex)`, options.gidIndex, { min: 0, max: 255, help: 'show_gids lists them; RoCE v2 over IPv4 is 3 on most nodes' });
  }
  return {
    kind: 'rdma',
    title,
    resources: resourcesOf(factory, networks, options),
    networks,
    hcas,
    gidIndex: options.gidIndex,
    socketInterface: checkInterface(`${factory}(socketInterface)`, socketInterface),
    lockMemory,
  };
}

/** Devices for each pod: those of networks that name their own, and those of the common resource. */
function resourcesOf(
  factory: string, networks: readonly FabricNetwork[], { resource, devices }: Pick<InfiniBandFabricOptions, 'resource' | 'devices'>): RdmaParts['resources'] {
  const unnamed = networks.filter(network => network.resource === undefined).length;
  const counts: { [name: string]: number } = {};
  networks.forEach(({ resource: own }) => {
    if (own !== undefined) {
      counts[own] = (counts[own] ?? 0) + 1;
    }
  });
  if (resource === undefined) {
    checkNamed(factory, devices, networks.length, unnamed);
    return counts;
  }
  checkExtendedResource(`${factory}(resource)`, resource);
  if (Object.hasOwn(counts, resource)) {
    throw duplicate(`${factory}(resource)`, resource, 'is the resource of a network as well', 'name it once: leave it out of the network, or here');
  }
  return { ...counts, [resource]: countOf(factory, resource, devices, unnamed) };
}

function checkNamed(factory: string, devices: number | undefined, networks: number, unnamed: number): void {
  if (unnamed > 0 || networks === 0) {
    throw required(`${factory}(resource)`, 'without a resource no device of the network is in the pod, only its interface',
      'name what the device plugin offers: kubectl describe node lists it under Allocatable (rdma/…, nvidia.com/hostdev)');
  }
  if (devices !== undefined) {
    throw forbidden(`${factory}(devices)`, 'each network names a resource of its own, and takes one device of it', 'leave it out');
  }
}

function countOf(factory: string, resource: string, devices: number | undefined, unnamed: number): number {
  const isShared = resource.startsWith(SHARED_RDMA_PREFIX);
  const count = wholeNumber(`${factory}(devices)`, devices ?? (isShared ? 1 : Math.max(1, unnamed)), { min: 1, help: 'give the devices of one pod' });
  if (!isShared && count < unnamed) {
    throw invalid(`${factory}(devices)`, count, `${unnamed} networks take a device of ${resource} each`, `give at least ${unnamed}, or leave it out`);
  }
  return count;
}

function checkNetwork(field: string, { name, namespace, resource, interfaceName }: FabricNetwork): void {
  for (const [property, text] of [['name', name], ['namespace', namespace]] as const) {
    if (text !== undefined && !NETWORK_NAME_PART.test(text)) {
      throw invalid(`${field}.${property}`, text, 'is no name that Multus reads: lower-case letters, digits and hyphens, a letter or digit at both ends', 'give it as kubectl get net-attach-def prints it');
    }
    if (text !== undefined) {
      checkSubdomain(`${field}.${property}`, text);
    }
  }
  if (resource !== undefined) {
    checkExtendedResource(`${field}.resource`, resource);
  }
  if (interfaceName !== undefined) {
    checkInterface(`${field}.interfaceName`, interfaceName);
  }
}

/** Two interfaces of one name: the second plugin fails, and the pod stays in ContainerCreating. */
function checkInterfacesOnce(factory: string, networks: readonly FabricNetwork[], socketInterface: string): void {
  const names = interfacesOf(networks);
  names.forEach((name, index) => {
    if (name === POD_INTERFACE || names.indexOf(name) !== index) {
      throw duplicate(`${factory}(networks[${index}]).interfaceName`, name, name === POD_INTERFACE ? "is the interface of the pod's own network" : 'is another interface of the pod',
        'leave it out: Multus counts them, net1, net2');
    }
  });
  if (/^net[0-9]+$/.test(socketInterface) && !names.includes(socketInterface)) {
    throw invalid(`${factory}(socketInterface)`, socketInterface, names.length === 0 ? 'there are no networks, so no pod has it' : `the networks are ${names.join(', ')}`, 'name one of them, or leave it out');
  }
}

/** As Multus names them. Source: multus-cni pkg/multus/multus.go getIfname (v4.3.0) */
export function interfacesOf(networks: readonly FabricNetwork[]): string[] {
  return networks.map(({ interfaceName }, index) => interfaceName ?? `net${index + 1}`);
}

function checkInterface(field: string, name: string): string {
  if (!INTERFACE.test(name) || name.length > LONGEST_INTERFACE) {
    throw invalid(field, name, `is no interface of Linux: letters, digits, dots, hyphens and underscores, at most ${LONGEST_INTERFACE}`, 'ip link lists them: eth0, net1');
  }
  return name;
}

/** NCCL takes `mlx5_0:1`, and reads the rest of the text otherwise: `=`, `^` and commas. */
const HCA = /^[A-Za-z][A-Za-z0-9_-]*(:[1-9][0-9]?)?$/;

function checkHca(field: string, hca: string, before: readonly string[]): void {
  if (!HCA.test(hca)) {
    throw invalid(field, hca, 'is no device, with or without a port', 'ls /sys/class/infiniband lists them: mlx5_0, mlx5_0:1');
  }
  if (before.includes(hca)) {
    throw duplicate(field, hca, 'is in the list already', 'leave it out');
  }
}

const PAGE = 2 * 2 ** 20;

/** Of 5128 pages that the installer of EFA keeps. Source: aws-samples/awsome-distributed-training micro-benchmarks/nccl-tests/kubernetes/nccl-tests.yaml (2026-02) */
const DEFAULT_HUGE_PAGES = '5Gi';

export function efaParts({ interfaces, hugePages, socketInterface = POD_INTERFACE, lockMemory = false }: EfaFabricOptions): EfaParts {
  if (interfaces !== undefined) {
    wholeNumber('Fabric.efa(interfaces)', interfaces, { min: 1, help: 'give the adapters of one pod' });
  }
  return {
    kind: 'efa',
    title: 'EFA',
    interfaces,
    hugePages: hugePagesOf(hugePages),
    socketInterface: checkInterface('Fabric.efa(socketInterface)', socketInterface),
    lockMemory,
  };
}

function hugePagesOf(amount: string = DEFAULT_HUGE_PAGES): string | undefined {
  if (amount === '0') {
    return undefined;
  }
  const bytes = parseBytes('Fabric.efa(hugePages)', amount);
  if (bytes % PAGE !== 0) {
    throw invalid('Fabric.efa(hugePages)', amount, `is ${bytes} bytes = ${Math.floor(bytes / PAGE)} pages of 2Mi and ${bytes % PAGE} bytes`, 'give a multiple of 2Mi, or 0');
  }
  return formatBytes(bytes);
}

const GKE_NETWORKS = Array.from({ length: 8 }, (_, index) => `rdma-${index}`);

export function gkeParts({ networks = GKE_NETWORKS, libraryFromNode = true }: GkeRdmaFabricOptions): GkeParts {
  if (networks.length === 0) {
    throw required('Fabric.gkeRdma(networks)', 'names no network, so the pods would have none but their own', 'leave it out for rdma-0 to rdma-7, or name the Network objects');
  }
  networks.forEach((name, index) => {
    checkSubdomain(`Fabric.gkeRdma(networks[${index}])`, name);
    if (networks.indexOf(name) !== index) {
      throw duplicate(`Fabric.gkeRdma(networks[${index}])`, name, 'is in the list already', 'name each network once');
    }
  });
  return { kind: 'gke', title: 'RDMA of GKE', networks, libraryFromNode, socketInterface: POD_INTERFACE };
}

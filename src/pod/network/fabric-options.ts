/**
 * A secondary network of pods, by the NetworkAttachmentDefinition that describes it.
 */
export interface FabricNetwork {
  /** Name of the NetworkAttachmentDefinition. */
  readonly name: string;

  /**
   * Its namespace. Another one than that of the pods is refused by a Multus with `namespaceIsolation`, unless it is `default`.
   *
   * @default - the namespace of the pods
   */
  readonly namespace?: string;

  /**
   * Resource of which each pod takes a device for this network: what the definition has in its annotation `k8s.v1.cni.cncf.io/resourceName`.
   *
   * @default - the `resource` of the fabric
   */
  readonly resource?: string;

  /**
   * Name of the interface in the pod, at most 15 characters.
   *
   * @default - net1 for the first network, net2 for the second
   */
  readonly interfaceName?: string;
}

/**
 * Sockets over one interface of the pods.
 */
export interface SocketFabricOptions {
  /**
   * The interface: with the host's network one of the node.
   *
   * @default eth0
   */
  readonly interfaceName?: string;
}

/**
 * Network devices that read and write the memory of other nodes.
 */
export interface InfiniBandFabricOptions {
  /**
   * Resource under which the cluster offers the devices: `rdma/hca_shared_devices_a`, `nvidia.com/hostdev`, `rdma/ib`. Needed unless each network names its
   * own: without one no device file is in the pod.
   *
   * @default - those of `networks`
   */
  readonly resource?: string;

  /**
   * Devices of `resource` for each pod.
   *
   * @default - 1 of a shared device (`rdma/…`), which opens all devices of the node; else one for each network, or 1
   */
  readonly devices?: number;

  /**
   * Secondary networks of the pods, in the order of their interfaces. The same one may be there several times, each with a device of its own.
   *
   * @default - none: the devices alone, or the host's network
   */
  readonly networks?: FabricNetwork[];

  /**
   * Devices that NCCL, UCX and NVSHMEM use, by their names in the pod: `mlx5_0`. Needed where the node has others (storage, the service network), which
   * they would use as well.
   *
   * @default - all that are there
   */
  readonly hcas?: string[];

  /**
   * Interface over which processes find each other, before they use the devices.
   *
   * @default eth0
   */
  readonly socketInterface?: string;

  /**
   * Adds the capability IPC_LOCK to the main container: devices read memory that is locked, and the limit of the container runtime (8 MiB in most
   * distributions) ends the start with "Cannot allocate memory". `false` where the runtime lifts the limit (`LimitMEMLOCK=infinity` of containerd), so
   * that a namespace with the *baseline* Pod Security Standard takes the pods.
   *
   * @default true
   */
  readonly lockMemory?: boolean;
}

/**
 * The same over Ethernet.
 */
export interface RoceFabricOptions extends InfiniBandFabricOptions {
  /**
   * Index of the address (GID) of each device: the one of RoCE v2 is 3 on most nodes. NCCL finds it by itself from 2.21 on, and takes 0 before, which is
   * RoCE v1.
   *
   * @default - found by NCCL
   */
  readonly gidIndex?: number;
}

/**
 * Elastic fabric adapters of AWS.
 */
export interface EfaFabricOptions {
  /**
   * Adapters for each pod: 32 on p5.48xlarge, 16 on p5en.48xlarge, 4 on p4d.24xlarge.
   *
   * @default - those of the instance, where nodeLabels name `node.kubernetes.io/instance-type`
   */
  readonly interfaces?: number;

  /**
   * Huge pages of 2 MiB, which the provider of libfabric uses for its buffers. `0` asks for none and says so to it (`FI_EFA_USE_HUGE_PAGE=0`): for nodes
   * that keep none, and where a program that forks ends with "Cannot allocate memory".
   *
   * @default 5120Mi
   */
  readonly hugePages?: string;

  /**
   * Interface over which processes find each other, before they use the adapters.
   *
   * @default eth0
   */
  readonly socketInterface?: string;

  /**
   * Adds the capability IPC_LOCK to the main container, for nodes whose container runtime limits locked memory. Those of EKS do not.
   *
   * @default false
   */
  readonly lockMemory?: boolean;
}

/**
 * RDMA networks of GKE's machines with GPUs.
 */
export interface GkeRdmaFabricOptions {
  /**
   * Names of the Network objects, one for each device.
   *
   * @default - rdma-0 to rdma-7
   */
  readonly networks?: string[];

  /**
   * Whether NCCL's network plugin gIB is mounted from the node, where Google's installer puts it. `false` where the image has it.
   *
   * @default true
   */
  readonly libraryFromNode?: boolean;
}

import { EfaFabricOptions, GkeRdmaFabricOptions, InfiniBandFabricOptions, RoceFabricOptions, SocketFabricOptions } from './fabric-options';
import { FabricParts, efaParts, gkeParts, rdmaParts, socketParts } from './fabric-parts';
import { carriesMistakes } from '../../given/mistakes/carried';

/**
 * The network over which the processes of a group or a run speak to each other: devices beside the accelerators, secondary networks, the variables of NCCL,
 * Gloo and UCX that go with them, locked memory. A pod gets device files by its resources, never by a mount of /dev/infiniband or as a privileged
 * container.
 *
 * Variables in `container.envVariables` win over those of the fabric; one that switches it off is refused.
 */
export class Fabric {
  /**
   * TCP over one interface. NCCL otherwise chooses by itself: InfiniBand first, then whatever interface comes first, which may be another one on each node.
   *
   * @param options The interface.
   */
  public static socket(options: SocketFabricOptions = {}): Fabric {
    return new Fabric(socketParts(options));
  }

  /**
   * RDMA over Ethernet: a device plugin (shared devices, SR-IOV, host devices) and, with Multus, networks of their own.
   *
   * @param options The resource, the networks.
   */
  public static roce(options: RoceFabricOptions): Fabric {
    return new Fabric(rdmaParts('Fabric.roce', 'RoCE', options));
  }

  /**
   * RDMA over InfiniBand. Devices need no address there, so there may be no secondary network at all: `Fabric.infiniBand({ resource: 'rdma/ib' })`.
   *
   * @param options The resource, the networks.
   */
  public static infiniBand(options: InfiniBandFabricOptions): Fabric {
    return new Fabric(rdmaParts('Fabric.infiniBand', 'InfiniBand', options));
  }

  /**
   * Elastic fabric adapters of AWS, for images with libfabric and the plugin of AWS for NCCL (1.7 and later: older ones need variables besides).
   *
   * Source: aws/aws-ofi-nccl doc/efa-env-var.md; docs.aws.amazon.com/eks/latest/userguide/node-efa.html
   *
   * @param options How many.
   */
  public static efa(options: EfaFabricOptions = {}): Fabric {
    return new Fabric(efaParts(options));
  }

  /**
   * RDMA networks of A3 Ultra, A4 and later machines of GKE, by the annotation of its multi-networking. GKE adds the resources of the networks by itself.
   *
   * The plugin's variables belong to its release: let the entry point read them (`source /usr/local/gib/scripts/set_nccl_env.sh`).
   *
   * Source: GoogleCloudPlatform/container-engine-accelerators gpudirect-rdma/nccl-test.yaml (2026-06)
   *
   * @param options The networks.
   */
  public static gkeRdma(options: GkeRdmaFabricOptions = {}): Fabric {
    return new Fabric(gkeParts(options));
  }

  private constructor(/** @internal */ public readonly _parts: FabricParts) {}

  /**
   * Whether nodes need devices for it, so that it goes with the accelerators.
   *
   * @internal
   */
  public get _hasDevices(): boolean {
    return this._parts.kind !== 'socket';
  }

  /**
   * Whether the main container gets the right to lock memory.
   *
   * @internal
   */
  public get _locksMemory(): boolean {
    return 'lockMemory' in this._parts && this._parts.lockMemory;
  }
}

carriesMistakes(Fabric, () => Fabric.socket());

import { NetworkAddresses } from './network-addresses';
import { NetworkPlugin } from './network-plugin';
import { IWorkload } from '../../workloads/handle/workload';

/**
 * How interfaces are made and get their addresses.
 */
export interface FabricNetworkSettings {
  /**
   * The plugin that makes the interface.
   *
   * @default - that of the construct; there NetworkPlugin.hostDevice()
   */
  readonly plugin?: NetworkPlugin;

  /**
   * Who gives addresses.
   *
   * @default - that of the construct; there none with InfiniBand, and needed with RoCE
   */
  readonly addresses?: NetworkAddresses;

  /**
   * Largest packet in bytes, 1280 to 9216. The switches must let it through: 9000 is usual with RoCE, 2044 or 4092 with IP over InfiniBand.
   *
   * @default - that of the construct; there what the device has
   */
  readonly mtu?: number;
}

/**
 * What one network has differently.
 */
export interface FabricNetworkDifference extends FabricNetworkSettings {
  /** Name of the network, as the fabric of the workload names it. */
  readonly name: string;
}

/**
 * The definitions of the networks that a workload names.
 */
export interface FabricNetworksProps extends FabricNetworkSettings {
  /** A workload whose fabric names networks: `Fabric.roce({ networks: [...] })`, `Fabric.infiniBand({ networks: [...] })`. */
  readonly workload: IWorkload;

  /**
   * Networks that differ: other pools of addresses, other parents.
   *
   * @default - all are alike
   */
  readonly networks?: FabricNetworkDifference[];

  /**
   * Whether RDMA devices belong to the pod alone, so that they have to be moved into its network too: nodes where `rdma system` says `netns exclusive`. Adds
   * the plugin `rdma`.
   *
   * @default false
   */
  readonly exclusiveRdma?: boolean;
}

import { Duration } from 'cdk8s';
import { SecretKey } from './environment';
import { Memory } from './memory';
import { CapabilityProfile } from '../security/security';

/**
 * What AI processes need of a container on top of cdk8s-plus-28's properties.
 */
export interface ContainerExtras {
  /**
   * CPU to reserve: `8`, `500m`. There is no limit: throttling a process that feeds GPUs costs more than it saves.
   * A limit can be set through `resources`.
   *
   * @default - none
   */
  readonly cpu?: string;

  /**
   * Memory to reserve and to be limited to.
   *
   * @default - none; `Memory.derived` computes it from its parts
   */
  readonly memory?: Memory;

  /**
   * Local disk to reserve and to be limited to (image layers written to, logs, `emptyDir`): `100Gi`.
   *
   * @default - none
   */
  readonly ephemeralStorage?: string;

  /**
   * Devices of other kinds than the pod's accelerator, by their full resource name: `rdma/hca`, `smarter-devices/fuse`. Whole numbers of at least 1, asked
   * for as limits, to which Kubernetes makes the requests equal. Refused: names of Kubernetes itself, and the accelerator's own.
   *
   * @default - none
   */
  readonly extendedResources?: { [name: string]: number };

  /**
   * Huge pages by page size, with the amount of each: `{ '2Mi': '1Gi' }`. A whole number of pages; the container must ask for memory or CPU too. Processes
   * map them themselves (`MAP_HUGETLB`).
   *
   * @default - none
   */
  readonly hugePages?: { [pageSize: string]: string };

  /**
   * Environment variables filled from Secrets. A credential written as a literal is refused.
   *
   * @default - none
   */
  readonly secretEnv?: { [name: string]: SecretKey };

  /**
   * Linux capabilities by role.
   *
   * @default - CapabilityProfile.PUBLISHED, or NONE in a hardened pod
   */
  readonly capabilityProfile?: CapabilityProfile;

  /**
   * Sleep before the stop signal, so that endpoints and proxies forget the pod while it still serves. Counts against the grace period.
   *
   * @default - none
   */
  readonly preStopSleep?: Duration;
}

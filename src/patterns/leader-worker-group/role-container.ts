import * as kplus from 'cdk8s-plus-28';
import { ContainerExtras } from '../../pod/container/container-extras';
/**
 * How one model is cut over the devices of one group. The product must be the devices of the group, or it is an error with the sum.
 */
export interface Parallelism {
  /**
   * Tensor-parallel size.
   *
   * @default 1
   */
  readonly tensor?: number;

  /**
   * Pipeline-parallel size.
   *
   * @default 1
   */
  readonly pipeline?: number;

  /**
   * Data-parallel size inside the group.
   *
   * @default 1
   */
  readonly data?: number;
}

/**
 * What one role has differently: laid over `container`. Environment maps are merged, everything else is replaced.
 */
export interface RoleContainer extends kplus.ContainerOpts, ContainerExtras {
  /**
   * Image of this role.
   *
   * @default - the image of `container`
   */
  readonly image?: string;
}

import { NvidiaDeviceFilter } from './nvidia';
import { DeviceSharing } from './sharing';

/**
 * What can be said of any request for devices.
 */
export interface DeviceRequestOptions {
  /**
   * Name of the request inside its claim: containers, constraints and logs refer to it. A DNS label.
   *
   * @default - what the devices are: `gpu`, `mig`, `device`; `choice-1`, `choice-2` in `firstAvailable`
   */
  readonly name?: string;

  /**
   * Devices to allocate: 1 to 32.
   *
   * @default - from the parallelism where a pattern knows it, else 1
   */
  readonly count?: number;

  /**
   * Further conditions in CEL, all of which must hold: at most 32 of at most 10 KiB. Checked for syntax, and for attributes that the driver does not
   * publish.
   *
   * @default - none
   */
  readonly cel?: string[];

  /**
   * How those who hold the claim share the devices.
   *
   * @default - the driver's default: no setting
   */
  readonly sharing?: DeviceSharing;
}

/**
 * A request for NVIDIA devices.
 */
export interface NvidiaDeviceOptions extends NvidiaDeviceFilter, DeviceRequestOptions {}

/**
 * A request for devices of a class.
 */
export interface DeviceClassOptions extends DeviceRequestOptions {
  /**
   * Driver behind the class; selectors are then checked against what it publishes.
   *
   * @default - known for NVIDIA's classes, else not known
   */
  readonly driver?: string;
}

/**
 * A request for network cards of DRANET.
 */
export interface DranetDeviceOptions extends DeviceRequestOptions {
  /**
   * Only cards that speak RDMA: InfiniBand, RoCE, EFA.
   *
   * @default true
   */
  readonly rdma?: boolean;
}

/** One thing that would do: devices of one class. */
export interface DeviceSelection {
  readonly name?: string;
  /** Name when none is given and there is one alternative. */
  readonly defaultName: string;
  readonly className: string;
  readonly driver?: string;
  readonly deviceType?: string;
  readonly selectors: readonly string[];
  readonly count?: number;
  readonly sharing?: DeviceSharing;
  /** For whoever looks after the devices, beside those who hold them. */
  readonly adminAccess?: boolean;
}

import { checkDriverName } from './names';
import { forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { PlainObject, compact, plain } from '../../base/plain';
import { carriesMistakes } from '../../given/mistakes/carried';
import { NVIDIA_DRIVER } from '../../knowledge/drivers';
import { SLICED_MIG, MIG_HELP, isSlicedMig } from '../../knowledge/mig';
import { parseBytes } from '../../kubernetes/quantity';

/**
 * How long one process runs on a time-sliced GPU before the next one's turn.
 */
export enum TimeSlice {
  /** The driver's own default. */
  DEFAULT = 'Default',

  /** Short turns: low latency, more switching. */
  SHORT = 'Short',

  /** Medium turns. */
  MEDIUM = 'Medium',

  /** Long turns: more throughput, higher latency. */
  LONG = 'Long',
}

/**
 * What the NVIDIA Multi-Process Service gives each client.
 */
export interface MpsOptions {
  /**
   * Share of the GPU's threads that a client may use, in percent: 0 to 100.
   *
   * @default - the service's own default, all of them
   */
  readonly activeThreadPercentage?: number;

  /**
   * Device memory that a client may pin, as a quantity of at least 1Mi: `10Gi`.
   *
   * @default - no limit
   */
  readonly pinnedMemoryLimit?: string;

  /**
   * Whether clients of different users may share the service.
   *
   * @default - not set, which means false
   */
  readonly multiUser?: boolean;
}

const NVIDIA_CONFIG = 'resource.nvidia.com/v1beta1';
const MEBIBYTE = 2 ** 20;

/** Source: pkg/apis/resource/validation/validation.go: opaque parameters are a JSON object of at most 10 Ki (v1.36) */
const MAX_PARAMETERS = 10 * 1024;

/**
 * How those who hold one claim share its devices: a setting that the driver reads, not Kubernetes.
 *
 * With NVIDIA's driver both strategies are alpha and off by default: its feature gates `TimeSlicingSettings` and `MPSSupport` must be on, or pods with
 * such a claim do not start.
 *
 * Source: kubernetes-sigs/dra-driver-nvidia-gpu api/nvidia.com/resource/v1beta1/{gpuconfig,migconfig,sharing,validate}.go (main of 2026-08)
 */
export class DeviceSharing {
  /**
   * Processes take turns on a whole GPU. Nothing separates their memory. Refused for MIG devices.
   *
   * @param interval Length of a turn; the driver's default when left out.
   */
  public static timeSlicing(interval: TimeSlice = TimeSlice.DEFAULT): DeviceSharing {
    return new DeviceSharing('timeSlicing', NVIDIA_DRIVER, { strategy: 'TimeSlicing', timeSlicingConfig: { interval } });
  }

  /**
   * Processes run at the same time through NVIDIA's Multi-Process Service. The only strategy for MIG devices.
   *
   * @param options Limits of each client.
   */
  public static mps(options: MpsOptions = {}): DeviceSharing {
    const field = 'DeviceSharing.mps';
    if (options.activeThreadPercentage !== undefined) {
      wholeNumber(`${field}(activeThreadPercentage)`, options.activeThreadPercentage, { min: 0, max: 100 });
    }
    if (options.pinnedMemoryLimit !== undefined && parseBytes(`${field}(pinnedMemoryLimit)`, options.pinnedMemoryLimit) < MEBIBYTE) {
      throw invalid(`${field}(pinnedMemoryLimit)`, options.pinnedMemoryLimit, 'is less than 1Mi, and the driver counts in mebibytes', 'give at least 1Mi');
    }
    const config = compact({
      defaultActiveThreadPercentage: options.activeThreadPercentage,
      defaultPinnedDeviceMemoryLimit: options.pinnedMemoryLimit,
      multiUser: options.multiUser,
    });
    return new DeviceSharing('mps', NVIDIA_DRIVER, compact({ strategy: 'MPS', mpsConfig: config }));
  }

  /**
   * A setting of any driver, passed on as it is.
   *
   * @param driver Driver that reads it.
   * @param parameters Its content: an object with `apiVersion` and `kind`, at most 10 KiB as JSON.
   */
  public static opaque(driver: string, parameters: { [key: string]: any }): DeviceSharing {
    checkDriverName('DeviceSharing.opaque(driver)', driver);
    const content = plain(parameters) as PlainObject;
    for (const key of ['apiVersion', 'kind']) {
      if (typeof content[key] !== 'string') {
        throw required(`DeviceSharing.opaque(parameters).${key}`, 'the driver finds out by it what the parameters are', `add ${key} to parameters, as the driver's documentation has it`);
      }
    }
    const size = JSON.stringify(content).length;
    if (size > MAX_PARAMETERS) {
      throw invalid('DeviceSharing.opaque(parameters)', `${size} bytes`, `is more than the ${MAX_PARAMETERS} bytes that a claim may hold`, 'give fewer parameters');
    }
    refuseSlicedMig(content);
    return new DeviceSharing('opaque', driver, content);
  }

  private constructor(
    /** @internal */ public readonly _kind: 'timeSlicing' | 'mps' | 'opaque',
    /** @internal */ public readonly _driver: string,
    private readonly content: PlainObject) {}

  /**
   * The parameters for devices of a type.
   *
   * @internal
   */
  public _parameters(deviceType: string | undefined): PlainObject {
    return this._kind === 'opaque'
      ? this.content
      : { apiVersion: NVIDIA_CONFIG, kind: deviceType === 'mig' ? 'MigDeviceConfig' : 'GpuConfig', sharing: this.content };
  }

  /**
   * Refuses what the driver of the devices would refuse.
   *
   * @internal
   */
  public _check(field: string, driver: string | undefined, deviceType: string | undefined): void {
    if (driver !== undefined && driver !== this._driver) {
      throw invalid(field, this._driver, `is a setting for the driver ${this._driver}, and the devices are of ${driver}`, "use DeviceSharing.opaque with that driver's own parameters");
    }
    if (this._kind === 'timeSlicing' && deviceType === 'mig') {
      throw invalid(field, 'TimeSlicing', SLICED_MIG, MIG_HELP);
    }
    if (this._kind !== 'opaque' && deviceType === 'vfio') {
      throw invalid(field, this._kind, 'a GPU that is passed through to a virtual machine is not shared', 'leave sharing out');
    }
  }
}

function refuseSlicedMig(parameters: PlainObject): void {
  if (isSlicedMig(parameters)) {
    throw forbidden('DeviceSharing.opaque(parameters).sharing', SLICED_MIG, MIG_HELP);
  }
}

carriesMistakes(DeviceSharing, () => DeviceSharing.mps());

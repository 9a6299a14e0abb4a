import { checkDriverName } from './names';
import { checkMigProfile, nvidiaAttribute, nvidiaSelectors } from './nvidia';
import { checkCel, deviceTypeIn } from './raw-selectors';
import { DeviceClassOptions, DeviceRequestOptions, DeviceSelection, DranetDeviceOptions, NvidiaDeviceOptions } from './request-options';
import { forbidden, invalid, required, wholeNumber } from '../../base/errors/invalid-input';
import { carriesMistakes } from '../../given/mistakes/carried';
import { DeviceVendor } from '../../knowledge/accelerators';
import { ClassFact, DRANET_DRIVER, NVIDIA_DRIVER, NVIDIA_GPU_CLASS, NVIDIA_MIG_CLASS, classOf, classOfDriver } from '../../knowledge/drivers';
import { checkNamePart, checkSubdomain } from '../../kubernetes/refused/names';
import { Target } from '../../target-cluster/target';

/** Source: kubernetes/api resource/v1 types.go: FirstAvailableDeviceRequestMaxSize, AllocationResultsMaxSize, DeviceSelectorsMaxSize (v1.36) */
const MAX_ALTERNATIVES = 8;
const MAX_DEVICES = 32;
const MAX_SELECTORS = 32;

/**
 * Devices that a claim asks for: a class, conditions on what the driver publishes, and how many.
 *
 * Source: KEP-4381 (GA 1.34), KEP-4816 (`firstAvailable`)
 */
export class DeviceRequest {
  /**
   * Whole NVIDIA GPUs (class `gpu.nvidia.com`).
   *
   * @param options Which of them, and how many.
   *
   * @example
   * const llama = new GpuInferenceDeployment(chart, 'Llama', {
   *   engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-70B-Instruct', tensorParallel: 4 }),
   *   accelerator: Accelerator.claim(DeviceRequest.nvidia({ product: 'H100' }), { count: 4 }),
   *   modelLoad: ModelLoad.of({ weights: '140Gi' }),
   * });
   */
  public static nvidia(options: NvidiaDeviceOptions = {}): DeviceRequest {
    return DeviceRequest.one('DeviceRequest.nvidia', NVIDIA_GPU_CLASS, 'gpu', options, nvidiaSelectors('DeviceRequest.nvidia', options));
  }

  /**
   * NVIDIA MIG devices (class `mig.nvidia.com`).
   *
   * @param profile MIG profile as the driver names it: `1g.10gb`.
   * @param options Which of them, and how many. Time slicing is refused.
   */
  public static nvidiaMig(profile: string, options: NvidiaDeviceOptions = {}): DeviceRequest {
    const field = 'DeviceRequest.nvidiaMig';
    checkMigProfile(`${field}(profile)`, profile);
    return DeviceRequest.one(field, NVIDIA_MIG_CLASS, 'mig', options, [`${nvidiaAttribute('profile')} == "${profile}"`, ...nvidiaSelectors(field, options)]);
  }

  /**
   * AMD GPUs (class `gpu.amd.com`).
   *
   * @param options Conditions in CEL, and how many.
   */
  public static amd(options: DeviceRequestOptions = {}): DeviceRequest {
    return DeviceRequest.one('DeviceRequest.amd', 'gpu.amd.com', 'gpu', options);
  }

  /**
   * Intel data centre GPUs (class `gpu.intel.com`).
   *
   * @param options Conditions in CEL, and how many.
   */
  public static intel(options: DeviceRequestOptions = {}): DeviceRequest {
    return DeviceRequest.one('DeviceRequest.intel', 'gpu.intel.com', 'gpu', options);
  }

  /**
   * Intel Gaudi accelerators (class `gaudi.intel.com`).
   *
   * @param options Conditions in CEL, and how many.
   */
  public static gaudi(options: DeviceRequestOptions = {}): DeviceRequest {
    return DeviceRequest.one('DeviceRequest.gaudi', 'gaudi.intel.com', 'gaudi', options);
  }

  /**
   * Cloud TPU chips (class `tpu.google.com`).
   *
   * @param options Conditions in CEL, and how many.
   */
  public static tpu(options: DeviceRequestOptions = {}): DeviceRequest {
    return DeviceRequest.one('DeviceRequest.tpu', 'tpu.google.com', 'tpu', options);
  }

  /**
   * Devices of any class: network cards, a class of your own.
   *
   * @param className Name of the DeviceClass.
   * @param options Driver, conditions in CEL, and how many.
   */
  public static ofClass(className: string, options: DeviceClassOptions = {}): DeviceRequest {
    checkSubdomain('DeviceRequest.ofClass(className)', className);
    if (options.driver !== undefined) {
      checkDriverName('DeviceRequest.ofClass(driver)', options.driver);
      checkDriverOfClass('DeviceRequest.ofClass(driver)', className, options.driver, 'leave driver out');
    }
    return DeviceRequest.one('DeviceRequest.ofClass', className, 'device', options, [], options.driver);
  }

  /**
   * Network cards of DRANET (driver `dra.net`), those that speak RDMA unless said otherwise. The pod gets the interface, and its RDMA device.
   *
   * @param className Name of the DeviceClass: DRANET installs none, so it is the cluster's own (`efa.networking.k8s.aws` on EKS).
   * @param options Which of them, and how many.
   */
  public static dranet(className: string, options: DranetDeviceOptions = {}): DeviceRequest {
    const field = 'DeviceRequest.dranet';
    checkSubdomain(`${field}(className)`, className);
    checkDriverOfClass(`${field}(className)`, className, DRANET_DRIVER, 'name a class of network cards');
    return DeviceRequest.one(field, className, 'nic', options, options.rdma ?? true ? [`device.attributes["${DRANET_DRIVER}"].rdma == true`] : [], DRANET_DRIVER);
  }

  /**
   * The first of these that a node can satisfy. The scheduler tries them in order.
   *
   * @param alternatives One to eight requests, the best first; none of them a `firstAvailable` itself.
   */
  public static firstAvailable(alternatives: DeviceRequest[]): DeviceRequest {
    const field = 'DeviceRequest.firstAvailable';
    if (alternatives.length === 0) {
      throw required(`${field}(alternatives)`, `one to ${MAX_ALTERNATIVES} requests, the best first`, 'give at least one request');
    }
    if (alternatives.length > MAX_ALTERNATIVES) {
      throw invalid(`${field}(alternatives)`, `${alternatives.length} requests`, `is more than the ${MAX_ALTERNATIVES} that a claim may list`, `give at most ${MAX_ALTERNATIVES}, the best first`);
    }
    const nested = alternatives.findIndex(each => each._isPrioritized);
    if (nested >= 0) {
      throw forbidden(`${field}(alternatives)[${nested}]`, 'is a list of alternatives itself, and alternatives do not nest', 'put its requests into this list');
    }
    const privileged = alternatives.findIndex(each => each._isAdmin);
    if (privileged >= 0) {
      throw forbidden(`${field}(alternatives)[${privileged}]`, 'alternatives have no admin access', 'ask for it in a request of its own');
    }
    return new DeviceRequest(alternatives.flatMap(each => each._alternatives), true);
  }

  /**
   * Devices of a class that this app makes, of which more is known than of others.
   *
   * @internal
   */
  public static _ofOwnClass(className: string, selection: DeviceSelection, options: DeviceRequestOptions): DeviceRequest {
    const { defaultName, driver, deviceType } = selection;
    return DeviceRequest.one('request', className, defaultName, options, [], driver, deviceType);
  }

  private static one(
    field: string, className: string, defaultName: string, options: DeviceRequestOptions, typed: readonly string[] = [], driver?: string,
    ownType?: string): DeviceRequest {
    const known = classOf(className);
    const devices = { driver: driver ?? known?.driver, deviceType: ownType ?? known?.deviceType };
    const raw = options.cel ?? [];
    raw.forEach((expression, index) => checkCel(`${field}(cel)[${index}]`, expression, devices));
    if (typed.length + raw.length > MAX_SELECTORS) {
      throw invalid(`${field}(cel)`, `${raw.length} expressions`, `${typed.length} of the properties + ${raw.length} = ${typed.length + raw.length}, more than the ${MAX_SELECTORS} of a request`, 'join expressions with &&');
    }
    if (options.name !== undefined) {
      checkNamePart(`${field}(name)`, options.name);
    }
    const deviceType = devices.deviceType ?? deviceTypeIn(raw, devices.driver ?? NVIDIA_DRIVER);
    options.sharing?._check(`${field}(sharing)`, devices.driver, deviceType);
    const count = options.count === undefined ? undefined : checkCount(`${field}(count)`, options.count);
    return new DeviceRequest([{
      name: options.name, defaultName, className, driver: devices.driver, deviceType, selectors: [...typed, ...raw], count, sharing: options.sharing,
    }], false);
  }

  private constructor(
    /** @internal */ public readonly _alternatives: readonly DeviceSelection[],
    /** @internal */ public readonly _isPrioritized: boolean,
    private readonly prioritizedName?: string) {}

  /** Name of the request inside its claim. */
  public get name(): string {
    const [first] = this._alternatives;
    return this._isPrioritized ? this.prioritizedName ?? first.defaultName : first.name ?? first.defaultName;
  }

  /**
   * The same request under another name: needed where one claim asks twice for the same kind of devices.
   *
   * @param name A DNS label.
   */
  public named(name: string): DeviceRequest {
    checkNamePart('named(name)', name);
    return this._named(name);
  }

  /**
   * The same with a name that was checked.
   *
   * @internal
   */
  public _named(name: string): DeviceRequest {
    return this._isPrioritized
      ? new DeviceRequest(this._alternatives, true, name)
      : new DeviceRequest(this._alternatives.map(each => ({ ...each, name })), false);
  }

  /**
   * The same devices for whoever looks after them: a pod that measures or resets them gets them beside the pods that hold them, and takes them from nobody. Without a
   * count it is all of the node that meet the conditions.
   *
   * The namespace of the claim must carry the label `resource.kubernetes.io/admin-access: "true"`, or the API server refuses the claim; `adminNamespace` of the claim
   * writes it. Refused for alternatives.
   *
   * Source: KEP-5018 (on by default since 1.34)
   */
  public withAdminAccess(): DeviceRequest {
    if (this._isPrioritized) {
      throw forbidden('withAdminAccess', 'alternatives have no admin access', 'ask for one kind of devices');
    }
    return new DeviceRequest(this._alternatives.map(each => ({ ...each, adminAccess: true })), false);
  }

  /**
   * Whether it is for whoever looks after the devices.
   *
   * @internal
   */
  public get _isAdmin(): boolean {
    return this._alternatives.some(each => each.adminAccess);
  }

  /**
   * Device class; of the first alternative where there are several.
   *
   * @internal
   */
  public get _className(): string {
    return this._alternatives[0].className;
  }

  /**
   * Whether any of the devices may be NVIDIA's.
   *
   * @internal
   */
  public get _isNvidia(): boolean {
    return this._alternatives.some(each => each.driver === NVIDIA_DRIVER || classOf(each.className)?.vendor === 'NVIDIA');
  }

  /**
   * Whose devices they are; undefined where nobody says, and where alternatives are of several vendors.
   *
   * @internal
   */
  public get _vendor(): DeviceVendor | undefined {
    const vendors = new Set(this._alternatives.map(({ className, driver }) => vendorOf(classOf(className) ?? classOfDriver(driver))));
    return vendors.size === 1 ? [...vendors][0] : undefined;
  }

  /**
   * The number that every alternative gives; undefined when none does.
   *
   * @internal
   */
  public _count(field: string): number | undefined {
    const given = [...new Set(this._alternatives.flatMap(each => each.count ?? []))];
    if (given.length > 1) {
      throw invalid(field, given, 'the alternatives ask for different numbers of devices, and the program in the pod is started for one number',
        'give all alternatives the same count, or none and set it once');
    }
    return given[0];
  }

  /**
   * @internal
   */
  public _withCount(count: number): DeviceRequest {
    return new DeviceRequest(this._alternatives.map(each => ({ ...each, count })), this._isPrioritized, this.prioritizedName);
  }

  /**
   * Refuses what the target would drop.
   *
   * @internal
   */
  public _require(target: Target, field: string): void {
    target._require('deviceClaims', field);
    if (this._isPrioritized) {
      target._require('devicePrioritizedList', field);
    }
    if (this._isAdmin) {
      target._require('deviceAdminAccess', field);
    }
  }
}

function vendorOf(known: ClassFact | undefined): DeviceVendor | undefined {
  return known?.isNoAccelerator ? undefined : known?.vendor;
}

function checkDriverOfClass(field: string, className: string, driver: string, help: string): void {
  const known = classOf(className)?.driver;
  if (known !== undefined && known !== driver) {
    throw invalid(field, field.endsWith('(driver)') ? driver : className, `the class ${className} selects devices of ${known}`, help);
  }
}

/** A claim holds at most 32 devices, whatever its requests say. */
export function checkCount(field: string, count: number): number {
  return wholeNumber(field, count, { min: 1, max: MAX_DEVICES, help: 'one claim allocates at most 32 devices, and a device is never split by a number' });
}

carriesMistakes(DeviceRequest, () => DeviceRequest.nvidia());

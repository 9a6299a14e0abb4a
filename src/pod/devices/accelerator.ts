import { AlignedDevices } from './aligned-devices';
import { ClaimContent } from './claim-content';
import { checkMigProfile } from './nvidia';
import { DeviceRequest, checkCount } from './request';
import { forbidden, invalid, wholeNumber } from '../../base/errors/invalid-input';
import { carriesMistakes } from '../../given/mistakes/carried';
import { DeviceVendor, acceleratorKind } from '../../knowledge/accelerators';
import { checkKey } from '../../kubernetes/refused/labels';
import { checkExtendedResource } from '../../kubernetes/refused/names';

/**
 * Which devices of a kind will do.
 */
export interface AcceleratorOptions {
  /**
   * Product as the node carries it in the vendor's label, like `NVIDIA-H100-80GB-HBM3` in `nvidia.com/gpu.product`.
   *
   * @default - any product
   */
  readonly product?: string;

  /**
   * Further node labels that the pod needs.
   *
   * @default - none
   */
  readonly nodeLabels?: { [key: string]: string };
}

/**
 * A slice of Cloud TPUs: chips for each pod, and which kind of slice the pods form together.
 */
export interface TpuOptions {
  /** Kind of TPU as GKE labels its nodes (`cloud.google.com/gke-tpu-accelerator`): `tpu-v5p-slice`. */
  readonly type: string;

  /** Physical topology of the slice (`cloud.google.com/gke-tpu-topology`): `2x2x4`. */
  readonly topology: string;
}

/**
 * An accelerator that the library has no factory for.
 */
export interface AcceleratorResourceOptions extends AcceleratorOptions {
  /**
   * Key of the taint that its nodes carry.
   *
   * @default - the resource name, as device plugins and cloud node pools do
   */
  readonly taintKey?: string;
}

/**
 * What a claim needs beside its request.
 */
export interface AcceleratorClaimOptions {
  /**
   * Devices for each pod: 1 to 32.
   *
   * @default - the count of the request; from the parallelism where the pattern or its engine knows it; else 1
   */
  readonly count?: number;

  /**
   * Key of the taint that nodes with such devices carry: `nvidia.com/gpu` where node pools keep it. It is tolerated with any value and effect.
   *
   * @default - none: device claims place the pod, and no taint belongs to them
   */
  readonly taintKey?: string;
}

/** What a pod claims, and whether somebody said how many. */
interface Claimed {
  readonly request: DeviceRequest;
  readonly isGiven: boolean;
  readonly aligned?: AlignedDevices;
}

/**
 * Devices that each pod gets, in one of two ways. From a device plugin: limits (Kubernetes makes requests equal), the toleration of the accelerator's
 * taint, and node labels. From a device claim (dynamic resource allocation, 1.34 and later): a ResourceClaimTemplate that the pattern makes, and a claim
 * in each pod.
 *
 * Extended resources are whole numbers and never overcommitted
 * (Source: pkg/apis/core/validation/validation.go ValidateResourceRequirements, v1.36).
 */
export class Accelerator {
  /**
   * Whole NVIDIA GPUs: `nvidia.com/gpu`.
   *
   * @param count GPUs for each pod, a whole number of at least 1.
   * @param options Product and node labels.
   *
   * @example
   * const llama = new GpuInferenceDeployment(chart, 'Llama', {
   *   engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-70B-Instruct', tensorParallel: 4 }),
   *   accelerator: Accelerator.nvidia(4),
   *   modelLoad: ModelLoad.of({ weights: '140Gi' }),
   * });
   */
  public static nvidia(count: number, options: AcceleratorOptions = {}): Accelerator {
    return new Accelerator('Accelerator.nvidia', 'nvidia.com/gpu', count, 'nvidia.com/gpu', labels('Accelerator.nvidia', 'nvidia.com/gpu.product', options));
  }

  /**
   * Slices of NVIDIA GPUs under the *mixed* MIG strategy: `nvidia.com/mig-<profile>`.
   *
   * @param profile MIG profile as the driver names it: `1g.10gb`, `1g.10gb+me`, `1c.3g.40gb`.
   * @param count Slices for each pod, a whole number of at least 1.
   * @param options Product and node labels.
   */
  public static nvidiaMig(profile: string, count: number, options: AcceleratorOptions = {}): Accelerator {
    checkMigProfile('Accelerator.nvidiaMig(profile)', profile);
    // The device plugin writes + as a dot, since a resource name may not hold it. Source: NVIDIA/k8s-device-plugin internal/resource.
    const resource = `nvidia.com/mig-${profile.replace('+', '.')}`;
    return new Accelerator('Accelerator.nvidiaMig', resource, count, 'nvidia.com/gpu', labels('Accelerator.nvidiaMig', 'nvidia.com/gpu.product', options));
  }

  /**
   * Whole AMD GPUs: `amd.com/gpu`.
   *
   * @param count GPUs for each pod, a whole number of at least 1.
   * @param options Product and node labels.
   */
  public static amd(count: number, options: AcceleratorOptions = {}): Accelerator {
    return new Accelerator('Accelerator.amd', 'amd.com/gpu', count, 'amd.com/gpu', labels('Accelerator.amd', 'amd.com/gpu.product-name', options));
  }

  /**
   * Intel data centre GPUs: `gpu.intel.com/i915`. The newer `xe` kernel driver has `Accelerator.resource('gpu.intel.com/xe', n)`.
   *
   * @param count GPUs for each pod, a whole number of at least 1.
   * @param options Product and node labels.
   */
  public static intel(count: number, options: AcceleratorOptions = {}): Accelerator {
    return new Accelerator('Accelerator.intel', 'gpu.intel.com/i915', count, 'gpu.intel.com/i915', labels('Accelerator.intel', 'gpu.intel.com/product', options));
  }

  /**
   * Intel Gaudi accelerators: `habana.ai/gaudi`.
   *
   * @param count Cards for each pod, a whole number of at least 1.
   * @param options Node labels.
   */
  public static gaudi(count: number, options: AcceleratorOptions = {}): Accelerator {
    return new Accelerator('Accelerator.gaudi', 'habana.ai/gaudi', count, 'habana.ai/gaudi', labels('Accelerator.gaudi', undefined, options));
  }

  /**
   * Cloud TPU chips: `google.com/tpu`, with the node labels GKE schedules slices by.
   *
   * @param chips Chips for each pod (host), a whole number of at least 1.
   * @param options Kind and topology of the slice.
   */
  public static tpu(chips: number, options: TpuOptions): Accelerator {
    if (!/^[1-9][0-9]*(x[1-9][0-9]*){1,2}$/.test(options.topology)) {
      throw invalid('Accelerator.tpu(topology)', options.topology, 'is not a TPU topology', 'write it as GKE does: 2x4 or 2x2x4');
    }
    const total = options.topology.split('x').reduce((product, part) => product * Number(part), 1);
    wholeNumber('Accelerator.tpu(chips)', chips, { min: 1, help: 'give the chips of one host' });
    if (total % chips !== 0) {
      throw invalid('Accelerator.tpu(chips)', chips, `does not divide the topology ${options.topology} = ${total} chips`, 'give the chips of one host');
    }
    return new Accelerator('Accelerator.tpu', 'google.com/tpu', chips, 'google.com/tpu', {
      'cloud.google.com/gke-tpu-accelerator': options.type,
      'cloud.google.com/gke-tpu-topology': options.topology,
    });
  }

  /**
   * AWS Trainium and Inferentia devices: `aws.amazon.com/neuron`.
   *
   * @param count Devices for each pod, a whole number of at least 1.
   * @param options Node labels.
   */
  public static neuron(count: number, options: AcceleratorOptions = {}): Accelerator {
    return new Accelerator('Accelerator.neuron', 'aws.amazon.com/neuron', count, 'aws.amazon.com/neuron', labels('Accelerator.neuron', undefined, options));
  }

  /**
   * Any extended resource by its full name: `nvidia.com/gpu.shared`, `gpu.intel.com/xe`.
   *
   * @param name Resource name with its domain.
   * @param count Units for each pod, a whole number of at least 1.
   * @param options Taint key, product and node labels.
   */
  public static resource(name: string, count: number, options: AcceleratorResourceOptions = {}): Accelerator {
    checkExtendedResource('Accelerator.resource(name)', name);
    checkTaintKey('Accelerator.resource(taintKey)', options.taintKey);
    return new Accelerator('Accelerator.resource', name, count, options.taintKey ?? name, labels('Accelerator.resource', undefined, options));
  }

  /**
   * Devices from a claim of each pod's own (dynamic resource allocation). Needs Kubernetes 1.34 and a driver that publishes the devices.
   *
   * The pattern makes one ResourceClaimTemplate for all its pods, named by its content, and gives the claim to the main container. Nothing else is
   * needed of the pod: the scheduler puts it where the devices are.
   *
   * @param request Which devices.
   * @param options How many, and the taint of their nodes.
   */
  public static claim(request: DeviceRequest, options: AcceleratorClaimOptions = {}): Accelerator {
    const field = 'Accelerator.claim(count)';
    checkTaintKey('Accelerator.claim(taintKey)', options.taintKey);
    const given = countOf(field, request, options);
    return new Accelerator('Accelerator.claim', request._className, given ?? 1, options.taintKey, {}, { request, isGiven: given !== undefined });
  }

  /**
   * The same with what belongs to each device, or to all of them: GPUs with the network cards of their PCIe roots, GPUs of one NUMA node. The count is that
   * of the devices, not of their companions; the container gets all of them.
   *
   * Where no node has devices that meet the alignment the pod stays pending: it is never given up.
   *
   * @param devices What belongs together.
   * @param options How many, and the taint of their nodes.
   */
  public static aligned(devices: AlignedDevices, options: AcceleratorClaimOptions = {}): Accelerator {
    const field = 'Accelerator.aligned(count)';
    checkTaintKey('Accelerator.aligned(taintKey)', options.taintKey);
    const request = devices._device;
    const given = countOf(field, request, options);
    devices._content(field, given ?? 1);
    return new Accelerator('Accelerator.aligned', request._className, given ?? 1, options.taintKey, {}, { request, isGiven: given !== undefined, aligned: devices });
  }

  /** Extended resource name that the pod asks for; with a claim the device class, of the first alternative where there are several. */
  public readonly resourceName: string;

  /** Devices for each pod. */
  public readonly count: number;

  /** Key of the taint that is tolerated (any value, any effect); undefined when none is. */
  public readonly taintKey?: string;

  private readonly labels: { [key: string]: string };
  private readonly claimed?: Claimed;

  private constructor(
    factory: string, resourceName: string, count: number, taintKey: string | undefined, nodeLabels: { [key: string]: string }, claimed?: Claimed) {
    this.resourceName = resourceName;
    this.count = wholeNumber(`${factory}(count)`, count, {
      min: 1,
      help: 'devices are never split by a number: use a MIG profile, or a time-sliced resource name with Accelerator.resource',
    });
    this.taintKey = taintKey;
    this.labels = nodeLabels;
    this.claimed = claimed;
  }

  /** Node labels that the pod is bound to; a copy. */
  public get nodeLabels(): { [key: string]: string } {
    return { ...this.labels };
  }

  /**
   * Whether these are NVIDIA devices, whose container toolkit does not support user namespaces.
   *
   * @internal
   */
  public get _isNvidia(): boolean {
    return this.claimed ? this.claimed.request._isNvidia : this.resourceName.startsWith('nvidia.com/');
  }

  /**
   * Whose devices they are; undefined where nobody says, and where alternatives are of several vendors.
   *
   * @internal
   */
  public get _vendor(): DeviceVendor | undefined {
    return this.claimed ? this.claimed.request._vendor : acceleratorKind(this.resourceName)?.vendor;
  }

  /**
   * What each pod claims, with the count; undefined when a device plugin gives the devices.
   *
   * @internal
   */
  public get _request(): DeviceRequest | undefined {
    return this.claimed?.request._withCount(this.count);
  }

  /**
   * All that the claim of each pod asks for; undefined when a device plugin gives the devices.
   *
   * @internal
   */
  public get _claim(): ClaimContent | undefined {
    const request = this._request;
    return request && (this.claimed!.aligned?._content('accelerator.count', this.count) ?? { requests: [request] });
  }

  /**
   * What belongs together, in words; undefined where nothing has to.
   *
   * @internal
   */
  public get _alignment(): string | undefined {
    return this.claimed?.aligned?._text(this.count);
  }

  /**
   * Whether somebody said how many. A claim may leave it to the parallelism.
   *
   * @internal
   */
  public get _countGiven(): boolean {
    return this.claimed?.isGiven ?? true;
  }

  /**
   * The same devices, so many for each pod.
   *
   * @internal
   */
  public _withCount(count: number): Accelerator {
    const claimed = this.claimed && { ...this.claimed, isGiven: true };
    return new Accelerator('Accelerator', this.resourceName, claimed ? checkCount('accelerator.count', count) : count, this.taintKey, this.labels, claimed);
  }
}

function countOf(field: string, request: DeviceRequest, options: AcceleratorClaimOptions): number | undefined {
  if (request._isAdmin) {
    throw forbidden(field.replace('(count)', '(request)'), 'admin access shows devices that other pods hold, and a program that computes needs devices of its own',
      'leave withAdminAccess() out; for a pod that measures devices use a ResourceClaimTemplate');
  }
  const inRequest = request._count(field);
  if (options.count !== undefined && inRequest !== undefined && options.count !== inRequest) {
    throw invalid(field, options.count, `the request asks for ${inRequest}`, 'give the count once');
  }
  const given = options.count ?? inRequest;
  return given === undefined ? undefined : checkCount(field, given);
}

function labels(factory: string, productLabel: string | undefined, options: AcceleratorOptions): { [key: string]: string } {
  if (options.product !== undefined && productLabel === undefined) {
    throw invalid(`${factory}(product)`, options.product, 'nodes of this accelerator carry no product label', 'use nodeLabels');
  }
  return { ...(options.product !== undefined ? { [productLabel as string]: options.product } : {}), ...options.nodeLabels };
}

function checkTaintKey(field: string, key: string | undefined): void {
  if (key !== undefined) {
    checkKey(field, key);
  }
}

carriesMistakes(Accelerator, () => Accelerator.nvidia(1));

import { Cluster } from '../../harness/cluster';
import { Manifest } from '../../harness/manifest';

const DRIVER = 'gpu.nvidia.com';
const API = 'resource.k8s.io/v1';

/** What the driver reads from one kind of GPU. */
export interface GpuModel {
  readonly productName: string;
  readonly architecture: string;
  readonly cudaComputeCapability: string;
  /** Absent where the GPU has no memory of its own to report. */
  readonly memory?: string;
  /** Of the node it is in. */
  readonly driverVersion?: string;
  readonly cudaDriverVersion?: string;
}

export const H100: GpuModel = { productName: 'NVIDIA H100 80GB HBM3', architecture: 'Hopper', cudaComputeCapability: '9.0.0', memory: '81559Mi' };
export const H200: GpuModel = { productName: 'NVIDIA H200', architecture: 'Hopper', cudaComputeCapability: '9.0.0', memory: '143771Mi' };
/** On a node with an older driver, which no real node has beside the others: that lets one node show all conditions. */
export const A100: GpuModel = {
  productName: 'NVIDIA A100-SXM4-40GB', architecture: 'Ampere', cudaComputeCapability: '8.0.0', memory: '40960Mi', driverVersion: '535.104.5', cudaDriverVersion: '12.2.0',
};
/** Its name holds "H100" nowhere as a word, and it reports no memory. */
export const GH200: GpuModel = { productName: 'NVIDIA GH200 480GB', architecture: 'Hopper', cudaComputeCapability: '9.0.0' };

/**
 * The classes that the driver's chart installs.
 * Source: kubernetes-sigs/dra-driver-nvidia-gpu deployments/helm templates/deviceclass-gpu.yaml, deviceclass-mig.yaml (v25.8)
 */
export const CLASSES: readonly Manifest[] = [['gpu.nvidia.com', 'gpu'], ['mig.nvidia.com', 'mig']].map(([name, type]) => ({
  apiVersion: API,
  kind: 'DeviceClass',
  metadata: { name },
  spec: { selectors: [{ cel: { expression: `device.driver == '${DRIVER}' && device.attributes['${DRIVER}'].type == '${type}'` } }] },
}));

/** A device as the driver writes it into a slice. */
export interface Device {
  readonly name: string;
  readonly attributes: Readonly<Record<string, object>>;
  readonly capacity?: Readonly<Record<string, object>>;
}

/** Whole GPUs of one kind. Source: kubernetes-sigs/dra-driver-nvidia-gpu cmd/gpu-kubelet-plugin/deviceinfo.go GpuInfo.GetDevice (v25.8) */
export function gpus(model: GpuModel, count: number, first: number = 0): Device[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `gpu-${first + index}`,
    attributes: { ...attributesOf(model, 'gpu'), uuid: { string: `GPU-${first + index}` } },
    ...capacityOf(model.memory),
  }));
}

/** A slice of a GPU. Source: the same file, MigDeviceInfo.GetDevice */
export function mig(model: GpuModel, profile: string, index: number): Device {
  return {
    name: `gpu-${index}-mig-19-0-1`,
    attributes: { ...attributesOf(model, 'mig'), uuid: { string: `MIG-${index}` }, parentUUID: { string: `GPU-${index}` }, profile: { string: profile } },
    ...capacityOf('9728Mi'),
  };
}

/** A GPU that is passed through to virtual machines: it tells neither its architecture nor its memory. Source: the same file, VfioDeviceInfo.GetDevice */
export function vfio(model: GpuModel, index: number): Device {
  const strings = { type: 'vfio', uuid: `VFIO-${index}`, productName: model.productName, deviceID: '0x2330', vendorID: '0x10de' };
  return { name: `gpu-vfio-${index}`, attributes: Object.fromEntries(Object.entries(strings).map(([name, string]) => [name, { string }])) };
}

function attributesOf(model: GpuModel, type: string): Record<string, object> {
  const { productName, architecture, cudaComputeCapability, driverVersion = '570.133.20', cudaDriverVersion = '12.8.0' } = model;
  return {
    type: { string: type },
    productName: { string: productName },
    brand: { string: 'Nvidia' },
    architecture: { string: architecture },
    cudaComputeCapability: { version: cudaComputeCapability },
    driverVersion: { version: driverVersion },
    cudaDriverVersion: { version: cudaDriverVersion },
  };
}

function capacityOf(memory: string | undefined): Pick<Device, 'capacity'> {
  return memory === undefined ? {} : { capacity: { memory: { value: memory } } };
}

/** What the driver on a node publishes. */
export function sliceOf(node: string, devices: readonly Device[]): Manifest {
  return {
    apiVersion: API,
    kind: 'ResourceSlice',
    metadata: { name: `${node}-${DRIVER}` },
    spec: { driver: DRIVER, nodeName: node, pool: { name: node, generation: 1, resourceSliceCount: 1 }, devices },
  };
}

/** The claim behind a pod. */
export interface PodClaim {
  readonly pod: string;
  readonly node?: string;
  /** Uid of the claim; undefined while there is none. */
  readonly claim?: string;
  readonly template: string;
  /** `node/device`, in order; empty while nothing is allocated. */
  readonly devices: readonly string[];
  readonly requests: readonly string[];
}

/** Claims of the pods of a namespace, by pod. */
export async function claimsOf(cluster: Cluster, namespace: string): Promise<PodClaim[]> {
  const claims = new Map((await cluster.client.list<Manifest>(API, 'ResourceClaim', namespace)).map(each => [each.metadata.name, each]));
  return (await cluster.pods(namespace)).map(({ metadata, spec, status }): PodClaim => {
    const [{ resourceClaimTemplateName: template }] = spec.resourceClaims;
    const claim = claims.get(status.resourceClaimStatuses?.[0]?.resourceClaimName);
    const results: any[] = claim?.status?.allocation?.devices.results ?? [];
    return {
      pod: metadata.name,
      node: spec.nodeName,
      claim: claim?.metadata.uid,
      template,
      devices: results.map(({ pool, device }) => `${pool}/${device}`).sort(),
      requests: [...new Set<string>(results.map(({ request }) => request))],
    };
  });
}

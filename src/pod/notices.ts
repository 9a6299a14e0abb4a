import { Notice } from '../base/findings/notice';

/*
 * What is said of pods, whatever pattern they are of. Every value of this file is in the catalogue.
 */

export const USER_NAMESPACE: Notice = {
  id: 'AIW3201',
  title: 'user namespace on a pod with NVIDIA devices',
  class: 'risky',
  reason: 'The NVIDIA container toolkit does not support user namespaces, so the devices may not be usable inside.',
  source: 'NVIDIA/nvidia-container-toolkit#648',
  remedy: 'Leave hostUsers out for pods with GPUs.',
  appliesTo: ['patterns of this library'],
};

export const NO_MEMORY_REQUEST: Notice = {
  id: 'AIW3202',
  title: 'accelerator pod without a memory request',
  class: 'risky',
  reason: 'A pod without a memory request is among the first to be evicted when its node runs short of memory, and an accelerator idles with it.',
  source: 'kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction',
  remedy: "Say how much: memory: Memory.of('256Gi'), or Memory.derived({ weights: '140Gi' }).",
  appliesTo: ['patterns of this library'],
};

export const NO_CPU_REQUEST: Notice = {
  id: 'AIW3205',
  title: 'accelerator pod without a CPU request',
  class: 'advice',
  reason: 'CPU time is shared by request. Beside pods that ask for some, a container that asks for none gets next to nothing when the node is busy: tokenizing, batching and data loading stall, and the devices wait.',
  source: 'pkg/kubelet/cm/helpers_linux.go MilliCPUToShares: no request is 2 shares (v1.36)',
  remedy: "Ask for the cores that belong to the devices: those of the node divided by its devices, less what the node itself needs: cpu: '32'.",
  appliesTo: ['patterns of this library'],
};

export const PROBE_KILLS: Notice = {
  id: 'AIW3305',
  title: 'probe kills the container while the model loads',
  class: 'broken',
  reason: 'A patch took the startup probe away or shortened it, so the kubelet restarts the container before the model is loaded, again and again.',
  source: 'pkg/kubelet/prober/worker.go (v1.36)',
  remedy: 'Remove the patch, or say how long the start takes with the properties of the engine.',
  appliesTo: ['patterns with an InferenceEngine'],
};

export const UNPROVEN_CACHE: Notice = {
  id: 'AIW3506',
  title: 'cache claim of unknown access mode',
  class: 'risky',
  reason: 'Several pods share the claim of the model cache; if one node alone can mount it, the others never start.',
  source: 'kubernetes.io/docs/concepts/storage/persistent-volumes#access-modes',
  remedy: 'Say what the claim allows: ModelCache.claimName(name, { accessModes: [...] }).',
  appliesTo: ['patterns of this library'],
};

export const CACHE_NOT_WRITABLE: Notice = {
  id: 'AIW3509',
  title: 'model cache that its writer may not write',
  class: 'risky',
  reason: 'A folder of the node belongs to root where the kubelet makes it, and no fsGroup changes that: a download as another user ends with "permission denied". '
    + 'In a read-only cache an engine that runs code of the model cannot keep that code.',
  source: 'pkg/volume/hostpath/host_path.go (v1.36); transformers dynamic_module_utils.py (HF_MODULES_CACHE)',
  remedy: 'Prepare the folder on the nodes, or use a claim; give HF_MODULES_CACHE a folder that can be written.',
  appliesTo: ['patterns of this library'],
};

export const DOWNLOADS_WEIGHTS: Notice = {
  id: 'AIW3508',
  title: 'starts download the weights',
  class: 'advice',
  reason: 'Without a volume that keeps the weights every new pod fetches all of them before it serves: minutes, at which autoscaling and roll-outs wait, and which a Hub that is down makes endless. The message gives the sum, which the startup probe allows twice, where the size of the weights is known.',
  source: 'huggingface_hub constants.py (HF_HOME); vllm/config/load.py (download_dir)',
  remedy: 'Keep them on a volume: modelCache, with preload where nothing is to wait for the first download.',
  appliesTo: ['GpuInferenceDeployment', 'SpotInference', 'LeaderWorkerGroup'],
  but: 'warning where a startup probe that was given is shorter than the sum',
};

export const CLAIM_UNDER_OLD_NAME: Notice = {
  id: 'AIW3602',
  title: 'device claim was patched under its old name',
  class: 'risky',
  reason: 'The spec of a claim or template is immutable, and the name is a hash of the content before the patch: where it is applied already, the API server refuses it.',
  source: 'pkg/apis/resource/validation/validation.go (v1.36)',
  remedy: 'Say it with properties, which gives a new name; or patch the name and what refers to it as well.',
  appliesTo: ['DeviceRequest', 'ResourceClaimTemplate'],
};

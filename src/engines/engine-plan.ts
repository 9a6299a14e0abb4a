import { VllmKvTransfer } from './vllm/kv-transfer';
import { Finding } from '../base/findings/finding';
import { DeviceVendor } from '../knowledge/accelerators';
import { EngineMetrics } from '../knowledge/engines/engine-metric';
import { Release } from '../knowledge/engines/vllm-releases';
import { EnvVariable } from '../pod/container/environment';

/** The part one pod plays for its engine. */
export type EngineRole = EngineSingleRole | EngineMemberRole;

/** A pod that serves by itself. */
export interface EngineSingleRole {
  readonly kind: 'single';
  /** Whose devices they are, where the image follows from it: absent where nobody says, and where the container is given an image. */
  readonly vendor?: DeviceVendor;
  /** Memory of one device, where its product is known. */
  readonly deviceMemoryMi?: number;
}

/** A pod of a group that serves one model together. */
export interface EngineMemberRole {
  readonly kind: 'leader' | 'worker';
  /** Pods of the group, the leader included. */
  readonly pods: number;
  readonly devicesPerPod: number;
  /** Whose devices they are, where the image follows from it: absent where nobody says, and where the container is given an image. */
  readonly vendor?: DeviceVendor;
  /** Address of index 0; may refer to earlier variables as `$(NAME)`. */
  readonly leaderAddress: string;
  /** The pod's index in its group, as the kubelet expands it: `$(LWS_WORKER_INDEX)`. */
  readonly workerIndex: string;
  /** Whether the pods join one Ray cluster before the engine starts. */
  readonly ray: boolean;
  /** Memory of one device, where its product is known. */
  readonly deviceMemoryMi?: number;
  /** Whether its container may lock memory, which network devices read. */
  readonly locksMemory?: boolean;
  /** Pods that get the same stop signal at the same time: the leader cannot drain by itself then, whatever its version can. */
  readonly stopsTogether?: boolean;
}

/** What one role of an engine needs, whatever carries the pod. */
export interface EnginePlan {
  /** Model as the engine is given it: an id on the Hugging Face Hub, or a path inside the container. */
  readonly model: string;
  /** Name that requests have to ask for; absent where nobody says. */
  readonly servedName?: string;
  readonly image: string;
  /** Absent where the image's own entry point starts it. */
  readonly command?: string[];
  readonly args: string[];
  /** HTTP port of the API, health and metrics; a worker of a group has it declared nowhere. */
  readonly port: number;
  readonly portName: string;
  /** Answers once the process is alive: for the liveness and the startup probe. */
  readonly healthPath: string;
  /** Answers once requests are served. */
  readonly readinessPath: string;
  /** Whether this role answers on the port. Workers of a group do not, unless each pod takes requests for its own ranks. */
  readonly serves: boolean;
  /** Sums besides those of the devices, for `explain()`. */
  readonly sums?: readonly EngineConsequence[];
  /** Devices of one world: all pods of a group together. */
  readonly devices: number;
  /** `tensor 4 x pipeline 2 x data 1 = 8`. */
  readonly devicesSum: string;
  /** Variables that the pattern injects. */
  readonly env: EnvVariable[];
  /** Variables that users may not set on the engine's container. */
  readonly reserved: string[];
  /** Absent when the version has no drain flag: the sleep before the stop signal must then cover the longest stream. */
  readonly drain?: { readonly flag: string; readonly seconds: number };
  /** Why there is no drain flag, where there is none. */
  readonly noDrainReason?: string;
  /** Longest request that must not be cut off. */
  readonly longestStreamSeconds: number;
  /** Absent where nobody says what it exports. */
  readonly metrics?: EngineMetrics;
  /** How the leader of a group finds out that another pod is gone; absent where nothing tells it, and where there is no other pod. */
  readonly lostPeer?: LostPeer;
  /** What follows from the options when a pod is lost, for `explain()`. */
  readonly consequences: readonly EngineConsequence[];
  readonly advice: Finding[];
}

/** How an engine notices that a pod of its group is gone. */
export interface LostPeer {
  /** Until its server ends; absent where nobody promises a bound. */
  readonly seconds?: number;
  readonly text: string;
}

/** One row of what `explain()` says under `then`. */
export interface EngineConsequence {
  readonly topic: string;
  readonly text: string;
}

/** What stands behind an InferenceEngine. */
export interface EngineModel {
  /** Its function of InferenceEngine, for messages: `vllm`. */
  readonly factory: string;
  readonly name: string;
  readonly version: string;
  /** The model that is served: an id on a hub or a path. */
  readonly served: string;
  readonly parallelism: EngineParallelism;
  /** First version that spans pods without Ray; undefined when this version does. */
  readonly needsRay?: string;
  /** Whether each pod of a group takes requests, and not the leader alone. */
  readonly everyPodServes?: boolean;
  /** Checks what users give the engine's container besides the engine itself. */
  readonly checkContainer: (field: string, given: EngineContainer) => Finding[];
  readonly plan: (role: EngineRole) => EnginePlan;
  /** Whether the name of an image says that it holds this version, as far as flags and metrics differ. */
  readonly isNamedBy: (image: string) => boolean;
  /** Prefills for others, or decodes what others have prefilled; absent where the library cannot pair it. */
  readonly pairs?: EnginePairs;
}

/** An engine that may be one side of prefill and decode. */
export interface EnginePairs {
  readonly side: TransferSide;
  /** The same engine with what the pattern says where the user said nothing. */
  readonly completed: (defaults: SideDefaults) => EngineModel;
}

/** What one side of a KV transfer says of itself, for the other side to agree with. */
export interface TransferSide {
  readonly release: Release;
  readonly model: string;
  /** Name under which clients ask for the model. */
  readonly servedName: string;
  /** Class of the connector; absent where the blocks stay on the GPU. */
  readonly connector?: string;
  readonly kvRole?: string;
  /** First port of the side channel; absent for connectors without one. */
  readonly sideChannelPort?: number;
  readonly parallelism: EngineParallelism;
  readonly maxModelLength?: number;
  readonly port: number;
  readonly longestStreamSeconds: number;
  /** Flags of the user's. */
  readonly args: readonly string[];
}

/** What a pattern of two sides says. */
export interface SideDefaults {
  readonly kvTransfer: VllmKvTransfer;
  readonly port?: number;
}

/** What a user lays over the engine's container, as far as the engine cares. */
export interface EngineContainer {
  readonly image?: string;
  /** Names of the variables the user sets. */
  readonly variables: readonly string[];
  /** Names of those that come from Secrets. */
  readonly secretVariables?: readonly string[];
}

/** How one copy of the model, or several, lie over the devices. */
export interface EngineParallelism {
  readonly tensor: number;
  readonly pipeline: number;
  readonly data: number;
}

export function deviceCount({ tensor, pipeline, data }: EngineParallelism): number {
  return tensor * pipeline * data;
}

/** `tensor 4 x pipeline 2 x data 1 = 8`. */
export function devicesSum(parallelism: EngineParallelism): string {
  const { tensor, pipeline, data } = parallelism;
  return `tensor ${tensor} x pipeline ${pipeline} x data ${data} = ${deviceCount(parallelism)}`;
}

import { Labels } from '../../base/labels';
import { TransferSide } from '../../engines/engine-plan';
import { DeviceVendor } from '../../knowledge/accelerators';
import { GpuInferenceDeploymentProps } from '../gpu-inference-deployment/props';
import { LeaderWorkerGroupProps } from '../leader-worker-group/props';

/** The roles, in the order in which a request meets them. */
export const STAGES = ['prefill', 'decode'] as const;

export type Stage = typeof STAGES[number];

/**
 * What endpoint pickers and people read, on the pods that answer: not on workers of a group. The second one is what a pool selects.
 *
 * Source: llm-d-inference-scheduler pkg/epp/framework/plugins/scheduling/filter/bylabel/roles.go (v0.8.0); llm-d guides
 */
export const LLMD_LABELS = {
  prefill: { 'llm-d.ai/role': 'prefill', 'llm-d.ai/inference-serving': 'true' },
  decode: { 'llm-d.ai/role': 'decode', 'llm-d.ai/inference-serving': 'true' },
} as const;

/** How the production stack's router tells the roles apart. Source: vllm-project/production-stack vllm-stack-0.1.12 src/vllm_router/service_discovery.py _get_model_label */
export const STACK_LABELS = { prefill: { model: 'prefill' }, decode: { model: 'decode' } } as const;

/** Selects the pods of both roles that answer. */
export const ANSWERING: Labels = { 'llm-d.ai/inference-serving': 'true' };

/**
 * The prompts that a pod takes, in tokens, of those that its endpoint picker tells apart by their length: `0-32768`.
 *
 * Source: llm-d-inference-scheduler pkg/epp/framework/plugins/scheduling/scorer/contextlengthaware (v0.8.0; in pkg/plugins/multi since v0.7.0)
 */
export const CONTEXT_LENGTHS = 'llm-d.ai/context-length-range';

/** One role with its sums. */
export interface StagePlan extends SidePlan {
  readonly name: string;
  /** By which routers know it, on the pods that answer. */
  readonly labels: Labels;
}

/** What does not depend on how the whole is called. */
export interface SidePlan {
  readonly stage: Stage;
  /** Name of a further pool of the stage; absent for the first one. */
  readonly pool?: string;
  /** The end of its name: `decode`, `decode-long`. */
  readonly part: string;
  /** Where it was written: `decode`, `decodePools[long]`. */
  readonly field: string;
  /** One of the two, with everything that the pattern decides. */
  readonly deployment?: GpuInferenceDeploymentProps;
  readonly groups?: LeaderWorkerGroupProps;
  readonly side: TransferSide;
  /** Whose devices it computes with, where somebody says. */
  readonly vendor?: DeviceVendor;
  readonly least: number;
  readonly most: number;
  /** Pods of one replica or group. */
  readonly podsOfOne: number;
  readonly devicesOfOne: number;
}

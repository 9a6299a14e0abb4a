import { App, Chart, Testing } from 'cdk8s';
import {
  Accelerator, DisaggregatedInference, DisaggregatedInferenceProps, GpuInferenceDeploymentProps, InferenceEngine, InferenceRole, KubernetesVersion,
  LeaderWorkerGroupProps,
  Memory, PrefillDecodeRouter, Target, TargetProps, VllmOptions,
} from '../../../src';

export const MODEL = 'meta-llama/Llama-3.1-70B-Instruct';
export const ROUTER = PrefillDecodeRouter.vllmRouter({ image: 'vllm/vllm-router:v0.1.9' });
export const SIDECAR = PrefillDecodeRouter.llmdSidecar({ image: 'ghcr.io/llm-d/llm-d-routing-sidecar:v0.8.0', endpointPicker: 'llama-epp' });

const container = { memory: Memory.of('200Gi') };
const accelerator = Accelerator.nvidia(8);

export function engine(options: Partial<VllmOptions> = {}): InferenceEngine {
  return InferenceEngine.vllm({ version: '0.18', model: MODEL, tensorParallel: 4, ...options });
}

/** Replicas of four devices, or as many as the engine is cut over. */
export function deployment(options: Partial<VllmOptions> = {}, props: Partial<GpuInferenceDeploymentProps> = {}): InferenceRole {
  const devices = (options.tensorParallel ?? 4) * (options.pipelineParallel ?? 1) * (options.dataParallel ?? 1);
  return InferenceRole.deployment({ engine: engine(options), accelerator: Accelerator.nvidia(devices), container, ...props });
}

/** Groups of two pods of eight devices. */
export function groups(options: Partial<VllmOptions> = {}, props: Partial<LeaderWorkerGroupProps> = {}): InferenceRole {
  return InferenceRole.groups({ engine: engine({ tensorParallel: 16, ...options }), size: 2, accelerator, container, ...props });
}

/** One model, and its objects as they are applied. */
export interface Built {
  readonly model: DisaggregatedInference;
  readonly objects: any[];
  /** By kind and name: `Deployment llama-prefill`. */
  readonly named: { readonly [object: string]: any };
}

/** One model in a chart that is not synthesised yet. */
export function make(props: Partial<DisaggregatedInferenceProps> = {}, target: TargetProps = {}): DisaggregatedInference {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, ...target });
  return new DisaggregatedInference(chart, 'Llama', { prefill: deployment(), decode: deployment(), router: ROUTER, ...props });
}

export function build(props: Partial<DisaggregatedInferenceProps> = {}, target: TargetProps = {}): Built {
  const model = make(props, target);
  const objects = Testing.synth(Chart.of(model)) as any[];
  return { model, objects, named: Object.fromEntries(objects.map(object => [`${object.kind} ${object.metadata.name}`, object])) };
}

/** The main container of the pods of an object. */
export function mainOf(object: any): any {
  const { leaderWorkerTemplate, template } = object.spec;
  return (leaderWorkerTemplate?.leaderTemplate ?? template).spec.containers[0];
}

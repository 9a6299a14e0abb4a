import { App, Chart, Testing } from 'cdk8s';
import {
  Accelerator, DeviceRequest, GpuInferenceDeployment, GpuInferenceDeploymentProps, InferenceEngine, KubernetesVersion, ModelLoad, Target,
  TargetProps, VllmOptions,
} from '../../../src';
import { findingsOf } from '../../../src/lint/synth/validate-at-synth';
import { InferencePlan, planInference } from '../../../src/patterns/gpu-inference-deployment/plan';

export const MODEL = 'meta-llama/Llama-3.1-70B-Instruct';

export function vllm(options: Partial<VllmOptions> = {}): InferenceEngine {
  return InferenceEngine.vllm({ version: '0.18', model: MODEL, tensorParallel: 4, ...options });
}

export const plugin = Accelerator.nvidia(4);
export const claim = Accelerator.claim(DeviceRequest.nvidia({ product: 'H100' }));
/** Download 574 s + load 280 s + compile 180 s = 1034 s to start, 2070 s allowed. */
export const load = ModelLoad.of({ weights: '140Gi', loadBandwidth: '512Mi' });

const PROPS: GpuInferenceDeploymentProps = { engine: vllm(), accelerator: plugin, modelLoad: load, replicas: 2 };

/** Two replicas unless an autoscaler decides. */
function propsOf(given: Partial<GpuInferenceDeploymentProps>): GpuInferenceDeploymentProps {
  return { ...PROPS, ...(given.autoscaling ? { replicas: undefined } : {}), ...given };
}

/** One deployment, and its objects as they are applied. */
export interface Built {
  readonly chart: Chart;
  readonly llama: GpuInferenceDeployment;
  readonly objects: any[];
  readonly of: (kind: string, name?: string) => any;
  readonly spec: any;
  readonly pod: any;
  readonly main: any;
}

type Change = (llama: GpuInferenceDeployment, chart: Chart) => void;

/** On a chart of namespace `ml`, for 1.36. */
export function build(given: Partial<GpuInferenceDeploymentProps> = {}, target: TargetProps = {}, change: Change = () => {}): Built {
  const { chart, llama } = tree(given, target, change);
  const objects = Testing.synth(chart);
  const of = (kind: string, name?: string) => objects.find(object => object.kind === kind && (name === undefined || object.metadata.name === name));
  const spec = of('Deployment').spec;
  return { chart, llama, objects, of, spec, pod: spec.template.spec, main: spec.template.spec.containers[0] };
}

function tree(given: Partial<GpuInferenceDeploymentProps>, target: TargetProps, change: Change) {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, ...target });
  const llama = new GpuInferenceDeployment(chart, 'Llama', propsOf(given));
  change(llama, chart);
  return { chart, llama };
}

/** What the checks say of it, by id. */
export function findings(given: Partial<GpuInferenceDeploymentProps>, target: TargetProps = {}, change: Change = () => {}) {
  return findingsOf(tree(given, target, change).chart);
}

/** The plan alone, without objects. */
export function plan(given: Partial<GpuInferenceDeploymentProps> = {}, target: TargetProps = {}): InferencePlan {
  const chart = new Chart(new App(), 'prod');
  return planInference('Llama', propsOf(given), { target: Target.define(chart, { kubernetes: KubernetesVersion.V1_36, ...target }), namespace: 'ml' });
}

export const namesOf = (list: any[] = []) => list.map(each => each.name);
export const valueOf = (container: any, name: string) => container.env?.find((variable: any) => variable.name === name)?.value;

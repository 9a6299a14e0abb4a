import { Chart } from 'cdk8s';
import { Cluster, synthesise } from '../../harness/cluster';
import { eachOf } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { GPU_TAINT, NodeProps } from '../../harness/nodes';
import {
  Accelerator, GpuInferenceDeployment, GpuInferenceDeploymentProps, InferenceEngine, KubernetesVersion, ModelLoad, Target, TargetProps, VllmOptions,
} from 'cdk8s-ai-workloads';

/** A deployment and its objects. */
export interface Llama {
  readonly llama: GpuInferenceDeployment;
  readonly objects: Manifest[];
  readonly deployment: Manifest;
}

export interface LlamaOptions extends Partial<GpuInferenceDeploymentProps> {
  readonly vllm?: Partial<VllmOptions>;
  readonly target?: TargetProps;
  readonly change?: (llama: GpuInferenceDeployment) => void;
}

export function vllm(options: Partial<VllmOptions> = {}): InferenceEngine {
  return InferenceEngine.vllm({ version: '0.18', model: 'example/model', tensorParallel: 4, ...options });
}

/** A deployment on the nodes of a pool that has the namespace's name, so that the devices of a test are its own. */
export function llamaIn(namespace: string, zones: readonly string[], options: LlamaOptions = {}): Llama {
  const { vllm: engine, target, change = () => undefined, ...props } = options;
  let llama!: GpuInferenceDeployment;
  const objects = synthesise(app => {
    const chart = new Chart(app, namespace, { namespace });
    Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: [...zones], ...target });
    llama = new GpuInferenceDeployment(chart, 'Llama', {
      engine: vllm(engine), accelerator: Accelerator.nvidia((engine?.tensorParallel) ?? 4), modelLoad: ModelLoad.of({ weights: '140Gi' }), nodeLabels: { pool: namespace }, ...props,
    });
    change(llama);
  });
  return { llama, objects, deployment: objects.find(({ kind }) => kind === 'Deployment')! };
}

/** Nodes of a pool. Their device plugin offers GPUs unless told otherwise. */
export function poolOf(pool: string, gpus: readonly number[], zone: string = 'eu-1a', node: Partial<NodeProps> = {}): NodeProps[] {
  return gpus.map((count, index) => ({ name: `${pool}-${zone}-${index}`, zone, gpus: count, labels: { pool }, taints: [GPU_TAINT], ...node }));
}

export async function addNodes(cluster: Cluster, nodes: readonly NodeProps[]): Promise<void> {
  await eachOf(nodes, 6, node => cluster.addNode(node));
}

/** Lines of one topic of an explanation. */
export function said(explanation: string, topic: string): string {
  const line = explanation.split('\n').find(each => each.startsWith(`  ${topic} `));
  if (line === undefined) {
    throw new Error(`explain() says nothing of ${topic}:\n${explanation}`);
  }
  return line.slice(topic.length + 2).trim();
}

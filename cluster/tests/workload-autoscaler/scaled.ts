import { ApiObject, App, Chart, Duration, JsonPatch } from 'cdk8s';
import { Cluster } from '../../harness/cluster';
import { eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import {
  Accelerator, GpuInferenceDeployment, IWorkload, InferenceEngine, LeaderWorkerBackend, LeaderWorkerGroup, Memory, ModelLoad, WorkloadAutoscaler,
  WorkloadAutoscalerProps,
} from 'cdk8s-ai-workloads';

/** An autoscaler and what it scales, as they are applied. */
export interface Scaled {
  readonly scaler: WorkloadAutoscaler;
  readonly objects: Manifest[];
  /** What is scaled. */
  readonly target: Manifest;
}

export type Kind = 'Deployment' | 'LeaderWorkerSet';
export const KINDS: readonly Kind[] = ['Deployment', 'LeaderWorkerSet'];

/** Two devices each, or two pods of one device. */
function workloadOf(chart: Chart, kind: Kind): IWorkload {
  const engine = InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: kind === 'Deployment' ? 2 : 1, pipelineParallel: kind === 'Deployment' ? 1 : 2 });
  const container = { memory: Memory.of('6Gi') };
  return kind === 'Deployment'
    ? new GpuInferenceDeployment(chart, 'Llama', { engine, accelerator: Accelerator.nvidia(2), container, modelLoad: ModelLoad.measured(Duration.seconds(60)) })
    : new LeaderWorkerGroup(chart, 'Llama', { groups: 1, size: 2, engine, accelerator: Accelerator.nvidia(1), container, backend: LeaderWorkerBackend.leaderWorkerSet() });
}

/** Nobody can wait the minutes that loading a model takes: how many a step has, and the bounds, are as the library made them. */
export function hurry(object: ApiObject): void {
  const behavior = object.kind === 'ScaledObject' ? '/spec/advanced/horizontalPodAutoscalerConfig/behavior' : '/spec/behavior';
  object.addJsonPatch(
    ...['scaleUp', 'scaleDown'].map(way => JsonPatch.replace(`${behavior}/${way}/stabilizationWindowSeconds`, 0)),
    ...[0, 1].map(index => JsonPatch.replace(`${behavior}/scaleUp/policies/${index}/periodSeconds`, 2)),
    JsonPatch.replace(`${behavior}/scaleDown/policies/0/periodSeconds`, 1));
}

export function scaled(namespace: string, kind: Kind, props: Partial<WorkloadAutoscalerProps>, change: (object: ApiObject) => void = hurry): Scaled {
  const app = new App();
  const chart = new Chart(app, namespace, { namespace });
  const scaler = new WorkloadAutoscaler(chart, 'Scaler', { workload: workloadOf(chart, kind), minReplicas: 1, maxReplicas: 4, ...props });
  change(scaler.apiObject);
  const objects = chart.toJson() as Manifest[];
  return { scaler, objects, target: objects.find(object => object.kind === kind)! };
}

export async function live(cluster: Cluster, { target: { apiVersion, kind, metadata } }: Scaled): Promise<Manifest> {
  return cluster.client.get(apiVersion, kind, metadata.namespace, metadata.name);
}

/** Waits until so many are asked for, and stand. */
export async function stands(cluster: Cluster, of: Scaled, replicas: number, seconds = 60): Promise<void> {
  await eventually(`${replicas} of ${of.target.kind} in ${of.target.metadata.namespace}`, () => live(cluster, of),
    ({ spec, status }) => spec.replicas === replicas && (status?.readyReplicas ?? 0) === replicas, { seconds });
}

export function autoscaler(cluster: Cluster, { target }: Scaled, name = 'scaler'): Promise<Manifest> {
  return cluster.client.get('autoscaling/v2', 'HorizontalPodAutoscaler', target.metadata.namespace, name);
}

/** Waits until the autoscaler looked at its metrics, and wants so many. */
export function wants(cluster: Cluster, of: Scaled, replicas: number, name?: string): Promise<Manifest> {
  return eventually(`the autoscaler in ${of.target.metadata.namespace} wants ${replicas}`, () => autoscaler(cluster, of, name),
    ({ status }) => status?.desiredReplicas === replicas && status.conditions?.some((each: any) => each.type === 'ScalingActive' && each.status === 'True'));
}

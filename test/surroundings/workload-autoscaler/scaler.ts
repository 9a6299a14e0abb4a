import { App, Chart, Duration } from 'cdk8s';
import {
  GpuInferenceDeployment, IWorkload, InferenceEngine, LeaderWorkerBackend, LeaderWorkerGroup, ModelLoad, ScalingBackend, ScalingSeries, Workload,
  WorkloadAutoscaler, WorkloadAutoscalerProps,
} from '../../../src';
import { readDocuments } from '../../../src/kubernetes/yaml/read';
import { ACCELERATOR, CONTAINER, ENGINE } from '../ways';

/*
 * Autoscalers of the tests: what they are put around, and what comes of it.
 */

export type Make = (chart: Chart) => IWorkload;
export type Props = Partial<WorkloadAutoscalerProps>;

export const BOUNDS = { minReplicas: 1, maxReplicas: 6 };
export const ALL_TARGETS = {
  queueDepth: 8,
  runningRequests: 64,
  kvCacheUsage: 0.8,
  tokensPerSecond: 2000,
  timeToFirstToken: { atMost: Duration.millis(1500) },
  interTokenLatency: { atMost: Duration.millis(50), percentile: 99.9 },
};
export const SERVER = 'http://prometheus.monitoring.svc:9090';
export const KEDA = ScalingBackend.keda({ serverAddress: SERVER });
export const QUEUE = ScalingSeries.endpointPickerQueue({ pool: 'llama', perReplica: 4 });

/** A Deployment of an engine that starts in 400 s. */
export const inference: Make = chart => new GpuInferenceDeployment(chart, 'w', {
  engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: 2 }),
  accelerator: ACCELERATOR,
  container: CONTAINER,
  modelLoad: ModelLoad.measured(Duration.seconds(400)),
});

export const group: Make = chart => new LeaderWorkerGroup(chart, 'w', {
  groups: 2, size: 2, engine: ENGINE, accelerator: ACCELERATOR, container: CONTAINER, backend: LeaderWorkerBackend.leaderWorkerSet(),
});

/** A Deployment of somebody else. */
export const named: Make = () => Workload.named({ name: 'web', namespace: 'other', podLabels: { app: 'web' }, scaledApiVersion: 'apps/v1', scaledKind: 'Deployment' });

export function chartOf(namespace: string | undefined = 'ml'): Chart {
  return new Chart(new App(), 'chart', { namespace });
}

export function scaler(make: Make, props: Props, chart = chartOf()): WorkloadAutoscaler {
  return new WorkloadAutoscaler(chart, 'scaler', { workload: make(chart), ...BOUNDS, ...props });
}

export function specOf(make: Make, props: Props): any {
  return scaler(make, props).apiObject.toJson().spec;
}

/** Queries of KEDA by the name of the trigger. */
export function queries(make: Make, props: Props = ALL_TARGETS, backend = KEDA): { [name: string]: string } {
  return Object.fromEntries(specOf(make, { ...props, backend }).triggers.map(({ name, metadata }: any) => [name, metadata.query]));
}

/** As an adapter reads its configuration. */
export function read(yaml: string): any {
  const [document] = readDocuments(Buffer.from(yaml));
  return 'value' in document ? document.value : document;
}

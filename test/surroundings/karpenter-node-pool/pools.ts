import { ApiObject, App, Chart, Cron, JsonPatch } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Accelerator, GpuInferenceDeployment, IWorkload, InferenceEngine, KarpenterNodePool, KarpenterNodePoolProps, KarpenterNodes, Memory, Target, TargetProps, Workload } from '../../../src';

/*
 * Pools of several workloads, whose pods are written as a manifest has them.
 */

export type Make = (chart: Chart) => IWorkload;
export type Given = Partial<KarpenterNodePoolProps> & { readonly target?: TargetProps };

export interface Pooled {
  readonly pool: KarpenterNodePool;
  readonly spec: any;
  /** Values of requirements by key, or their operator where they have none. */
  readonly requirements: { readonly [key: string]: readonly string[] | string };
}

export function poolOf(makes: readonly Make[], { target = {}, ...props }: Given = {}): Pooled {
  const chart = new Chart(new App(), 'chart', { namespace: 'ml' });
  Target.define(chart, target);
  const pool = new KarpenterNodePool(chart, 'gpu', { workloads: makes.map(make => make(chart)), nodes: KarpenterNodes.aws('gpu'), ...props });
  const { spec } = chart.toJson().find(({ kind }) => kind === 'NodePool');
  const requirements = Object.fromEntries(spec.template.spec.requirements.map(({ key, operator, values }: any) => [key, values ?? operator]));
  return { pool, spec, requirements };
}

export interface PlainOptions {
  /** Devices of a pod; none when left out. */
  readonly gpus?: number;
  readonly resource?: string;
  readonly replicas?: number;
  /** More of the pod's spec. */
  readonly pod?: { readonly [field: string]: unknown };
  readonly annotations?: { readonly [key: string]: string };
  /** More of the carrier's spec. */
  readonly spec?: { readonly [field: string]: unknown };
}

const TOLERATION = { key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' };

/** A number or a share in a patch: cdk8s-plus-28 converts what it has patched, and takes quantities in this form. */
export function quantity(value: number | string): object {
  return { value };
}

/** A Deployment of cdk8s-plus-28 with these pods. */
export function deployment(name: string, options: PlainOptions = {}): Make {
  return chart => patched(new kplus.Deployment(chart, name, { metadata: { name }, replicas: options.replicas ?? 1, containers: [{ image: 'a:1' }] }), options);
}

/** A Job, which runs until it is done. */
export function job(name: string, options: PlainOptions = {}): Make {
  return chart => patched(new kplus.Job(chart, name, { metadata: { name }, containers: [{ image: 'a:1' }] }), options);
}

/** A CronJob whose runs may meet, so that nobody says how many pods there are; more of the spec is that of its Jobs. */
export function cronJob(name: string, options: PlainOptions = {}): Make {
  return chart => patched(new kplus.CronJob(chart, name, {
    metadata: { name }, schedule: Cron.daily(), concurrencyPolicy: kplus.ConcurrencyPolicy.ALLOW, containers: [{ image: 'a:1' }],
  }), options, '/spec/jobTemplate/spec');
}

function patched(resource: kplus.Deployment | kplus.Job | kplus.CronJob, { gpus = 0, resource: device = 'nvidia.com/gpu', pod = {}, annotations, spec = {} }: PlainOptions, at: string = '/spec'): Workload {
  const template = `${at}/template`;
  const patches = [
    ...(gpus === 0 ? [] : [JsonPatch.add(`${template}/spec/containers/0/resources`, { limits: { [device]: quantity(gpus) } }), JsonPatch.add(`${template}/spec/tolerations`, [TOLERATION])]),
    ...Object.entries(pod).map(([field, value]) => JsonPatch.add(`${template}/spec/${field}`, value)),
    ...(annotations === undefined ? [] : [JsonPatch.add(`${template}/metadata`, { annotations, ...(resource instanceof kplus.Deployment ? { labels: resource.matchLabels } : {}) })]),
    ...Object.entries(spec).map(([field, value]) => JsonPatch.add(`${at}/${field}`, value)),
  ];
  ApiObject.of(resource).addJsonPatch(...patches);
  return Workload.of(resource);
}

/** A server of so many GPUs, three of them. */
export function server(name: string, gpus: number, replicas: number = 3): Make {
  return chart => new GpuInferenceDeployment(chart, name, {
    engine: InferenceEngine.vllm({ version: '0.18', model: 'a/b', tensorParallel: gpus }), accelerator: Accelerator.nvidia(gpus), container: { memory: Memory.of('100Gi') }, replicas,
  });
}

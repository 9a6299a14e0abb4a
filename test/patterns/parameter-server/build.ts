import { App, Chart, Testing } from 'cdk8s';
import { ContainerSpec, KubernetesVersion, Memory, ParameterServer, ParameterServerProps, Target, TargetProps } from '../../../src';
import { environmentOf as kubeletEnvironment } from '../../engines/kubelet';

export const container: ContainerSpec = { image: 'registry.example/ranker:1', command: ['python3', 'train.py'], memory: Memory.of('16Gi') };

/** One run, and its objects as they are applied. */
export interface Built {
  readonly run: ParameterServer;
  readonly objects: any[];
  readonly set: any;
  /** The Job of each role, by name. */
  readonly jobs: { readonly [role: string]: any };
  readonly pods: { readonly [role: string]: any };
}

export function build(props: Partial<ParameterServerProps> = {}, target: TargetProps = {}): Built {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis: ['jobset.x-k8s.io/v1alpha2'], ...target });
  const run = new ParameterServer(chart, 'Ranker', { container, ps: { replicas: 2 }, worker: { replicas: 3 }, ...props });
  const objects = Testing.synth(chart) as any[];
  const set = objects.find(object => object.kind === 'JobSet');
  const jobs = Object.fromEntries(set.spec.replicatedJobs.map((job: any) => [job.name, job.template.spec]));
  return { run, objects, set, jobs, pods: Object.fromEntries(Object.entries(jobs).map(([role, job]: any) => [role, job.template.spec])) };
}

/** The variables of the main container of one pod, as the kubelet makes them of its index. */
export function environmentOf(pod: any, index: number): ReadonlyMap<string, string> {
  return kubeletEnvironment(pod.containers[0], { 'batch.kubernetes.io/job-completion-index': String(index) });
}

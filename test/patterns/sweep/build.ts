import { App, Chart, Testing } from 'cdk8s';
import { ContainerSpec, KubernetesVersion, Memory, Sweep, SweepProps, SweepResults, SweepTable, Target, TargetProps } from '../../../src';

export const container: ContainerSpec = { image: 'registry.example/tune:1', command: ['tune', '--lr=$(LR)'], memory: Memory.of('16Gi') };
export const grid = SweepTable.grid({ LR: ['0.1', '0.2'], SEED: ['1', '2', '3'] });
export const results = SweepResults.onClaimName('results', '/results');
export const report: ContainerSpec = { image: 'registry.example/report:1', memory: Memory.of('1Gi') };

/** One sweep, and its objects as they are applied. */
export interface Built {
  readonly sweep: Sweep;
  readonly objects: any[];
  readonly table: any;
  readonly job: any;
  readonly summary: any;
  readonly pod: any;
  readonly main: any;
}

export function build(props: Partial<SweepProps> = {}, target: TargetProps = {}): Built {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, ...target });
  const sweep = new Sweep(chart, 'Search', { runs: grid, container, ...props });
  const objects = Testing.synth(chart) as any[];
  const [job, summary] = objects.filter(object => object.kind === 'Job');
  const pod = job.spec.template.spec;
  return { sweep, objects, table: objects.find(object => object.kind === 'ConfigMap'), job, summary, pod, main: pod.containers[0] };
}

export const variable = (main: any, name: string) => main.env.find((each: any) => each.name === name);
export const mountAt = (main: any, path: string) => main.volumeMounts.find((each: any) => each.mountPath === path);

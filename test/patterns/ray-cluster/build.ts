import { App, Chart, Testing } from 'cdk8s';
import { ContainerSpec, KubernetesVersion, Memory, RayBackend, RayCluster, RayClusterProps, Target, TargetProps } from '../../../src';

export const container: ContainerSpec = { image: 'rayproject/ray:2.53.0-py312', cpu: '8', memory: Memory.of('32Gi') };

/** One cluster, and its objects as they are applied. */
export interface Built {
  readonly cluster: RayCluster;
  readonly objects: any[];
  /** The template of each role, by name, whatever carries it. */
  readonly templates: { readonly [role: string]: any };
  /** KubeRay's object. */
  readonly resource: any;
}

export function build(props: Partial<RayClusterProps> = {}, target: TargetProps = {}): Built {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis: ['ray.io/v1'], ...target });
  const cluster = new RayCluster(chart, 'Lab', { container, workers: [{ replicas: 2 }], ...props });
  const objects = Testing.synth(chart) as any[];
  const resource = objects.find(({ apiVersion }) => apiVersion === 'ray.io/v1');
  return { cluster, objects, resource, templates: resource ? ofResource(resource) : ofSets(objects) };
}

/** The cluster in a RayCluster, RayJob or RayService. */
export function clusterOf({ spec }: any): any {
  return spec.rayClusterSpec ?? spec.rayClusterConfig ?? spec;
}

function ofResource(resource: any): { [role: string]: any } {
  const { headGroupSpec, workerGroupSpecs } = clusterOf(resource);
  return { head: headGroupSpec.template, ...Object.fromEntries(workerGroupSpecs.map((group: any) => [group.groupName, group.template])) };
}

function ofSets(objects: readonly any[]): { [role: string]: any } {
  return Object.fromEntries(objects.filter(({ kind }) => kind === 'StatefulSet').map(({ metadata, spec }) => [metadata.name.replace(/^[^-]+-/, ''), spec.template]));
}

/** What the shell of a plain pod gives to `ray start`, by flag. */
export function startedWith(template: any): { readonly [flag: string]: string } {
  const line: string = template.spec.containers[0].command[2].split('\n').find((each: string) => each.startsWith('exec ray start'));
  return Object.fromEntries([...line.matchAll(/--([\w-]+)(?:=('[^']*'|"[^"]*"|\S+))?/g)].map(([, flag, value]) => [flag, value ?? 'true']));
}

export const BACKENDS: { readonly [name: string]: RayBackend } = {
  statefulSets: RayBackend.statefulSets(),
  rayCluster: RayBackend.rayCluster(),
  rayJob: RayBackend.rayJob({ entrypoint: 'python tune.py' }),
  rayService: RayBackend.rayService({ serveConfig: 'applications:\n  - name: llm\n    import_path: app:llm\n' }),
};

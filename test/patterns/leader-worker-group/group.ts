import { App, Chart, Testing } from 'cdk8s';
import { LeaderWorkerBackend, LeaderWorkerGroup, LeaderWorkerGroupProps, Target, TargetProps } from '../../../src';
import { Container } from '../../engines/kubelet';

/** A manifest, as loosely as tests read it. */
export type Manifest = any;

export const BACKENDS: { [name: string]: LeaderWorkerBackend } = {
  statefulSets: LeaderWorkerBackend.statefulSets(),
  singleStatefulSet: LeaderWorkerBackend.singleStatefulSet(),
  leaderWorkerSet: LeaderWorkerBackend.leaderWorkerSet(),
};

export const PLAIN = ['statefulSets', 'singleStatefulSet'] as const;

export const NAME = 'cdk8s-ai-workloads/name';
export const ROLE = 'cdk8s-ai-workloads/role';
export const GROUP = 'cdk8s-ai-workloads/group';
export const POD_INDEX = 'apps.kubernetes.io/pod-index';
export const LWS_GROUP = 'leaderworkerset.sigs.k8s.io/group-index';
export const LWS_WORKER = 'leaderworkerset.sigs.k8s.io/worker-index';

export function propsOf(props: Partial<LeaderWorkerGroupProps> = {}): LeaderWorkerGroupProps {
  return { groups: 2, size: 3, container: { image: 'registry.example/serve:1', command: ['serve'], args: ['--port', '8000'] }, ...props };
}

export interface Options {
  readonly target?: TargetProps;
  readonly id?: string;
  readonly chart?: Chart;
}

/** A group in a chart of its own. */
export function llm(props: Partial<LeaderWorkerGroupProps> = {}, options: Options = {}) {
  const chart = options.chart ?? new Chart(new App(), 'prod', { namespace: 'ml' });
  if (options.target) {
    Target.define(chart, options.target);
  }
  const group = new LeaderWorkerGroup(chart, options.id ?? 'Llm', propsOf(props));
  const synth = (): Manifest[] => Testing.synth(chart);
  return { chart, group, synth, object: (kind: string, name: string) => find(synth(), kind, name), ofKind: (kind: string) => ofKind(synth(), kind) };
}

export function find(manifests: Manifest[], kind: string, name: string): Manifest {
  return manifests.find(each => each.kind === kind && each.metadata.name === name);
}

export function ofKind(manifests: Manifest[], kind: string): Manifest[] {
  return manifests.filter(each => each.kind === kind);
}

/** Pod templates of leaders and workers of group 0, whatever carries them. */
export function templatesOf(manifests: Manifest[]): { leader: Manifest; worker: Manifest } {
  const set = manifests.find(each => each.kind === 'LeaderWorkerSet');
  if (set) {
    return { leader: set.spec.leaderWorkerTemplate.leaderTemplate, worker: set.spec.leaderWorkerTemplate.workerTemplate };
  }
  const sets = ofKind(manifests, 'StatefulSet').filter(each => each.spec.selector.matchLabels[GROUP] === '0');
  return { leader: sets[0].spec.template, worker: sets[sets.length - 1].spec.template };
}

export function mainOf(template: Manifest): Container & Manifest {
  return template.spec.containers[0];
}

/** Names of variables in their order. */
export function namesOf(container: Container): string[] {
  return (container.env ?? []).map(variable => variable.name);
}

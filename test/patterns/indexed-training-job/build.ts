import { App, Chart, Testing } from 'cdk8s';
import { ContainerSpec, IndexedTrainingJob, IndexedTrainingJobProps, KubernetesVersion, Memory, Rendezvous, Target, TargetProps } from '../../../src';
import { TrainingPlan, planTraining } from '../../../src/patterns/indexed-training-job/plan';

export const container: ContainerSpec = { image: 'registry.example/train:1', command: ['torchrun', 'train.py'], memory: Memory.of('64Gi') };
export const torchrun = Rendezvous.torchrun();
export const mpi = Rendezvous.mpi({ sshSecretName: 'ssh' });
export const servers = (parameterServers: number) => Rendezvous.tensorFlow({ parameterServers });

/** One run, and its objects as they are applied. */
export interface Built {
  readonly job: IndexedTrainingJob;
  readonly objects: any[];
  /** Spec of the Job, also of the one inside a JobSet. */
  readonly spec: any;
  readonly pod: any;
  readonly main: any;
  readonly of: (kind: string) => any;
}

type Change = (job: IndexedTrainingJob) => void;

export function build(props: Partial<IndexedTrainingJobProps>, target: TargetProps = {}, change: Change = () => {}): Built {
  const chart = new Chart(new App(), 'prod', { namespace: 'ml' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, apis: ['jobset.x-k8s.io/v1alpha2'], ...target });
  const job = new IndexedTrainingJob(chart, 'Pretrain', { workers: 4, container, ...props });
  change(job);
  const objects = Testing.synth(chart);
  const of = (kind: string) => objects.find(object => object.kind === kind);
  const spec = of('Job')?.spec ?? of('JobSet')?.spec.replicatedJobs[0].template.spec;
  return { job, objects, of, spec, pod: spec.template.spec, main: spec.template.spec.containers[0] };
}

/** The plan alone, without constructs. */
export function plan(props: Partial<IndexedTrainingJobProps>, zones?: string[]): TrainingPlan {
  const chart = new Chart(new App(), 'prod');
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones });
  const workers = props.worldSize === undefined ? 2 : undefined;
  return planTraining('Pretrain', { container, workers, ...props }, Target.of(chart), 'ml');
}

export const valueOf = (list: any[], name: string) => list.find(variable => variable.name === name)?.value;
export const namesOf = (list: any[]) => list.map(each => each.name);

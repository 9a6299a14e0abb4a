import { PodPart } from '../../workloads/handle/pods';
import { IWorkload } from '../../workloads/handle/workload';

/**
 * Which pods of one StatefulSet run the new template.
 */
export interface IndexCanaryProps {
  /**
   * Name of the Service that reaches the canary, where one is made.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** The workload: a pattern, or what `Workload.of` makes of a StatefulSet of cdk8s-plus-28. */
  readonly workload: IWorkload;

  /**
   * Which of its StatefulSets, where it has several: `{ zone: 'eu-1b' }`, `{ role: 'workers' }`.
   *
   * @default - the one that it has
   */
  readonly part?: PodPart;

  /**
   * Indexes of the pods that run the new template: the highest ones without a gap, since the controller knows a lowest index only. All of them end the
   * canary, and none lets no pod have the new template. Lengthen the list from commit to commit.
   */
  readonly indexes: number[];

  /**
   * Pods that each step after the first one moves, highest index first.
   *
   * @default - all that are left
   */
  readonly podsPerStep?: number;

  /**
   * Port on which the pods listen, for the Service. Refused where the workload has a Service that says it.
   *
   * @default - that of the workload's Service; no Service where it has none
   */
  readonly port?: number;
}

/**
 * One step of a canary: what to apply, which pods it replaces, what to wait for.
 */
export interface CanaryStep {
  /** `canary`, `promotion`, `roll-back` … */
  readonly title: string;

  /** `indexes` of the canary at this step. */
  readonly indexes: number[];

  /** What is applied, as YAML: the StatefulSet, and the Service of the canary where there is one. */
  readonly manifest: string;

  /** Names of the pods that are replaced, in that order, when the step before this one is done. */
  readonly replaces: string[];

  /** Commands after the apply, in their order: pods that nobody else replaces, and what to wait for. */
  readonly commands: string[];

  /** Whether these are the manifests of the app. */
  readonly isHere: boolean;
}

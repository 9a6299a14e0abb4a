import { MovedVolumes } from './volumes';
import { IWorkload } from '../../workloads/handle/workload';

/**
 * Two clusters, by the contexts of a kubeconfig.
 */
export interface MigrationClusters {
  /** Context of the cluster that gives ordinals up. */
  readonly source: string;

  /** Context of the cluster that takes them over. */
  readonly target: string;
}

/**
 * Which ordinals move, and how far they are.
 */
export interface OrdinalMigrationProps {
  /**
   * What runs them: a pattern of StatefulSets, what `Workload.of` makes of a StatefulSet of cdk8s-plus-28, or `Workload.named` for a StatefulSet of that
   * name which the app has as a plain manifest.
   */
  readonly workload: IWorkload;

  /**
   * Name of the StatefulSet, where the workload has several: one for each zone.
   *
   * @default - the only one
   */
  readonly set?: string;

  /** Lowest ordinal that moves; all above it move too, since a StatefulSet gives up its highest ordinals first. Its first ordinal moves the whole set. */
  readonly firstMoved: number;

  /**
   * How many stages are done: 0 nothing, all of them everything. Raise it from commit to commit, and run the commands of the stage; a lower number goes back.
   * `explain()` prints all stages.
   */
  readonly stage: number;

  /**
   * The volumes behind the claims that move.
   *
   * @default - none: the StatefulSet has no claim templates. Needed where it has some
   */
  readonly volumes?: MovedVolumes;

  /**
   * Ordinals that move together, and are down together. 1 to 100.
   *
   * @default 1
   */
  readonly atOnce?: number;

  /**
   * The two clusters.
   *
   * @default - one cluster, two namespaces
   */
  readonly clusters?: MigrationClusters;
}

/**
 * One stage of a migration. Its commands run in their order, and end when it is done; so do those of the way back.
 */
export interface MigrationStage {
  /** Its number: 1 is the first. */
  readonly stage: number;

  /** What it is called, with the number before it: `04-hand-over-2`. */
  readonly name: string;

  /** What happens. */
  readonly title: string;

  /** Pods that there are when it is done, by side. */
  readonly alive: string;

  /** Commands that lead here from the stage before, the manifests of this stage among them. */
  readonly commands: string[];

  /** Commands that lead from here to the stage before, with the manifests of that one. */
  readonly commandsBack: string[];
}

import { Duration } from 'cdk8s';
import { SweepResults } from './results';
import { RowEnvironment } from './row-environment';
import { SweepTable } from './table';
import { ContainerSpec } from '../../pod/container/container';
import { Capacity } from '../../pod/scheduling/capacity';
import { PodTemplateProps } from '../../pod/template/pod-template-props';

/**
 * One program, run once for each row of a table.
 */
export interface SweepProps extends PodTemplateProps {
  /**
   * Name of the pods' label, and beginning of the names of Job and ConfigMap.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** The rows. Their content is part of the Job's name: a changed table is a new Job, beside the one that runs. */
  readonly runs: SweepTable;

  /**
   * Tells runs of one table from each other: the Job is then called `<name>-<table>-<runId>`. A Job's template is immutable, so a changed image or command
   * under the same table needs another one. Lower-case letters, digits and `-`.
   *
   * @default - none: `<name>-<table>`
   */
  readonly runId?: string;

  /**
   * Rows that run at once: between 1 and the number of rows. They start in order.
   *
   * @default 1
   */
  readonly parallelism?: number;

  /**
   * How often a row is started again after a failure, before it counts as failed: at least 0. Evictions, preemptions and lost nodes are not counted.
   *
   * @default 1
   */
  readonly retriesPerRow?: number;

  /**
   * Failed rows that are borne: with one more the whole Job fails at once. Between 0 and the number of rows.
   *
   * @default - any number: all rows run to their end, then the Job fails
   */
  readonly maxFailedRows?: number;

  /**
   * How the parameters of a row become variables. Its file `/sweep/row.json` is there in any case.
   *
   * @default RowEnvironment.byKubelet(); refused before Kubernetes 1.35, where one of the others must be named
   */
  readonly rowEnvironment?: RowEnvironment;

  /**
   * Volume that keeps what the rows write; its path is in `RESULTS_DIR`.
   *
   * @default - none
   */
  readonly results?: SweepResults;

  /**
   * Container that is run once after all rows have ended, in a Job of its own that is created suspended: no object of Kubernetes starts a Job when another
   * one ends, so somebody releases it with the command that `explain()` prints. It sees the folders of all rows at the path of `results`, and the table as
   * `/sweep/table.json`. It has the pods' properties but their devices, sidecars and volumes. Needs `results`.
   *
   * @default - none
   */
  readonly summary?: ContainerSpec;

  /**
   * The kind of nodes to run on. With spot capacity, a grace period above the provider's notice is an error.
   *
   * @default Capacity.onDemand()
   */
  readonly capacity?: Capacity;

  /**
   * Kueue LocalQueue that admits the rows. Kueue then owns `spec.suspend` of their Job, which is not asserted. Refused for names that no label takes.
   *
   * @default - no queue
   */
  readonly queueName?: string;

  /**
   * When the ended Job is deleted; the results stay. A GitOps controller creates a deleted Job again, and all rows run anew, so leave it unset there.
   *
   * @default - never
   */
  readonly ttlAfterFinished?: Duration;

  /**
   * How long all rows together may take; the Job fails then.
   *
   * @default - no limit
   */
  readonly activeDeadline?: Duration;
}

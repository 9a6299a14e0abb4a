import { GroupSnapshotClass } from './snapshot-class';
import { PodPart } from '../../workloads/handle/pods';
import { IWorkload } from '../../workloads/handle/workload';

/**
 * Which claims are snapshotted together.
 */
export interface ClaimGroupSnapshotProps {
  /**
   * What the snapshot is called, with the id of the snapshot behind it.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** The workload: one whose pods have claims of their own, by a StatefulSet or a LeaderWorkerSet. */
  readonly workload: IWorkload;

  /**
   * Claims of which pods: of a zone, a role, a group. Claims have no label that says the index.
   *
   * @default - of all
   */
  readonly part?: PodPart;

  /**
   * Which snapshot this is: a date, a release. What is snapshotted cannot be changed afterwards, so another one needs another id; to take the id away deletes the
   * object, and with a class that retains not its data.
   */
  readonly snapshotId: string;

  /** The class, which names the driver. */
  readonly snapshotClass: GroupSnapshotClass;
}

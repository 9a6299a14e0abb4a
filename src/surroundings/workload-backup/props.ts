import { Duration } from 'cdk8s';
import { BackupVolumes } from './volumes';
import { IWorkload } from '../../workloads/handle/workload';

/**
 * Programs that run in pods of one role before their volumes are copied, and afterwards: a store writes to its disk what it holds in memory.
 */
export interface BackupHook {
  /**
   * Role of the pods.
   *
   * @default - every role
   */
  readonly role?: string;

  /**
   * Container in which they run.
   *
   * @default - that of the role which does the work
   */
  readonly container?: string;

  /**
   * Program before, with its arguments; no shell reads it.
   *
   * @default - none
   */
  readonly before?: string[];

  /**
   * Program afterwards.
   *
   * @default - none
   */
  readonly after?: string[];

  /**
   * Longest time for each of them. Whole seconds.
   *
   * @default Duration.seconds(30)
   */
  readonly timeout?: Duration;
}

/**
 * What of a workload is backed up, when, and how long it is kept.
 */
export interface WorkloadBackupProps {
  /**
   * Name of the Schedule. Backups are called after it, with the time.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** The workload: a pattern, or what `Workload.of` and `Workload.named` make of others. Refused where nothing says its namespace. */
  readonly workload: IWorkload;

  /** When, as cron has it, in the time zone of Velero's pod: `0 3 * * *`. */
  readonly schedule: string;

  /**
   * How data of volumes is copied.
   *
   * @default BackupVolumes.csiSnapshots()
   */
  readonly volumes?: BackupVolumes;

  /**
   * How long a backup is kept. Whole seconds.
   *
   * @default Duration.days(30)
   */
  readonly keep?: Duration;

  /**
   * Programs around the copy of the volumes.
   *
   * @default - none: a copy is what a disk has when the power goes
   */
  readonly hooks?: BackupHook[];

  /**
   * Whether the objects that carry the labels of the workload are backed up too. Whoever keeps manifests in a repository has them there.
   *
   * @default false
   */
  readonly objects?: boolean;

  /**
   * Name of a BackupStorageLocation.
   *
   * @default - Velero's own default
   */
  readonly storageLocation?: string;

  /**
   * Namespace in which Velero runs: it sees no other one.
   *
   * @default velero
   */
  readonly veleroNamespace?: string;
}

/**
 * One step of a restore.
 */
export interface RestoreStep {
  /** What it does. */
  readonly title: string;

  /** Commands, in their order. */
  readonly commands: string[];

  /** Why it comes here. */
  readonly reason: string;
}

import { PlainObject, compact } from '../../base/plain';
import { carriesMistakes } from '../../given/mistakes/carried';
import { checkSubdomain } from '../../kubernetes/refused/names';

/**
 * A class that the construct makes.
 */
export interface GroupSnapshotDriver {
  /** Name of the CSI driver of the volumes, which must be able to snapshot several at once: `rbd.csi.ceph.com`. */
  readonly driver: string;

  /**
   * Whether the snapshots in the storage system stay when the object is deleted.
   *
   * @default true
   */
  readonly retain?: boolean;

  /**
   * What the driver asks for: pools, secrets.
   *
   * @default - none
   */
  readonly parameters?: { [name: string]: string };
}

/**
 * The VolumeGroupSnapshotClass of a snapshot.
 */
export class GroupSnapshotClass {
  /**
   * One that there is.
   *
   * @param name Its name.
   */
  public static named(name: string): GroupSnapshotClass {
    return new GroupSnapshotClass(checkSubdomain('GroupSnapshotClass.named(name)', name));
  }

  /**
   * One that is made for this workload.
   *
   * @param options The driver.
   */
  public static ofDriver(options: GroupSnapshotDriver): GroupSnapshotClass {
    const { driver, retain = true, parameters } = options;
    checkSubdomain('GroupSnapshotClass.ofDriver(driver)', driver);
    return new GroupSnapshotClass(undefined, compact({ driver, deletionPolicy: retain ? 'Retain' : 'Delete', parameters: parameters && { ...parameters } }));
  }

  private constructor(
    /** Absent where it is made. @internal */ public readonly _name: string | undefined,
    /** What is made. @internal */ public readonly _made?: PlainObject) {}
}

carriesMistakes(GroupSnapshotClass, () => GroupSnapshotClass.named('not-planned'));

import { required } from '../../base/errors/invalid-input';
import { PlainObject } from '../../base/plain';
import { carriesMistakes } from '../../given/mistakes/carried';
import { checkSubdomain } from '../../kubernetes/refused/names';

/**
 * How the data of volumes gets into a backup of Velero.
 */
export class BackupVolumes {
  /**
   * Snapshots by the CSI driver of the volumes. The cluster needs a VolumeSnapshotClass of the driver with the label `velero.io/csi-volumesnapshot-class`, and
   * Velero the feature `EnableCSI`. Snapshots stay where the volumes are.
   */
  public static csiSnapshots(): BackupVolumes {
    return new BackupVolumes('snapshots by the CSI driver, which stay in its storage system', { snapshotVolumes: true, snapshotMoveData: false, defaultVolumesToFsBackup: false });
  }

  /**
   * Snapshots by the CSI driver whose data is then copied to the backup storage, so that it survives the storage system. Needs Velero's node agent besides.
   */
  public static movedSnapshots(): BackupVolumes {
    return new BackupVolumes('snapshots by the CSI driver, copied to the backup storage', { snapshotVolumes: true, snapshotMoveData: true, defaultVolumesToFsBackup: false });
  }

  /**
   * Snapshots by a plugin of Velero for a cloud's disks.
   *
   * @param locations Names of VolumeSnapshotLocations, one for each plugin.
   */
  public static cloudSnapshots(locations: string[]): BackupVolumes {
    if (locations.length === 0) {
      throw required('BackupVolumes.cloudSnapshots(locations)', 'without a location no plugin snapshots anything', 'name a VolumeSnapshotLocation');
    }
    locations.forEach((location, index) => checkSubdomain(`BackupVolumes.cloudSnapshots(locations[${index}])`, location));
    return new BackupVolumes(`snapshots by the plugins of ${locations.join(', ')}`, {
      snapshotVolumes: true, snapshotMoveData: false, defaultVolumesToFsBackup: false, volumeSnapshotLocations: [...locations],
    });
  }

  /**
   * The files of each volume are read in the running pods, one after the other while programs write: for file systems that nobody snapshots, such as NFS. Needs
   * Velero's node agent. Caches and shared memory (`emptyDir`) are left out.
   */
  public static files(): BackupVolumes {
    return new BackupVolumes('files, read in running pods while programs write', { snapshotVolumes: false, snapshotMoveData: false, defaultVolumesToFsBackup: true }, true);
  }

  private constructor(
    /** @internal */ public readonly _text: string,
    /** @internal */ public readonly _spec: PlainObject,
    /** @internal */ public readonly _readsFiles: boolean = false) {}
}

carriesMistakes(BackupVolumes, () => BackupVolumes.csiSnapshots());

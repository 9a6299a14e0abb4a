/*
 * A vector store in two zones that is backed up every night, and snapshotted in one moment before an upgrade.
 *
 * The scenario: the article on Kubernetes 1.36, with its Velero Schedule and its VolumeGroupSnapshot. Its Schedule names the kinds that it takes and leaves the
 * volumes themselves out, its backup leaves the pods out in which hooks would run, and its snapshot is of an API version that goes.
 *
 * - The backup selects the namespace and the labels of the store, and the claims of its pods. A hook has each member write to its disk what it holds in memory.
 * - Each member alone mounts its volume: `ReadWriteOncePod`.
 * - The snapshot is of one zone, whose volumes are in one storage system.
 */
import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  BackupVolumes, ClaimGroupSnapshot, GroupSnapshotClass, KubernetesVersion, Memory, Target, WorkloadBackup, ZonePartitionedStatefulSet,
} from 'cdk8s-ai-workloads';

export function build(app: App): void {
  const chart = new Chart(app, 'backed-up-store', { namespace: 'retrieval' });
  Target.define(chart, { kubernetes: KubernetesVersion.V1_36, zones: ['eu-1a', 'eu-1b'], apis: ['velero.io/v1', 'groupsnapshot.storage.k8s.io/v1'] });
  const store = new ZonePartitionedStatefulSet(chart, 'Vectors', {
    zones: [{ zone: 'eu-1a', replicas: 3 }, { zone: 'eu-1b', replicas: 3 }],
    container: {
      image: 'registry.example.com/vectors:4.1.0',
      portNumber: 6333,
      readiness: kplus.Probe.fromHttpGet('/readyz', { port: 6333 }),
      cpu: '2',
      memory: Memory.of('8Gi'),
    },
    claims: [{
      name: 'data', size: '200Gi', mountPath: '/data', storageClassName: 'ssd-late-binding', accessMode: kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE_POD,
    }],
  });
  const backup = new WorkloadBackup(chart, 'VectorsBackup', {
    workload: store,
    schedule: '0 3 * * *',
    volumes: BackupVolumes.movedSnapshots(),
    keep: Duration.days(14),
    hooks: [{ before: ['vectors-cli', 'flush'], timeout: Duration.minutes(2) }],
  });
  new ClaimGroupSnapshot(chart, 'BeforeUpgrade', {
    workload: store,
    part: { zone: 'eu-1a' },
    snapshotId: '4-1-0',
    snapshotClass: GroupSnapshotClass.ofDriver({ driver: 'rbd.csi.ceph.com', parameters: { clusterID: 'disks', pool: 'ssd' } }),
  });
  console.log(backup.explain());
}

if (require.main === module) {
  const app = new App({ outdir: 'dist/backed-up-store' });
  build(app);
  app.synth();
}

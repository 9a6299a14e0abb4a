import { ClaimGroupSnapshot, GroupSnapshotClass } from '../../../src';
import { Ways } from '../ways';

export const WAYS: Ways = {
  yes: (chart, workload) => new ClaimGroupSnapshot(chart, 'around', { workload, snapshotId: 'before-4-2', snapshotClass: GroupSnapshotClass.named('disks') }),
};

import { ClaimGroupSnapshotPlan } from './plan';
import { Explanation } from '../../base/text/explanation';
import { inNamespace } from '../../base/text/kubectl';
import { countText, labelsText } from '../texts';

/** What `explain()` of a ClaimGroupSnapshot prints. */
export function explainSnapshot(plan: ClaimGroupSnapshotPlan): string {
  const { snapshot, className, snapshotClass, workload, namespace, labels, templates, pods } = plan;
  const kubectl = `kubectl${inNamespace(namespace)}`;
  return new Explanation(`ClaimGroupSnapshot ${snapshot}: VolumeGroupSnapshot of the claims of ${workload}`)
    .sum('claims', `${countText(pods(), 'pods')} x ${templates.length} (${templates.join(', ')})`)
    .choice('selected', labelsText(labels))
    .choice('class', snapshotClass._made ? `${className}, made here for ${String(snapshotClass._made.driver)}: ${String(snapshotClass._made.deletionPolicy)} when the object is deleted` : className)
    .limit('driver', 'all volumes must be of the driver of the class, which must be able to snapshot a group (GroupController); else the snapshot is never ready')
    .limit('memory', 'what programs have not written to their disks is not in it: it is what disks have when the power goes, in the same moment for all')
    .limit('later claims', 'of pods that are added afterwards are not in it')
    .operate('ready', `${kubectl} get volumegroupsnapshot ${snapshot}   # READYTOUSE`)
    .operate('restore', `a claim each with dataSource VolumeSnapshot, under the name that the StatefulSet will look for (${templates[0]}-<pod>), before the set is applied:\n${kubectl} get volumesnapshot   # owned by ${snapshot}`)
    .toString();
}

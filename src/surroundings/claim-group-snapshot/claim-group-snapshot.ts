import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainSnapshot } from './explain';
import { ClaimGroupSnapshotPlan, planSnapshot } from './plan';
import { ClaimGroupSnapshotProps } from './props';
import { GroupSnapshotClass } from './snapshot-class';
import { labelsOfName } from '../../base/labels';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { validateTree } from '../../lint/synth/attach';
import { createClusterObject, createObject } from '../../pod/template/plain-api-object';
import { Target } from '../../target-cluster/target';
import { anyClaimedWorkload } from '../../workloads/handle/stand-in';
import { adviseExtensionApi } from '../extension-api';

const GROUP_SNAPSHOT_API = 'groupsnapshot.storage.k8s.io/v1';

/**
 * A VolumeGroupSnapshot (`groupsnapshot.storage.k8s.io/v1`): the claims of a store, or of a part of it, in one moment, which snapshots one by one are not.
 *
 * It is taken once, when the object is created. What it selects are labels that the claims really carry: those of the set that made them. The driver must be able
 * to snapshot groups, and external-snapshotter 8.6 or newer must run with the gate `CSIVolumeGroupSnapshot`.
 */
export class ClaimGroupSnapshot extends Construct {
  /** Name of the VolumeGroupSnapshot. */
  public readonly name!: string;

  /** The VolumeGroupSnapshot, for patches. */
  public readonly apiObject!: ApiObject;

  private readonly plan!: ClaimGroupSnapshotPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The claims, and which snapshot this is.
   */
  constructor(scope: Construct, id: string, props: ClaimGroupSnapshotProps) {
    super(checkedScope('ClaimGroupSnapshot', scope, id), id);
    try {
      props = given(this, 'ClaimGroupSnapshot', props);
      const plan = this.plan = planned(this, () => planSnapshot(id, props));
      planned(this, () => requireSnapshots(this));
      this.name = plan.snapshot;
      this.apiObject = create(this, plan);
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * The snapshot in words: which claims, what it is not, and how it is restored.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainSnapshot(this.plan);
  }
}

function requireSnapshots(snapshot: ClaimGroupSnapshot): void {
  if (!Target.of(snapshot)._requireApi(GROUP_SNAPSHOT_API, 'workload', 'a VolumeSnapshot for each claim')) {
    adviseExtensionApi(snapshot, 'workload', GROUP_SNAPSHOT_API, 'external-snapshotter 8.6 or newer');
  }
}

function create(scope: Construct, { snapshot, className, snapshotClass, workload, namespace, labels }: ClaimGroupSnapshotPlan): ApiObject {
  const own = labelsOfName(workload);
  if (snapshotClass._made) {
    createClusterObject(scope, 'Class', GROUP_SNAPSHOT_API, 'VolumeGroupSnapshotClass', { name: className, labels: own }, { ...snapshotClass._made });
  }
  return createObject(scope, 'Snapshot', GROUP_SNAPSHOT_API, 'VolumeGroupSnapshot', { name: snapshot, namespace, labels: own }, {
    spec: { volumeGroupSnapshotClassName: className, source: { selector: { matchLabels: { ...labels } } } },
  });
}

const STAND_IN: StandIn<ClaimGroupSnapshot, ClaimGroupSnapshotProps> = {
  keeps: ['name'],
  make: (place, id, { name }) => new ClaimGroupSnapshot(place, id, {
    name, workload: anyClaimedWorkload(place), snapshotId: 'not-planned', snapshotClass: GroupSnapshotClass.named('not-planned'),
  }),
};

import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainBackup } from './explain';
import { FILES_POLICY, WorkloadBackupPlan, planBackup, policyName, renderSchedule } from './plan';
import { RestoreStep, WorkloadBackupProps } from './props';
import { restoreFilesSteps, restoreSteps } from './restore';
import { labelsOfName } from '../../base/labels';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, answer, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { VELERO_API } from '../../knowledge/velero';
import { validateTree } from '../../lint/synth/attach';
import { createObject } from '../../pod/template/plain-api-object';
import { Target } from '../../target-cluster/target';
import { Workload } from '../../workloads/handle/workload';
import { namespaceOf } from '../../workloads/objects';
import { adviseExtensionApi } from '../extension-api';

/**
 * A Schedule of Velero (`velero.io/v1`) that backs up the volumes of one workload, whatever pattern it is: its namespace, its labels, the claims of its pods and
 * those that they name, and nothing else.
 *
 * Pods are part of each backup, since hooks run in them and claims that pods share are found by them; a restore leaves them out (`restore()`).
 */
export class WorkloadBackup extends Construct {
  /** Name of the Schedule. */
  public readonly name!: string;

  /** The Schedule, for patches. */
  public readonly apiObject!: ApiObject;

  private readonly plan!: WorkloadBackupPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The workload, when, and how its data is copied.
   */
  constructor(scope: Construct, id: string, props: WorkloadBackupProps) {
    super(checkedScope('WorkloadBackup', scope, id), id);
    try {
      props = given(this, 'WorkloadBackup', props);
      const plan = this.plan = planned(this, () => planBackup(id, props, namespaceOf(this, undefined)));
      planned(this, () => requireVelero(this));
      this.name = plan.name;
      this.apiObject = this.create();
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * The steps of a restore, in their order: who would make empty claims is stopped first.
   */
  public restore(): RestoreStep[] {
    return answer(this, () => this.plan.volumes._readsFiles ? restoreFilesSteps(this.plan) : restoreSteps(this.plan), () => []);
  }

  /**
   * The backup in words: which claims, what is not in it, and the steps of a restore.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainBackup(this.plan, this.restore());
  }

  private create(): ApiObject {
    const { plan } = this;
    const { name, veleroNamespace: namespace, workload } = plan;
    const labels = labelsOfName(workload.name);
    if (plan.volumes._readsFiles) {
      createObject(this, 'Policy', 'v1', 'ConfigMap', { name: policyName(plan), namespace, labels }, { data: { 'policy.yaml': FILES_POLICY } });
    }
    return createObject(this, 'Schedule', VELERO_API, 'Schedule', { name, namespace, labels }, { spec: renderSchedule(plan) });
  }
}

function requireVelero(backup: WorkloadBackup): void {
  if (!Target.of(backup)._requireApi(VELERO_API, 'workload', 'another backup')) {
    adviseExtensionApi(backup, 'workload', VELERO_API, 'Velero');
  }
}

const STAND_IN: StandIn<WorkloadBackup, WorkloadBackupProps> = {
  keeps: ['name'],
  make: (place, id, { name }) => new WorkloadBackup(place, id, {
    name, workload: Workload.named({ name: 'not-planned', namespace: 'not-planned', podLabels: { 'not-planned': 'true' } }), schedule: '@daily',
  }),
};

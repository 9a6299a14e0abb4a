import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainAlerts } from './explain';
import { WorkloadAlertsPlan, planWorkloadAlerts, renderAlerts } from './plan';
import { WorkloadAlertsProps } from './props';
import { labelsOfName } from '../../base/labels';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { validateTree } from '../../lint/synth/attach';
import { Target } from '../../target-cluster/target';
import { anyWorkload } from '../../workloads/handle/stand-in';
import { namespaceOf } from '../../workloads/objects';
import { createMonitor, requireMonitors } from '../engine-monitor/objects';

/**
 * A PrometheusRule (`monitoring.coreos.com/v1`) about one workload: its queue, its KV cache and answers, its pods, Jobs, volumes and GPUs, its zones and its
 * autoscaler. Each alert is there only where the workload has what it is about; `explain()` says which are not, and why.
 *
 * Queries tell pods by namespace and name, which every exporter says alike. What looks like a start of an engine is no alert before such a start is over.
 */
export class WorkloadAlerts extends Construct {
  /** Name of the PrometheusRule. */
  public readonly name!: string;

  /** The object itself, for patches. */
  public readonly apiObject!: ApiObject;

  private readonly plan!: WorkloadAlertsPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The workload, and where its alerts begin.
   */
  constructor(scope: Construct, id: string, props: WorkloadAlertsProps) {
    super(checkedScope('WorkloadAlerts', scope, id), id);
    try {
      props = given(this, 'WorkloadAlerts', props);
      const target = Target.of(this);
      const plan = this.plan = planned(this, () => planWorkloadAlerts(id, props, target.zones, namespaceOf(this, undefined)));
      planned(this, () => requireMonitors(this, 'workload', target, 'another way to alert'));
      const { name, observed, labels } = plan;
      this.name = name;
      const options = { name, namespace: observed.namespace, labels: labelsOfName(observed.name) };
      this.apiObject = createMonitor(this, 'PrometheusRule', options, labels, () => renderAlerts(plan), 'PrometheusRule');
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * The alerts in words: where each begins and after how long, which are left out and why, and whose series they need.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainAlerts(this.plan);
  }
}

const STAND_IN: StandIn<WorkloadAlerts, WorkloadAlertsProps> = {
  keeps: ['name'],
  make: (place, id, { name }) => new WorkloadAlerts(place, id, { name, workload: anyWorkload(place) }),
};

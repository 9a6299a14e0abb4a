import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainDashboard } from './explain';
import { WorkloadDashboardPlan, jsonOf, planWorkloadDashboard } from './plan';
import { WorkloadDashboardProps } from './props';
import { labelsOfName, mergeLabels } from '../../base/labels';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, answer, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { validateTree } from '../../lint/synth/attach';
import { createObject } from '../../pod/template/plain-api-object';
import { anyWorkload } from '../../workloads/handle/stand-in';
import { namespaceOf } from '../../workloads/objects';

/**
 * A dashboard of Grafana for one workload, in a ConfigMap that Grafana's sidecar finds: requests and their times, parts, pods, GPUs, volumes, run and
 * autoscaler, as far as the workload has them. Data source, namespace and pods can be chosen.
 *
 * Its fields are those that Grafana's own library writes, which a test compares, and each query is read by Prometheus' own parser.
 */
export class WorkloadDashboard extends Construct {
  /** Name of the ConfigMap. */
  public readonly name!: string;

  /** The ConfigMap itself, for patches. */
  public readonly apiObject!: ApiObject;

  private readonly plan!: WorkloadDashboardPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The workload, and how Grafana finds its dashboard.
   */
  constructor(scope: Construct, id: string, props: WorkloadDashboardProps) {
    super(checkedScope('WorkloadDashboard', scope, id), id);
    try {
      props = given(this, 'WorkloadDashboard', props);
      const plan = this.plan = planned(this, () => planWorkloadDashboard(id, props, namespaceOf(this, undefined)));
      const { name, observed, labels, folder } = plan;
      this.name = name;
      const annotations = folder === undefined ? undefined : { grafana_folder: folder };
      const options = { name, namespace: observed.namespace, labels: mergeLabels(labels, labelsOfName(observed.name)), annotations };
      this.apiObject = createObject(this, 'ConfigMap', 'v1', 'ConfigMap', options, { data: () => ({ [`${name}.json`]: jsonOf(plan) }) });
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * The dashboard as JSON, for an import by hand or by another tool. Read it when the app is complete.
   */
  public get json(): string {
    return answer(this, () => jsonOf(this.plan), () => '{}');
  }

  /**
   * The dashboard in words: its panels, what they need, and where it is found.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainDashboard(this.plan);
  }
}

const STAND_IN: StandIn<WorkloadDashboard, WorkloadDashboardProps> = {
  keeps: ['name'],
  make: (place, id, { name }) => new WorkloadDashboard(place, id, { name, workload: anyWorkload(place) }),
};

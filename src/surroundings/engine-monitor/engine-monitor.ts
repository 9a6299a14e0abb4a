import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainMonitor } from './explain';
import { createMonitor, requireMonitors } from './objects';
import { EngineMonitorPlan, planEngineMonitor, renderMonitor } from './plan';
import { EngineMonitorProps } from './props';
import { labelsOfName } from '../../base/labels';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { validateTree } from '../../lint/synth/attach';
import { Target } from '../../target-cluster/target';
import { anyWorkload } from '../../workloads/handle/stand-in';

/**
 * A PodMonitor (`monitoring.coreos.com/v1`, the Prometheus operator) for any workload: the port and path on which its engine exports, and others by name.
 *
 * Labels that tell pods apart come onto their series: name, role, group, zone, run, and the index. It stands in the namespace of the workload. A port
 * that no selected pod declares is found in the final objects.
 */
export class EngineMonitor extends Construct {
  /** Name of the PodMonitor. */
  public readonly name!: string;

  /** The object itself, for patches. */
  public readonly apiObject!: ApiObject;

  private readonly plan!: EngineMonitorPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The workload, and what of it is scraped.
   */
  constructor(scope: Construct, id: string, props: EngineMonitorProps) {
    super(checkedScope('EngineMonitor', scope, id), id);
    try {
      props = given(this, 'EngineMonitor', props);
      const plan = this.plan = planned(this, () => planEngineMonitor(id, props));
      planned(this, () => requireMonitors(this, 'workload', Target.of(this)));
      const { name, namespace } = plan;
      this.name = name;
      const own = labelsOfName(props.workload.workload.name);
      this.apiObject = createMonitor(this, 'PodMonitor', { name, namespace, labels: own }, plan.labels, renderMonitor(plan));
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * The monitor in words: its targets with their sum, what tells their series apart, and who finds it.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainMonitor(this.plan);
  }
}

const STAND_IN: StandIn<EngineMonitor, EngineMonitorProps> = {
  keeps: ['name'],
  make: (place, id, { name }) => new EngineMonitor(place, id, {
    name, workload: anyWorkload(place), ports: [{ name: 'metrics' }],
  }),
};

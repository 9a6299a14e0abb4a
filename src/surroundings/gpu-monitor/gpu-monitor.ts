import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainGpuMonitor } from './explain';
import { GpuMonitorPlan, planGpuMonitor, renderGpuMonitor } from './plan';
import { GpuMonitorProps } from './props';
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
 * A PodMonitor (`monitoring.coreos.com/v1`) that scrapes the DCGM exporters of the nodes and keeps the series of one workload's pods: utilisation,
 * temperature, memory in use, errors. The exporter has to attribute devices to pods (`DCGM_EXPORTER_KUBERNETES`, as the GPU operator sets it).
 *
 * Pods are told by their names, the only thing that an exporter says of them; names that another workload's pods could have as well do not occur, since
 * what a controller puts behind its own name is known.
 */
export class GpuMonitor extends Construct {
  /** Name of the PodMonitor. */
  public readonly name!: string;

  /** The object itself, for patches. */
  public readonly apiObject!: ApiObject;

  private readonly plan!: GpuMonitorPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The workload, and where the exporter runs.
   */
  constructor(scope: Construct, id: string, props: GpuMonitorProps) {
    super(checkedScope('GpuMonitor', scope, id), id);
    try {
      props = given(this, 'GpuMonitor', props);
      const plan = this.plan = planned(this, () => planGpuMonitor(id, props, namespaceOf(this, undefined)));
      planned(this, () => requireMonitors(this, 'workload', Target.of(this)));
      const { name: workload } = props.workload.workload;
      this.name = plan.name;
      const labels = labelsOfName(workload);
      this.apiObject = createMonitor(this, 'PodMonitor', { name: plan.name, namespace: plan.namespace, labels }, plan.labels, renderGpuMonitor(plan));
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * The monitor in words: which exporters are asked, whose series are kept, and what that needs.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainGpuMonitor(this.plan);
  }
}

const STAND_IN: StandIn<GpuMonitor, GpuMonitorProps> = {
  keeps: ['name'],
  make: (place, id, { name }) => new GpuMonitor(place, id, { name, workload: anyWorkload(place) }),
};

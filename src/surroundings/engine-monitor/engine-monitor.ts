import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainMonitor } from './explain';
import { createMonitor, requireMonitors } from './objects';
import { EngineMonitorPlan, planEngineMonitor, renderMonitor, renderServiceMonitor } from './plan';
import { EngineMonitorProps, MonitorKind } from './props';
import { servedPortName } from './served-ports';
import { LABEL_SERVICE, labelsOfName } from '../../base/labels';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { validateTree } from '../../lint/synth/attach';
import { Target } from '../../target-cluster/target';
import { anyWorkload } from '../../workloads/handle/stand-in';
import { Workload } from '../../workloads/handle/workload';
import { namespaceOf } from '../../workloads/objects';
import { noteScraped } from '../scraped';

/**
 * A PodMonitor, or a ServiceMonitor where that is wanted (`monitoring.coreos.com/v1`, the Prometheus operator), for any workload: the port and path on which its
 * engine exports, and others by name.
 *
 * Labels that tell pods apart come onto their series: name, role, group, zone, run, and the index. It stands in the namespace of the workload. A port
 * that no selected pod declares is found in the final objects.
 */
export class EngineMonitor extends Construct {
  /** Name of the monitor. */
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
      const plan = this.plan = planned(this, () => planEngineMonitor(id, props, namespaceOf(this, undefined)));
      planned(this, () => requireMonitors(this, 'workload', Target.of(this)));
      this.name = plan.name;
      this.apiObject = this.create(plan, props.workload.workload);
      noteScraped(props.workload.workload.apiObjects, this.node.path);
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  private create(plan: EngineMonitorPlan, workload: Workload): ApiObject {
    const { name, namespace, kind, labels } = plan;
    const options = { name, namespace, labels: labelsOfName(workload.name) };
    if (kind === MonitorKind.POD_MONITOR) {
      return createMonitor(this, kind, options, labels, renderMonitor(plan));
    }
    const { service } = workload.serving!;
    const selector = { [LABEL_SERVICE]: service.name };
    service.apiObject.metadata.addLabel(LABEL_SERVICE, service.name);
    return createMonitor(this, kind, options, labels, () => renderServiceMonitor(plan, selector, port => servedPortName(workload, port)), kind);
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

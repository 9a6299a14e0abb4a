import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainAutoscaler } from './explain';
import { adviseOnMetrics, createAutoscaler } from './objects';
import { WorkloadAutoscalerPlan, planWorkloadAutoscaler } from './plan';
import { WorkloadAutoscalerProps } from './props';
import { adapterRules } from './scaling-plan';
import { labelsOfName } from '../../base/labels';
import { InferenceEngine } from '../../engines/inference-engine';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { validateTree } from '../../lint/synth/attach';
import { anyWorkload } from '../../workloads/handle/stand-in';

/**
 * A HorizontalPodAutoscaler for any workload that may be scaled, by what its engine says: requests that wait or run, the KV cache, other gauges.
 *
 * Of a LeaderWorkerSet it adds and takes away whole groups, and averages over their leaders: those alone does the set tell it to look at, and those alone
 * export. The number of replicas is then left out of the workload. Windows follow from how long its pods take to start and to stop.
 *
 * Source: lws v0.8.0 api/leaderworkerset/v1 LeaderWorkerSetStatus.HPAPodSelector: "Here we only select the leader pods"
 */
export class WorkloadAutoscaler extends Construct {
  /** Name of the HorizontalPodAutoscaler. */
  public readonly name!: string;

  /**
   * Configuration of the Prometheus adapter that serves the metrics, as YAML. Put its rules into the adapter's ConfigMap (`rules.custom` of its Helm
   * chart): they hold for every workload of this engine.
   */
  public readonly adapterRules!: string;

  /** The object itself, for patches. */
  public readonly apiObject!: ApiObject;

  private readonly plan!: WorkloadAutoscalerPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The workload, and what of its engine is followed.
   */
  constructor(scope: Construct, id: string, props: WorkloadAutoscalerProps) {
    super(checkedScope('WorkloadAutoscaler', scope, id), id);
    try {
      props = given(this, 'WorkloadAutoscaler', props);
      this.plan = planned(this, () => planWorkloadAutoscaler(id, props));
      const { name, namespace, scaled, scaling } = this.plan;
      const { workload } = props.workload;
      this.name = name;
      this.adapterRules = adapterRules(scaling);
      const labels = labelsOfName(workload.name);
      this.apiObject = createAutoscaler(this, { name, namespace, labels }, scaling, scaled);
      workload._markScaled();
      adviseOnMetrics(this, 'workload', scaling, ': EngineMonitor');
      validateTree(this);
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * The plan in words: devices with their sum, windows, what a target means for a hundred requests, and the commands that show the metrics.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainAutoscaler(this.plan);
  }
}

const STAND_IN: StandIn<WorkloadAutoscaler, WorkloadAutoscalerProps> = {
  keeps: ['name'],
  make: (place, id, { name }) => new WorkloadAutoscaler(place, id, {
    name,
    workload: anyWorkload(place),
    engine: InferenceEngine.vllm({ version: '0.18', model: 'not-planned/model' }),
    minReplicas: 1,
    maxReplicas: 2,
    queueDepth: 8,
  }),
};

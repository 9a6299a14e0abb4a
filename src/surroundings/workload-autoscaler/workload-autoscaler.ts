import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { adapterRules, adapterValues } from './adapter-rules';
import { explainAutoscaler } from './explain';
import { adviseOnMetrics, createAutoscaler, createScaledObject, requireKeda } from './objects';
import { WorkloadAutoscalerPlan, planWorkloadAutoscaler } from './plan';
import { WorkloadAutoscalerProps } from './props';
import { labelsOfName } from '../../base/labels';
import { InferenceEngine } from '../../engines/inference-engine';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { validateTree } from '../../lint/synth/attach';
import { Target } from '../../target-cluster/target';
import { anyWorkload } from '../../workloads/handle/stand-in';
import { Workload } from '../../workloads/handle/workload';
import { namespaceOf } from '../../workloads/objects';

/**
 * An autoscaler for any workload that may be scaled, by what its engine says (requests that wait or run, the KV cache, tokens, latencies, other gauges) and
 * by what others say of it: a HorizontalPodAutoscaler, or a ScaledObject of KEDA.
 *
 * Of a LeaderWorkerSet it adds and takes away whole groups, and averages over their leaders: those alone does the set tell it to look at, and those alone
 * export. The number of replicas is then left out of the workload. Windows follow from how long its pods take to start and to stop.
 *
 * Source: lws v0.8.0 api/leaderworkerset/v1 LeaderWorkerSetStatus.HPAPodSelector: "Here we only select the leader pods"
 */
export class WorkloadAutoscaler extends Construct {
  /** Name of the HorizontalPodAutoscaler, or of the ScaledObject. */
  public readonly name!: string;

  /**
   * Configuration of the Prometheus adapter that serves the metrics, as YAML, for its ConfigMap. The rules hold for every workload of this engine. Empty with
   * KEDA, which asks Prometheus itself.
   */
  public readonly adapterRules!: string;

  /** The same as values of the adapter's Helm chart: `rules.custom` and `rules.external`. */
  public readonly adapterValues!: string;

  /** The object itself, for patches. */
  public readonly apiObject!: ApiObject;

  private readonly plan!: WorkloadAutoscalerPlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The workload, what of its engine is followed, and by whom.
   */
  constructor(scope: Construct, id: string, props: WorkloadAutoscalerProps) {
    super(checkedScope('WorkloadAutoscaler', scope, id), id);
    try {
      props = given(this, 'WorkloadAutoscaler', props);
      this.plan = planned(this, () => planWorkloadAutoscaler(id, props, Target.of(this), namespaceOf(this, undefined)));
      const { name, namespace, scaled, scaling, backend, times } = this.plan;
      const { workload } = props.workload;
      this.name = name;
      this.adapterRules = adapterRules(scaling, backend);
      this.adapterValues = adapterValues(scaling, backend);
      const options = { name, namespace, labels: labelsOfName(workload.name) };
      if (backend.kind === 'ScaledObject') {
        planned(this, () => requireKeda(this, 'backend'));
        this.apiObject = createScaledObject(this, options, scaling, scaled, backend, times);
      } else {
        this.apiObject = createAutoscaler(this, options, scaling, scaled, backend);
        adviseOnMetrics(this, 'workload', scaling, ': EngineMonitor', backend);
      }
      workload._markScaled({ path: this.node.path, bounds: { least: scaling.minReplicas, most: scaling.maxReplicas } });
      validateTree(this);
    } catch (error) {
      scaledBy(props)?._noteScaler({ path: this.node.path });
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

/** What it would have scaled, where that much of what was given is right. */
function scaledBy(props: WorkloadAutoscalerProps): Workload | undefined {
  try {
    const { workload } = props.workload;
    return workload instanceof Workload ? workload : undefined;
  } catch {
    // What was given in its place has been told.
    return undefined;
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

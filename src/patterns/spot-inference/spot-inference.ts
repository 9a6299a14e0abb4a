import { Construct } from 'constructs';
import { explainSpotInference } from './explain';
import { OnDemandFloor } from './floor';
import { SpotInferencePart } from './part';
import { SpotInferencePlan, planSpotInference } from './plan';
import { SpotInferenceProps } from './props';
import { outageOfBoth } from './rollout';
import { spotInferenceWorkload } from './workload';
import { inConstruct } from '../../base/errors/invalid-input';
import { mustHold } from '../../base/findings/construct-checks';
import { InferenceEngine } from '../../engines/inference-engine';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { checkAtSynth } from '../../lint/synth/attach';
import { Accelerator } from '../../pod/devices/accelerator';
import { planCache } from '../../pod/model/model-cache';
import { Capacity } from '../../pod/scheduling/capacity';
import { adapterRules } from '../../surroundings/workload-autoscaler/adapter-rules';
import { Target } from '../../target-cluster/target';
import { IWorkload, Workload } from '../../workloads/handle/workload';
import { createGuards, namespaceOf } from '../../workloads/objects';
import { ServiceHandle } from '../../workloads/service';
import { leaveAdvice } from '../gpu-inference-deployment/advice';
import { createPodMonitor, inferenceOptions } from '../gpu-inference-deployment/objects';
import { InferencePlan, REPLICAS } from '../gpu-inference-deployment/plan';
import { createInferenceService } from '../gpu-inference-deployment/service';
import { STAND_IN_CONTAINER, defined } from '../stand-in';

/**
 * Replicas of a model server of which a floor stays on on-demand nodes and the rest is on spot nodes, behind one Service.
 *
 * Creates the Deployments `<name>-on-demand` and `<name>-spot`, whose pods differ in their nodes alone; a Service and a PodDisruptionBudget `<name>` over both; a
 * HorizontalPodAutoscaler of the spot part with `autoscaling`, of both with `OnDemandFloor.percent`. Service and budget are those of a GpuInferenceDeployment of
 * that name, which may become this while it serves.
 *
 * @example
 * const llama = new SpotInference(chart, 'Llama', {
 *   engine: InferenceEngine.vllm({ version: '0.18', model: 'org/model', tensorParallel: 2 }),
 *   accelerator: Accelerator.nvidia(2),
 *   replicas: 8,
 *   floor: OnDemandFloor.replicas(2),
 *   capacity: Capacity.spotKarpenter(),
 * });
 */
export class SpotInference extends Construct implements IWorkload {
  /** Name of the whole: of the Service and the budget. */
  public readonly name!: string;

  /** The replicas that stay. */
  public readonly onDemand!: SpotInferencePart;

  /** The replicas on spot nodes: give it to what scales. */
  public readonly spot!: SpotInferencePart;

  /** The Service that clients reach, in front of both parts. */
  public readonly service!: ServiceHandle;

  /** All of its pods, as surroundings see them. Each part has its own besides. */
  public readonly workload!: Workload;

  private readonly plan!: SpotInferencePlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The engine, its devices, its replicas and what of them stays.
   */
  constructor(scope: Construct, id: string, props: SpotInferenceProps) {
    super(checkedScope('SpotInference', scope, id), id);
    try {
      props = given(this, 'SpotInference', props);
      const target = Target.of(this);
      this.plan = planned(this, () => planSpotInference(id, props, target, namespaceOf(this, props.metadata)));
      this.name = this.plan.name;
      this.onDemand = this.createPart('OnDemand', this.plan.onDemand);
      this.spot = this.createPart('Spot', this.plan.spot);
      this.service = this.createService();
      this.createCompanions(target);
      this.workload = spotInferenceWorkload(this, this.plan, this);
      leaveAdvice(this, this.plan.spot);
      mustHold(this.onDemand.apiObject, () => outageOfBoth(this.plan, this.spot.hasAutoscaler));
      checkAtSynth(this, () => this.recheck());
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * Configuration of the Prometheus adapter that serves the metrics of the autoscalers, as YAML; undefined without `autoscaling`.
   */
  public get adapterRules(): string | undefined {
    const scaling = this.plan.spot.autoscaling ?? this.plan.onDemand.autoscaling;
    return scaling && adapterRules(scaling);
  }

  /**
   * The plan in words: what each part has, what is left when spot is gone, and what a change of the share does.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainSpotInference(this.plan, this.spot.hasAutoscaler);
  }

  private createPart(id: string, plan: InferencePlan): SpotInferencePart {
    return inConstruct(this, '', () => SpotInferencePart._create(new Construct(this, id), plan));
  }

  private createService(): ServiceHandle {
    const { selector, spot } = this.plan;
    return inConstruct(this, '', () =>
      createInferenceService(this, 'Service', inferenceOptions(spot, spot.service.name, selector), spot.service, selector));
  }

  /** What is over both parts. */
  private createCompanions(target: Target): void {
    const { name, selector, budget, props, spot } = this.plan;
    const options = inferenceOptions(spot, name, selector);
    createGuards(this, options, { budget, isolate: props.isolate }, selector);
    inConstruct(this, '', () => createPodMonitor(this, options, spot, { options: props.podMonitor, selector }, target));
  }

  /** What users may have changed since construction: variables, and an autoscaler of their own. */
  private recheck(): void {
    [this.onDemand, this.spot].forEach(({ pods }) => pods._recheck());
    if (this.spot.workload._isScaled) {
      inConstruct(this, '', () => planCache(this.plan.props.modelCache, { pods: Infinity, called: REPLICAS }));
    }
  }
}

/** A small engine with autoscalers, so that every handle answers. */
const STAND_IN: StandIn<SpotInference, SpotInferenceProps> = {
  keeps: ['name', 'autoscaling'],
  make: (place, id, kept) => new SpotInference(place, id, {
    autoscaling: { minReplicas: 2, maxReplicas: 4, queueDepth: 8 },
    ...defined(kept),
    floor: OnDemandFloor.percent(50),
    capacity: Capacity.spotKarpenter(),
    engine: InferenceEngine.vllm({ version: '0.18', model: 'not-planned/model' }),
    accelerator: Accelerator.nvidia(1),
    container: { resources: STAND_IN_CONTAINER.resources },
  }),
};

import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { leaveAdvice } from './advice';
import { explainInference } from './explain';
import { createMonitors, createPods, createReplicas, inferenceOptions } from './objects';
import { InferencePlan, REPLICAS, planInference } from './plan';
import { GpuInferenceDeploymentProps } from './props';
import { refuseAutoscaler, scalingTarget } from './scaling';
import { createInferenceService } from './service';
import { inferenceWorkload } from './workload';
import { inConstruct } from '../../base/errors/invalid-input';
import { InferenceEngine } from '../../engines/inference-engine';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { checkAtSynth } from '../../lint/synth/attach';
import { Accelerator } from '../../pod/devices/accelerator';
import { planCache } from '../../pod/model/model-cache';
import { ObjectOptions } from '../../pod/template/plain-api-object';
import { PodTemplate } from '../../pod/template/pod-template';
import { adapterRules } from '../../surroundings/workload-autoscaler/adapter-rules';
import { createAutoscaler } from '../../surroundings/workload-autoscaler/objects';
import { Target } from '../../target-cluster/target';
import { IWorkload, Workload } from '../../workloads/handle/workload';
import { createGuards, namespaceOf } from '../../workloads/objects';
import { ServiceHandle } from '../../workloads/service';
import { STAND_IN_CONTAINER, defined } from '../stand-in';

/**
 * Replicas of a model server, each whole in one pod: command line, port, probes, drain, metrics and the number of devices follow from the engine.
 *
 * Creates the Deployment, a Service and a PodDisruptionBudget of its name, a HorizontalPodAutoscaler with `autoscaling`, a ResourceClaimTemplate
 * `<name>-accelerator-<hash>` for claimed devices, and PodMonitors where they are asked for. A model that needs more devices than a node has is a
 * LeaderWorkerGroup.
 *
 * @example
 * const llama = new GpuInferenceDeployment(chart, 'Llama', {
 *   engine: InferenceEngine.vllm({ version: '0.18', model: 'meta-llama/Llama-3.1-70B-Instruct', tensorParallel: 4 }),
 *   accelerator: Accelerator.nvidia(4),
 *   modelLoad: ModelLoad.of({ weights: '140Gi' }),
 *   modelCache: ModelCache.hostPath('/var/lib/models'), // a copy on each node
 *   preload: ModelPreload.fromHub({ token: SecretKey.fromName('hugging-face', 'token') }), // downloads before the engine starts
 *   autoscaling: { minReplicas: 2, maxReplicas: 12, queueDepth: 8, runningRequests: 64 },
 * });
 */
export class GpuInferenceDeployment extends Construct implements kplus.IScalable, kplus.IPodSelector, IWorkload {
  /** Name in Kubernetes. */
  public readonly name!: string;

  /** Devices of each replica: tensor x pipeline x data. */
  public readonly devicesPerReplica!: number;

  /** The pods: add containers, volumes, scheduling and connections here. */
  public readonly pods!: PodTemplate;

  /** The Service in front of the replicas. */
  public readonly service!: ServiceHandle;

  /** The Deployment, for patches. A patch that contradicts the plan (devices, probes, drain, roll-out) is an error at synth. */
  public readonly apiObject!: ApiObject;

  /** The HorizontalPodAutoscaler; undefined without `autoscaling`. */
  public readonly autoscaler?: ApiObject;

  /** Whether an autoscaler decides how many replicas there are. */
  public hasAutoscaler!: boolean;

  /** What surrounds it asks here: its pods by role, group, zone and index, what serves clients, what may be scaled. */
  public readonly workload!: Workload;

  private readonly plan!: InferencePlan;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The engine, its devices and its replicas.
   */
  constructor(scope: Construct, id: string, props: GpuInferenceDeploymentProps) {
    super(checkedScope('GpuInferenceDeployment', scope, id), id);
    try {
      props = given(this, 'GpuInferenceDeployment', props);
      const target = Target.of(this);
      this.plan = planned(this, () => planInference(id, props, { target, namespace: namespaceOf(this, props.metadata) }));
      this.name = this.plan.name;
      this.devicesPerReplica = this.plan.devices.count;
      this.hasAutoscaler = this.plan.autoscaling !== undefined;
      this.pods = createPods(this, this.options(), this.plan);
      this.apiObject = createReplicas(this, this.options(), this.plan, this.pods, () => this.hasAutoscaler);
      this.service = inConstruct(this, '', () => createInferenceService(this, 'Service', this.options(this.plan.service.name), this.plan.service, this.plan.selector));
      this.autoscaler = this.plan.autoscaling && createAutoscaler(this, this.options(), this.plan.autoscaling, this.apiObject);
      this.createCompanions(target);
      this.workload = inferenceWorkload(this, this, this.plan);
      leaveAdvice(this, this.plan);
      checkAtSynth(this, () => this.recheck());
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * Configuration of the Prometheus adapter that serves the metrics of the autoscaler, as YAML; undefined without `autoscaling`. Put its rules into the
   * adapter's ConfigMap (`rules.custom` of its Helm chart): they hold for every deployment of this engine.
   */
  public get adapterRules(): string | undefined {
    return this.plan.autoscaling && adapterRules(this.plan.autoscaling);
  }

  /**
   * Selects the pods of all replicas.
   */
  public toPodSelectorConfig(): kplus.PodSelectorConfig {
    return this.pods.toPodSelectorConfig();
  }

  /**
   * Called by an autoscaler of your own: `replicas` is then left out. Refused beside `autoscaling`, since two autoscalers of one workload undo each
   * other's work.
   */
  public markHasAutoscaler(): void {
    refuseAutoscaler(this, this.plan);
    this.hasAutoscaler = true;
  }

  /**
   * What an autoscaler points at.
   */
  public toScalingTarget(): kplus.ScalingTarget {
    return scalingTarget(this, this.plan, this);
  }

  /**
   * The plan in words: numbers with their sums, choices with their reasons, what a Deployment cannot do, and what operators need.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainInference(this.plan, this.hasAutoscaler, Target.of(this));
  }

  /** What users may have changed since construction: variables, and an autoscaler of their own. */
  private recheck(): void {
    this.pods._recheck();
    if (this.hasAutoscaler && !this.plan.autoscaling) {
      inConstruct(this, '', () => planCache(this.plan.props.modelCache, { pods: Infinity, called: REPLICAS }));
    }
  }

  private createCompanions(target: Target): void {
    const { plan } = this;
    createGuards(this, this.options(), { budget: plan.budget, isolate: plan.props.isolate }, plan.selector);
    inConstruct(this, '', () => createMonitors(this, this.options(), plan, target));
  }

  private options(name: string = this.name): ObjectOptions {
    return inferenceOptions(this.plan, name);
  }
}

/** A small engine with an autoscaler, so that every handle answers. */
const STAND_IN: StandIn<GpuInferenceDeployment, GpuInferenceDeploymentProps> = {
  keeps: ['name', 'autoscaling'],
  make: (place, id, kept) => new GpuInferenceDeployment(place, id, {
    autoscaling: { minReplicas: 1, maxReplicas: 2, queueDepth: 8 },
    ...defined(kept),
    engine: InferenceEngine.vllm({ version: '0.18', model: 'not-planned/model' }),
    accelerator: Accelerator.nvidia(1),
    container: { resources: STAND_IN_CONTAINER.resources },
  }),
};

import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { explainDisaggregated } from './explain';
import { DisaggregatedRole } from './handles';
import { Roles, RouterObjects, createPool, createRouter } from './objects';
import { DisaggregatedPlan, planDisaggregated } from './plan';
import { DisaggregatedInferenceProps } from './props';
import { checkRatio, countRoles } from './ratio';
import { InferenceRole } from './role';
import { PrefillDecodeRouter } from './router';
import { SidecarPlan } from './router-plan';
import { CommonSet, createSet } from './set';
import { outageOfRollout } from './set-findings';
import { SET_API, SetPlan } from './set-plan';
import { ANSWERING, STAGES, Stage, StagePlan } from './stage';
import { disaggregatedWorkload } from './workload';
import { inConstruct } from '../../base/errors/invalid-input';
import { advise, recheckAtSynth } from '../../base/findings/construct-checks';
import { Labels, mergeLabels, standardLabels } from '../../base/labels';
import { InferenceEngine } from '../../engines/inference-engine';
import { checkedScope } from '../../given/checked-scope';
import { given } from '../../given/mistakes/given';
import { StandIn, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { POOL_API } from '../../knowledge/endpoint-picker';
import { checkAtSynth } from '../../lint/synth/attach';
import { Accelerator } from '../../pod/devices/accelerator';
import { ObjectOptions, metadataBesideNames } from '../../pod/template/plain-api-object';
import { PodTemplate } from '../../pod/template/pod-template';
import { adviseExtensionApi } from '../../surroundings/extension-api';
import { Target } from '../../target-cluster/target';
import { IWorkload, Workload } from '../../workloads/handle/workload';
import { namespaceOf } from '../../workloads/objects';
import { ServiceHandle } from '../../workloads/service';
import { GpuInferenceDeployment } from '../gpu-inference-deployment/gpu-inference-deployment';
import { GpuInferenceDeploymentProps } from '../gpu-inference-deployment/props';
import { RoleOfSet } from '../leader-worker-group/backends/role-of-set';
import { LeaderWorkerBackend } from '../leader-worker-group/choices';
import { LeaderWorkerGroup } from '../leader-worker-group/leader-worker-group';
import { LeaderWorkerGroupProps } from '../leader-worker-group/props';
import { STAND_IN_CONTAINER, defined } from '../stand-in';

/**
 * A model that is prefilled in one set of pods and decoded in another, each with its own size, devices and autoscaler: one connector between them, engines that
 * take each other's blocks, and what pairs them for each request.
 *
 * Creates a GpuInferenceDeployment or LeaderWorkerGroup `<name>-prefill` and one `<name>-decode`, and one for each further pool; with
 * `DisaggregatedBackend.disaggregatedSet()` one DisaggregatedSet `<name>` instead of their sets; with `PrefillDecodeRouter.vllmRouter()` a Deployment
 * `<name>-router` with its account, and the Service `<name>`; with `PrefillDecodeRouter.llmdSidecar()` an InferencePool `<name>`.
 *
 * Source: vllm docs/features/nixl_connector_usage.md, nixl_connector_compatibility.md; vllm-project/router; llm-d-inference-scheduler v0.8.0; kubernetes-sigs/lws v0.9.0
 *
 * @example
 * const model = 'meta-llama/Llama-3.1-70B-Instruct';
 * const container = { cpu: '16', memory: Memory.of('180Gi') };
 *
 * const llama = new DisaggregatedInference(chart, 'Llama', {
 *   prefill: InferenceRole.deployment({
 *     engine: InferenceEngine.vllm({ version: '0.18', model, tensorParallel: 2 }), accelerator: Accelerator.nvidia(2), replicas: 4, container,
 *   }),
 *   decode: InferenceRole.deployment({
 *     engine: InferenceEngine.vllm({ version: '0.18', model, tensorParallel: 4 }), accelerator: Accelerator.nvidia(4), replicas: 2, container,
 *   }),
 *   ratio: { prefill: 2, decode: 1 },
 *   router: PrefillDecodeRouter.vllmRouter({ image: 'vllm/vllm-router:v0.1.9' }),
 * });
 */
export class DisaggregatedInference extends Construct implements IWorkload {
  /** Name of the whole: of the Service that clients reach, or of the pool. */
  public readonly name!: string;

  /** What prefills: give it to whatever scales, monitors or protects that role alone. */
  public readonly prefill!: DisaggregatedRole;

  /** What decodes, likewise. */
  public readonly decode!: DisaggregatedRole;

  /** Further pools that prefill, by name; a copy. */
  public readonly prefillPools!: { [name: string]: DisaggregatedRole };

  /** Further pools that decode, by name; a copy. */
  public readonly decodePools!: { [name: string]: DisaggregatedRole };

  /** The pods of the router; undefined where it is none of its own. */
  public readonly routerPods?: PodTemplate;

  /** The Service that clients reach; undefined without a router of its own. */
  public readonly service?: ServiceHandle;

  /** The InferencePool, for patches; undefined without llm-d's sidecar. */
  public readonly pool?: ApiObject;

  /** The DisaggregatedSet, for patches; undefined where each role has objects of its own. */
  public readonly set?: ApiObject;

  /** All of its pods, as surroundings see them: roles are `prefill`, `decode`, pools as `decode-long` (of groups `prefill-leader`, `prefill-worker`) and `router`. */
  public readonly workload!: Workload;

  private readonly plan!: DisaggregatedPlan;
  private readonly roles!: Roles;

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The roles, and what routes between them.
   */
  constructor(scope: Construct, id: string, props: DisaggregatedInferenceProps) {
    super(checkedScope('DisaggregatedInference', scope, id), id);
    try {
      props = given(this, 'DisaggregatedInference', props);
      const target = Target.of(this);
      this.plan = planned(this, () => planDisaggregated(id, props, target, namespaceOf(this, props.metadata)));
      this.name = this.plan.name;
      this.plan.advice.forEach(finding => advise(this, finding));
      const set = this.plan.set && this.createSet(this.plan.set, target);
      this.set = set?.object;
      set && outageOfRollout(this.plan.set!, this.plan.parts.map(({ part }) => part)).forEach(finding => advise(set.object, finding));
      const roles = this.plan.parts.map((part, index) => this.createRole(part, set?.roleOf(part.part, index)));
      [this.prefill, this.decode] = roles;
      [this.prefillPools, this.decodePools] = STAGES.map(stage => poolsOf(roles, stage));
      this.roles = roles;
      const router = this.createRouter();
      this.routerPods = router?.pods;
      this.service = router?.service;
      this.pool = this.plan.router.sidecar && this.createPool(this.plan.router.sidecar, target);
      this.workload = disaggregatedWorkload(this, this.plan, roles, router);
      roles.forEach(({ workload }) => workload._join(this.name));
      recheckAtSynth(this, () => checkRatio(this.plan.props.ratio, countRoles(this.plan.parts, roles)));
      checkAtSynth(this, () => router?.pods._recheck());
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * The plan in words: both roles with their sums, how blocks get from one to the other, and what happens when a side is lost or grows.
   */
  public explain(): string {
    return explainMistakes(this) ?? explainDisaggregated(this.plan, this.roles);
  }

  /** The pattern of a role, with the label of the whole on its pods. */
  private createRole({ stage, pool, labels, deployment, groups }: StagePlan, set: RoleOfSet | undefined): DisaggregatedRole {
    const { sidecar } = this.plan.router;
    const front = stage === 'decode' ? sidecar : undefined;
    const id = ROLE_IDS[stage] + (pool === undefined ? '' : `-${pool}`);
    const role = DisaggregatedRole._of({ stage, pool }, deployment
      ? new GpuInferenceDeployment(this, id, front ? behindSidecar(deployment, front) : deployment)
      : new LeaderWorkerGroup(this, id, carriedBy(front ? groupBehindSidecar(groups!, front) : groups!, set)));
    if (front && role.groups) {
      role._answeringTemplates.forEach(pods => pods.addSidecar(front.sidecar));
    }
    role._templates.forEach(pods => addLabels(pods, this.plan.selector));
    role._answeringTemplates.forEach(pods => addLabels(pods, labels));
    return role;
  }

  private createRouter(): RouterObjects | undefined {
    const { router, selector } = this.plan;
    return router.own && inConstruct(this, '', () => createRouter(new Construct(this, 'Router'), router.own!, this.roles, selector, this.options('router'), metadataBesideNames(this.plan.props.metadata)));
  }

  private createSet(set: SetPlan, target: Target): CommonSet {
    return inConstruct(this, '', () => {
      if (!target._requireApi(SET_API, 'backend', 'DisaggregatedBackend.perRole()')) {
        adviseExtensionApi(this, 'backend', SET_API, 'the controller of LeaderWorkerSet 0.9.0 and its webhooks');
      }
      return createSet(this, set, { ...this.options('inference'), otherMetadata: metadataBesideNames(this.plan.props.metadata) });
    });
  }

  private createPool(sidecar: SidecarPlan, target: Target): ApiObject {
    return inConstruct(this, '', () => {
      if (!target._requireApi(POOL_API, 'router', 'PrefillDecodeRouter.vllmRouter()')) {
        adviseExtensionApi(this, 'router', POOL_API, 'the endpoint picker and a gateway that knows pools');
      }
      return createPool(this, sidecar, { ...this.plan.selector, ...ANSWERING }, this.options('inference'));
    });
  }

  private options(component: string): ObjectOptions {
    const { metadata } = this.plan.props;
    return {
      name: this.name,
      namespace: metadata?.namespace,
      labels: mergeLabels(metadata?.labels, { ...standardLabels(this.name, component), ...this.plan.selector }),
      annotations: metadata?.annotations,
    };
  }
}

const ROLE_IDS = { prefill: 'Prefill', decode: 'Decode' } as const;

function poolsOf(roles: Roles, stage: Stage): { [name: string]: DisaggregatedRole } {
  return Object.fromEntries(roles.filter(({ role, pool }) => role === stage && pool !== undefined).map(role => [role.pool, role]));
}

function carriedBy(groups: LeaderWorkerGroupProps, set: RoleOfSet | undefined): LeaderWorkerGroupProps {
  return set ? { ...groups, backend: LeaderWorkerBackend._roleOf(set) } : groups;
}

function addLabels(pods: PodTemplate, labels: Labels): void {
  Object.entries(labels).forEach(([key, value]) => pods.podMetadata.addLabel(key, value));
}

/** Clients of the Service meet the sidecar, as those of the pool do. */
function behindSidecar(props: GpuInferenceDeploymentProps, { port, sidecar }: SidecarPlan): GpuInferenceDeploymentProps {
  const service = { ...props.service, ports: props.service?.ports ?? [{ name: 'http', port, targetPort: port }] };
  return { ...props, sidecars: [sidecar, ...props.sidecars ?? []], service };
}

/** Leaders answer, so they alone have one, unless each pod answers; `addSidecar` gives it to them. */
function groupBehindSidecar(props: LeaderWorkerGroupProps, { port }: SidecarPlan): LeaderWorkerGroupProps {
  return { ...props, servingPorts: props.servingPorts ?? [{ name: 'http', port, targetPort: port }] };
}

const STAND_IN: StandIn<DisaggregatedInference, DisaggregatedInferenceProps> = {
  keeps: ['name', 'router'],
  make: (place, id, kept) => new DisaggregatedInference(place, id, {
    router: PrefillDecodeRouter.vllmRouter({ image: STAND_IN_CONTAINER.image }),
    ...defined(kept),
    metadata: { namespace: 'not-planned' },
    prefill: standInRole(),
    decode: standInRole(),
  }),
};

function standInRole(): InferenceRole {
  return InferenceRole.deployment({
    engine: InferenceEngine.vllm({ version: '0.18', model: 'not-planned/model' }),
    accelerator: Accelerator.nvidia(1),
    container: { resources: STAND_IN_CONTAINER.resources },
  });
}

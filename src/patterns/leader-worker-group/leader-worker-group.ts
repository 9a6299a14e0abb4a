import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Backend, BackendContext } from './backends/backend';
import { LWS_API, createLeaderWorkerSet } from './backends/leader-worker-set';
import { createPlainGroups } from './backends/stateful-sets';
import { LeaderWait, defaultWait } from './choices';
import { superviseEngine } from './engine-supervision';
import { WAITING_SIDECAR } from './entrypoints';
import { explainGroup } from './explain';
import { requireQueue } from './group-placement';
import { LeaderWorkerGroupPlan, PreviousGroup, servesOnEveryPod } from './group-plan';
import { GroupHandle } from './handles';
import { UNSCALED_IN_SET, requireNames } from './in-common-set';
import { planLeaderWorkerGroup } from './plan';
import { GroupRole, GroupServiceOptions, LeaderWorkerGroupProps } from './props';
import { writtenAt } from './roles';
import { checkSelection, selectorOf } from './selectors';
import { groupWorkload } from './workload';
import { working } from '../../base/errors/consequence';
import { InputProblem, duplicate, forbidden, inCall, inConstruct, invalid, renamed } from '../../base/errors/invalid-input';
import { LABEL_NAME, Labels, labelsOfName } from '../../base/labels';
import { checkNameBudget, kebabCase, serviceName } from '../../base/names';
import { rendezvousPorts, worldVariables } from '../../engines/world';
import { checkId, checkedScope } from '../../given/checked-scope';
import { given, requireGiven } from '../../given/mistakes/given';
import { StandIn, answer, anyIndex, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { workloadName } from '../../kubernetes/refused/names';
import { checkAtSynth } from '../../lint/synth/attach';
import { portField } from '../../pod/container/container';
import { createClaimTemplate, createPreviousClaimTemplate } from '../../pod/devices/accelerator-claim';
import { planCache } from '../../pod/model/model-cache';
import { adviseOnPod } from '../../pod/template/pod-advice';
import { PodPlan } from '../../pod/template/pod-plan';
import { PodTemplate } from '../../pod/template/pod-template';
import { PodTemplateProps } from '../../pod/template/pod-template-props';
import { adviseExtensionApi } from '../../surroundings/extension-api';
import { DefaultSet } from '../../target-cluster/default-set';
import { Target } from '../../target-cluster/target';
import { IWorkload, Workload } from '../../workloads/handle/workload';
import { createGuards, namespaceOf } from '../../workloads/objects';
import { ServiceHandle, ServingPort, checkPorts, createHeadlessService, createServingService, unplannedService } from '../../workloads/service';
import { advisePlacement } from '../placement-texts';
import { inPrevious } from '../rollout/previous';
import { chartBeside, proveKept } from '../rollout/rolled-set';
import { rolloutText } from '../rollout/rollout-text';
import { STAND_IN_CONTAINER, defined } from '../stand-in';

/**
 * Groups of pods that work as one: a leader (index 0) and its workers, with stable names, a rendezvous and one world for each group.
 *
 * Three backends carry the same groups with the same handles and the same variables (`LWS_LEADER_ADDRESS`, `LWS_GROUP_SIZE`,
 * `LWS_WORKER_INDEX`, `LWS_GROUP_INDEX`): plain StatefulSets for each role, one plain StatefulSet for each group, or a LeaderWorkerSet.
 *
 * @example
 * const llm = new LeaderWorkerGroup(chart, 'Llm', {
 *   size: 4,
 *   container: { image: 'registry.example/serve:1.4', command: ['serve'], portNumber: 8000, memory: Memory.derived({ weights: '140Gi' }) },
 *   accelerator: Accelerator.nvidia(8),
 * });
 */
export class LeaderWorkerGroup extends Construct implements kplus.IScalable, kplus.IPodSelector, IWorkload {
  /** Name in Kubernetes. */
  public readonly name!: string;

  /** Groups, each a world of its own. */
  public readonly groups!: number;

  /** Pods in a group, the leader included. */
  public readonly size!: number;

  /** Processes in one group. */
  public readonly worldSize!: number;

  /** Pods of leaders. In a single StatefulSet the pods of both roles. */
  public readonly leader!: PodTemplate;

  /** Pods of workers: the same template as `leader` in a single StatefulSet; undefined in groups of one. */
  public readonly worker?: PodTemplate;

  /** The headless Service that names the pods; undefined with LeaderWorkerSet, whose controller makes it. */
  public readonly rendezvousService?: ServiceHandle;

  /** The Service for clients, which selects leaders, or all pods where each answers; undefined when the leader declares no port. */
  public readonly servingService?: ServiceHandle;

  /** Whether an autoscaler sets the number of groups. */
  public hasAutoscaler: boolean = false;

  /** What surrounds it asks here: its pods by role, group, zone and index, what serves clients, what may be scaled. */
  public readonly workload!: Workload;

  private readonly plan!: LeaderWorkerGroupPlan;
  private readonly props!: LeaderWorkerGroupProps;
  private readonly wait!: LeaderWait;
  private readonly backend!: Backend;
  /** One for leaders and workers of all groups. */
  private readonly claimTemplate?: string;
  /** Templates that groups keep which are not due. */
  private readonly kept: PodTemplate[] = [];

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The groups.
   */
  constructor(scope: Construct, id: string, props: LeaderWorkerGroupProps) {
    super(checkedScope('LeaderWorkerGroup', scope, id), id);
    try {
      this.props = props = given(this, 'LeaderWorkerGroup', props);
      const target = Target.of(this);
      this.plan = planned(this, () => planLeaderWorkerGroup(id, props, target, namespaceOf(this, props.metadata)));
      this.wait = props.waitForLeader ?? defaultWait(this.plan.restart, props.preload);
      ({ name: this.name, groups: this.groups, size: this.size, worldSize: this.worldSize } = this.plan);
      this.checked(() => this.requireApi(target));
      this.claimTemplate = createClaimTemplate(this, this.objectOptions(this.name), this.plan.leader.accelerator);
      ({ leader: this.leader, worker: this.worker } = this.createPods(this, { plan: this.plan, props, target }, this.claimTemplate));
      this.rendezvousService = this.plan.backend === 'leaderWorkerSet' ? undefined
        : createHeadlessService(this, 'Rendezvous', this.objectOptions(this.name), { [LABEL_NAME]: this.name }, rendezvousPorts(this.plan.rendezvous));
      this.backend = this.checked(() => this.createBackend());
      this.servingService = this.checked(() => this.createServing());
      createGuards(this, this.objectOptions(this.name), { budget: this.plan.budget, isolate: props.isolate }, { [LABEL_NAME]: this.name });
      this.workload = groupWorkload(this, this.plan, props.engine && `${props.engine.name} ${props.engine.version}`);
      adviseOnPod(this, this.leastMemory(), this.plan.leaderPod);
      advisePlacement(this, this.plan.placed);
      superviseEngine(this, this.plan, this.backend, this.leader.mainContainer.name);
      checkAtSynth(this, () => {
        [this.leader, this.worker, ...this.kept].forEach(template => template && this.recheck(template));
        this.recheckCache();
        this.checked(() => requireQueue(this.plan, this.apiObjects));
      });
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /** Objects that carry the pods, for patches: StatefulSets in the order of groups, or the LeaderWorkerSet. */
  public get apiObjects(): ApiObject[] {
    return [...this.backend.objects];
  }

  /**
   * One group by its index.
   *
   * @param index 0 to groups - 1.
   */
  public group(index: number): GroupHandle {
    return answer(this, () => {
      requireGiven(this, 'LeaderWorkerGroup#group', index);
      requireNames(this.plan);
      if (!Number.isInteger(index) || index < 0 || index >= this.groups) {
        throw invalid('group(index)', index, `the groups are 0 to ${this.groups - 1}`, 'ask for one of them, or raise groups');
      }
      return GroupHandle._of(this, this.plan, index, this.backend.objectsOfGroup(index));
    }, () => GroupHandle._of(this, this.plan, anyIndex(index), this.apiObjects));
  }

  /**
   * Adds a Service on a group, a role or an index of a group.
   *
   * @param id Construct id, and the end of the default name.
   * @param options What it selects, and its ports.
   */
  public addService(id: string, options: GroupServiceOptions): ServiceHandle {
    return answer(this, () => inConstruct(this, typeof id === 'string' ? id : '', () => inCall('addService', () => {
      const [, plain] = requireGiven(this, 'LeaderWorkerGroup#addService', id, options);
      checkId('id', id);
      return this.createService(id, plain);
    })), () => unplannedService(this, () => options?.name ?? `${this.name}-${kebabCase(id)}`));
  }

  /**
   * Selects the pods of all groups, leaders and workers.
   */
  public toPodSelectorConfig(): kplus.PodSelectorConfig {
    const namespace = this.plan.namespace;
    return {
      labelSelector: kplus.LabelSelector.of({ labels: { [LABEL_NAME]: this.name } }),
      namespaces: namespace ? { names: [namespace] } : undefined,
    };
  }

  /**
   * Called by an autoscaler. Refused on plain StatefulSets: scaling one of them adds a leader without workers, or workers without a leader.
   */
  public markHasAutoscaler(): void {
    answer(this, () => this.requireScale(), () => undefined);
    this.hasAutoscaler = true;
  }

  /**
   * What an autoscaler points at: the LeaderWorkerSet, whose scale is the number of groups. Refused on plain StatefulSets.
   */
  public toScalingTarget(): kplus.ScalingTarget {
    answer(this, () => this.requireScale(), () => undefined);
    const [object] = this.backend.objects;
    return { apiVersion: object.apiVersion, kind: object.kind, name: object.name, containers: this.leader.containers };
  }

  /**
   * The plan as text: every sum, what was chosen and why, and what these objects cannot do.
   */
  public explain(): string {
    return explainMistakes(this)
      ?? explainGroup(this.plan, this.wait, Target.of(this), this.hasAutoscaler, rolloutText(this.plan.rollout, this.backend.sets));
  }

  private recheck(template: PodTemplate): void {
    template._recheck();
    if ([...template.containers, ...template.initContainers].some(container => container.name === WAITING_SIDECAR)) {
      this.checked(() => { throw duplicate('containers', WAITING_SIDECAR, 'is the name of the sidecar that waits for the leader', 'give yours another name'); });
    }
  }

  /** An autoscaler may add pods on other nodes, which is known late. */
  private recheckCache(): void {
    if (this.hasAutoscaler) {
      this.checked(() => planCache(this.props.modelCache, { pods: Infinity, called: 'pods' }));
    }
  }

  /** The role to advise on: one that asks for no memory, where there is one. */
  private leastMemory(): PodTemplateProps {
    const { leader, worker } = this.plan;
    return this.size > 1 && (leader.container.memory || leader.container.resources?.memory) ? worker : leader;
  }

  private createService(id: string, options: GroupServiceOptions): ServiceHandle {
    checkSelection(options, this.groups, this.size);
    const ending = kebabCase(id);
    if (options.name === undefined && ending === '') {
      throw invalid('id', id, 'has no letter or digit that the name of the Service could end with', 'give another id, or set name');
    }
    const name = workloadName(id, options.name ?? `${this.name}-${ending}`);
    checkNameBudget('name', name, [serviceName(name)]);
    const selector = selectorOf(this.plan.backend, this.name, options);
    checkPorts('ports', options.ports);
    return createServingService(this.placeOfService(id), id, this.objectOptions(name), selector, options.ports, options.prefer);
  }

  /** Services of users have a scope of their own, so that their ids (`Leader`, `Serving`) do not meet those of the pattern. */
  private placeOfService(id: string): Construct {
    const services = this.node.tryFindChild('Services') as Construct | undefined ?? new Construct(this, 'Services');
    if (services.node.tryFindChild(id)) {
      throw duplicate('id', id, 'is the id of another Service of this group', 'give one of them another id');
    }
    return services;
  }

  private checked<T>(body: () => T): T {
    return inConstruct(this, '', body);
  }

  private requireScale(): void {
    this.checked(() => {
      if (this.plan.set) {
        throw forbidden('backend', UNSCALED_IN_SET, 'leave the autoscaler out');
      }
      if (this.plan.backend !== 'leaderWorkerSet') {
        throw forbidden('backend', 'an autoscaler scales one object, and a plain group is several: it would add a leader without workers, or workers without a leader',
          'use LeaderWorkerBackend.leaderWorkerSet(), whose scale is the number of groups; or change groups in the manifests');
      }
    });
  }

  private requireApi(target: Target): void {
    // A common set asks for its own API.
    if (this.plan.backend === 'leaderWorkerSet' && !this.plan.set && !target._requireApi(LWS_API, 'backend', 'LeaderWorkerBackend.statefulSets()')) {
      adviseExtensionApi(this, 'backend', LWS_API, 'the controller and its webhooks');
    }
  }

  /** With the choices of the target that the plan was made for: those of before may be of an older set. */
  private createPods(scope: Construct, { plan, props, target }: Omit<PreviousGroup, 'variables'>, claimTemplate: string | undefined): RolePods {
    const create = (id: string, pods: PodTemplateProps, podPlan: PodPlan, role: GroupRole) => PodTemplate._create(scope, id, pods, {
      selector: selectorOf(plan.backend, plan.name, plan.backend === 'singleStatefulSet' ? {} : { role }),
      reserved: plan.reserved,
      ofWork: target._since(DefaultSet.V2) ? [...worldVariables(plan.rendezvous), ...plan.engine?.leader.reserved ?? []] : undefined,
      restartPolicy: 'Always',
      plan: podPlan,
      claimTemplate,
      writtenAt: writtenAt(role === GroupRole.LEADER ? 'leader' : 'worker', props),
    });
    const leader = create('Leader', plan.leader, plan.leaderPod, GroupRole.LEADER);
    const worker = plan.size === 1 ? undefined
      : plan.backend === 'singleStatefulSet' ? leader
        : create('Worker', plan.worker, plan.workerPod, GroupRole.WORKER);
    return { leader, worker };
  }

  private createBackend(): Backend {
    const { plan, props, wait, leader, worker } = this;
    const now: BackendContext = { scope: this, plan, props, wait, leader, worker, objectLabels: this.objectLabels() };
    const context = this.withPrevious(now, this, this.claimTemplate);
    const backend = plan.backend === 'leaderWorkerSet' ? createLeaderWorkerSet(context, () => this.hasAutoscaler) : createPlainGroups(context);
    this.proveKept(backend);
    return backend;
  }

  /** Pods of before have templates of their own, which take over what users add to those of now. */
  private withPrevious(now: BackendContext, place: Construct, claimTemplate: string | undefined): BackendContext {
    const { previous } = now.plan;
    if (!previous) {
      return now;
    }
    const scope = new Construct(place, 'Previous');
    const claim = createPreviousClaimTemplate(scope, this.objectOptions(this.name), previous.plan.leader.accelerator,
      { accelerator: now.plan.leader.accelerator, claimTemplate });
    const pods = inPrevious(() => this.createPods(scope, previous, claim));
    this.kept.push(...followed(pods).map(([, template]) => template));
    followed(now).forEach(([role, followee]) => pods[role]?._follow(followee, followee._additionsFromNow(previous.variables)));
    const before: BackendContext = {
      ...now,
      ...pods,
      plan: previous.plan,
      props: previous.props,
      wait: previous.props.waitForLeader ?? defaultWait(previous.plan.restart, previous.props.preload),
    };
    return { ...now, previous: this.withPrevious(before, scope, claim) };
  }

  /** Against a group of the properties of before alone, with what was added to this one. */
  private proveKept(backend: Backend): void {
    const { previous } = this.plan;
    if (!previous) {
      return;
    }
    const pods = followed(this).map(([role, followee]) => ({ role, followee, additions: followee._additionsFromNow(previous.variables) }));
    let alone: ReadonlyMap<string, ApiObject> | undefined;
    proveKept(backend.sets, () => {
      if (!alone) {
        const chart = chartBeside(this, previous.target);
        const group = working(() => new LeaderWorkerGroup(chart, this.node.id, { ...previous.props, name: this.name }));
        pods.forEach(({ role, followee, additions }) => group[role]?._follow(followee, additions));
        alone = new Map(group.apiObjects.map(object => [object.name, object]));
      }
      return alone;
    });
  }

  /** Leaders answer for their group, so clients reach leaders only, unless each pod takes requests for its own part. */
  private createServing(): ServiceHandle | undefined {
    const ports = this.props.servingPorts ?? this.leader.mainContainer.ports.map<ServingPort>(port =>
      ({ name: port.name ?? `port-${port.number}`, port: port.number, targetPort: port.number, protocol: port.protocol }));
    if (ports.length === 0) {
      return undefined;
    }
    renamed(problem => this.writtenAtLeader(problem), () => checkPorts('container.ports', ports));
    const selector = selectorOf(this.plan.backend, this.name, servesOnEveryPod(this.plan) ? {} : { role: GroupRole.LEADER });
    return createServingService(this, 'Serving', this.objectOptions(`${this.name}-serving`), selector, ports, this.props.prefer);
  }

  /** A port that the leader's container declares: with the role or in \`container\`, alone or in the list. */
  private writtenAtLeader(problem: InputProblem): string {
    const { container } = this.plan.leader;
    const field = problem.field.replace(/^container\.ports\[(\d+)\]/, (_, index) => portField('container', container, Number(index)));
    return writtenAt('leader', this.props)({ ...problem, field });
  }

  private objectLabels(): Labels {
    return labelsOfName(this.name);
  }

  private objectOptions(name: string) {
    return { name, namespace: this.props.metadata?.namespace, labels: this.objectLabels() };
  }
}

/** Leader and worker, a rendezvous and a Service: every handle answers. */
const STAND_IN: StandIn<LeaderWorkerGroup, LeaderWorkerGroupProps> = {
  keeps: ['name', 'size', 'groups', 'backend'],
  make: (place, id, kept) => new LeaderWorkerGroup(place, id, { size: 2, ...defined(kept), container: STAND_IN_CONTAINER }),
};

/** Templates of a group: of workers too where there are any, the same one where both roles share it. */
interface RolePods {
  readonly leader: PodTemplate;
  readonly worker?: PodTemplate;
}

/** Each template once, by the first role that has it. */
function followed({ leader, worker }: RolePods): ['leader' | 'worker', PodTemplate][] {
  return [['leader', leader], ...(worker && worker !== leader ? [['worker', worker] as ['worker', PodTemplate]] : [])];
}

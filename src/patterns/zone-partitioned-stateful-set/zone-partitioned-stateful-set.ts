import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { explainZonePartition } from './explain';
import { PodHandle, ZoneHandle } from './handles';
import { ZonePlan, ZonePartitionPlan } from './partition-plan';
import { RESERVED_VARIABLES, planZonePartition } from './plan';
import { ClientServiceOptions, ZonePartitionedStatefulSetProps } from './props';
import { showRanges, zoneOfOrdinal, zoneOfPod } from './ranges';
import { adviseOnSlices } from './slices';
import { zonePartitionWorkload } from './workload';
import { ZonePods, createZone, refuseClaimsThatHideVolumes } from './zone-objects';
import { working } from '../../base/errors/consequence';
import { atField, duplicate, inCall, inConstruct, invalid } from '../../base/errors/invalid-input';
import { LABEL_NAME, LABEL_POD_INDEX, LABEL_ZONE, Labels, standardLabels } from '../../base/labels';
import { checkNameBudget, serviceName } from '../../base/names';
import { checkedScope } from '../../given/checked-scope';
import { given, requireGiven } from '../../given/mistakes/given';
import { StandIn, answer, anyIndex, explainMistakes, leaveUnplanned, planned } from '../../given/mistakes/unplanned';
import { workloadName } from '../../kubernetes/refused/names';
import { checkAtSynth } from '../../lint/synth/attach';
import { createClaimTemplate, createPreviousClaimTemplate } from '../../pod/devices/accelerator-claim';
import { ObjectOptions } from '../../pod/template/plain-api-object';
import { adviseOnPod } from '../../pod/template/pod-advice';
import { PodTemplate } from '../../pod/template/pod-template';
import { Target } from '../../target-cluster/target';
import { IWorkload, Workload } from '../../workloads/handle/workload';
import { createGuards, namespaceOf } from '../../workloads/objects';
import { ServiceHandle, ServingPort, checkPorts, createHeadlessService, createServingService, unplannedService } from '../../workloads/service';
import { PREVIOUS, inPrevious } from '../rollout/previous';
import { RolledSet, chartBeside, proveKept } from '../rollout/rolled-set';
import { rolloutText } from '../rollout/rollout-text';
import { STAND_IN_CONTAINER, defined } from '../stand-in';

/**
 * Pods with an identity, partitioned by zone: one StatefulSet for each zone, with a range of ordinals that belongs to the zone. Databases,
 * indexes and caches that keep copies in several zones.
 *
 * An ordinal names one pod of the whole workload. Names and ordinals come from the zones, never from their position in the list: adding,
 * removing, emptying or re-ordering zones renames and renumbers no pod of another.
 *
 * Refused: a zone twice, overlapping ranges, more replicas than ordinals, a zone that the target does not have, names that would get too
 * long. The messages print all ranges.
 *
 * Source: KEP-3335 (start ordinal, GA 1.31), KEP-4017 (pod index label, GA 1.32)
 *
 * @example
 * const db = new ZonePartitionedStatefulSet(chart, 'Db', {
 *   zones: [
 *     { zone: 'eu-1a', replicas: 3 },
 *     { zone: 'eu-1b', replicas: 3 },
 *     { zone: 'eu-1c', replicas: 3 },
 *   ],
 *   container: {
 *     image: 'postgres:18.1',
 *     portNumber: 5432,
 *     secretEnv: { POSTGRES_PASSWORD: SecretKey.fromName('db', 'password') }, // without it the entry point makes no database
 *   },
 *   claims: [{ name: 'data', size: '100Gi', mountPath: '/var/lib/postgresql' }], // where version 18 keeps its data, in a folder below
 * });
 */
export class ZonePartitionedStatefulSet extends Construct implements kplus.IPodSelector, IWorkload {
  /** Name of the workload, and of its headless Service. */
  public readonly name!: string;

  /** The pods, with the API of a cdk8s-plus-28 workload. What is added here reaches every zone. */
  public readonly pods!: PodTemplate;

  /** Headless Service, which gives every pod of every zone its name, ready or not. */
  public readonly service!: ServiceHandle;

  /** What surrounds it asks here: its pods by role, group, zone and index, what serves clients, what may be scaled. */
  public readonly workload!: Workload;

  private readonly plan!: ZonePartitionPlan;
  private readonly props!: ZonePartitionedStatefulSetProps;
  private readonly zoneHandles = new Map<string, ZoneHandle>();
  private readonly serviceNames = new Set<string>();
  private readonly sets: RolledSet[] = [];
  /** What zones keep which are not due. */
  private readonly kept: ZonePods[] = [];

  /**
   * @param scope Parent, a chart or something in one.
   * @param id Construct id; in kebab case the default name.
   * @param props The zones and their pods.
   */
  constructor(scope: Construct, id: string, props: ZonePartitionedStatefulSetProps) {
    super(checkedScope('ZonePartitionedStatefulSet', scope, id), id);
    try {
      props = given(this, 'ZonePartitionedStatefulSet', props);
      this.props = props;
      this.plan = planned(this, () => planZonePartition(id, props, Target.of(this)));
      this.name = this.plan.name;
      const claimTemplate = createClaimTemplate(this, this.objectOptions(this.name), props.accelerator);
      this.pods = this.createPods(this, this.plan, props, claimTemplate);
      this.service = this.createHeadless();
      const pods = this.checked(() => this.withPrevious({ plan: this.plan, props, pods: this.pods }, this, claimTemplate));
      this.checked(() => this.createObjects(pods));
      this.proveKept();
      this.workload = zonePartitionWorkload(this, this.plan, props, namespaceOf(this, props.metadata));
      adviseOnPod(this, props, this.plan.pod);
      adviseOnSlices(this, this.plan, props.metadata?.namespace);
      checkAtSynth(this, () => this.recheck());
    } catch (error) {
      leaveUnplanned(this, error, props, STAND_IN);
    }
  }

  /**
   * A zone of this workload.
   *
   * @param zone Its name, as in `zones`; another one is refused.
   */
  public zone(zone: string): ZoneHandle {
    return answer(this, () => inCall('zone', () => {
      requireGiven(this, 'ZonePartitionedStatefulSet#zone', zone);
      const handle = this.zoneHandles.get(zone);
      if (!handle) {
        throw invalid('zone', zone, `is no zone of this workload; ranges: ${showRanges(this.plan.zones, this.plan.reserved)}`, 'name one of them, or add the zone to zones');
      }
      return handle;
    }), () => this.zoneHandles.get(zone) ?? [...this.zoneHandles.values()][0]);
  }

  /**
   * A pod of this workload.
   *
   * @param ordinal Its number over all zones. Refused when no replica has it: a reserved ordinal, one past the replicas of its zone.
   */
  public pod(ordinal: number): PodHandle {
    return answer(this, () => inCall('pod', () => {
      requireGiven(this, 'ZonePartitionedStatefulSet#pod', ordinal);
      return PodHandle._of(ordinal, this.planOfPod(ordinal), this.service);
    }), () => PodHandle._of(anyIndex(ordinal), this.plan.zones[0], this.service));
  }

  /**
   * The zone that an ordinal belongs to, whether or not a pod has it now.
   *
   * @param ordinal Any number inside a zone's range; another one is refused.
   */
  public zoneOf(ordinal: number): string {
    return answer(this, () => inCall('zoneOf', () => {
      requireGiven(this, 'ZonePartitionedStatefulSet#zoneOf', ordinal);
      return zoneOfOrdinal('ordinal', ordinal, this.plan.zones, this.plan.reserved).zone;
    }), () => this.plan.zones[0].zone);
  }

  /**
   * A Service for one pod, which stays when the pod is replaced.
   *
   * @param ordinal Number of the pod; refused when no replica has it, since the Service would never have an endpoint.
   * @param ports Its ports; the ports of the zones' Services when left out.
   * @param name Its name; `<name>-<ordinal>` when left out.
   */
  public addOrdinalService(ordinal: number, ports?: ServingPort[], name?: string): ServiceHandle {
    return answer(this, () => inCall('addOrdinalService', () => {
      const [, plainPorts] = requireGiven(this, 'ZonePartitionedStatefulSet#addOrdinalService', ordinal, ports, name);
      const zone = this.planOfPod(ordinal);
      const selector = { ...this.zoneLabels(zone), [LABEL_POD_INDEX]: String(ordinal) };
      return this.addService(name, `${this.name}-${ordinal}`, selector, { ports: plainPorts });
    }), () => unplannedService(this, () => name ?? `${this.name}-${ordinal}`));
  }

  /**
   * A Service for clients over the ready pods of all zones.
   *
   * @param options Name, ports, and which pods a client's node prefers.
   */
  public addClientService(options: ClientServiceOptions = {}): ServiceHandle {
    return answer(this, () => inCall('addClientService', () => {
      const [plain] = requireGiven(this, 'ZonePartitionedStatefulSet#addClientService', options);
      return this.addService(plain.name, `${this.name}-client`, { [LABEL_NAME]: this.name }, plain);
    }), () => unplannedService(this, () => options?.name ?? `${this.name}-client`));
  }

  /**
   * Selects the pods of all zones.
   */
  public toPodSelectorConfig(): kplus.PodSelectorConfig {
    return this.pods.toPodSelectorConfig();
  }

  /** The plan with its sums, what was chosen and why, what plain StatefulSets cannot do, and the stages of the roll-out. */
  public explain(): string {
    return explainMistakes(this) ?? explainZonePartition(this.plan, this.props, rolloutText(this.plan.rollout, this.sets));
  }

  private createPods(
    scope: Construct, plan: ZonePartitionPlan, props: ZonePartitionedStatefulSetProps, claimTemplate: string | undefined): PodTemplate {
    return PodTemplate._create(scope, 'Pods', props, {
      selector: { [LABEL_NAME]: plan.name },
      reserved: RESERVED_VARIABLES,
      restartPolicy: 'Always',
      plan: plan.pod,
      claimTemplate,
    });
  }

  /** Pods of before have a template of their own, which takes over what users add to that of now. */
  private withPrevious(now: ZonePods, place: Construct, claimTemplate: string | undefined): ZonePods {
    const { previous } = now.plan;
    if (!previous) {
      return now;
    }
    const scope = new Construct(place, 'Previous');
    const template = createPreviousClaimTemplate(scope, this.objectOptions(this.name), previous.props.accelerator,
      { accelerator: now.props.accelerator, claimTemplate });
    const pods = inPrevious(() => this.createPods(scope, previous.plan, previous.props, template));
    pods._follow(now.pods, now.pods._additionsFromNow(previous.variables));
    this.kept.push({ plan: previous.plan, props: previous.props, pods });
    return { ...now, previous: this.withPrevious({ plan: previous.plan, props: previous.props, pods }, scope, template) };
  }

  /** Against a workload of the properties of before alone, with what was added to this one. */
  private proveKept(): void {
    const { previous } = this.plan;
    if (!previous) {
      return;
    }
    const additions = this.pods._additionsFromNow(previous.variables);
    let alone: ReadonlyMap<string, ApiObject> | undefined;
    proveKept(this.sets, () => {
      if (!alone) {
        const chart = chartBeside(this, previous.target);
        const workload = working(() => new ZonePartitionedStatefulSet(chart, this.node.id, { ...previous.props, name: this.name }));
        workload.pods._follow(this.pods, additions);
        alone = new Map(workload.sets.map(({ object }) => [object.name, object]));
      }
      return alone;
    });
  }

  private createHeadless(): ServiceHandle {
    this.serviceNames.add(this.name);
    const ports = this.plan.ports.map(port => ({
      name: port.name ?? `port-${port.port}`,
      port: port.targetPort ?? port.port,
      protocol: port.protocol,
    }));
    return createHeadlessService(this, 'Service', this.objectOptions(this.name), { [LABEL_NAME]: this.name }, ports);
  }

  private createObjects(pods: ZonePods): void {
    for (const zone of this.plan.zones) {
      const selector = this.zoneLabels(zone);
      const optionsOf = (props: ZonePartitionedStatefulSetProps) => this.objectOptions(zone.setName, selector, props);
      const created = createZone(this, { ...pods, workload: this.name, zone, optionsOf, selector });
      this.serviceNames.add(zone.setName);
      this.sets.push(created.set);
      this.zoneHandles.set(zone.zone, ZoneHandle._of(zone, created.set.object, created.service, this.service));
    }
    createGuards(this, this.objectOptions(this.name), { budget: this.plan.budget, isolate: this.props.isolate }, { [LABEL_NAME]: this.name });
    this.refuseHidden();
  }

  private addService(asked: string | undefined, byDefault: string, selector: Labels, options: ClientServiceOptions): ServiceHandle {
    const name = workloadName(byDefault, asked ?? byDefault);
    checkNameBudget('name', name, [serviceName(name)]);
    if (this.serviceNames.has(name)) {
      throw duplicate('name', name, 'is the name of another Service of this workload', 'give another name');
    }
    const ports = options.ports ?? this.plan.ports;
    checkPorts('ports', ports);
    const service = createServingService(this, `Service-of-${name}`, this.objectOptions(name), selector, ports, options.prefer);
    this.serviceNames.add(name);
    return service;
  }

  private planOfPod(ordinal: number): ZonePlan {
    return zoneOfPod('ordinal', ordinal, this.plan.zones, this.plan.reserved);
  }

  private zoneLabels(zone: ZonePlan): Labels {
    return { [LABEL_NAME]: this.name, [LABEL_ZONE]: zone.zone };
  }

  private objectOptions(name: string, labels: Labels = { [LABEL_NAME]: this.name }, { metadata } = this.props): ObjectOptions {
    return {
      name,
      namespace: metadata?.namespace,
      labels: { ...metadata?.labels, ...standardLabels(this.name), ...labels },
      annotations: metadata?.annotations,
    };
  }

  private recheck(): void {
    [this.pods, ...this.kept.map(({ pods }) => pods)].forEach(pods => pods._recheck());
    this.checked(() => this.refuseHidden());
  }

  private refuseHidden(): void {
    refuseClaimsThatHideVolumes(this.pods, this.props, this.plan.pod);
    this.kept.forEach(({ pods, props, plan }) => atField(PREVIOUS, () => refuseClaimsThatHideVolumes(pods, props, plan.pod)));
  }

  private checked<T>(body: () => T): T {
    return inConstruct(this, '', body);
  }
}

const STAND_IN: StandIn<ZonePartitionedStatefulSet, ZonePartitionedStatefulSetProps> = {
  keeps: ['name', 'zones', 'stride'],
  make: (place, id, kept) => new ZonePartitionedStatefulSet(place, id, { zones: [{ zone: 'zone-1a', replicas: 3 }], ...defined(kept), container: STAND_IN_CONTAINER }),
};

import { ApiObject, ApiObjectMetadataDefinition } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { checkWritten } from './late-metadata';
import { GrowingPod, PodAdditions } from './pod-additions';
import { checkPodProps, checkRestartPolicy, refuseRestartPolicy } from './pod-checks';
import { StopTerm, checkGrace, checkSleep, sidecarStop } from './pod-plan';
import { PodRole, PodVariation, renderPodSpec } from './pod-spec';
import { PodTemplateProps } from './pod-template-props';
import { duplicate, forbidden, inConstruct, refuse, renamed } from '../../base/errors/invalid-input';
import { Labels, mergeLabels } from '../../base/labels';
import { PlainObject, compact, plain } from '../../base/plain';
import { checkGiven } from '../../given/given';
import { unknownValue } from '../../given/mistakes/carried';
import { collecting } from '../../given/mistakes/collecting';
import { requireGiven } from '../../given/mistakes/given';
import { answer } from '../../given/mistakes/unplanned';
import { checkMetadata } from '../../kubernetes/refused/labels';
import { ContainerSpec, RenderedContainer, SidecarSpec, createContainer } from '../container/container';
import { refuseTwice } from '../container/extra-resources';
import { isSidecar } from '../container/sidecar-variables';
import { ACCELERATOR_CLAIM, PodClaims, refuseUnclaimed } from '../devices/pod-claims';
import { cacheVolume } from '../model/model-cache';
import { SecurityProfile, containerSecurityContext } from '../security/security';
import { sharedMounts } from '../storage/shared-claim';
import { checkVolumeOf } from '../storage/volume-checks';

/**
 * The pods of one role of a pattern (leaders, workers), with the API of a cdk8s-plus-28 workload: `addContainer`, `addInitContainer`,
 * `addVolume`, `scheduling`, `connections`, `toPodSelectorConfig`. What is added here reaches every object that carries such pods.
 *
 * Patterns create it; it selects by the pattern's name and role, never by a hash of the construct path.
 */
export class PodTemplate extends kplus.Workload {
  /**
   * @internal
   */
  public static _create(scope: Construct, id: string, props: PodTemplateProps, role: PodRole): PodTemplate {
    return inConstruct(scope, '', () => {
      const template = new PodTemplate(scope, id, props);
      renamed(role.writtenAt, () => template.bind(role));
      return template;
    });
  }

  /** Kind of resource that this stands for, in RBAC rules. */
  public readonly resourceType: string = 'pods';

  private readonly podProps: PodTemplateProps;
  private role!: PodRole;
  private carrier?: ApiObject;
  private labelsOfPods?: ApiObjectMetadataDefinition;
  private readonly startContainers: RenderedContainer[] = [];
  private readonly sidecarContainers: RenderedContainer[] = [];
  private readonly containerNames = new Set<string>();
  private stopping: StopTerm[] = [];
  private readonly claims = new PodClaims();
  private followed?: { readonly template: PodTemplate; readonly additions: PodAdditions };

  protected constructor(scope: Construct, id: string, props: PodTemplateProps) {
    super(scope, id, {
      ...props,
      select: false,
      // The pattern isolates all of its roles with one policy that keeps its own rendezvous open.
      isolate: false,
      // Added below, once this class is ready to render them itself.
      containers: undefined,
      initContainers: undefined,
      volumes: undefined,
      securityContext: { ensureNonRoot: false, ...props.securityContext },
    });
    this.podProps = props;
  }

  /** The main container: accelerators, rendezvous variables and failure rules belong to it. */
  public get mainContainer(): kplus.Container {
    return this.containers[0];
  }

  /** Init containers, native sidecars first; a copy. */
  public get initContainers(): kplus.Container[] {
    return [...this.sidecarContainers ?? [], ...this.startContainers ?? []];
  }

  /** Labels and annotations of the pods. Identity labels are added by the pattern and may not be set here. */
  public get podMetadata(): ApiObjectMetadataDefinition {
    this.labelsOfPods ??= new ApiObjectMetadataDefinition({ ...this.podProps.podMetadata, apiObject: this.apiObject });
    return this.labelsOfPods;
  }

  /**
   * Adds a container beside the main one. For anything that is not part of the work itself, use `addSidecar`: an ordinary container keeps a
   * Job alive and stops together with the main one.
   *
   * @param cont The container; `restartPolicy` is refused, since it does not make a sidecar here.
   */
  public addContainer(cont: kplus.ContainerProps): kplus.Container {
    return answer(this, () => {
      const [known] = requireGiven(this, 'PodTemplate#addContainer', cont);
      // The main container is a property of its own, so the first of the others has index 0 in the properties.
      return this.attachBeside(known, `containers[${this.containers.length - 1}]`);
    }, notAttached);
  }

  /**
   * Adds an init container, which runs to its end before the main container starts. With `restartPolicy` it is a native sidecar.
   *
   * @param cont The container.
   */
  public addInitContainer(cont: kplus.ContainerProps): kplus.Container {
    return answer(this, () => {
      const [known] = requireGiven(this, 'PodTemplate#addInitContainer', cont);
      return known.restartPolicy === kplus.ContainerRestartPolicy.ALWAYS ? this.attachLateSidecar(known) : this.attachInit(known, `initContainers[${this.startContainers.length}]`);
    }, notAttached);
  }

  /**
   * Adds a native sidecar after the ones that are there.
   *
   * @param sidecar The sidecar; its probes are allowed, and its startup probe holds back what starts after it.
   */
  public addSidecar(sidecar: SidecarSpec): kplus.Container {
    return answer(this, () => {
      const [known] = requireGiven(this, 'PodTemplate#addSidecar', sidecar);
      return this.attachLateSidecar(known);
    }, notAttached);
  }

  /**
   * Gives a further container the devices of the main one: a monitoring sidecar sees the GPUs that the engine runs on. Both have all of them; nothing
   * is split. Refused where a device plugin gives the devices, which belong to one container there.
   *
   * @param container A container of these pods: what `addSidecar` or `addContainer` returned.
   */
  public shareAccelerator(container: kplus.Container): void {
    answer(this, () => {
      requireGiven(this, 'PodTemplate#shareAccelerator', container);
      refuseUnclaimed(this.claims, container, this.podProps.accelerator);
      this.claims.give('shareAccelerator', container, ACCELERATOR_CLAIM);
    }, () => undefined);
  }

  /**
   * Refused: a container that was built elsewhere already has cdk8s-plus-28's own defaults (resources, pull policy, a forced user), which
   * cannot be told from what somebody asked for.
   *
   * @param cont The container.
   */
  public attachContainer(cont: kplus.Container): void {
    answer(this, () => {
      requireGiven(this, 'PodTemplate#attachContainer', cont);
      throw forbidden('attachContainer', `container "${cont.name}" was built elsewhere and carries defaults that do not hold here`, 'use addContainer');
    }, () => undefined);
  }

  /**
   * Adds a volume to the pods. Mounting one on a container adds it by itself.
   *
   * @param vol The volume; a second one of the same name is refused.
   */
  public addVolume(vol: kplus.Volume): void {
    answer(this, () => {
      requireGiven(this, 'PodTemplate#addVolume', vol);
      this.attachVolume(vol);
    }, () => undefined);
  }

  /**
   * Selects exactly the pods of this role, by the pattern's own labels.
   */
  public toPodSelectorConfig(): kplus.PodSelectorConfig {
    const namespace = this.metadata.namespace;
    return {
      labelSelector: kplus.LabelSelector.of({ labels: { ...this.role.selector } }),
      namespaces: namespace ? { names: [namespace] } : undefined,
    };
  }

  /**
   * The object that carries the pods; the first one where several do.
   */
  protected get apiObject(): ApiObject {
    if (!this.carrier) {
      throw new Error(`${this.node.path}: no object carries these pods yet`);
    }
    return this.carrier;
  }

  /**
   * Names the object that carries these pods. Called by the pattern once its objects exist.
   *
   * @internal
   */
  public _carriedBy(object: ApiObject): void {
    this.carrier ??= object;
  }

  /**
   * What users add from now on, for a template that is kept while this one is rolled out.
   *
   * @param fixed Variables of the main container that the kept template has its own values of.
   * @internal
   */
  public _additionsFromNow(fixed: ReadonlySet<string>): PodAdditions {
    return new PodAdditions(() => this.growing(), fixed);
  }

  /**
   * Takes over what users add to another template, and where they have it scheduled.
   *
   * @internal
   */
  public _follow(template: PodTemplate, additions: PodAdditions): void {
    this.followed = { template, additions };
  }

  /**
   * Variables that the user set after construction are checked here, when the tree is validated.
   *
   * @internal
   */
  public _recheck(): void {
    inConstruct(this, '', () => renamed(this.role.writtenAt, () => {
      this.checkAdded();
      this.checkContainers();
    }));
  }

  /**
   * @internal
   */
  public _toPodSpec(): any {
    return this._renderTemplate({}).spec;
  }

  /**
   * The pod template as plain data.
   *
   * @internal
   */
  public _renderTemplate(variation: PodVariation): PlainObject {
    return inConstruct(this, '', () => renamed(this.role.writtenAt, () => {
      this.takeOver();
      this.checkAdded();
      const late = this.lateMetadata();
      // Nobody asked for the definition object, so what was given still stands as it is.
      const metadata = plain((this.labelsOfPods ? this.labelsOfPods.toJson() : this.podProps.podMetadata) ?? {}) as PlainObject;
      checkMetadata('podMetadata', (metadata.labels ?? {}) as Labels, (metadata.annotations ?? {}) as Labels);
      return {
        metadata: compact({
          ...metadata,
          labels: mergeLabels({ ...metadata.labels as Labels | undefined, ...late.labels }, variation.labels),
          annotations: compact({
            ...this.role.plan.fabric?.annotations, ...metadata.annotations as PlainObject, ...late.annotations, ...variation.annotations,
          }),
        }),
        spec: renderPodSpec({ pod: this, props: this.podProps, role: this.role, claims: this.claims, scheduling: this.scheduled() }, variation),
      };
    }));
  }

  private bind(role: PodRole): void {
    this.role = role;
    const props = this.podProps;
    collecting(props, (_, attempt) => {
      attempt(() => checkRestartPolicy(props.restartPolicy, role.restartPolicy));
      checkPodProps(props, attempt);
      attempt(() => this.attachMain(props, role));
      (props.containers ?? []).forEach((container, index) => attempt(() => this.attachBeside(container, `containers[${index}]`)));
      (props.sidecars ?? []).forEach((sidecar, index) => attempt(() => this.attachSidecar(sidecar, `sidecars[${index}]`)));
      attempt(() => this.attachModel(props, role));
      (props.initContainers ?? []).forEach((container, index) => attempt(() => {
        const field = `initContainers[${index}]`;
        return container.restartPolicy ? this.attachSidecar(container, field) : this.attachInit(container, field);
      }));
      (props.volumes ?? []).forEach((volume, index) => attempt(() => {
        checkVolumeOf(`volumes[${index}]`, volume);
        this.attachVolume(volume);
      }));
    });
    this.stopping = [...role.plan.stopping ?? []];
  }

  private attachMain({ container, accelerator, sharedClaims = [] }: PodTemplateProps, role: PodRole): void {
    refuseRestartPolicy('container', container);
    refuseTwice('container', container, accelerator?._request ? undefined : accelerator?.resourceName);
    const { model, fabric } = role.plan;
    const envVariables = { ...literals(fabric?.variables), ...model?.variables, ...container.envVariables };
    const main = this.attach('container', { ...container, envVariables, name: container.name ?? 'main' });
    if (accelerator?._request) {
      this.claims.claimAccelerator(main, role.claimTemplate);
    }
    if (fabric?.library) {
      const { volume, hostPath: path, mountPath } = fabric.library;
      main.mount(mountPath, kplus.Volume.fromHostPath(this, volume, volume, { path, type: kplus.HostPathVolumeType.DIRECTORY }), { readOnly: true });
    }
    sharedMounts(this, sharedClaims).forEach(({ path, subPath, volume }) => main.mount(path, volume, { subPath, readOnly: true }));
  }

  /** Before the init containers of the user, who may want the weights. Devices are the main container's. */
  private attachModel({ modelCache }: PodTemplateProps, { plan: { model }, restartPolicy }: PodRole): void {
    // A main container that was refused is not there.
    if (!modelCache || !model || this.containers.length === 0) {
      return;
    }
    const { cache, preload } = model;
    const spec = restartPolicy === 'Never' ? preload?.persistent : preload?.container;
    const volume = cacheVolume(this, modelCache);
    [this.mainContainer, ...(spec ? [this.attachInit(spec, 'preload.container')] : [])].forEach(container =>
      container.mount(cache.mountPath, volume, { subPath: cache.subPath, readOnly: cache.readOnly ? true : undefined }));
  }

  private attachVolume(vol: kplus.Volume): void {
    if (this.volumes.some(other => other.name === vol.name)) {
      throw duplicate('volumes', vol.name, 'names two different volumes of one pod', 'give one of them another name');
    }
    super.addVolume(vol);
  }

  private attachBeside(cont: kplus.ContainerProps, field: string): RenderedContainer {
    refuseRestartPolicy(field, cont);
    return this.attach(field, { ...cont, name: cont.name ?? `container-${this.containers.length}` });
  }

  private attachInit(cont: kplus.ContainerProps, field: string): RenderedContainer {
    const hook = (['readiness', 'liveness', 'startup', 'lifecycle', 'preStopSleep'] as const).find(name => (cont as ContainerSpec)[name] !== undefined);
    if (hook) {
      throw forbidden(`${field}.${hook}`, 'an init container ends before anything could be probed; the API server refuses it', 'use addSidecar for a container that stays');
    }
    const container = this.prepare(field, { ...cont, name: cont.name ?? `init-${this.startContainers.length}` });
    this.startContainers.push(container);
    return container;
  }

  /** One that comes after the construction: its stop has to fit into the grace period that was planned. */
  private attachLateSidecar(sidecar: SidecarSpec): RenderedContainer {
    const index = this.sidecarContainers.length;
    const stopping = sidecarStop(index, sidecar);
    if (stopping.seconds > 0) {
      checkGrace(`sidecars[${index}].stopTime`, `${stopping.seconds}s`, this.role.plan.graceSeconds, [...this.stopping, stopping]);
      this.stopping.push(stopping);
    }
    return this.attachSidecar(sidecar, `sidecars[${index}]`);
  }

  private attachSidecar(sidecar: SidecarSpec, field: string): RenderedContainer {
    const container = this.prepare(field, {
      ...sidecar,
      name: sidecar.name ?? `sidecar-${this.sidecarContainers.length}`,
      restartPolicy: kplus.ContainerRestartPolicy.ALWAYS,
    });
    this.sidecarContainers.push(container);
    return container;
  }

  private attach(field: string, spec: ContainerSpec): RenderedContainer {
    const container = this.prepare(field, spec);
    super.attachContainer(container);
    return container;
  }

  /** A template may follow one that follows another: an unfinished roll-out that is overtaken by the next. */
  private takeOver(): void {
    this.followed?.template.takeOver();
    this.followed?.additions.carryTo(this.growing());
  }

  private scheduled(): kplus.WorkloadScheduling {
    return this.followed ? this.followed.template.scheduled() : this.scheduling;
  }

  /** Labels and annotations that users gave the followed template after construction. */
  private lateMetadata(): { readonly labels?: Labels; readonly annotations?: Labels } {
    if (!this.followed) {
      return {};
    }
    const { template, additions } = this.followed;
    const [earlier, own] = [template.lateMetadata(), additions.labelsBeyond(plain(template.podProps.podMetadata) as PlainObject | undefined)];
    return { labels: { ...earlier.labels, ...own.labels }, annotations: { ...earlier.annotations, ...own.annotations } };
  }

  private growing(): GrowingPod {
    return {
      pod: this,
      containers: { beside: this.containers, init: this.startContainers, sidecars: this.sidecarContainers },
      attach: (kind, container) => {
        this.containerNames.add(container.name);
        if (kind === 'beside') {
          super.attachContainer(container);
        } else {
          (kind === 'init' ? this.startContainers : this.sidecarContainers).push(container as RenderedContainer);
        }
      },
      claims: this.claims,
      metadata: this.labelsOfPods,
    };
  }

  private prepare(field: string, spec: ContainerSpec): RenderedContainer {
    const container = createContainer(field, spec);
    if (this.containerNames.has(container.name)) {
      throw duplicate(`${field}.name`, container.name, 'names two containers of one pod', 'give one of them another name');
    }
    this.claims.adopt(container);
    container.check(this.reservedIn(container));
    checkSleep(field, spec, this.role.plan);
    containerSecurityContext(field, this.podProps.security ?? SecurityProfile.published(), spec.capabilityProfile, spec.securityContext);
    this.containerNames.add(container.name);
    return container;
  }

  /** What was added with the methods of other libraries. */
  private checkAdded(): void {
    const { nameservers, searches, options } = this.dns;
    refuse([
      ...checkGiven('kplus.HostAlias[]', this.hostAliases, 'hostAliases'),
      ...checkGiven('kplus.PodDnsProps', { nameservers, searches, options }, 'dns').map(problem => ({ ...problem, field: `dns.${problem.field}` })),
    ]);
    if (this.labelsOfPods) {
      checkWritten('podMetadata', this.labelsOfPods);
    }
    [...this.containers, ...this.initContainers].forEach(container => container instanceof RenderedContainer && container.checkAdded());
  }

  private checkContainers(): void {
    for (const container of [...this.containers, ...this.initContainers]) {
      if (container instanceof RenderedContainer) {
        container.check(this.reservedIn(container));
      }
    }
  }

  /** What a container may not say, since the pattern says it there. */
  private reservedIn(container: RenderedContainer): ReadonlySet<string> {
    const { reserved, ofWork = [] } = this.role;
    return new Set(isSidecar(container) ? reserved.filter(name => !ofWork.includes(name)) : reserved);
  }
}

function literals(variables: Labels = {}): { [name: string]: kplus.EnvValue } {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, kplus.EnvValue.fromValue(value)]));
}

/** What a caller gets for a container with a mistake: something to mount on and to pass around, which no pod has. */
function notAttached(): RenderedContainer {
  return unknownValue(createContainer('container', { name: 'not-planned', image: 'registry.invalid/not-planned:0' }));
}

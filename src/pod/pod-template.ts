import { ApiObject, ApiObjectMetadataDefinition } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { ContainerContext, ContainerSpec, RenderedContainer, SidecarSpec, createContainer } from './container';
import { ACCELERATOR_CLAIM, PodClaims, refuseUnclaimed } from './devices/pod-claims';
import { EnvVariable } from './environment';
import { Labels, mergeLabels } from './labels';
import { AffinityTerms, deadNodeTolerations, mergeAffinity, renderToleration } from './placement';
import { Plain, PlainObject, compact, plain } from './plain';
import { checkPodProps, checkNamedOnce, refuseRestartPolicy } from './pod-checks';
import { PodPlan, StopTerm, checkGrace, checkSleep, stopTerm } from './pod-plan';
import { PodTemplateProps } from './pod-template-props';
import { needsTmp, renderVolumes } from './pod-volumes';
import { SecurityProfile, TMP_PATH, TMP_VOLUME, containerSecurityContext, podSecurityContext } from './security';
import { SHARED_MEMORY_PATH, SHARED_MEMORY_VOLUME } from './shared-memory';
import { duplicate, forbidden, inConstruct, invalid } from '../checks/invalid-input';

/** What a pattern decides about the pods of one role. */
export interface PodRole {
  /** Labels that select exactly this role's pods, over all groups and zones. */
  readonly selector: Labels;
  /** Names that the pattern injects; users may not set them. */
  readonly reserved: readonly string[];
  readonly restartPolicy: 'Always' | 'Never';
  readonly plan: PodPlan;
  /** Name of the ResourceClaimTemplate behind the accelerator: what `createClaimTemplate` returned. */
  readonly claimTemplate?: string;
}

/** What differs between the objects that carry pods of one role: a group's labels, its literals, its zone. */
export interface PodVariation {
  readonly labels?: Labels;
  readonly annotations?: Labels;
  readonly env?: readonly EnvVariable[];
  readonly subdomain?: string;
  readonly affinity?: AffinityTerms;
  readonly spread?: readonly PlainObject[];
  readonly volumes?: readonly PlainObject[];
  readonly tolerations?: readonly PlainObject[];
  readonly nodeLabels?: Labels;
  /** Sidecars of the pattern itself; they start before the user's. */
  readonly sidecars?: readonly { readonly spec: ContainerSpec; readonly startup?: PlainObject }[];
  /** Changes to the main container. */
  readonly main?: Pick<ContainerContext, 'entrypoint' | 'image' | 'overrides' | 'extraMounts' | 'liveness' | 'readiness' | 'startup' | 'extraPorts'>;
}

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
      template.bind(role);
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
  private stopping: StopTerm[] = [];
  private readonly claims = new PodClaims();

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
    return inConstruct(this, '', () => this.attachBeside(cont));
  }

  /**
   * Adds an init container, which runs to its end before the main container starts. With `restartPolicy` it is a native sidecar.
   *
   * @param cont The container.
   */
  public addInitContainer(cont: kplus.ContainerProps): kplus.Container {
    if (cont.restartPolicy === kplus.ContainerRestartPolicy.ALWAYS) {
      return this.addSidecar(cont);
    }
    return inConstruct(this, '', () => this.attachInit(cont));
  }

  /**
   * Adds a native sidecar after the ones that are there.
   *
   * @param sidecar The sidecar; its probes are allowed, and its startup probe holds back what starts after it.
   */
  public addSidecar(sidecar: SidecarSpec): kplus.Container {
    return inConstruct(this, '', () => {
      const index = this.sidecarContainers.length;
      const stopping = stopTerm(`sidecars[${index}]`, sidecar.name ?? String(index), sidecar.stopTime);
      if (stopping.seconds > 0) {
        checkGrace(`sidecars[${index}].stopTime`, `${stopping.seconds}s`, this.role.plan.graceSeconds, [...this.stopping, stopping]);
        this.stopping.push(stopping);
      }
      return this.attachSidecar(sidecar);
    });
  }

  /**
   * Gives a further container the devices of the main one: a monitoring sidecar sees the GPUs that the engine runs on. Both have all of them; nothing
   * is split. Refused where a device plugin gives the devices, which belong to one container there.
   *
   * @param container A container of these pods: what `addSidecar` or `addContainer` returned.
   */
  public shareAccelerator(container: kplus.Container): void {
    inConstruct(this, '', () => {
      refuseUnclaimed(this.claims, container, this.podProps.accelerator);
      this.claims.give('shareAccelerator', container, ACCELERATOR_CLAIM);
    });
  }

  /**
   * Refused: a container that was built elsewhere already has cdk8s-plus-28's own defaults (resources, pull policy, a forced user), which
   * cannot be told from what somebody asked for.
   *
   * @param cont The container.
   */
  public attachContainer(cont: kplus.Container): void {
    inConstruct(this, '', () => {
      throw forbidden('attachContainer', `container "${cont.name}" was built elsewhere and carries defaults that do not hold here`, 'use addContainer');
    });
  }

  /**
   * Adds a volume to the pods. Mounting one on a container adds it by itself.
   *
   * @param vol The volume; a second one of the same name is refused.
   */
  public addVolume(vol: kplus.Volume): void {
    inConstruct(this, '', () => {
      if (this.volumes.some(other => other.name === vol.name)) {
        throw duplicate('volumes', vol.name, 'names two different volumes of one pod', 'give one of them another name');
      }
    });
    super.addVolume(vol);
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
   * Variables that the user set after construction are checked here, when the tree is validated.
   *
   * @internal
   */
  public _recheck(): void {
    inConstruct(this, '', () => this.checkContainers());
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
    return inConstruct(this, '', () => {
      // Nobody asked for the definition object, so what was given still stands as it is.
      const metadata = plain((this.labelsOfPods ? this.labelsOfPods.toJson() : this.podProps.podMetadata) ?? {}) as PlainObject;
      return {
        metadata: compact({
          ...metadata,
          labels: mergeLabels(metadata.labels as Labels | undefined, variation.labels),
          annotations: compact({ ...metadata.annotations as PlainObject, ...variation.annotations }),
        }),
        spec: this.renderSpec(variation),
      };
    });
  }

  private renderSpec(variation: PodVariation): PlainObject {
    const { podProps: props, role } = this;
    const scheduling = plain(this.scheduling._toKube()) as PlainObject;
    const security = props.security ?? SecurityProfile.published();
    const render = (container: kplus.Container) => this.renderContainer(container, variation);
    const initContainers = [...this.renderPatternSidecars(variation), ...this.initContainers.map(render)];
    const containers = this.containers.map(render);
    checkNamedOnce('containers', [...containers, ...initContainers]);
    return compact({
      restartPolicy: role.restartPolicy,
      serviceAccountName: this.serviceAccount?.name,
      automountServiceAccountToken: this.automountServiceAccountToken,
      resourceClaims: this.claims.render(),
      enableServiceLinks: false,
      hostNetwork: this.hostNetwork ? true : undefined,
      hostUsers: props.hostUsers,
      ...this.renderDns(variation.subdomain),
      hostAliases: plain(this.hostAliases),
      imagePullSecrets: this.pullSecrets(),
      priorityClassName: props.priorityClassName,
      runtimeClassName: props.runtimeClassName,
      schedulerName: props.schedulerName,
      securityContext: podSecurityContext(security, props.securityContext),
      terminationGracePeriodSeconds: role.plan.graceSeconds,
      nodeName: scheduling.nodeName,
      nodeSelector: { ...props.accelerator?.nodeLabels, ...props.nodeLabels, ...variation.nodeLabels },
      affinity: mergeAffinity(scheduling.affinity as PlainObject | undefined, variation.affinity ?? {}),
      tolerations: this.renderTolerations(scheduling, variation),
      topologySpreadConstraints: variation.spread ? [...variation.spread] : undefined,
      initContainers,
      containers,
      volumes: renderVolumes({
        volumes: this.volumes,
        containers: [...this.containers, ...this.initContainers],
        security,
        sharedMemory: role.plan.sharedMemory,
        ofPattern: variation.volumes,
      }),
    });
  }

  private renderContainer(container: kplus.Container, variation: PodVariation): PlainObject {
    const { podProps: props, role } = this;
    const security = props.security ?? SecurityProfile.published();
    const isMain = container === this.containers[0];
    return (container as RenderedContainer).render({
      security,
      registryMirror: props.registryMirror,
      injected: variation.env ?? [],
      ...(isMain ? {
        ...variation.main,
        memory: role.plan.memory,
        deviceLimits: props.accelerator && !props.accelerator._request ? { [props.accelerator.resourceName]: props.accelerator.count } : undefined,
      } : {}),
      deviceClaims: this.claims.of(container),
      extraMounts: [
        ...(isMain && role.plan.sharedMemory ? [{ name: SHARED_MEMORY_VOLUME, mountPath: SHARED_MEMORY_PATH }] : []),
        ...(needsTmp(container, security) ? [{ name: TMP_VOLUME, mountPath: TMP_PATH }] : []),
        ...(isMain ? variation.main?.extraMounts ?? [] : []),
      ],
    });
  }

  private renderPatternSidecars(variation: PodVariation): PlainObject[] {
    const { security = SecurityProfile.published(), registryMirror } = this.podProps;
    return (variation.sidecars ?? []).map(({ spec, startup }) =>
      createContainer('sidecars', { ...spec, restartPolicy: kplus.ContainerRestartPolicy.ALWAYS })
        .render({ security, registryMirror, injected: variation.env ?? [], startup }));
  }

  private renderTolerations(scheduling: PlainObject, variation: PodVariation): Plain[] {
    const { accelerator, tolerations, deadNodeTolerance } = this.podProps;
    return [
      ...(accelerator?.taintKey !== undefined ? [{ key: accelerator.taintKey, operator: 'Exists' }] : []),
      ...(tolerations ?? []).map((toleration, index) => renderToleration(toleration, `tolerations[${index}]`)),
      ...variation.tolerations ?? [],
      ...deadNodeTolerations(deadNodeTolerance),
      ...(scheduling.tolerations as Plain[] | undefined) ?? [],
    ];
  }

  /** Only what was asked for. With the host's network a pod needs the policy that still resolves cluster names. */
  private renderDns(subdomain: string | undefined): PlainObject {
    const rendered = this.checkedDns();
    return {
      dnsPolicy: this.podProps.dns?.policy ?? (this.hostNetwork ? 'ClusterFirstWithHostNet' : undefined),
      dnsConfig: compact(rendered.config as PlainObject),
      subdomain,
      setHostnameAsFQDN: this.podProps.dns?.hostnameAsFQDN,
    };
  }

  private checkedDns(): PlainObject {
    try {
      return plain(this.dns._toKube()) as PlainObject;
    } catch (error) {
      throw invalid('dns', this.podProps.dns?.policy ?? '', (error as Error).message);
    }
  }

  private pullSecrets(): Plain[] {
    const names = new Set([...(this.dockerRegistryAuth ? [this.dockerRegistryAuth.name] : []), ...this.podProps.imagePullSecretNames ?? []]);
    return [...names].map(name => ({ name }));
  }

  private bind(role: PodRole): void {
    this.role = role;
    const props = this.podProps;
    checkPodProps(props, role.restartPolicy);
    refuseRestartPolicy('container', props.container);
    const main = this.attach('container', { ...props.container, name: props.container.name ?? 'main' });
    if (props.accelerator?._request) {
      this.claims.claimAccelerator(main, role.claimTemplate);
    }
    (props.containers ?? []).forEach(container => this.attachBeside(container));
    (props.sidecars ?? []).forEach(sidecar => this.attachSidecar(sidecar));
    (props.initContainers ?? []).forEach(container => (container.restartPolicy ? this.attachSidecar(container) : this.attachInit(container)));
    (props.volumes ?? []).forEach(volume => this.addVolume(volume));
    this.stopping = [...role.plan.stopping ?? []];
  }

  private attachBeside(cont: kplus.ContainerProps): RenderedContainer {
    // The main container is a property of its own, so the first of the others has index 0 in the properties.
    const field = `containers[${this.containers.length - 1}]`;
    refuseRestartPolicy(field, cont);
    return this.attach(field, { ...cont, name: cont.name ?? `container-${this.containers.length}` });
  }

  private attachInit(cont: kplus.ContainerProps): RenderedContainer {
    const field = `initContainers[${this.startContainers.length}]`;
    const hook = (['readiness', 'liveness', 'startup', 'lifecycle'] as const).find(name => cont[name] !== undefined);
    if (hook) {
      throw forbidden(`${field}.${hook}`, 'an init container ends before anything could be probed; the API server refuses it', 'use addSidecar for a container that stays');
    }
    const container = this.prepare(field, { ...cont, name: cont.name ?? `init-${this.startContainers.length}` });
    this.startContainers.push(container);
    return container;
  }

  private attachSidecar(sidecar: SidecarSpec): RenderedContainer {
    const field = `sidecars[${this.sidecarContainers.length}]`;
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

  private prepare(field: string, spec: ContainerSpec): RenderedContainer {
    const container = createContainer(field, spec);
    if ([...this.containers, ...this.initContainers].some(other => other.name === container.name)) {
      throw duplicate(`${field}.name`, container.name, 'names two containers of one pod', 'give one of them another name');
    }
    this.claims.adopt(container);
    container.check(new Set(this.role.reserved));
    checkSleep(field, spec, this.role.plan);
    containerSecurityContext(field, this.podProps.security ?? SecurityProfile.published(), spec.capabilityProfile, spec.securityContext);
    return container;
  }

  private checkContainers(): void {
    const reserved = new Set(this.role.reserved);
    for (const container of [...this.containers, ...this.initContainers]) {
      if (container instanceof RenderedContainer) {
        container.check(reserved);
      }
    }
  }
}

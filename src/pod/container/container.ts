import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { ContainerExtras } from './container-extras';
import { EnvVariable, checkArguments, checkEnvironment, checkSources, secretVariable } from './environment';
import { checkImage, mirrored } from './image';
import { checkLifecycle } from './lifecycle-checks';
import { MemoryPlan } from './memory';
import { ProbeKind, renderProbe } from './probe';
import { checkResources, renderResources } from './resources';
import { duplicate, forbidden, invalid, refuse, translated } from '../../base/errors/invalid-input';
import { PlainObject, compact, plain } from '../../base/plain';
import { wholeSeconds } from '../../base/seconds';
import { checkGiven } from '../../given/given';
import { Attempt, collecting } from '../../given/mistakes/collecting';
import { checkNamePart, checkPortName, checkPortNumber, checkVariableName } from '../../kubernetes/refused/names';
import { Path } from '../../kubernetes/validation/path';
import { checkIds } from '../security/id-checks';
import { SecurityProfile, containerSecurityContext } from '../security/security';
import { checkMountedOnce, checkMounts, renderMount } from '../storage/mount-checks';
import { storedContainer } from '../template/stored-form';

/**
 * A container as cdk8s-plus-28 describes it, and what AI processes need on top.
 *
 * None of cdk8s-plus-28's container defaults holds here: no CPU or memory figures, no read-only root file system, no forced user,
 * no pull policy (Kubernetes' own rule applies), no TCP startup probe of 30 seconds.
 */
export interface ContainerSpec extends kplus.ContainerProps, ContainerExtras {}

/**
 * A native sidecar: an init container with `restartPolicy: Always`. It starts before the main container, may hold it back with a startup
 * probe, is restarted on its own, does not keep a Job from completing, and stops after the main container, in reverse order.
 *
 * Source: KEP-753 (GA 1.33)
 */
export interface SidecarSpec extends ContainerSpec {
  /**
   * Share of the pod's grace period that this sidecar needs to stop. All shares together must fit.
   *
   * @default - none: it stops at once
   */
  readonly stopTime?: Duration;
}

/** What a container is rendered with, beyond what the user said of it. */
export interface ContainerContext {
  readonly security: SecurityProfile;
  readonly registryMirror?: string;
  readonly injected: readonly EnvVariable[];
  /** Replaces command and args: rendezvous entry points, role dispatch. */
  readonly entrypoint?: { readonly command: readonly string[]; readonly args?: readonly string[] };
  /** Replaces variables of the same name: what an engine decides. */
  readonly overrides?: readonly EnvVariable[];
  /** Devices, for the container that holds them. */
  readonly deviceLimits?: { readonly [resource: string]: number | string };
  /** Whether its network devices need IPC_LOCK. */
  readonly locksMemory?: boolean;
  /** Entries of `resources.claims`. */
  readonly deviceClaims?: readonly PlainObject[];
  readonly memory?: MemoryPlan;
  readonly extraMounts?: readonly PlainObject[];
  /** Probes that the pattern adds where the user gave none. */
  readonly liveness?: PlainObject;
  readonly readiness?: PlainObject;
  readonly startup?: PlainObject;
  readonly extraPorts?: readonly PlainObject[];
}

/** A cdk8s-plus-28 container that renders itself as plain data, without that library's defaults. */
export class RenderedContainer extends kplus.Container {
  public readonly spec: ContainerSpec;
  public readonly field: string;

  constructor(field: string, spec: ContainerSpec) {
    super({
      ...spec,
      // Given explicitly, so that the public fields of the container say what is rendered.
      resources: spec.resources ?? {},
      volumeMounts: [...spec.volumeMounts ?? []],
      envVariables: { ...spec.envVariables },
      envFrom: [...spec.envFrom ?? []],
      securityContext: { ensureNonRoot: false, readOnlyRootFilesystem: false, ...spec.securityContext },
    });
    this.spec = spec;
    this.field = field;
  }

  /** Everything of this container that can be checked without knowing the rest of the pod. */
  public check(injected: ReadonlySet<string>): void {
    this.checkAdded();
    collecting({}, (_, attempt) => this.checkParts(injected, attempt));
  }

  /** What was added with cdk8s-plus-28's methods, which look at nothing: only what is of its type can be asked further. */
  public checkAdded(): void {
    const { field } = this;
    refuse([
      ...checkGiven('kplus.EnvValue{}', this.env.variables, `${field}.envVariables`),
      ...checkGiven('kplus.EnvFrom[]', this.env.sources, `${field}.envFrom`),
      ...checkGiven('kplus.VolumeMount[]', this.mounts, `${field}.volumeMounts`),
      ...checkGiven('kplus.ContainerPort[]', this.ports, `${field}.ports`),
    ]);
  }

  private checkParts(injected: ReadonlySet<string>, attempt: Attempt): void {
    const { spec, field } = this;
    attempt(() => checkNamePart(`${field}.name`, this.name));
    attempt(() => checkImage(`${field}.image`, spec.image));
    attempt(() => this.checkPorts());
    attempt(() => checkArguments(`${field}.command`, spec.command));
    attempt(() => checkArguments(`${field}.args`, spec.args));
    attempt(() => checkResources(field, spec));
    attempt(() => checkEnvironment(`${field}.envVariables`, this.literals(), injected));
    attempt(() => checkSources(`${field}.envFrom`, plain(this.env.sources.map(source => source._toKube())) as PlainObject[]));
    attempt(() => this.checkSecretVariables(injected));
    attempt(() => checkMounts(field, this.mounts, spec.securityContext?.privileged === true));
    attempt(() => this.checkPreStop());
    attempt(() => checkLifecycle(`${field}.lifecycle`, this.renderLifecycle()));
    attempt(() => this.checkUser());
    (['readiness', 'liveness', 'startup'] as const).forEach(kind => attempt(() => this.renderProbe(kind)));
  }

  private checkSecretVariables(injected: ReadonlySet<string>): void {
    const { spec, field } = this;
    for (const name of Object.keys(spec.secretEnv ?? {})) {
      checkVariableName(`${field}.secretEnv`, name);
      if (injected.has(name) || Object.hasOwn(this.env.variables, name)) {
        throw duplicate(`${field}.secretEnv`, name, injected.has(name) ? 'is set by the pattern' : 'is also in envVariables', 'keep one of them');
      }
    }
  }

  private checkUser(): void {
    const { user, group } = this.spec.securityContext ?? {};
    checkIds(`${this.field}.securityContext`, { user, group }, (context, { validateSecurityContext }, scope) => validateSecurityContext(context, scope, Path.root('')));
  }

  private checkPreStop(): void {
    const { preStopSleep, lifecycle } = this.spec;
    if (preStopSleep && lifecycle?.preStop) {
      throw forbidden(`${this.field}.preStopSleep`, 'lifecycle.preStop is set as well, and a container has one preStop hook', 'sleep inside your own hook');
    }
    if (preStopSleep) {
      wholeSeconds(`${this.field}.preStopSleep`, preStopSleep, 1);
    }
  }

  private checkPorts(): void {
    // cdk8s-plus-28 drops a 0 and NaN in silence, and the container then declares no port.
    for (const property of ['port', 'portNumber'] as const) {
      const number = this.spec[property];
      if (number !== undefined) {
        checkPortNumber(`${this.field}.${property}`, number);
      }
    }
    this.ports.forEach((port, index) => {
      const field = portField(this.field, this.spec, index);
      checkPortNumber(`${field}.number`, port.number);
      if (port.name !== undefined) {
        checkPortName(`${field}.name`, port.name);
      }
      if (port.hostPort !== undefined) {
        checkPortNumber(`${field}.hostPort`, port.hostPort);
      }
    });
  }

  /**
   * The variables as written: literals and references.
   */
  public literals(): EnvVariable[] {
    return Object.entries(this.env.variables).map(([name, value]) => ({ name, value: value?.value, valueFrom: plain(value?.valueFrom) }));
  }

  public _toKube(): any {
    return this.render({ security: SecurityProfile.published(), injected: [] });
  }

  public render(context: ContainerContext): PlainObject {
    const { spec } = this;
    const own = new Map([
      ...Object.entries(spec.secretEnv ?? {}).map(([name, key]) => secretVariable(name, key)),
      ...this.literals(),
      ...context.overrides ?? [],
    ].map(variable => [variable.name, variable]));
    const entrypoint = context.entrypoint ?? { command: spec.command, args: spec.args };
    return storedContainer(compact({
      name: this.name,
      image: mirrored(this.image, context.registryMirror),
      imagePullPolicy: spec.imagePullPolicy,
      command: entrypoint.command ? [...entrypoint.command] : undefined,
      args: entrypoint.args ? [...entrypoint.args] : undefined,
      workingDir: spec.workingDir,
      ports: this.renderPorts(context.extraPorts ?? []),
      env: [...context.injected, ...own.values()].map(variable => compact({ ...variable })),
      envFrom: plain(this.env.sources.map(source => source._toKube())),
      volumeMounts: this.renderMounts(context.extraMounts ?? []),
      resources: renderResources(this.field, spec, context.memory, context.deviceLimits, context.deviceClaims),
      readinessProbe: this.renderProbe('readiness') ?? context.readiness,
      livenessProbe: this.renderProbe('liveness') ?? context.liveness,
      startupProbe: this.renderProbe('startup') ?? context.startup,
      lifecycle: this.renderLifecycle(),
      restartPolicy: spec.restartPolicy,
      securityContext: containerSecurityContext(this.field, context.security, spec.capabilityProfile, spec.securityContext, context.locksMemory),
    }));
  }

  private renderMounts(extra: readonly PlainObject[]): PlainObject[] {
    const mounts = [...this.mounts.map(renderMount), ...extra];
    checkMountedOnce(this.field, mounts);
    return mounts;
  }

  /** The user's ports, and the pattern's where the user did not declare the same number. */
  private renderPorts(extra: readonly PlainObject[]): PlainObject[] {
    const declared = new Set(this.ports.map(port => port.number));
    return [...this.ports.map(renderPort), ...extra.filter(port => !declared.has(port.containerPort as number))];
  }

  private renderProbe(kind: ProbeKind): PlainObject | undefined {
    const probe = this.spec[kind];
    return probe && renderProbe(this.field, kind, probe, this);
  }

  private renderLifecycle(): PlainObject {
    const { lifecycle, preStopSleep } = this.spec;
    return compact({
      postStart: plain(lifecycle?.postStart?._toKube(this)),
      preStop: preStopSleep ? { sleep: { seconds: wholeSeconds(`${this.field}.preStopSleep`, preStopSleep, 1) } } : plain(lifecycle?.preStop?._toKube(this)),
    });
  }
}

/** Builds a container; what cdk8s-plus-28 refuses (a port twice) is reported like everything else. */
export function createContainer(field: string, spec: ContainerSpec): RenderedContainer {
  return translated(() => new RenderedContainer(field, spec),
    message => invalid(field, spec.name ?? 'main', message, 'correct the container: the text is that of cdk8s-plus-28'));
}

/** Where the user wrote a port of a container: a number that stands alone comes before those of the list. */
export function portField(field: string, { portNumber, port }: Partial<ContainerSpec>, index: number): string {
  const alone = portNumber ? 'portNumber' : port ? 'port' : undefined;
  return alone === undefined ? `${field}.ports[${index}]` : index === 0 ? `${field}.${alone}` : `${field}.ports[${index - 1}]`;
}

function renderPort(port: kplus.ContainerPort): PlainObject {
  return compact({ containerPort: port.number, protocol: port.protocol, name: port.name, hostPort: port.hostPort, hostIP: port.hostIp });
}

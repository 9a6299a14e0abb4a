import * as kplus from 'cdk8s-plus-28';
import { checkAffinity, checkTolerations } from './affinity-checks';
import { checkDnsConfig, checkHostPorts } from './network-checks';
import { checkNamedOnce } from './pod-checks';
import { PodPlan } from './pod-plan';
import { PodTemplateProps } from './pod-template-props';
import { WrittenAt, invalid, translated } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { Plain, PlainObject, compact, plain } from '../../base/plain';
import { checkSubdomain } from '../../kubernetes/refused/names';
import { ContainerContext, ContainerSpec, RenderedContainer, createContainer } from '../container/container';
import { EnvVariable } from '../container/environment';
import { extraLimits } from '../container/extra-resources';
import { isSidecar, variablesOfSidecar } from '../container/sidecar-variables';
import { PodClaims } from '../devices/pod-claims';
import { AffinityTerms, mergeAffinity } from '../scheduling/affinity';
import { Capacity, capacityLabels, capacityTerms, capacityTolerations } from '../scheduling/capacity';
import { deadNodeTolerations, renderToleration } from '../scheduling/toleration';
import { SecurityProfile, TMP_PATH, TMP_VOLUME, podSecurityContext } from '../security/security';
import { needsTmp, renderVolumes } from '../storage/pod-volumes';
import { SHARED_MEMORY_PATH, SHARED_MEMORY_VOLUME } from '../storage/shared-memory';

/** What a pattern decides about the pods of one role. */
export interface PodRole {
  /** Labels that select exactly this role's pods, over all groups and zones. */
  readonly selector: Labels;
  /** Names that the pattern injects; users may not set them. */
  readonly reserved: readonly string[];
  /** Of the injected names those by which the processes of the work find each other. Sidecars are no part of it: they get those that they name. */
  readonly ofWork?: readonly string[];
  readonly restartPolicy: 'Always' | 'Never';
  readonly plan: PodPlan;
  /** Name of the ResourceClaimTemplate behind the accelerator: what `createClaimTemplate` returned. */
  readonly claimTemplate?: string;
  /** Where the user wrote what stands in \`container\`, if that was put together from several properties. */
  readonly writtenAt?: WrittenAt;
}

/** What differs between the objects that carry pods of one role: a group's labels, its literals, its zone. */
export interface PodVariation {
  readonly labels?: Labels;
  readonly annotations?: Labels;
  readonly env?: readonly EnvVariable[];
  readonly subdomain?: string;
  readonly affinity?: AffinityTerms;
  readonly spread?: readonly PlainObject[];
  /** Name of the PodGroup in which the pods are scheduled together. */
  readonly podGroup?: string;
  readonly volumes?: readonly PlainObject[];
  /** The kind of nodes: labels, taints, wishes. */
  readonly capacity?: Capacity;
  /** Sidecars of the pattern itself; they start before the user's. */
  readonly sidecars?: readonly { readonly spec: ContainerSpec; readonly startup?: PlainObject }[];
  /** Changes to the main container. */
  readonly main?: Pick<ContainerContext, 'entrypoint' | 'overrides' | 'extraMounts' | 'liveness' | 'readiness' | 'startup' | 'extraPorts'>;
}

/** What a pod is rendered from: what users reach through cdk8s-plus-28's API, what they gave as properties, what the pattern decided. */
export interface PodParts {
  readonly pod: kplus.Workload;
  readonly props: PodTemplateProps;
  readonly role: PodRole;
  readonly claims: PodClaims;
  readonly scheduling: kplus.PodScheduling;
}

/** The pod spec as plain data. */
export function renderPodSpec(parts: PodParts, variation: PodVariation): PlainObject {
  const { pod, props, role } = parts;
  const { capacity = Capacity.onDemand() } = variation;
  const scheduling = plain(parts.scheduling._toKube()) as PlainObject;
  checkAffinity('scheduling', scheduling.affinity as PlainObject | undefined);
  checkTolerations('scheduling.tolerations', (scheduling.tolerations ?? []) as PlainObject[]);
  return compact({
    restartPolicy: role.restartPolicy,
    serviceAccountName: pod.serviceAccount?.name,
    automountServiceAccountToken: pod.automountServiceAccountToken,
    resourceClaims: parts.claims.render(),
    enableServiceLinks: false,
    hostNetwork: pod.hostNetwork ? true : undefined,
    hostUsers: props.hostUsers,
    ...renderDns(parts, variation.subdomain),
    hostAliases: (plain(pod.hostAliases) as PlainObject[] | undefined)?.map(compact),
    imagePullSecrets: pullSecrets(parts),
    priorityClassName: props.priorityClassName,
    runtimeClassName: props.runtimeClassName,
    schedulerName: props.schedulerName,
    schedulingGroup: variation.podGroup === undefined ? undefined : { podGroupName: variation.podGroup },
    securityContext: podSecurityContext(securityOf(parts), props.securityContext),
    terminationGracePeriodSeconds: role.plan.graceSeconds,
    nodeName: scheduling.nodeName === undefined ? undefined : checkSubdomain('scheduling.nodeName', String(scheduling.nodeName)),
    nodeSelector: { ...props.accelerator?.nodeLabels, ...props.nodeLabels, ...capacityLabels(capacity) },
    affinity: mergeAffinity(scheduling.affinity as PlainObject | undefined, { ...variation.affinity, ...capacityTerms(capacity) }),
    tolerations: renderTolerations(parts, scheduling, capacity),
    topologySpreadConstraints: variation.spread ? [...variation.spread] : undefined,
    ...renderContainers(parts, variation),
  });
}

function securityOf({ props }: PodParts): SecurityProfile {
  return props.security ?? SecurityProfile.published();
}

function renderContainers(parts: PodParts, variation: PodVariation): PlainObject {
  const { pod, role } = parts;
  const given = { containers: pod.containers, initContainers: pod.initContainers };
  const initContainers = [...patternSidecars(parts, variation), ...given.initContainers.map(each => renderContainer(parts, each, false, variation))];
  const containers = given.containers.map((each, index) => renderContainer(parts, each, index === 0, variation));
  checkNamedOnce('containers', [...containers, ...initContainers]);
  checkHostPorts(containers, pod.hostNetwork ?? false);
  return {
    initContainers,
    containers,
    volumes: renderVolumes({
      volumes: pod.volumes,
      containers: [...given.containers, ...given.initContainers],
      security: securityOf(parts),
      sharedMemory: role.plan.sharedMemory,
      ofPattern: variation.volumes,
    }),
  };
}

/** The main container holds the devices, the shared memory and what the pattern changes. */
function renderContainer(parts: PodParts, container: kplus.Container, isMain: boolean, variation: PodVariation): PlainObject {
  const { props, role, claims } = parts;
  const security = securityOf(parts);
  return (container as RenderedContainer).render({
    security,
    registryMirror: props.registryMirror,
    injected: injectedInto(container as RenderedContainer, variation.env ?? [], role),
    ...(isMain ? {
      ...variation.main,
      memory: role.plan.memory,
      deviceLimits: deviceLimits(parts),
      locksMemory: role.plan.fabric?.locksMemory,
    } : {}),
    deviceClaims: claims.of(container),
    extraMounts: [
      ...(isMain && role.plan.sharedMemory ? [{ name: SHARED_MEMORY_VOLUME, mountPath: SHARED_MEMORY_PATH }] : []),
      ...(needsTmp(container, security) ? [{ name: TMP_VOLUME, mountPath: TMP_PATH }] : []),
      ...(isMain ? variation.main?.extraMounts ?? [] : []),
    ],
  });
}

/** Of the accelerator and of the fabric, both given by device plugins. */
function deviceLimits({ props: { accelerator }, role: { plan: { fabric } } }: PodParts): { readonly [resource: string]: number | string } {
  return {
    ...(accelerator && !accelerator._request ? { [accelerator.resourceName]: accelerator.count } : {}),
    ...extraLimits({ extendedResources: fabric?.resources, hugePages: fabric?.hugePages }),
  };
}

function injectedInto(container: RenderedContainer, env: readonly EnvVariable[], { ofWork }: PodRole): readonly EnvVariable[] {
  return ofWork && isSidecar(container) ? variablesOfSidecar(container, env, ofWork) : env;
}

function patternSidecars(parts: PodParts, variation: PodVariation): PlainObject[] {
  const context = { security: securityOf(parts), registryMirror: parts.props.registryMirror, injected: variation.env ?? [] };
  return (variation.sidecars ?? []).map(({ spec, startup }) =>
    createContainer('sidecars', { ...spec, restartPolicy: kplus.ContainerRestartPolicy.ALWAYS }).render({ ...context, startup }));
}

function renderTolerations({ props }: PodParts, scheduling: PlainObject, capacity: Capacity): Plain[] {
  const { accelerator, tolerations, deadNodeTolerance } = props;
  return [
    ...(accelerator?.taintKey !== undefined ? [{ key: accelerator.taintKey, operator: 'Exists' }] : []),
    ...(tolerations ?? []).map((toleration, index) => renderToleration(toleration, `tolerations[${index}]`)),
    ...capacityTolerations(capacity),
    ...deadNodeTolerations(deadNodeTolerance),
    ...(scheduling.tolerations as Plain[] | undefined) ?? [],
  ];
}

/** Only what was asked for. With the host's network a pod needs the policy that still resolves cluster names. */
function renderDns(parts: PodParts, subdomain: string | undefined): PlainObject {
  const { pod, props } = parts;
  return {
    dnsPolicy: props.dns?.policy ?? (pod.hostNetwork ? 'ClusterFirstWithHostNet' : undefined),
    dnsConfig: dnsConfigOf(parts),
    subdomain,
    setHostnameAsFQDN: props.dns?.hostnameAsFQDN,
  };
}

function dnsConfigOf(parts: PodParts): PlainObject {
  const config = compact(checkedDns(parts).config as PlainObject);
  checkDnsConfig('dns', parts.props.dns?.policy, config);
  return config;
}

function checkedDns({ pod, props }: PodParts): PlainObject {
  return translated(() => plain(pod.dns._toKube()) as PlainObject,
    message => invalid('dns', props.dns?.policy ?? '', message, 'correct dns: the text is that of cdk8s-plus-28'));
}

function pullSecrets({ pod, props }: PodParts): Plain[] {
  const names = new Set([...(pod.dockerRegistryAuth ? [pod.dockerRegistryAuth.name] : []), ...props.imagePullSecretNames ?? []]);
  return [...names].map(name => ({ name }));
}

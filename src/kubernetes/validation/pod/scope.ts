import { PlainObject } from '../../../base/plain';
import { ServerContext } from '../context';
import { Errors } from '../errors';

/** What the validations below a pod spec share. */
export interface PodScope {
  readonly errors: Errors;
  readonly context: ServerContext;
  readonly gates: PodGates;
  /** A pod itself, not the template of one: more is asked of it, and more is filled in before. */
  readonly isPod: boolean;
  readonly spec: PlainObject;
  /** Labels of the pod or template. */
  readonly labels: PlainObject;
  readonly annotations: PlainObject;
  /** Name of the pod, empty for a template. */
  readonly name: string;
  readonly restartPolicy: string;
  readonly gracePeriod: number;
  readonly hostUsers: boolean;
  readonly hostNetwork: boolean;
  /** `linux`, `windows` or what stands there; undefined where nothing is said. */
  readonly os: string | undefined;
  /** Volumes without fault, by name; filled before containers are looked at. */
  readonly volumes: Map<string, PlainObject>;
  /** Names of the pod's resource claims. */
  readonly claimNames: ReadonlySet<string>;
  /** What was met on the way and is looked at once more at the end. */
  readonly met: { fileKeys: boolean };
}

/** Gates that decide about fields of pods: a field whose gate is off is dropped before it is looked at. Source: pkg/api/pod/util.go (v1.36) */
export type PodGates = { readonly [gate in typeof POD_GATES[number]]: boolean };

const POD_GATES = [
  'ClusterTrustBundleProjection', 'ContainerRestartRules', 'ContainerStopSignals', 'DynamicResourceAllocation', 'EnvFiles', 'GenericWorkload', 'HostnameOverride',
  'ImageVolume', 'InPlacePodVerticalScaling', 'MatchLabelKeysInPodTopologySpread', 'MatchLabelKeysInPodTopologySpreadSelectorMerge',
  'PodCertificateRequest', 'PodDeletionCost', 'PodLevelResources', 'PodLifecycleSleepActionAllowZero', 'ProcMountType', 'RelaxedDNSSearchValidation',
  'RelaxedEnvironmentVariableValidation', 'RestartAllContainersOnContainerExits', 'SELinuxChangePolicy', 'SELinuxMount', 'StrictIPCIDRValidation',
  'SupplementalGroupsPolicy', 'TaintTolerationComparisonOperators', 'UserNamespacesHostNetworkSupport', 'UserNamespacesSupport',
] as const;

/** Gates as the most lenient server of all minors has them: what takes more is on, what takes less is off. */
export const LENIENT: PodGates = Object.fromEntries(POD_GATES.map(gate => [gate, gate !== 'StrictIPCIDRValidation'])) as PodGates;

const known = new WeakMap<ServerContext, PodGates>();

export function podGates(context: ServerContext): PodGates {
  let gates = known.get(context);
  if (gates === undefined) {
    gates = Object.fromEntries(POD_GATES.map(gate => [gate, context.gate(gate)])) as PodGates;
    known.set(context, gates);
  }
  return gates;
}

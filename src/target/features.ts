/**
 * Which field or API a Kubernetes minor keeps. A disabled feature gate usually *drops* a field without a word: the
 * object is created and the field is gone. So nothing is written that this table does not grant.
 *
 * `since` is the first minor that keeps the field with default gates; absent means no supported minor does.
 * Measured on API servers 1.33-1.36 (`--emulated-version`) where the source says so, else read in the gate table.
 */
export interface Feature {
  /** What a person calls it. */
  readonly title: string;
  /** Field path or API that depends on it. */
  readonly field: string;
  /** First minor (33 for 1.33) that keeps it by default. */
  readonly since?: number;
  /** Feature gate that decides. */
  readonly gate?: string;
  /** First minor whose API server knows the gate at all, so that switching it on can help. */
  readonly gateSince?: number;
  /** What to use where it is missing. */
  readonly instead?: string;
  /** Where the statement comes from. */
  readonly source: string;
}

const GATES = 'kubernetes v1.36 pkg/features/kube_features.go';

/** The features that this library asks about, by id. */
export const FEATURES = {
  preferSameZone: {
    title: 'same-zone routing by its newer name',
    field: 'Service spec.trafficDistribution: PreferSameZone',
    since: 34,
    gate: 'PreferSameTrafficDistribution',
    gateSince: 33,
    instead: 'PreferClose, which means the same',
    source: `${GATES}; KEP-3015`,
  },
  preferSameNode: {
    title: 'same-node routing with fallback',
    field: 'Service spec.trafficDistribution: PreferSameNode',
    since: 34,
    gate: 'PreferSameTrafficDistribution',
    gateSince: 33,
    instead: 'Locality.SAME_ZONE',
    source: `${GATES}; KEP-3015`,
  },
  deviceClaims: {
    title: 'dynamic resource allocation',
    field: 'resource.k8s.io/v1 and pod spec.resourceClaims',
    since: 34,
    gate: 'DynamicResourceAllocation',
    instead: 'device-plugin accelerators: Accelerator.nvidia(n)',
    source: `${GATES}; dropped at 1.33 on a real API server`,
  },
  devicePrioritizedList: {
    title: 'alternatives in a device claim',
    field: 'ResourceClaim spec.devices.requests[*].firstAvailable',
    since: 34,
    gate: 'DRAPrioritizedList',
    gateSince: 33,
    instead: 'one request: DeviceRequest.nvidia() instead of firstAvailable',
    source: `${GATES}; KEP-4816`,
  },
  deviceDistinctAttribute: {
    title: 'devices of one claim that differ in an attribute',
    field: 'ResourceClaim spec.devices.constraints[*].distinctAttribute',
    since: 36,
    gate: 'DRAConsumableCapacity',
    gateSince: 34,
    source: `${GATES}; KEP-5075`,
  },
  deviceExtendedResource: {
    title: 'an extended resource served by device claims',
    field: 'DeviceClass spec.extendedResourceName',
    since: 36,
    gate: 'DRAExtendedResource',
    gateSince: 34,
    instead: 'Accelerator.claim(DeviceRequest.ofClass(...)), which names the class in a claim',
    source: `${GATES}; KEP-5004`,
  },
  statefulSetMaxUnavailable: {
    title: 'several pods of a StatefulSet updated at once',
    field: 'StatefulSet spec.updateStrategy.rollingUpdate.maxUnavailable',
    gate: 'MaxUnavailableStatefulSet',
    gateSince: 33,
    source: 'dropped by API servers 1.33 to 1.36 with default gates; KEP-961',
  },
  hpaTolerance: {
    title: 'autoscaler tolerance',
    field: 'HorizontalPodAutoscaler spec.behavior.scaleUp.tolerance',
    since: 35,
    gate: 'HPAConfigurableTolerance',
    gateSince: 33,
    source: 'dropped at 1.33 and 1.34, kept from 1.35 on real API servers; KEP-4951',
  },
  hpaScaleToZero: {
    title: 'autoscaling to zero',
    field: 'HorizontalPodAutoscaler spec.minReplicas: 0',
    gate: 'HPAScaleToZero',
    gateSince: 33,
    source: `${GATES}; KEP-2021`,
  },
  nativeGang: {
    title: 'gang scheduling by the default scheduler',
    field: 'pod spec.schedulingGroup',
    gate: 'GenericWorkload',
    gateSince: 36,
    instead: 'Kueue, Volcano or the LeaderWorkerSet backend',
    source: 'dropped by API servers 1.33 to 1.36 with default gates; KEP-4671',
  },
  userNamespaces: {
    title: 'user namespaces for pods',
    field: 'pod spec.hostUsers',
    since: 33,
    gate: 'UserNamespacesSupport',
    source: `${GATES}; KEP-127`,
  },
  preStopSleep: {
    title: 'sleep as a preStop hook',
    field: 'lifecycle.preStop.sleep',
    since: 33,
    gate: 'PodLifecycleSleepAction',
    source: 'KEP-3960: beta and on since 1.30, GA 1.34',
  },
  imageVolume: {
    title: 'an OCI image as a volume',
    field: 'pod spec.volumes[*].image',
    since: 35,
    gate: 'ImageVolume',
    gateSince: 33,
    source: `${GATES}; KEP-4639`,
  },
  podLevelResources: {
    title: 'resources of the whole pod',
    field: 'pod spec.resources',
    since: 34,
    gate: 'PodLevelResources',
    gateSince: 33,
    source: `${GATES}; KEP-2837`,
  },
  containerRestartRules: {
    title: 'restart policy of one container',
    field: 'pod spec.containers[*].restartPolicy',
    since: 35,
    gate: 'ContainerRestartRules',
    gateSince: 34,
    source: 'dropped in a Job template at 1.33 and 1.34, kept from 1.35 on real API servers; KEP-5307',
  },
  spreadByRevision: {
    title: 'spread within one revision of the template',
    field: 'pod spec.topologySpreadConstraints[*].matchLabelKeys',
    since: 33,
    gate: 'MatchLabelKeysInPodTopologySpread',
    source: `${GATES}; KEP-3243`,
  },
} as const satisfies Record<string, Feature>;

/** Id of a row of the feature table. */
export type FeatureId = keyof typeof FEATURES;

/** The row as the general type, so that absent optional fields can be asked for. */
export function featureOf(id: FeatureId): Feature {
  return FEATURES[id];
}

/** Every gate the table knows: a gate outside it is a misspelling until somebody adds the row. */
export function knownGates(): string[] {
  return [...new Set(Object.values(FEATURES).map(feature => feature.gate))].sort();
}

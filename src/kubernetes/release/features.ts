import { Measured, measured } from './measured/measured';

/**
 * Which fields and APIs each Kubernetes minor keeps. With a feature gate off, the API server usually *drops* a field silently: the
 * object is created without it. So only what this table grants is written.
 *
 * Minors and gates come from the measured tables (docs/measured-tables.md); written by hand is what cannot be measured.
 */
export interface Feature extends Measured {
  /** Name in messages. */
  readonly title: string;
  /** The fields and APIs that it consists of, for messages. */
  readonly field: string;
  /** Alternative where it is missing. */
  readonly instead?: string;
  /** Source of the statement. */
  readonly source: string;
}

/** The hand-written part. */
interface Prose {
  readonly title: string;
  /** Fields and APIs that it needs, in the notation of the measured tables. */
  readonly needs: readonly string[];
  /** For messages, where the measured path is longer than anybody would write. */
  readonly field?: string;
  readonly instead?: string;
  readonly source: string;
}

const GATES = 'kubernetes v1.36 pkg/features/kube_features.go';

/** Features by id. */
export const FEATURES = {
  preferSameZone: feature({
    title: 'same-zone routing by its newer name',
    needs: ['Service spec.trafficDistribution=PreferSameZone'],
    instead: 'PreferClose, which means the same',
    source: `${GATES}; KEP-3015`,
  }),
  preferSameNode: feature({
    title: 'same-node routing with fallback',
    needs: ['Service spec.trafficDistribution=PreferSameNode'],
    instead: 'Locality.SAME_ZONE',
    source: `${GATES}; KEP-3015`,
  }),
  deviceClaims: feature({
    title: 'dynamic resource allocation',
    needs: ['resource.k8s.io/v1', 'Pod spec.resourceClaims'],
    instead: 'device-plugin accelerators: Accelerator.nvidia(n)',
    source: `${GATES}; dropped at 1.33 on a real API server`,
  }),
  devicePrioritizedList: feature({
    title: 'alternatives in a device claim',
    needs: ['ResourceClaim spec.devices.requests[*].firstAvailable[*].name'],
    field: 'ResourceClaim spec.devices.requests[*].firstAvailable',
    instead: 'one request: DeviceRequest.nvidia() instead of firstAvailable',
    source: `${GATES}; KEP-4816`,
  }),
  deviceDistinctAttribute: feature({
    title: 'devices of one claim that differ in an attribute',
    needs: ['ResourceClaim spec.devices.constraints[*].distinctAttribute'],
    source: `${GATES}; KEP-5075`,
  }),
  deviceAdminAccess: feature({
    title: 'admin access to devices',
    needs: ['ResourceClaim spec.devices.requests[*].exactly.adminAccess'],
    source: `${GATES}; KEP-5018`,
  }),
  deviceExtendedResource: feature({
    title: 'an extended resource served by device claims',
    needs: ['DeviceClass spec.extendedResourceName'],
    instead: 'Accelerator.claim(DeviceRequest.ofClass(...)), which names the class in a claim',
    source: `${GATES}; KEP-5004`,
  }),
  statefulSetMaxUnavailable: feature({
    title: 'several pods of a StatefulSet updated at once',
    needs: ['StatefulSet spec.updateStrategy.rollingUpdate.maxUnavailable'],
    source: 'dropped by API servers 1.33 to 1.36 with default gates, kept by 1.37; KEP-961',
  }),
  hpaTolerance: feature({
    title: 'autoscaler tolerance',
    needs: ['HorizontalPodAutoscaler spec.behavior.scaleUp.tolerance'],
    source: 'dropped at 1.33 and 1.34, kept from 1.35 on real API servers; KEP-4951',
  }),
  hpaScaleToZero: feature({
    title: 'autoscaling to zero',
    needs: ['HorizontalPodAutoscaler spec.minReplicas=0'],
    source: `${GATES}; KEP-2021`,
  }),
  nativeGang: feature({
    title: 'gang scheduling by the default scheduler',
    needs: ['Pod spec.schedulingGroup'],
    instead: 'Kueue, Volcano or the LeaderWorkerSet backend',
    source: 'dropped by API servers 1.33 to 1.36 with default gates; KEP-4671',
  }),
  userNamespaces: feature({
    title: 'user namespaces for pods',
    needs: ['Pod spec.hostUsers'],
    source: `${GATES}; KEP-127`,
  }),
  preStopSleep: feature({
    title: 'sleep as a preStop hook',
    needs: ['Pod spec.containers[*].lifecycle.preStop.sleep'],
    field: 'lifecycle.preStop.sleep',
    source: 'KEP-3960: beta and on since 1.30, GA 1.34',
  }),
  imageVolume: feature({
    title: 'an OCI image as a volume',
    needs: ['Pod spec.volumes[*].image'],
    source: `${GATES}; KEP-4639`,
  }),
  podLevelResources: feature({
    title: 'resources of the whole pod',
    needs: ['Pod spec.resources.limits', 'Pod spec.resources.requests'],
    field: 'pod spec.resources',
    source: `${GATES}; KEP-2837`,
  }),
  containerRestartRules: feature({
    title: 'restart policy of one container',
    needs: ['Pod spec.containers[*].restartPolicy'],
    source: 'dropped in a Job template at 1.33 and 1.34, kept from 1.35 on real API servers; KEP-5307',
  }),
  envFiles: feature({
    title: 'variables from a file',
    needs: ['Pod spec.containers[*].env[*].valueFrom.fileKeyRef'],
    field: 'env[].valueFrom.fileKeyRef',
    instead: 'RowEnvironment.byShell(), or RowEnvironment.fileOnly() for an image without a shell',
    source: `${GATES}; KEP-3721`,
  }),
  spreadByRevision: feature({
    title: 'spread within one revision of the template',
    needs: ['Pod spec.topologySpreadConstraints[*].matchLabelKeys'],
    source: `${GATES}; KEP-3243`,
  }),
} as const satisfies Record<string, Feature>;

/** Id of a feature. */
export type FeatureId = keyof typeof FEATURES;

/** The row with all optional fields in its type. */
export function featureOf(id: FeatureId): Feature {
  return FEATURES[id];
}

/** Adds the measured part on demand. */
function feature(prose: Prose): Feature {
  let facts: Measured | undefined;
  const read = () => facts ??= measured(prose.needs);
  return {
    title: prose.title,
    field: prose.field ?? prose.needs.map(readable).join(' and '),
    get since() { return read().since; },
    get gate() { return read().gate; },
    get gateSince() { return read().gateSince; },
    instead: prose.instead,
    source: prose.source,
  };
}

/** Rewrites `Service spec.type=ClusterIP` as `Service spec.type: ClusterIP`; rows of pods stand for all pod templates. */
function readable(needed: string): string {
  return needed.replace('=', ': ').replace(/^Pod /, 'pod ');
}

/** Feature gates that the API servers of the supported minors know, relevant here or not. */
export function knownGates(): string[] {
  // Loaded late: hundreds of names that only a target with gates needs.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return Object.keys((require('./measured/gates.generated') as typeof import('./measured/gates.generated')).GATES);
}

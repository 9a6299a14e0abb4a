/** What the checks know of the cluster that manifests are for. */
export interface Cluster {
  /** `1.33` to `1.37`. */
  readonly minor: string;
  /** Gates that differ from the defaults of the minor. */
  readonly featureGates: Readonly<Record<string, boolean>>;
  /** Namespace of objects that name none; `default` where nobody said. */
  readonly namespace?: string;
  /** Extension APIs and switched-on built-in versions, as group and version; absent where nobody said. */
  readonly apis?: readonly string[];
  /** Zones of the nodes; absent where nobody said, empty where the nodes have none. */
  readonly zones?: readonly string[];
  /** GPUs that are free beside those of the running pods; absent where nobody said. */
  readonly spareGpus?: number;
  /** GPUs of the largest node; absent where nobody said. */
  readonly gpusPerNode?: number;
}

/** `1.34` as 34, for comparisons. */
export function minorNumber(cluster: Cluster): number {
  return Number(cluster.minor.slice(cluster.minor.indexOf('.') + 1));
}

/** Assumed where nobody says anything: the minor that a `Target` has by default, the newest that all of the evidence is of. */
export const DEFAULT_CLUSTER: Cluster = Object.freeze({ minor: '1.36', featureGates: Object.freeze({}) });

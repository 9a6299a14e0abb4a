import { NodeId } from './node';

/** A version of a custom kind, as the generated table has it. */
export interface CustomVersionRow {
  readonly root: NodeId;
  readonly served: boolean;
  /** Number of CEL rules, which are not evaluated here. */
  readonly celRules: number;
  /** Whether the status is a subresource, so that the server ignores it in a manifest. */
  readonly status?: boolean;
  /** `specReplicasPath` of the scale subresource: `spec.replicas`. */
  readonly replicas?: string;
}

/** One release of the project that defines a kind. */
export interface CustomReleaseRow {
  /** Module and version of the definition: `sigs.k8s.io/lws v0.8.0`. */
  readonly source: string;
  readonly versions: Readonly<Record<string, CustomVersionRow>>;
}

/** A custom kind, as the generated table has it. */
export interface CustomKindRow {
  readonly namespaced: boolean;
  /** All known releases. Which one a cluster has is unknown, so an object is valid if one of them accepts it. Documentation names the first. */
  readonly releases: readonly CustomReleaseRow[];
}

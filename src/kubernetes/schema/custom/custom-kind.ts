import { NodeId } from './node';

/** A version of a kind, as the generated table has it. */
export interface CustomVersionRow {
  readonly root: NodeId;
  readonly served: boolean;
  /** Rules in CEL, which are not evaluated here. */
  readonly celRules: number;
  /** Whether the status is a resource of its own, so that nobody reads the one in a manifest. */
  readonly status?: boolean;
  /** Path of the number of replicas that a scale subresource shows: `spec.replicas`. */
  readonly replicas?: string;
}

/** One release of the project that defines a kind. */
export interface CustomReleaseRow {
  /** Module and version whose definition it is: `sigs.k8s.io/lws v0.8.0`. */
  readonly source: string;
  readonly versions: Readonly<Record<string, CustomVersionRow>>;
}

/** A kind, as the generated table has it. */
export interface CustomKindRow {
  readonly namespaced: boolean;
  /** Nobody says which release a cluster has: what one of them takes is no mistake. Documentation names the first. */
  readonly releases: readonly CustomReleaseRow[];
}

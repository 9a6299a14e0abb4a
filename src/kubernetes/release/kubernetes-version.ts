/**
 * A minor of Kubernetes that manifests can be written for.
 *
 * The library is proven against 1.33 to 1.36. Of 1.37 its API server was asked which fields it keeps, and patterns are written and manifests checked
 * by that; what they become there is not tested. An older cluster lacks fields that the patterns stand on.
 */
export enum KubernetesVersion {
  /** Kubernetes 1.33. Same-zone routing is spelled `PreferClose`; no `resource.k8s.io/v1`. */
  V1_33 = '1.33',

  /** Kubernetes 1.34. First minor with `resource.k8s.io/v1` and `PreferSameZone`. */
  V1_34 = '1.34',

  /** Kubernetes 1.35. First minor that keeps container restart rules and HPA tolerance. */
  V1_35 = '1.35',

  /** Kubernetes 1.36. The default of this major version of the library. */
  V1_36 = '1.36',

  /** Kubernetes 1.37. First minor that keeps a StatefulSet's `maxUnavailable`. */
  V1_37 = '1.37',
}

/** The minor as a number that can be compared: 33 for 1.33. */
export function minorOf(version: KubernetesVersion): number {
  return Number(version.split('.')[1]);
}

/**
 * Services across clusters (KEP-1645): a ServiceExport of the name of a Service, in each cluster that has it, becomes one ServiceImport in all clusters.
 *
 * Source: mcs-api pkg/apis/v1beta1 (v0.5.2): v1beta1 is stored, v1alpha1 served as well
 */
export const MCS_GROUP = 'multicluster.x-k8s.io';
export const MCS_API = `${MCS_GROUP}/v1beta1`;

/** What older implementations serve alone. */
export const MCS_OLDER_API = `${MCS_GROUP}/v1alpha1`;

/** Groups whose ServiceExport and ServiceImport mean the same. Source: cloud.google.com/kubernetes-engine/docs/how-to/multi-cluster-services (net.gke.io/v1) */
export const MCS_GROUPS: readonly string[] = [MCS_GROUP, 'net.gke.io'];

/** Names of a clusterset end in this. Source: KEP-1645 specification.md, 2.3 */
export const CLUSTERSET_ZONE = 'svc.clusterset.local';

/** Policies of Karmada send what stands in its control plane to clusters, a ServiceImport as well, which users write there. Source: karmada pkg/apis/policy/v1alpha1 */
export const KARMADA_POLICIES: readonly string[] = ['policy.karmada.io/PropagationPolicy', 'policy.karmada.io/ClusterPropagationPolicy'];

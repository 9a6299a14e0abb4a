/** Nodes that somebody sells at short notice, and how long it is. */
export interface SpotNodes {
  /** What they are called in messages. */
  readonly title: string;
  readonly nodeLabels: { [key: string]: string };
  readonly tolerations?: { readonly key: string; readonly value: string; readonly effect: 'NoSchedule' }[];
  /** Domains of which a label beside these says which cloud it is; absent where the labels say it. */
  readonly domains?: readonly string[];
  /** Time that an ordinary pod has after the notice, in seconds. */
  readonly noticeSeconds: number;
}

const GKE = 'cloud.google.com/gke-spot';
const GKE_PROVISIONING = 'cloud.google.com/gke-provisioning';
const AKS = 'kubernetes.azure.com/scalesetpriority';
const EKS = 'eks.amazonaws.com/capacityType';
const KARPENTER = 'karpenter.sh/capacity-type';

/** On AWS, where the label alone says nothing of the cloud. Source: AWS EC2 spot interruption notice. */
export const KARPENTER_SPOT: SpotNodes = { title: 'spot nodes of Karpenter', nodeLabels: { [KARPENTER]: 'spot' }, noticeSeconds: 120 };

/** Source: Azure/karpenter-provider-azure pkg/apis/v1beta1/labels.go (AKSLabelDomain, Group); Azure Scheduled Events (Preempt: 30 s) */
export const KARPENTER_AZURE_SPOT: SpotNodes = {
  title: 'spot nodes of Karpenter on Azure', nodeLabels: { [KARPENTER]: 'spot' }, domains: ['kubernetes.azure.com', 'karpenter.azure.com'], noticeSeconds: 30,
};

/** Their nodes have no taint. Source: EKS documentation of managed node groups (capacity types); AWS EC2 spot interruption notice */
export const EKS_SPOT: SpotNodes = { title: 'spot nodes of EKS managed node groups', nodeLabels: { [EKS]: 'SPOT' }, noticeSeconds: 120 };

/** The notice is 30 seconds, of which the kubelet gives ordinary pods the first 15. Source: GKE documentation of Spot VMs. */
export const GKE_SPOT: SpotNodes = {
  title: 'Spot VMs of GKE', nodeLabels: { [GKE]: 'true' }, tolerations: [{ key: GKE, value: 'true', effect: 'NoSchedule' }], noticeSeconds: 15,
};

/** The same nodes, by the label that those that stay have too. Source: GKE documentation of Spot VMs */
export const GKE_PROVISIONED_SPOT: SpotNodes = { ...GKE_SPOT, nodeLabels: { [GKE_PROVISIONING]: 'spot' } };

/** Source: AKS documentation of spot node pools. */
export const AKS_SPOT: SpotNodes = {
  title: 'spot nodes of AKS', nodeLabels: { [AKS]: 'spot' }, tolerations: [{ key: AKS, value: 'spot', effect: 'NoSchedule' }], noticeSeconds: 30,
};

/** All that a manifest may ask for. */
export const SPOT_NODES: readonly SpotNodes[] = [KARPENTER_SPOT, KARPENTER_AZURE_SPOT, EKS_SPOT, GKE_SPOT, GKE_PROVISIONED_SPOT, AKS_SPOT];

/**
 * Labels by which providers tell kinds of nodes apart, with all values that a node has. On-demand nodes of GKE lack the first of theirs; `regular` is written by
 * Karpenter on Azure, and never by AKS itself.
 *
 * Source: karpenter pkg/apis/v1/labels.go (CapacityTypeSpot, CapacityTypeOnDemand, CapacityTypeReserved); GKE documentation of Spot VMs; EKS documentation of
 * managed node groups and aws-cdk aws-eks CapacityType; Azure/karpenter-provider-azure pkg/apis/v1beta1/labels.go (AKSLabelScaleSetPriority)
 */
export const CAPACITY_LABELS: ReadonlyMap<string, readonly string[]> = new Map([
  [KARPENTER, ['spot', 'on-demand', 'reserved']],
  [GKE, ['true']],
  [GKE_PROVISIONING, ['spot', 'standard', 'preemptible']],
  [EKS, ['SPOT', 'ON_DEMAND', 'CAPACITY_BLOCK']],
  [AKS, ['spot', 'regular']],
]);

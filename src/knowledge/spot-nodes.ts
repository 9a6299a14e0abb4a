/** Nodes that somebody sells at short notice, and how long it is. */
export interface SpotNodes {
  /** What they are called in messages. */
  readonly title: string;
  readonly nodeLabels: { [key: string]: string };
  readonly tolerations?: { readonly key: string; readonly value: string; readonly effect: 'NoSchedule' }[];
  /** Time that an ordinary pod has after the notice, in seconds. */
  readonly noticeSeconds: number;
}

const GKE = 'cloud.google.com/gke-spot';
const AKS = 'kubernetes.azure.com/scalesetpriority';

/** Source: AWS EC2 spot interruption notice. */
export const KARPENTER_SPOT: SpotNodes = { title: 'spot nodes of Karpenter', nodeLabels: { 'karpenter.sh/capacity-type': 'spot' }, noticeSeconds: 120 };

/** The notice is 30 seconds, of which the kubelet gives ordinary pods the first 15. Source: GKE documentation of Spot VMs. */
export const GKE_SPOT: SpotNodes = {
  title: 'Spot VMs of GKE', nodeLabels: { [GKE]: 'true' }, tolerations: [{ key: GKE, value: 'true', effect: 'NoSchedule' }], noticeSeconds: 15,
};

/** Source: AKS documentation of spot node pools. */
export const AKS_SPOT: SpotNodes = {
  title: 'spot nodes of AKS', nodeLabels: { [AKS]: 'spot' }, tolerations: [{ key: AKS, value: 'spot', effect: 'NoSchedule' }], noticeSeconds: 30,
};

/**
 * Labels by which providers tell kinds of nodes apart, with all values that a node has. On-demand nodes of GKE lack theirs.
 *
 * Source: karpenter pkg/apis/v1/labels.go (CapacityTypeSpot, CapacityTypeOnDemand, CapacityTypeReserved); GKE documentation of Spot VMs; EKS documentation of
 * managed node groups and aws-cdk aws-eks CapacityType
 */
export const CAPACITY_LABELS: ReadonlyMap<string, readonly string[]> = new Map([
  ['karpenter.sh/capacity-type', ['spot', 'on-demand', 'reserved']],
  [GKE, ['true']],
  ['eks.amazonaws.com/capacityType', ['SPOT', 'ON_DEMAND', 'CAPACITY_BLOCK']],
]);

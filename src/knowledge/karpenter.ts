/*
 * What Karpenter reads of NodePools and pods.
 *
 * Source: sigs.k8s.io/karpenter pkg/apis/v1/{labels,nodepool,nodepool_validation,taints}.go (v1.14.1, v1.15.0)
 */

import { STABLE_NODE_LABELS } from '../base/labels';

export const KARPENTER_API = 'karpenter.sh/v1';
export const NODE_POOL_TYPE = 'karpenter.sh/NodePool';

export const NODE_POOL_LABEL = 'karpenter.sh/nodepool';
export const CAPACITY_TYPE_LABEL = 'karpenter.sh/capacity-type';
export const CAPACITY_TYPES: readonly string[] = ['spot', 'on-demand', 'reserved'];

/** On a pod: its node is left alone by consolidation, and by drift unless the pool has a terminationGracePeriod. `true`, or a duration since the start of the pod. */
export const DO_NOT_DISRUPT = 'karpenter.sh/do-not-disrupt';

/** Written by Karpenter where nobody says otherwise. */
export const KARPENTER_DEFAULTS = { expireAfter: '720h', consolidationPolicy: 'WhenEmptyOrUnderutilized', consolidateAfter: '0s' } as const;

/** Labels that Karpenter knows of every node before there is one, whoever provides it. */
const WELL_KNOWN: ReadonlySet<string> = new Set([
  NODE_POOL_LABEL, 'topology.kubernetes.io/zone', 'topology.kubernetes.io/region', 'node.kubernetes.io/instance-type', 'kubernetes.io/arch',
  'kubernetes.io/os', CAPACITY_TYPE_LABEL, 'node.kubernetes.io/windows-build',
]);

/** The key by which Karpenter looks for a label. */
export function normalizedLabel(key: string): string {
  return STABLE_NODE_LABELS.get(key) ?? key;
}

/** Labels that say what a GPU node has, in the domain of a provider. */
export interface GpuLabels {
  readonly name: string;
  readonly manufacturer: string;
  readonly count: string;
  readonly memory?: string;
}

/** Who makes nodes for Karpenter. */
export interface NodeProviderFact {
  readonly title: string;
  readonly group: string;
  readonly kind: string;
  /** Domains whose labels it knows of every node. */
  readonly domains: readonly string[];
  /** Labels in these domains that others write. */
  readonly ofOthers?: readonly string[];
  readonly gpus?: GpuLabels;
  /** The same of devices that AWS calls accelerators. */
  readonly accelerators?: GpuLabels;
  /** Whether its nodes are those of the table of instances of AWS. */
  readonly isAws?: boolean;
  readonly source: string;
}

function gpuLabels(prefix: string, hasMemory = false): GpuLabels {
  return { name: `${prefix}-name`, manufacturer: `${prefix}-manufacturer`, count: `${prefix}-count`, ...(hasMemory ? { memory: `${prefix}-memory` } : {}) };
}

export const AWS_NODES: NodeProviderFact = {
  title: 'Karpenter on AWS',
  group: 'karpenter.k8s.aws',
  kind: 'EC2NodeClass',
  domains: ['karpenter.k8s.aws', 'topology.k8s.aws'],
  gpus: gpuLabels('karpenter.k8s.aws/instance-gpu', true),
  accelerators: gpuLabels('karpenter.k8s.aws/instance-accelerator'),
  isAws: true,
  source: 'aws/karpenter-provider-aws pkg/apis/v1/labels.go, pkg/providers/instancetype/types.go (v1.15.1)',
};

export const EKS_AUTO_NODES: NodeProviderFact = {
  title: 'EKS Auto Mode',
  group: 'eks.amazonaws.com',
  kind: 'NodeClass',
  domains: ['eks.amazonaws.com', 'topology.k8s.aws'],
  ofOthers: ['eks.amazonaws.com/capacityType', 'eks.amazonaws.com/nodegroup'],
  gpus: gpuLabels('eks.amazonaws.com/instance-gpu', true),
  isAws: true,
  source: 'EKS documentation, Create a Node Pool for EKS Auto Mode (supported labels)',
};

export const AZURE_NODES: NodeProviderFact = {
  title: 'Karpenter on Azure',
  group: 'karpenter.azure.com',
  kind: 'AKSNodeClass',
  domains: ['karpenter.azure.com', 'kubernetes.azure.com'],
  gpus: gpuLabels('karpenter.azure.com/sku-gpu'),
  source: 'Azure/karpenter-provider-azure pkg/apis/v1beta1/labels.go (main of 2026)',
};

const PROVIDERS: readonly NodeProviderFact[] = [AWS_NODES, EKS_AUTO_NODES, AZURE_NODES];

/** Time that EKS Auto Mode gives pods of a node that goes, where a NodePool says nothing; and its nodes live so long. Source: the same page of the EKS documentation */
export const EKS_AUTO_TERMINATION_HOURS = 24;

/** What is known of the provider behind a node class; undefined for one that nobody read. */
export function providerOf(group: string): NodeProviderFact | undefined {
  return PROVIDERS.find(each => each.group === group);
}

/** Whether nodes of a provider have such a label before anybody sees them, so that pods may ask for it. Of a provider that nobody read, domains like its own count. */
export function isKnownOfNodes(key: string, group: string): boolean {
  const domain = domainOfLabel(key);
  const provider = providerOf(group);
  return WELL_KNOWN.has(key) || (provider ? provider.domains.includes(domain) && !provider.ofOthers?.includes(key) : domain === group || domain.includes('karpenter') && domain !== 'karpenter.sh');
}

/** Why Karpenter refuses a label in the template or the requirements of a NodePool; undefined for one that it takes. */
export function refusedLabel(key: string): string | undefined {
  const domain = domainOfLabel(key);
  return key === NODE_POOL_LABEL ? 'Karpenter writes it itself, with the name of the pool'
    : key === 'kubernetes.io/hostname' ? 'it names one node'
      : !WELL_KNOWN.has(key) && (domain === 'karpenter.sh' || domain.endsWith('.karpenter.sh')) ? 'labels of this domain are Karpenter\'s own'
        : undefined;
}

function domainOfLabel(key: string): string {
  return key.includes('/') ? key.slice(0, key.indexOf('/')) : '';
}

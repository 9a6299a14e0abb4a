import { ApiClient } from './client';
import { eventually } from './eventually';
import { Manifest } from './manifest';

/** A node that exists in the API only. */
export interface NodeProps {
  readonly name: string;
  readonly zone?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Devices of `nvidia.com/gpu`. @default 8 */
  readonly gpus?: number;
  readonly cpu?: string;
  readonly memory?: string;
  /** @default - GPU nodes carry the taint that GPU pods of the library tolerate */
  readonly taints?: readonly { readonly key: string; readonly value?: string; readonly effect: string }[];
  /**
   * Whether a simulated kubelet answers for the node. Without one, pods that are scheduled to it neither start nor end, as on a machine
   * that lost its network; the node says it is ready until its lease runs out.
   *
   * @default true
   */
  readonly kubelet?: boolean;
}

/** Nodes with this annotation are kwok's. */
const SIMULATED = { key: 'kwok.x-k8s.io/node', value: 'fake' };
export const SIMULATED_NODES = `${SIMULATED.key}=${SIMULATED.value}`;

export const GPU_TAINT = { key: 'nvidia.com/gpu', value: 'present', effect: 'NoSchedule' };

export function nodeOf(props: NodeProps): Manifest {
  const { name, zone, labels, gpus = 8, cpu = '192', memory = '2000Gi', kubelet = true } = props;
  const amounts = { cpu, memory, 'pods': '250', 'ephemeral-storage': '9000Gi', ...(gpus > 0 ? { 'nvidia.com/gpu': String(gpus) } : {}) };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      annotations: kubelet ? { [SIMULATED.key]: SIMULATED.value } : {},
      labels: {
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        ...(zone === undefined ? {} : { 'topology.kubernetes.io/zone': zone, 'topology.kubernetes.io/region': zone.replace(/[a-z]$/, '') }),
        ...labels,
      },
    },
    spec: { taints: props.taints ?? (gpus > 0 ? [GPU_TAINT] : []) },
    status: { allocatable: amounts, capacity: amounts, ...(kubelet ? {} : { conditions: [READY] }) },
  };
}

const READY = { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'said by the test: no kubelet answers here' };

export async function addNode(client: ApiClient, props: NodeProps): Promise<void> {
  await client.create(nodeOf(props));
  await whenUntainted(client, props.name);
}

/** Waits until controllers have taken off the taint of a node that is not ready, or that was closed. */
export async function whenUntainted(client: ApiClient, name: string): Promise<void> {
  await eventually(`node ${name} is ready and free of taints it did not ask for`,
    () => client.get('v1', 'Node', undefined, name), node => isReady(node) && !tainted(node));
}

function isReady(node: Manifest): boolean {
  return (node.status?.conditions ?? []).some((each: any) => each.type === 'Ready' && each.status === 'True');
}

function tainted(node: Manifest): boolean {
  return (node.spec.taints ?? []).some((each: any) => each.key.startsWith('node.kubernetes.io/'));
}

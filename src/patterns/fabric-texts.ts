import { Explanation } from '../base/text/explanation';
import { NETWORKS_ANNOTATION } from '../knowledge/cni';
import { FabricPlan } from '../pod/network/planned-fabric';

/** Pods with the same fabric. */
export interface FabricPods {
  /** Absent where all pods are alike. */
  readonly role?: string;
  readonly pods: number;
  readonly fabric?: FabricPlan;
}

/** Devices of the network with their sums, and what programs are told. */
export function explainFabric(explanation: Explanation, roles: readonly FabricPods[]): void {
  const [first] = roles.flatMap(({ fabric }) => fabric ?? []);
  if (!first) {
    return;
  }
  const devices = roles.flatMap(devicesTexts);
  if (devices.length > 0) {
    explanation.sum('network', devices.join('\n'));
  }
  explanation.choice('fabric', [first.title, ...networkTexts(first), ...first.notes].join('\n'));
  explanation.choice('told programs', Object.entries(first.variables).map(([name, value]) => `${name}=${value}`).join('\n'));
}

function devicesTexts({ role, pods, fabric }: FabricPods): string[] {
  const who = role === undefined ? '' : `${role}: `;
  return [
    ...Object.entries(fabric?.resources ?? {}).map(([name, count]) => `${who}${pods} ${pods === 1 ? 'pod' : 'pods'} x ${count} ${name} = ${pods * count}`),
    ...Object.entries(fabric?.hugePages ?? {}).map(([size, amount]) => `${who}${amount} of each node in huge pages of ${size}`),
  ];
}

function networkTexts({ annotations, library }: FabricPlan): string[] {
  const networks = annotations[NETWORKS_ANNOTATION];
  return [
    ...(networks === undefined ? [] : [`networks of Multus: ${networks}`]),
    ...(library ? [`${library.hostPath} of the node at ${library.mountPath}, read-only`] : []),
  ];
}

/**
 * What does not see this traffic, and what nobody says when it goes elsewhere.
 *
 * Source: NVIDIA/nccl src/plugin/net.cc (v2.30.7): a network that finds no device is passed over
 */
export function explainFabricLimits(explanation: Explanation, fabric: FabricPlan | undefined): void {
  if (!fabric?.bypassesKernel) {
    return;
  }
  const { title, locksMemory } = fabric;
  explanation
    .limit('rules for packets', `what goes over ${title} passes by the kernel: no NetworkPolicy and no experiment with delays reaches it`)
    .limit('its absence', 'NCCL goes over sockets without a word where it finds no device: NCCL_DEBUG=INFO says "NET/IB" or "NET/Socket" at the start');
  if (locksMemory) {
    explanation.limit('baseline', 'IPC_LOCK is refused by a namespace that enforces the baseline Pod Security Standard: lockMemory: false where nodes lift the limit');
  }
}

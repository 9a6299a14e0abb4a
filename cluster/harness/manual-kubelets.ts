import { ApiClient } from './client';
import { Cluster } from './cluster';
import { eachOf, eventually } from './eventually';
import { Manifest } from './manifest';
import { NodeProps } from './nodes';

const HEARTBEAT_MS = 2000;

/**
 * Nodes whose kubelet is the test: pods on them start, fail and go when the test says so, and a node that is silenced reports nothing any more.
 * Everything written is what a kubelet writes to the API (the node's Ready condition, a pod's status, the last step of a deletion), so what
 * follows from it is the work of the real controllers; that a kubelet does write it is not tested.
 *
 * Source: pkg/kubelet/kubelet_node_status.go, pkg/kubelet/status/status_manager.go (1.36)
 */
export class ManualKubelets {
  /** Adds nodes without taints. Each needs a report within `--node-monitor-grace-period`, which is sent every two seconds. */
  static async start(cluster: Cluster, nodes: readonly Omit<NodeProps, 'kubelet'>[]): Promise<ManualKubelets> {
    await eachOf(nodes, 8, node => cluster.addNode({ taints: [], ...node, kubelet: false }));
    return new ManualKubelets(cluster.client, nodes.map(({ name }) => name));
  }

  private readonly silent = new Set<string>();
  private readonly timer: NodeJS.Timeout;
  private addresses = 0;

  private constructor(private readonly client: ApiClient, private readonly nodes: readonly string[]) {
    // A heartbeat that is lost is followed by the next.
    this.timer = setInterval(() => nodes.filter(node => !this.silent.has(node)).forEach(node => {
      this.heartbeat(node).catch(() => undefined);
    }), HEARTBEAT_MS);
    this.timer.unref();
  }

  /** The machine is gone: nobody reports for the node and its pods. */
  silence(node: string): void {
    if (!this.nodes.includes(node)) {
      throw new Error(`${node} is none of ${this.nodes.join(', ')}`);
    }
    this.silent.add(node);
  }

  /** The machine is back. */
  async answer(node: string): Promise<void> {
    this.silent.delete(node);
    await this.heartbeat(node);
  }

  /** Reports no more. */
  stop(): void {
    clearInterval(this.timer);
  }

  /** Waits until as many pods are on their nodes, and says that all of them run. */
  async startAll(namespace: string, count: number, ready: boolean = true): Promise<Manifest[]> {
    const placed = await eventually(`${count} pods of ${namespace} are on a node`, () => this.client.list<Manifest>('v1', 'Pod', namespace),
      pods => pods.filter(isLive).length === count && pods.filter(isLive).every(({ spec }) => spec.nodeName !== undefined));
    const started = await eachOf(placed.filter(isLive), 4, async pod => pod.status.phase === 'Running' ? pod : this.run(pod, ready));
    return started.sort((one, other) => indexOf(one) - indexOf(other));
  }

  /** Says that the pod's containers run, and whether they are ready. */
  run(pod: Manifest, ready: boolean = true): Promise<Manifest> {
    const podIP = pod.status.podIP ?? this.nextAddress();
    return this.report(pod, {
      phase: 'Running',
      podIP,
      podIPs: [{ ip: podIP }],
      startTime: now(),
      containerStatuses: containers(pod, { running: { startedAt: now() } }, ready),
    }, ready);
  }

  /** Says that the first init container runs, after so many failures, and that no other has started. */
  preload(pod: Manifest, restartCount: number): Promise<Manifest> {
    const podIP = pod.status.podIP ?? this.nextAddress();
    const waiting = { waiting: { reason: 'PodInitializing' } };
    const initContainerStatuses = pod.spec.initContainers.map((each: any, index: number) => ({
      name: each.name,
      image: each.image,
      imageID: '',
      ready: false,
      restartCount: index === 0 ? restartCount : 0,
      state: index === 0 ? { running: { startedAt: now() } } : waiting,
    }));
    return this.report(pod, {
      phase: 'Pending', podIP, podIPs: [{ ip: podIP }], startTime: now(), initContainerStatuses, containerStatuses: containers(pod, waiting, false),
    }, false, false);
  }

  /** Says that all containers ended with this code. A pod that is being deleted stays until `remove`. */
  end(pod: Manifest, exitCode: number): Promise<Manifest> {
    const terminated = { exitCode, reason: exitCode === 0 ? 'Completed' : 'Error', startedAt: pod.status.startTime ?? now(), finishedAt: now() };
    return this.report(pod, { phase: exitCode === 0 ? 'Succeeded' : 'Failed', containerStatuses: containers(pod, { terminated }, false) }, false);
  }

  /** The last step of a deletion: nothing of the pod is left on the node. */
  async remove(pod: Manifest): Promise<void> {
    await this.client.delete(pod, { gracePeriodSeconds: 0 });
  }

  /** Stops a pod that is being deleted, in the order of a kubelet: it ends by SIGTERM, is reported, and removed. */
  async terminate(pod: Manifest, exitCode: number = 143): Promise<void> {
    await this.end(pod, exitCode);
    await this.remove(pod);
  }

  private async heartbeat(node: string): Promise<void> {
    const ready = { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'said by the test', lastHeartbeatTime: now() };
    await this.client.patch({ apiVersion: 'v1', kind: 'Node', metadata: { name: node } }, { status: { conditions: [ready] } }, 'status');
  }

  /** Keeps the conditions that others wrote, like DisruptionTarget. */
  private async report({ apiVersion, kind, metadata }: Manifest, status: any, ready: boolean, isInitialized: boolean = true): Promise<Manifest> {
    const current = await this.client.get(apiVersion, kind, metadata.namespace, metadata.name);
    const others = (current.status.conditions ?? []).filter(({ type }: any) => !['Ready', 'ContainersReady', 'Initialized'].includes(type));
    const own = [['Ready', ready], ['ContainersReady', ready], ['Initialized', isInitialized]].map(([type, value]) =>
      ({ type, status: value ? 'True' : 'False', lastTransitionTime: now() }));
    return this.client.patch(current, { status: { ...status, conditions: [...others, ...own] } }, 'status');
  }

  private nextAddress(): string {
    this.addresses++;
    return `10.90.${Math.floor(this.addresses / 250)}.${this.addresses % 250 + 1}`;
  }
}

/** Neither over nor being deleted. */
export function isLive(pod: Manifest): boolean {
  return pod.metadata.deletionTimestamp === undefined && ['Pending', 'Running'].includes(pod.status.phase);
}

function indexOf({ metadata }: Manifest): number {
  return Number(metadata.labels?.['batch.kubernetes.io/job-completion-index'] ?? metadata.labels?.['apps.kubernetes.io/pod-index'] ?? 0);
}

function containers(pod: Manifest, state: object, ready: boolean): object[] {
  return pod.spec.containers.map(({ name, image }: any) => ({ name, image, imageID: image, ready, started: ready, restartCount: 0, state }));
}

function now(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}

import { App, Chart } from 'cdk8s';
import { Cluster, synthesise } from '../../harness/cluster';
import { eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { KubernetesVersion, Memory, PodHandle, Target, ZonePartitionedStatefulSet, ZonePartitionedStatefulSetProps } from 'cdk8s-ai-workloads';

export const ZONES = ['eu-1a', 'eu-1b', 'eu-1c'];
export const CONTAINER = { image: 'registry.example/db:2', portNumber: 5432, cpu: '1', memory: Memory.of('1Gi') };

export type DatabaseProps = Partial<ZonePartitionedStatefulSetProps>;

/** A workload in a namespace of its own: what its construct predicts, and what the cluster has. */
export class Database {
  /** Applies what an app writes, which holds one workload; with changes, for a test of what the library prevents. */
  static async ofApp(cluster: Cluster, build: (app: App) => void, change: (object: Manifest) => void = () => undefined): Promise<Database> {
    const found: ZonePartitionedStatefulSet[] = [];
    const sent = synthesise(app => {
      build(app);
      found.push(...app.node.findAll().filter((each): each is ZonePartitionedStatefulSet => each instanceof ZonePartitionedStatefulSet));
    });
    sent.forEach(change);
    await cluster.apply(sent);
    return new Database(cluster, found[0], sent.find(({ kind }) => kind === 'StatefulSet')!.metadata.namespace!);
  }

  /** The same for a workload called `db`. */
  static deploy(cluster: Cluster, namespace: string, props: DatabaseProps, then: Then = {}): Promise<Database> {
    return Database.ofApp(cluster, app => {
      const chart = new Chart(app, 'prod', { namespace });
      Target.define(chart, { kubernetes: cluster.minor as KubernetesVersion, zones: ZONES });
      const db = new ZonePartitionedStatefulSet(chart, 'Db', { zones: ZONES.map(zone => ({ zone, replicas: 2 })), container: CONTAINER, ...props });
      then.add?.(db);
    }, then.change);
  }

  private constructor(private readonly cluster: Cluster, readonly construct: ZonePartitionedStatefulSet, readonly namespace: string) {}

  /** Handles of all pods, by ordinal. */
  handles(zones: readonly string[] = ZONES): PodHandle[] {
    return zones.flatMap(zone => this.construct.zone(zone).pods);
  }

  /** Pods by name. */
  async pods(): Promise<Map<string, Manifest>> {
    return new Map((await this.cluster.pods(this.namespace)).map(pod => [pod.metadata.name, pod]));
  }

  async sets(): Promise<Map<string, Manifest>> {
    return new Map((await this.cluster.client.list<Manifest>('apps/v1', 'StatefulSet', this.namespace)).map(set => [set.metadata.name, set]));
  }

  async podsWhen(what: string, accept: (pods: Map<string, Manifest>) => boolean): Promise<Map<string, Manifest>> {
    let seen = new Map<string, Manifest>();
    await eventually(`pods of ${this.namespace}: ${what}`, async () => {
      seen = await this.pods();
      return [...seen.values()].map(pod => [pod.metadata.name, pod.status.phase, isReady(pod), pod.spec.nodeName, pod.spec.containers[0].image]);
    }, () => accept(seen));
    return seen;
  }

  /** Waits until the controllers have seen the last change and have nothing left to do: exactly the pods of the handles, ready and new. */
  async settled(zones: readonly string[] = ZONES): Promise<Map<string, Manifest>> {
    const names = this.handles(zones).map(({ name }) => name).sort();
    const unfinished = async () => [...(await this.sets()).values()].filter(set => !isDone(set));
    const brief = ({ metadata: { name, generation }, spec: { replicas }, status }: Manifest) => ({ name, generation, replicas, status });
    await eventually(`StatefulSets of ${this.namespace} are done`, async () => (await unfinished()).map(brief), left => left.length === 0);
    return this.podsWhen(`${names.join(', ')} are ready`, pods =>
      [...pods.values()].every(isReady) && JSON.stringify([...pods.keys()].sort()) === JSON.stringify(names));
  }

  /** Which individuals the pods of a zone are: a pod that was replaced is another one. With the generation of their set. */
  async identityOf(zone: string): Promise<Record<string, unknown>> {
    const { name, pods } = this.construct.zone(zone);
    const [all, sets] = [await this.pods(), await this.sets()];
    return { generation: sets.get(name)?.metadata.generation, pods: pods.map(handle => [handle.name, all.get(handle.name)?.metadata.uid]) };
  }

  /** Zone of the node under each pod. */
  async zonesOf(pods: Iterable<Manifest>): Promise<(string | undefined)[]> {
    const nodes = await this.cluster.client.list<Manifest>('v1', 'Node');
    const zones = new Map(nodes.map(({ metadata }) => [metadata.name, metadata.labels!['topology.kubernetes.io/zone']]));
    return [...pods].map(({ spec }) => zones.get(spec.nodeName));
  }
}

export interface Then {
  /** Calls on the construct before it is rendered. */
  readonly add?: (db: ZonePartitionedStatefulSet) => void;
  readonly change?: (object: Manifest) => void;
}

function isDone({ metadata, spec, status }: Manifest): boolean {
  return status?.observedGeneration === metadata.generation && (status.availableReplicas ?? 0) === spec.replicas && status.replicas === spec.replicas
    && (spec.updateStrategy.type === 'OnDelete' || status.currentRevision === status.updateRevision);
}

export function isReady({ metadata, status }: Manifest): boolean {
  return metadata.deletionTimestamp === undefined && (status.conditions ?? []).some((each: any) => each.type === 'Ready' && each.status === 'True');
}

export function waitsForRoom({ status }: Manifest): boolean {
  return status.phase === 'Pending' && (status.conditions ?? []).some((each: any) => each.type === 'PodScheduled' && each.reason === 'Unschedulable');
}

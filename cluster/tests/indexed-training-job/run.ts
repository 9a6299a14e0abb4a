import { Chart } from 'cdk8s';
import { Minor } from '../../harness/api-server';
import { Cluster, ClusterOptions, startCluster, synthesise } from '../../harness/cluster';
import { eachOf, eventually } from '../../harness/eventually';
import { Manifest } from '../../harness/manifest';
import { isLive, ManualKubelets } from '../../harness/manual-kubelets';
import { IndexedTrainingJob, IndexedTrainingJobProps, KubernetesVersion, Memory, Target } from 'cdk8s-ai-workloads';

/** Machines in each zone, with eight GPUs each. */
export const MACHINES = 4;
export const ZONES = ['eu-1a', 'eu-1b'];

/** A node is taken for dead 10 s after its last report, instead of 50. */
const IMPATIENT = ['--node-monitor-period=1s', '--node-monitor-grace-period=10s'];

/** A cluster in which the tests are the kubelets: a simulated one completes the pods of every Job at once. */
export interface TrainingCluster {
  readonly cluster: Cluster;
  readonly kubelets: ManualKubelets;
  stop(): Promise<void>;
}

export async function startTrainingCluster(minor: Minor = '1.36', options: Pick<ClusterOptions, 'jobSet' | 'jobControllerApart'> = {}): Promise<TrainingCluster> {
  const cluster = await startCluster({ ...options, minor, zones: ZONES, nodesPerZone: 0, plainNodes: false, controllerFlags: IMPATIENT });
  const nodes = ZONES.flatMap(zone => Array.from({ length: MACHINES }, (_, index) => ({ name: `${zone}-${index}`, zone })));
  const kubelets = await ManualKubelets.start(cluster, nodes);
  const stop = async () => {
    kubelets.stop();
    await cluster.stop();
  };
  return { cluster, kubelets, stop };
}

export interface RunProps {
  readonly namespace: string;
  readonly props?: Partial<IndexedTrainingJobProps>;
  /** Changes what the library wrote, for a test of what that prevents. */
  readonly change?: (job: Manifest) => void;
}

/** A run as its construct predicts it, and as the cluster has it. */
export class Run {
  /** Applies what the library writes for a run. */
  static async start({ cluster }: TrainingCluster, { namespace, props, change }: RunProps): Promise<Run> {
    let construct: IndexedTrainingJob | undefined;
    const sent = synthesise(app => {
      const chart = new Chart(app, 'training', { namespace });
      Target.define(chart, { kubernetes: cluster.minor as KubernetesVersion, zones: ZONES, apis: ['jobset.x-k8s.io/v1alpha2'] });
      construct = new IndexedTrainingJob(chart, 'Train', { workers: 3, container: CONTAINER, ...props });
    });
    sent.filter(({ kind }) => kind === 'Job').forEach(job => change?.(job));
    await cluster.apply(sent);
    return new Run(cluster, namespace, construct!, sent);
  }

  private constructor(
    private readonly cluster: Cluster, readonly namespace: string, readonly construct: IndexedTrainingJob, readonly sent: readonly Manifest[]) {}

  job(): Promise<Manifest> {
    return this.cluster.client.get('batch/v1', 'Job', this.namespace, this.construct.jobName);
  }

  /** Waits until the controller wrote a status. */
  jobWhen(what: string, accept: (status: any) => boolean): Promise<Manifest> {
    return eventually(`Job of ${this.namespace}: ${what}`, () => this.job(), ({ status }) => accept(status ?? {}));
  }

  /** Why the Job is over (`Complete`, `Failed`), once it is. */
  async end(): Promise<{ readonly type: string; readonly reason: string; readonly message: string }> {
    const over = ({ type, status }: any) => ['Complete', 'Failed', 'FailureTarget', 'SuccessCriteriaMet'].includes(type) && status === 'True';
    const { status } = await this.jobWhen('is over', ({ conditions = [] }) => conditions.some(over));
    const { type, reason, message } = status.conditions.find(over);
    return { type, reason, message };
  }

  /** Pods of an index, the oldest first, also those that are going away. */
  async podsOf(index: number): Promise<Manifest[]> {
    const pods = await this.cluster.pods(this.namespace, `batch.kubernetes.io/job-completion-index=${index}`);
    return pods.sort((one, other) => String(one.metadata.creationTimestamp) < String(other.metadata.creationTimestamp) ? -1 : 1);
  }

  /** The pod that follows another of the same index. */
  async successorOf(pod: Manifest): Promise<Manifest> {
    const index = Number(pod.metadata.labels!['batch.kubernetes.io/job-completion-index']);
    const pods = await eventually(`index ${index} of ${this.namespace} has a new pod`, () => this.podsOf(index),
      all => all.some(each => isLive(each) && each.metadata.uid !== pod.metadata.uid));
    return pods.find(each => isLive(each) && each.metadata.uid !== pod.metadata.uid)!;
  }

  /** Leaves the machines to the next test. */
  async clear(): Promise<void> {
    const { client } = this.cluster;
    await client.delete({ apiVersion: 'batch/v1', kind: 'Job', metadata: { namespace: this.namespace, name: this.construct.jobName } }, { propagationPolicy: 'Background' });
    await eventually(`pods of ${this.namespace} are gone`, async () => {
      const pods = await this.cluster.pods(this.namespace);
      // The garbage collector deletes them too; whoever comes second gets a 404.
      await eachOf(pods, 4, pod => client.delete(pod, { gracePeriodSeconds: 0 }).catch(() => undefined));
      return pods;
    }, pods => pods.length === 0);
  }
}

export const CONTAINER = { image: 'registry.example/train:1', command: ['train'], cpu: '1', memory: Memory.of('64Gi') };

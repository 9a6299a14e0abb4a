import { IWorkload } from '../../workloads/handle/workload';

/**
 * A point of what a node is worth by how full it is.
 */
export interface NodeFullness {
  /** How full, with the pod on it, in percent: 0 to 100. */
  readonly utilization: number;

  /** What it is worth: 0 to 10. */
  readonly score: number;
}

/**
 * A second scheduler that fills nodes one after the other.
 */
export interface BinPackingSchedulerProps {
  /**
   * Name of the scheduler, by which pods ask for it, and of its objects. One of a name in a cluster: two would both place the same pods.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /**
   * Namespace in which it runs.
   *
   * @default - that of the chart
   */
  readonly namespace?: string;

  /** The workloads whose pods it places: patterns, or what `Workload.of` makes of others. Their pods with devices ask for it; those without only where there are none with. */
  readonly workloads: IWorkload[];

  /**
   * How much a resource counts in how full a node is, against the others: 1 to 100 each. A node is judged by the resources that a pod asks for.
   *
   * @default - 10 for the devices that the pods ask for, 1 for cpu and for memory
   */
  readonly resourceWeights?: { [resource: string]: number };

  /**
   * What a node is worth by how full it is, at least two points in rising order. Between two points it is a straight line.
   *
   * @default - the fuller the better
   */
  readonly shape?: NodeFullness[];

  /**
   * How much a full node counts against what pods only wish for: preferred affinity and spread over zones count 2 each, a taint that wishes them away 3. With more than 2
   * replicas may all come into one zone, unless they require the spread. At least 1, at most 100.
   *
   * @default 1
   */
  readonly weight?: number;

  /**
   * Image of kube-scheduler. It must not be newer than the API server, and at most one minor older.
   *
   * @default - `registry.k8s.io/kube-scheduler`, the first release of the minor of the Target
   */
  readonly image?: string;

  /**
   * How many of it there are. One places pods, the others wait for its Lease.
   *
   * @default 1
   */
  readonly replicas?: number;
}

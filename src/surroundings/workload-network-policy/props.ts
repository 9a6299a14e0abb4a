import { NetworkPeer } from './network-peer';
import { IWorkload } from '../../workloads/handle/workload';

/**
 * A connection with somebody.
 */
export interface NetworkAccess {
  /** Who is at the other end. */
  readonly peer: NetworkPeer;

  /**
   * Ports at the end that is called, TCP.
   *
   * @default - all
   */
  readonly ports?: number[];
}

/**
 * Who may speak to the pods of a workload, and whom they may call.
 */
export interface WorkloadNetworkPolicyProps {
  /**
   * Name of the policy. Those of single roles have the role behind it.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /** The workload: a pattern, or what `Workload.of` and `Workload.named` make. */
  readonly workload: IWorkload;

  /**
   * Who sends requests: to the ports behind the workload's Service. An empty list is nobody.
   *
   * @default - nobody, where the workload has no Service; needed where it has one
   */
  readonly clients?: NetworkPeer[];

  /**
   * Port on which its containers listen. Needed with `clients` where the workload has no Service, refused where that says it.
   *
   * @default - that of the workload's Service
   */
  readonly port?: number;

  /**
   * Who collects metrics: pods of Prometheus, for example `NetworkPeer.namespace('monitoring')`.
   *
   * @default - nobody
   */
  readonly monitoring?: NetworkPeer[];

  /**
   * Port of the metrics. Needed with `monitoring` where no engine of this library exports, refused where one does.
   *
   * @default - that of the workload's engine
   */
  readonly metricsPort?: number;

  /**
   * Who else may reach its pods: those of a proxy that stands beside each container, of an operator. The ports that the KubeRay operator asks at are open to
   * everybody, since nothing says where it runs: one that is named here is open to those alone.
   *
   * @default - nobody
   */
  readonly others?: NetworkAccess[];

  /**
   * Whom its pods may call besides each other and DNS: where they download a model, write checkpoints, ask an API. An empty list is nobody. The Redis that a RayCluster
   * was told of is let out to as well; the API server, which Ray's autoscaler and routers ask, by its addresses alone.
   *
   * @default - everybody: nothing that pods call is restricted
   */
  readonly egress?: NetworkAccess[];

  /**
   * Who answers names. Goes with `egress`. A cache on each node (NodeLocal DNSCache) is no pod that labels choose, so a narrower choice can cut pods off from all names.
   *
   * @default NetworkPeer.everyone() - at port 53
   */
  readonly dns?: NetworkPeer;
}

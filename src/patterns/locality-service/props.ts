import { ApiObjectMetadata, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Locality } from '../../target-cluster/locality';
import { ServingPort } from '../../workloads/service';

/**
 * A Service whose clients are sent to endpoints near them.
 */
export interface LocalityServiceProps {
  /**
   * Name of the Service.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /**
   * Labels and annotations of the Service, and its namespace. Refused: a name (use `name`), and the annotations
   * `service.kubernetes.io/topology-mode` and `service.kubernetes.io/topology-aware-hints`, which win over `prefer` without a word.
   *
   * @default - none; the namespace of the chart
   */
  readonly metadata?: ApiObjectMetadata;

  /**
   * The pods behind it: a workload of cdk8s-plus-28 or of this library (for a LeaderWorkerGroup its `leader`), or `kplus.Pods.select`. Excludes `selector`.
   * Refused: pods of another namespace, and selectors that are more than equal labels, since a Service knows nothing else.
   *
   * @default - the pods of `selector`
   */
  readonly target?: kplus.IPodSelector;

  /**
   * Labels of the pods behind it, for a workload that no construct stands for. Excludes `target`. When the pods are not in this app at all, say with
   * `replicas` how many there are.
   *
   * @default - the pods of `target`
   */
  readonly selector?: { [key: string]: string };

  /**
   * Port that clients use, TCP. Excludes `ports`.
   *
   * @default - `ports`
   */
  readonly port?: number;

  /**
   * Port of the pods behind `port`. Excludes `targetPortName`. At synth it must be one that the containers declare, as far as they declare any.
   *
   * @default - the port of the target's containers when they declare one only, else the same number as `port`; refused when several are declared and none is `port`
   */
  readonly targetPort?: number;

  /**
   * Name of the container port behind `port`. At synth some selected container must declare it.
   *
   * @default - none: a number is used
   */
  readonly targetPortName?: string;

  /**
   * Several ports, or one that is not TCP. Excludes `port`, `targetPort` and `targetPortName`.
   *
   * @default - `port`
   */
  readonly ports?: ServingPort[];

  /**
   * Whom a client's node prefers; when there is no such endpoint, it falls back. `SAME_NODE` is refused before Kubernetes 1.34.
   *
   * @default Locality.SAME_ZONE, unless strictNodeLocal is set
   */
  readonly prefer?: Locality;

  /**
   * Endpoints on the client's own node or none: connections from a node without a ready endpoint are dropped. For an agent on every node. Excludes
   * `prefer`: kube-proxy ignores every preference under `internalTrafficPolicy: Local`.
   *
   * @default false
   */
  readonly strictNodeLocal?: boolean;

  /**
   * Sends a client to the same endpoint until it was silent for so long (`sessionAffinity: ClientIP`): 1 second to 24 hours. Warned about: it holds only
   * among the endpoints that `prefer` leaves, so a zone that empties or fills again moves its clients.
   *
   * @default - none
   */
  readonly clientAffinity?: Duration;

  /**
   * Zones that clients and endpoints run in, for the walk-through and the check that each has an endpoint. Each must be one of the Target's zones.
   *
   * @default - the zones of the Target
   */
  readonly zones?: string[];

  /**
   * Ready endpoints to reckon with when the pods are made elsewhere, outside this app: without it, a `selector` that no pod of the app can carry is an error
   * at synth. Unit: pods, at most 150000. Refused together with a `target`.
   *
   * @default - the replicas of the selected workloads; under an autoscaler its minimum
   */
  readonly replicas?: number;
}

import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { DisruptionBudget } from '../../../pod/scheduling/disruption-budget';
import { PodTemplateProps } from '../../../pod/template/pod-template-props';

/**
 * An autoscaler for each zone, which sees the pods of its zone only.
 */
export interface ZonalAutoscaling {
  /**
   * Least pods in each zone. At least 1: a zone without an endpoint sends its clients to the others.
   *
   * @default 1
   */
  readonly minReplicas?: number;

  /** Most pods in each zone; at least `minReplicas`. */
  readonly maxReplicas: number;

  /**
   * What each autoscaler looks at, averaged over the pods of its own zone. At least one. Object and external metrics must be measured for each zone by
   * themselves, or every zone follows the same number.
   */
  readonly metrics: kplus.Metric[];

  /**
   * How long a lower number must be wanted before pods go: at most 1 hour. For models that load slowly, longer than the load.
   *
   * @default - Kubernetes' own 5 minutes
   */
  readonly scaleDownWindow?: Duration;
}

/**
 * One Deployment for each zone, all with the same pods.
 */
export interface ZonalDeploymentsProps extends PodTemplateProps {
  /**
   * Name of the workload. Deployments and autoscalers are `<name>-<zone>`.
   *
   * @default - the construct id in kebab case
   */
  readonly name?: string;

  /**
   * Values of the node label `topology.kubernetes.io/zone`, each of which gets a Deployment; at most 2000. Their order decides nothing.
   *
   * @default - the zones of the Target; required when it lists none
   */
  readonly zones?: string[];

  /**
   * Pods in each zone; at least 1, at most 150000. Excludes `autoscaling`, whose autoscalers decide.
   *
   * @default 1
   */
  readonly replicas?: number;

  /**
   * An autoscaler for each zone.
   *
   * @default - none: `replicas` pods in each zone
   */
  readonly autoscaling?: ZonalAutoscaling;

  /**
   * How many pods a drain may take at a time. `DisruptionBudget.perZone(n)` counts zones on their own.
   *
   * @default DisruptionBudget.atMost(1), all zones counted together
   */
  readonly disruptionBudget?: DisruptionBudget;
}

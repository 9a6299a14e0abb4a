import { PodToleration, renderToleration } from './toleration';
import { invalid, wholeNumber } from '../../base/errors/invalid-input';
import { Labels } from '../../base/labels';
import { PlainObject } from '../../base/plain';
import { carriesMistakes } from '../../given/mistakes/carried';
import { AKS_SPOT, GKE_SPOT, KARPENTER_SPOT } from '../../knowledge/spot-nodes';
import { checkLabels } from '../../kubernetes/refused/labels';
import { PodPlan } from '../template/pod-plan';

/**
 * Nodes that may be taken away at short notice.
 */
export interface SpotOptions {
  /** Labels that such nodes carry. At least one, or the pods would land on any node. */
  readonly nodeLabels: { [key: string]: string };

  /**
   * Taints that such nodes carry.
   *
   * @default - none
   */
  readonly tolerations?: PodToleration[];

  /** Seconds a pod has between the stop signal and the end of its node. The grace period may not be longer. */
  readonly noticeSeconds: number;
}

/**
 * The kind of nodes that pods run on.
 */
export class Capacity {
  /**
   * Nodes that stay until they are drained. Nothing is written: any node will do.
   */
  public static onDemand(): Capacity {
    return new Capacity('on-demand nodes, or whatever the scheduler finds');
  }

  /**
   * Spot nodes of Karpenter on AWS: label `karpenter.sh/capacity-type: spot`, a notice of 120 seconds.
   */
  public static spotKarpenter(): Capacity {
    return new Capacity(KARPENTER_SPOT.title, KARPENTER_SPOT, 'karpenter');
  }

  /**
   * Spot VMs of GKE: label `cloud.google.com/gke-spot: "true"` and the taint of the same name. The notice is 30 seconds, of which the kubelet
   * gives ordinary pods the first 15 and keeps the rest for system pods, so a pod has 15.
   */
  public static spotGke(): Capacity {
    return new Capacity(GKE_SPOT.title, GKE_SPOT);
  }

  /**
   * Spot node pools of AKS: label and taint `kubernetes.azure.com/scalesetpriority: spot`, a notice of 30 seconds.
   */
  public static spotAks(): Capacity {
    return new Capacity(AKS_SPOT.title, AKS_SPOT);
  }

  /**
   * Any other kind of nodes that are taken away at short notice.
   *
   * @param options Their labels, taints and notice.
   */
  public static spot(options: SpotOptions): Capacity {
    wholeNumber('Capacity.spot(noticeSeconds)', options.noticeSeconds, { min: 1 });
    if (Object.keys(options.nodeLabels).length === 0) {
      throw invalid('Capacity.spot(nodeLabels)', options.nodeLabels, 'names no label, so the pods would land on any node', 'name the label that spot nodes carry');
    }
    checkLabels('Capacity.spot(nodeLabels)', options.nodeLabels);
    return new Capacity('spot nodes', options);
  }

  private constructor(
    /** @internal */ public readonly _title: string,
    /** @internal */ public readonly _spot?: SpotOptions,
    /** @internal */ public readonly _provisioner?: 'karpenter') {}
}

/** Node labels of the capacity; a label that the user gave another value can match no node. */
export function capacityLabels(capacity: Capacity, given: Labels): Labels {
  const labels = capacity._spot?.nodeLabels ?? {};
  for (const [key, value] of Object.entries(labels)) {
    if (Object.hasOwn(given, key) && given[key] !== value) {
      throw invalid(`nodeLabels[${key}]`, given[key], `capacity asks for ${key}=${value} (${capacity._title}), and a node has one value`, 'drop one of them');
    }
  }
  return labels;
}

/** The taints of the capacity's nodes. */
export function capacityTolerations(capacity: Capacity): PlainObject[] {
  return (capacity._spot?.tolerations ?? []).map((toleration, index) => renderToleration(toleration, `capacity.tolerations[${index}]`));
}

/** The notice, as the solver of a drain takes it. */
export function noticeOf(capacity: Capacity): { readonly seconds: number; readonly nodes: string } | undefined {
  return capacity._spot && { seconds: capacity._spot.noticeSeconds, nodes: capacity._title };
}

/**
 * The pod with a grace period that fits the notice: a longer one promises time that the node does not have. Kubernetes' default is cut to it; what
 * was asked for, or what must stop, is refused.
 */
export function withinNotice(capacity: Capacity, plan: PodPlan, isGiven: boolean): PodPlan {
  const notice = noticeOf(capacity);
  if (!notice || plan.graceSeconds <= notice.seconds) {
    return plan;
  }
  if (isGiven || (plan.stopping ?? []).length > 0) {
    throw invalid('terminationGracePeriod', `${plan.graceSeconds}s`,
      `${plan.graceSum} is more than the ${notice.seconds} s that ${notice.nodes} leave a pod after the stop signal`,
      `give at most ${notice.seconds} s, or shorten what must stop in it`);
  }
  return { ...plan, graceSeconds: notice.seconds, graceSum: `${notice.seconds} s, the notice of ${notice.nodes} (${plan.graceSum}, is more)` };
}

carriesMistakes(Capacity, () => Capacity.onDemand());
